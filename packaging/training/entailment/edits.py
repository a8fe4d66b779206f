"""Edits of a guideline's sentence: another value or the opposite, other people, the same in other words.

Changing the number in "give 5 mg" makes a contradiction here, although logic alone would call it open: two
guidelines that say so cannot both be followed. The weights and chances were set by hand, so that numbers and
drugs, which guidelines disagree in most, are changed most.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from entailment.text import Span, capital, found, replaced, spliced, written
from entailment.words import CLASS_OF, WORDS, Groups

Edit = Callable[[str, random.Random], str | None]
"""Returns the changed text, or None where it has nothing to change."""
Weighted = tuple[tuple[Edit, float], ...]
"""Edits, and how often each is tried."""

NUMBER: Final = r"(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w,:/]|\.\d)"
UNITS: Final = (
    r"mg/kg(?:/day)?|mcg/kg|mL/kg|mg|mcg|micrograms?|g|kg|mL|ml|L|litres?|IU|units?|%|mmHg|mmol/L|cells?(?:/mm3)?"
    r"|tablets?|tabs?|capsules?|doses?|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|times"
    r"|percent|per cent|people|cases|cm|mm|degrees|°C|people|patients|children|women|adults|deaths"
)
QUANTITY: Final = re.compile(
    rf"(?P<number>{NUMBER}) ?-?(?P<unit>{UNITS})\b|(?P<percentage>{NUMBER})%", re.IGNORECASE
)
COUNTS: Final = WORDS.numbers[2:]
"""Not zero, which is rarely counted, nor one, which is a pronoun too."""
MOST_REWORDED: Final = 4
"""More replacements than this leave no sentence that anybody would write."""
ROUTES_OF_DRUGS: Final = 5
"""The first groups of routes; the others are of few drugs."""
NEGATIONS: Final = (
    (r"\bdo not (\w)", r"\1"),
    (r"\bshould not\b", "should"),
    (r"\bmust not\b", "must"),
    (r"\bcannot\b", "can"),
    (r"\b(is|are|was|were) not\b", r"\1"),
    (r"^avoid\b", "use"),
    (r"\bnever\b", "always"),
    (r"\bno longer\b", "still"),
)
"""Negated forms, and the same without the negation."""


def any_of(terms: Iterable[str]) -> str:
    """Give the pattern of any of these whole words, the longest first."""
    return rf"\b({'|'.join(map(re.escape, sorted(terms, key=len, reverse=True)))})\b"


COUNT_WORD: Final = re.compile(any_of(COUNTS) + r" \w+", re.IGNORECASE)
DRUG: Final = re.compile(any_of(CLASS_OF), re.IGNORECASE)
ADVICE: Final = re.compile(any_of(WORDS.advising), re.IGNORECASE)
IMPERATIVE: Final = re.compile("^" + any_of(WORDS.imperatives), re.IGNORECASE)
VERB: Final = re.compile(r"\b(is|are|was|were|should|can|may|must|will|could|has been|have been)\b(?! not)")


def changed_number(text: str, rng: random.Random) -> str | None:
    """Put another number before a unit, far enough from the old one not to be a rounding."""
    quantities = list(QUANTITY.finditer(text))
    if not quantities:
        return None
    match = rng.choice(quantities)
    group = "number" if match["number"] else "percentage"
    old = float(match[group])
    new = (
        old * rng.choice((0.2, 0.5, 2, 3, 10)) if rng.random() < 0.6 else old + rng.choice((1, 2, 5, 10, 50))
    )
    if new >= 3:
        new = round(new)
    if new == old or (match["percentage"] and new > 100):
        return None
    return spliced(text, match.span(group), written(new))


def changed_count(text: str, rng: random.Random) -> str | None:
    """Put another number in words."""
    counts = list(COUNT_WORD.finditer(text))
    if not counts:
        return None
    match = rng.choice(counts)
    new = rng.choice([word for word in COUNTS if word != match[1].lower()])
    return spliced(text, match.span(1), new)


def changed_unit(text: str, rng: random.Random) -> str | None:
    """Put another unit."""
    return swapped(text, WORDS.other_units, rng)


def changed_frequency(text: str, rng: random.Random) -> str | None:
    """Put another frequency."""
    return from_other_group(text, WORDS.frequencies, rng)


def changed_route(text: str, rng: random.Random) -> str | None:
    """Put another route."""
    return from_other_group(text, WORDS.routes[:ROUTES_OF_DRUGS], rng)


def changed_drug(text: str, rng: random.Random) -> str | None:
    """Advise another drug of the same class."""
    match = DRUG.search(text)
    if not match or not ADVICE.search(text):
        return None
    other = rng.choice([drug for drug in CLASS_OF[match[1].lower()] if drug != match[1].lower()])
    return replaced(text, match.span(), other)


def flipped(text: str, rng: random.Random) -> str | None:
    """Give the opposite polarity: do, do not; is, is not."""
    for pattern, new in NEGATIONS:
        if re.search(pattern, text, re.IGNORECASE):
            return capital(re.sub(pattern, new, text, count=1, flags=re.IGNORECASE))
    if IMPERATIVE.match(text):
        start = rng.choice(("Do not ", "Never ", "Avoid this: "))
        return start + text[0].lower() + text[1:]
    match = VERB.search(text)
    return f"{text[: match.end()]} not{text[match.end() :]}" if match else None


def opposed(text: str, rng: random.Random) -> str | None:
    """Put a word's opposite."""
    table = dict(WORDS.opposites) | {b: a for a, b in WORDS.opposites if " " not in b}
    return swapped(text, table, rng)


