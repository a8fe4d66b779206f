"""Pairs made of dosing records: each is written in two of many ways, after none or one value was changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from entailment.labels import Made, Meaning
from entailment.limits import limit_pair
from entailment.text import capital, written
from entailment.words import CLASS_OF, DRUGS, WORDS, listed

UNSAID: Final = -1
LIMITS_SHARE: Final = 0.25
"""The part of the pairs that are of limits, set by hand."""
N_ROUTES, N_FREQUENCIES = 4, 5
"""The first groups of `words.toml`: the common ones, which most drugs may be given by."""
COURSES: Final = (0, 0, 1, 3, 5, 7, 10, 14, 21, 28, 42)
"""Days; 0 where nothing is said of them."""
OTHER_COURSES: Final = (1, 3, 5, 7, 10, 14, 28)
USUAL_COURSE, LONGER_COURSE = 5, 7

Part = Literal["dose", "drug", "route", "frequency", "days", "people", "other"]
"""In what two records differ; "other" is everything."""
PARTS: Final[tuple[Part, ...]] = ("dose", "dose", "drug", "route", "frequency", "days", "people")
CHANGES: Final = ("same", "same", "less", "more", *PARTS, "not")
"""What becomes of a record in its pair, each as often as it stands here."""


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`records.toml`."""

    people: tuple[str, ...]
    topics: tuple[str, ...]
    doses_mg: tuple[float, ...]


PARTS_SAID: Final = listed("records.toml", Parts)


@dataclass(frozen=True, slots=True)
class Dosing:
    """What a dosing statement says; an empty part is not said."""

    drug: str
    mg: float
    per_kg: bool
    route: int
    """Which group of routes, or `UNSAID`; so with the frequency."""
    frequency: int
    days: int
    people: str
    topic: str


def record_pairs(n: int, seed: int) -> Iterator[Made]:
    """Make `n` pairs of statements, of doses and of limits."""
    rng = random.Random(seed)
    for _ in range(n):
        if rng.random() < LIMITS_SHARE:
            yield limit_pair(rng)
        else:
            yield record_pair(random_record(rng), rng)


def random_record(rng: random.Random) -> Dosing:
    """Give any record."""
    return Dosing(
        drug=rng.choice(DRUGS),
        mg=rng.choice(PARTS_SAID.doses_mg),
        per_kg=rng.random() < 0.2,
        route=rng.randrange(N_ROUTES),
        frequency=rng.randrange(N_FREQUENCIES),
        days=rng.choice(COURSES),
        people=rng.choice(("", "", *PARTS_SAID.people)),
        topic=rng.choice(("", *PARTS_SAID.topics)),
    )


def record_pair(record: Dosing, rng: random.Random) -> Made:
    """Write a record, and beside it the same, one that says less or more, another, or a ban on its drug."""
    say = Sayer(rng)
    match rng.choice(CHANGES):
        case "same":
            return say(record), say(record), Meaning.ENTAIL
        case "less":
            less = replace(record, days=0) if record.days else replace(record, topic="")
            return say(record), say(less), Meaning.ENTAIL
        case "more":
            more = replace(record, days=record.days or LONGER_COURSE)
            return say(replace(record, days=0)), say(more), Meaning.NEUTRAL
        case "not":
            ban = banned(record, rng)
            pair = [say(record), ban]
            rng.shuffle(pair)
            return pair[0], pair[1], Meaning.CONTRADICT
        case "dose" | "drug" | "route" | "frequency" | "days" | "people" as part:
            one, other = differing(record, part, rng)
            label = Meaning.NEUTRAL if part == "people" else Meaning.CONTRADICT
            return say(one), say(other), label
        case change:
            raise AssertionError(change)


def banned(record: Dosing, rng: random.Random) -> str:
    """Forbid a record's drug, to its people or in its illness."""
    ban = f"{rng.choice(('Do not give', 'Avoid', 'Never use', 'Do not use'))} {record.drug}"
    if record.people:
        return f"{ban} in {record.people}."
    return f"{ban} for {record.topic}." if record.topic else f"{ban}."


def differing(record: Dosing, part: Part, rng: random.Random) -> tuple[Dosing, Dosing]:
    """Give two records that differ in one part, which both say."""
    match part:
        case "dose":
            return record, replace(record, mg=record.mg * rng.choice((0.1, 0.25, 0.5, 2, 3, 4, 10)))
        case "drug":
            others = [drug for drug in CLASS_OF[record.drug] if drug != record.drug]
            return record, replace(record, drug=rng.choice(others))
        case "route":
            route = (record.route + rng.randrange(1, N_ROUTES)) % N_ROUTES
            return record, replace(record, route=route)
        case "frequency":
            frequency = (record.frequency + rng.randrange(1, N_FREQUENCIES)) % N_FREQUENCIES
            return record, replace(record, frequency=frequency)
        case "days":
            record = replace(record, days=record.days or USUAL_COURSE)
            days = [days for days in OTHER_COURSES if days != record.days]
            return record, replace(record, days=rng.choice(days))
        case "other":
            return record, random_record(rng)
        case "people":
            record = replace(record, people=record.people or "adults")
            people = rng.choice([people for people in PARTS_SAID.people if people != record.people])
            return record, replace(record, people=people, mg=record.mg * rng.choice((0.5, 1, 2)))


class Sayer:
    """Writes records, each time in another way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, record: Dosing) -> str:
        """Write a record in one of six ways."""
        pick = self._rng.choice
        dose = self._dose(record)
        route = "" if record.route == UNSAID else pick(WORDS.routes[record.route])
        often = "" if record.frequency == UNSAID else pick(WORDS.frequencies[record.frequency])
        days = f" for {self._days(record.days)}" if record.days else ""
        people = f" in {record.people}" if record.people else ""
        topic = f" for {record.topic}" if record.topic else ""
        drug, whom = record.drug, f"{capital(record.people)}: " if record.people else ""
        opening = f"{capital(topic.strip())}, give" if topic else "Give"
        said = pick(
            (
                f"Give {drug} {dose} {route} {often}{days}{people}{topic}.",
                f"{capital(drug)}, {dose} {route}, {often}{days}{people}.",
                f"{capital(drug)} should be given {route}{people} at {dose} {often}{days}.",
                f"The dose of {drug}{people}{topic} is {dose} {route} {often}{days}.",
                f"{whom}{drug} {dose} {often} {route}{days}",
                f"{opening} {dose} of {drug} {route} {often}{days}{people}.",
            )
        )
        return re.sub(r" +(?=[ .,]|$)|,(?=[,.])", "", said)

    def _dose(self, record: Dosing) -> str:
        kg = "/kg" if record.per_kg else ""
        forms = [f"{written(record.mg)} mg{kg}", f"{written(record.mg)}mg{kg}"]
        if record.mg >= 500:
            forms += [f"{written(record.mg / 1000)} g{kg}", f"{written(record.mg / 1000)}g{kg}"]
        if record.mg < 1:
            forms += [f"{written(record.mg * 1000)} mcg{kg}", f"{written(record.mg * 1000)} micrograms{kg}"]
        return self._rng.choice(forms)

    def _days(self, days: int) -> str:
        forms = [f"{days} days" if days > 1 else "1 day"]
        if days % 7 == 0:
            forms.append(f"{days // 7} weeks" if days > 7 else "one week")
        if 1 < days < len(WORDS.numbers):
            forms.append(f"{WORDS.numbers[days]} days")
        return self._rng.choice(forms)
