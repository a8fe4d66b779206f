"""Pairs of findings: what a study saw an intervention do to an outcome.

Guidelines and abstracts disagree in findings as often as in doses: one says that a treatment helps, another
that it makes no difference, a third that it harms. Each pair is one intervention, one outcome and one
population, told twice in two of many ways: entail if both saw the same, contradict if not, neutral if the
outcome or the intervention is another. Either may mention beside it what happened to a further outcome.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from entailment.labels import Made, Meaning
from entailment.text import capital
from entailment.words import DRUGS, Groups, listed

Effect = Literal["helps", "nothing", "harms"]

EFFECTS: Final[tuple[Effect, ...]] = ("helps", "nothing", "harms")
SEEN: Final[tuple[Effect, ...]] = ("helps", "helps", "nothing", "nothing", "harms")
"""Studies that find harm are fewer."""
CHANGES: Final = ("same", "same", "same", "opposed", "opposed", "opposed", "outcome", "intervention")
"""What becomes of a finding in its pair, each as often as it stands here."""


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences for each effect."""

    helps: tuple[str, ...]
    nothing: tuple[str, ...]
    harms: tuple[str, ...]

    def of(self, effect: Effect) -> tuple[str, ...]:
        """Give the sentences that tell an effect."""
        match effect:
            case "helps":
                return self.helps
            case "nothing":
                return self.nothing
            case "harms":
                return self.harms


class Findings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`findings.toml`, whose remarks say what each list is for."""

    interventions: Groups
    unwanted: Groups
    wanted: Groups
    populations: tuple[str, ...]
    comparators: tuple[str, ...]
    leads: tuple[str, ...]
    no_effect: tuple[str, ...]
    of_unwanted: Telling
    of_wanted: Telling


FINDINGS: Final = listed("findings.toml", Findings)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a study saw."""

    intervention: tuple[str, ...]
    """Its names."""
    outcome: tuple[str, ...]
    is_wanted: bool
    people: str
    saw: Effect


def finding_pairs(n: int, seed: int) -> Iterator[Made]:
    """Make `n` pairs of findings."""
    rng = random.Random(seed)
    for _ in range(n):
        one = random_finding(rng)
        other, label = changed_finding(one, rng)
        yield told(one, rng), told(other, rng), label


def changed_finding(one: Finding, rng: random.Random) -> tuple[Finding, Meaning]:
    """Give a finding to tell beside another, and what the one means for the other."""
    match rng.choice(CHANGES):
        case "same":
            return one, Meaning.ENTAIL
        case "opposed":
            effects = [effect for effect in EFFECTS if effect != one.saw]
            return replace(one, saw=rng.choice(effects)), Meaning.CONTRADICT
        case "outcome":
            further = random_finding(rng, besides=one)
            return replace(further, intervention=one.intervention, people=one.people), Meaning.NEUTRAL
        case _:
            intervention = random_intervention(rng)
            return replace(one, intervention=intervention, saw=rng.choice(EFFECTS)), Meaning.NEUTRAL


def random_intervention(rng: random.Random) -> tuple[str, ...]:
    """Give the names of a drug, or of something else, each as often."""
    return (rng.choice(DRUGS),) if rng.random() < 0.5 else rng.choice(FINDINGS.interventions)


def random_finding(rng: random.Random, besides: Finding | None = None) -> Finding:
    """Give any finding; not of the outcome of `besides`."""
    is_wanted = rng.random() < 0.4
    of_kind = FINDINGS.wanted if is_wanted else FINDINGS.unwanted
    outcomes = [one for one in of_kind if not besides or one != besides.outcome]
    people = rng.choice(("", *FINDINGS.populations))
    saw = rng.choice(SEEN)
    return Finding(random_intervention(rng), rng.choice(outcomes), is_wanted, people, saw)


def told(finding: Finding, rng: random.Random) -> str:
    """Tell a finding in a sentence, which may also say what became of a further outcome."""
    lead = rng.choice(FINDINGS.leads)
    main = clause(finding, rng)
    if rng.random() < 0.25:
        further = random_finding(rng, besides=finding)
        aside = clause(replace(further, intervention=finding.intervention, people=""), rng)
        although = rng.choice(("although", "while", "even though"))
        if rng.random() < 0.5:
            return f"{capital(although)} {aside}, {main}."
        main = f"{main}, {although} {aside}"
    return f"{capital(lead + main)}."


def clause(finding: Finding, rng: random.Random) -> str:
    """Tell a finding in one clause, with or without its people."""
    forms = (FINDINGS.of_wanted if finding.is_wanted else FINDINGS.of_unwanted).of(finding.saw)
    if finding.saw == "nothing":
        forms += FINDINGS.no_effect
    people = finding.people if finding.people and rng.random() < 0.7 else ""
    form = rng.choice(forms)
    if "{p} who" in form and not people:
        form = form.replace("{p} who", " in those who")
    return form.format(
        i=rng.choice(finding.intervention),
        o=rng.choice(finding.outcome),
        c=rng.choice(FINDINGS.comparators),
        p=f" in {people}" if people else "",
        p0=people or "patients",
        n=rng.randrange(11, 70),
        d=rng.randrange(1, 5),
    )