def other_people(text: str, rng: random.Random) -> str | None:
    """Say it of other people."""
    return swapped(text, dict(WORDS.people), rng)


def other_people_and_number(text: str, rng: random.Random) -> str | None:
    """Say another number of other people."""
    other = other_people(text, rng)
    return other and changed_number(other, rng)


def with_condition(text: str, rng: random.Random) -> str | None:
    """Advise it for some people only; without them it stays open."""
    if not ADVICE.search(text) or re.search(r"\b(if|in|for|with|when|under)\b", text):
        return None
    return f"{text.rstrip('.')} {rng.choice(WORDS.conditions)}."


def converted(text: str, rng: random.Random) -> str | None:
    """Put the same quantity in another unit, or the same number in words."""
    made = [
        (match.span(), new)
        for match in QUANTITY.finditer(text)
        if match["number"]
        for new in same_quantities(float(match["number"]), match["unit"])
    ]
    return spliced(text, *rng.choice(made)) if made else None


def same_quantities(value: float, unit: str) -> Iterator[str]:
    """Write a quantity in other ways, with numbers that guidelines use: up to 5000, or quarters."""
    for big, small, factor in WORDS.conversions:
        if unit == big and value * factor <= 5000:
            yield f"{written(value * factor)} {small}"
        elif unit == small and value / factor >= 0.01 and (value / factor * 4).is_integer():
            yield f"{written(value / factor)} {big}"
    if value.is_integer() and 1 < value < len(WORDS.numbers):
        yield f"{WORDS.numbers[int(value)]} {unit}"


def reworded(text: str, rng: random.Random) -> str | None:
    """Replace up to `MOST_REWORDED` terms by what means the same."""
    out, n = text, 0
    groups = [*WORDS.frequencies, *WORDS.routes, *WORDS.synonyms]
    rng.shuffle(groups)
    for group in groups:
        place = longest_found(group, out)
        if place:
            term, span = place
            new = rng.choice([other for other in group if other != term])
            out, n = replaced(out, span, new), n + 1
        if n == MOST_REWORDED:
            break
    return out if n else None


def shortened(text: str, _: random.Random) -> str | None:
    """Leave out the brackets or the last clause; what is left says less, so it follows."""
    without = re.sub(r" ?\([^()]*\)", "", text)
    if without != text and len(without.split()) >= 4:
        return without
    head, comma, _tail = text.rpartition(", ")
    if comma and len(head.split()) >= 6 and not re.search(r"\b(if|unless|except|or|not|but|when)\b", text):
        return head + "."
    return None


CHANGES: Final[Weighted] = (
    (changed_number, 4),
    (changed_count, 1),
    (changed_unit, 1.5),
    (changed_frequency, 2),
    (changed_route, 1.5),
    (changed_drug, 2),
    (flipped, 2),
    (opposed, 2),
)
"""What makes it other advice."""
OPENINGS: Final[Weighted] = ((other_people, 2), (other_people_and_number, 3), (with_condition, 1))
"""What makes it advice for other people."""
REWORDINGS: Final[Weighted] = ((reworded, 2), (converted, 3), (shortened, 1))
"""What leaves it the same advice."""


def maybe_reworded(text: str, rng: random.Random) -> str:
    """Reword every second text, so that wording gives no label away."""
    return (rng.random() < 0.5 and reworded(text, rng)) or text


def swapped(text: str, table: Mapping[str, str], rng: random.Random) -> str | None:
    """Replace one of the terms of a table that the text has, as they are written there."""
    made = [
        (match.span(), new)
        for old, new in table.items()
        if (match := re.search(rf"(?<!\w){re.escape(old)}(?!\w)", text))
    ]
    return spliced(text, *rng.choice(made)) if made else None


def from_other_group(text: str, groups: Groups, rng: random.Random) -> str | None:
    """Replace a term of one of the groups by one of another group."""
    for group in groups:
        place = longest_found(group, text)
        if place:
            new = rng.choice(rng.choice([other for other in groups if other != group]))
            return replaced(text, place[1], new)
    return None


def longest_found(terms: Iterable[str], text: str) -> tuple[str, Span] | None:
    """Find the longest of these terms that the text has, and where."""
    for term in sorted(terms, key=len, reverse=True):
        match = found(term, text)
        if match:
            return term, match.span()
    return None
