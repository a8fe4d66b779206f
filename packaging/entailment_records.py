"""Pairs made of dosing records: each is written in two of many ways, after none or one value was changed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from entailment_edits import capital, written
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL
from entailment_limits import limit_pair
from entailment_words import CLASS_OF, DRUGS, FREQUENCIES, ROUTES, WORDS, words

UNSAID = -1


@dataclass(frozen=True)
class Dosing:
    """What a dosing statement says; an empty part is not said."""

    drug: str
    mg: float
    per_kg: bool
    route: int
    frequency: int
    days: int
    people: str
    topic: str


RECORD_PEOPLE = words("""
    adults, children under 5 years, children 5 to 12 years, pregnant women, neonates,
    adults over 60 years, patients with renal failure, infants under 2 months, children over 12 years,
    breastfeeding women
""")
TOPICS = words("""
    pneumonia, malaria, urinary tract infection, severe sepsis, epilepsy, hypertension, asthma,
    diarrhoea, tuberculosis, heart failure, cellulitis, otitis media, meningitis, HIV infection, pain,
    gonorrhoea
""")
DOSES_MG = tuple(
    float(mg)
    for mg in words("""
        0.5, 1, 2, 2.5, 5, 7.5, 10, 15, 20, 25, 40, 50, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
        750, 800, 1000, 1200, 1500, 2000
    """)
)


def record_pairs(n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs of statements: three in four of doses, the others of limits."""
    rng = random.Random(seed)
    for _ in range(n):
        if rng.random() < 0.25:
            yield limit_pair(rng)
            continue
        yield changed_record(random_record(rng), rng)


def random_record(rng: random.Random) -> Dosing:
    return Dosing(
        drug=rng.choice(DRUGS),
        mg=rng.choice(DOSES_MG),
        per_kg=rng.random() < 0.2,
        route=rng.randrange(4),
        frequency=rng.randrange(5),
        days=rng.choice((0, 0, 1, 3, 5, 7, 10, 14, 21, 28, 42)),
        people=rng.choice(("", "", *RECORD_PEOPLE)),
        topic=rng.choice(("", *TOPICS)),
    )


def changed_record(record: Dosing, rng: random.Random) -> tuple[str, str, int]:
    kind = rng.choice(
        (
            "same",
            "same",
            "less",
            "more",
            "dose",
            "dose",
            "drug",
            "route",
            "frequency",
            "days",
            "people",
            "not",
        )
    )
    say = Sayer(rng)
    match kind:
        case "same":
            return say(record), say(record), ENTAIL
        case "less":
            less = replace(record, days=0) if record.days else replace(record, topic="")
            return say(record), say(less), ENTAIL
        case "more":
            return say(replace(record, days=0)), say(replace(record, days=record.days or 7)), NEUTRAL
        case "not":
            plain = f"{rng.choice(('Do not give', 'Avoid', 'Never use', 'Do not use'))} {record.drug}"
            plain += (
                f" in {record.people}." if record.people else f" for {record.topic}." if record.topic else "."
            )
            pair = [say(record), plain]
            rng.shuffle(pair)
            return pair[0], pair[1], CONTRADICT
    record, other = differing(record, kind, rng)
    return say(record), say(other), NEUTRAL if kind == "people" else CONTRADICT


def differing(record: Dosing, kind: str, rng: random.Random) -> tuple[Dosing, Dosing]:
    """Two records that differ in the part called `kind`, which both say."""
    match kind:
        case "dose":
            return record, replace(record, mg=record.mg * rng.choice((0.1, 0.25, 0.5, 2, 3, 4, 10)))
        case "drug":
            others = [drug for drug in CLASS_OF[record.drug] if drug != record.drug]
            return record, replace(record, drug=rng.choice(others))
        case "route":
            return record, replace(record, route=(record.route + rng.randrange(1, 4)) % 4)
        case "frequency":
            return record, replace(record, frequency=(record.frequency + rng.randrange(1, 5)) % 5)
        case "days":
            record = replace(record, days=record.days or 5)
            days = [days for days in (1, 3, 5, 7, 10, 14, 28) if days != record.days]
            return record, replace(record, days=rng.choice(days))
        case "other":
            return record, random_record(rng)
        case _:
            record = replace(record, people=record.people or "adults")
            people = rng.choice([people for people in RECORD_PEOPLE if people != record.people])
            return record, replace(record, people=people, mg=record.mg * rng.choice((0.5, 1, 2)))


class Sayer:
    """Writes records, each time in another way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, record: Dosing) -> str:
        pick = self._rng.choice
        dose = self._dose(record)
        route = "" if record.route == UNSAID else pick(ROUTES[record.route])
        often = "" if record.frequency == UNSAID else pick(FREQUENCIES[record.frequency])
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
        if 1 < days < len(WORDS):
            forms.append(f"{WORDS[days]} days")
        return self._rng.choice(forms)
