"""Edits of a guideline's sentence: another value or the opposite, other people, the same in other words.

Changing the number in "give 5 mg" makes a contradiction here, although logic alone would call it open: two
guidelines that say so cannot both be followed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from entailment_words import (
    CLASS_OF,
    CONDITIONS,
    FREQUENCIES,
    OPPOSITES,
    PEOPLE,
    ROUTES,
    SAME,
    WORDS,
)

Edit = Callable[[str, random.Random], str | None]
"""Returns the changed text, or None where it has nothing to change."""

NUMBER = r"(?<![\w.,:/-])(\d+(?:\.\d+)?)(?![\w,:/]|\.\d)"
UNITS = (
    r"mg/kg(?:/day)?|mcg/kg|mL/kg|mg|mcg|micrograms?|g|kg|mL|ml|L|litres?|IU|units?|%|mmHg|mmol/L|cells?(?:/mm3)?"
    r"|tablets?|tabs?|capsules?|doses?|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|times"
    r"|percent|per cent|people|cases|cm|mm|degrees|°C|people|patients|children|women|adults|deaths"
)
QUANTITY = re.compile(NUMBER + rf"( ?-?)({UNITS})\b|{NUMBER}(%)", re.IGNORECASE)
COUNT_WORD = re.compile(rf"\b({'|'.join(WORDS[2:])})\b( \w+)", re.IGNORECASE)
DRUG = re.compile(rf"\b({'|'.join(sorted(CLASS_OF, key=len, reverse=True))})\b", re.IGNORECASE)
ADVICE = re.compile(r"\b(give|treat|use|take|start|dose|mg|administer|apply|prescribe)\b", re.IGNORECASE)
VERB = re.compile(r"\b(is|are|was|were|should|can|may|must|will|could|has been|have been)\b(?! not)")
IMPERATIVE = re.compile(
    r"^(give|use|start|stop|refer|treat|check|apply|take|keep|add|continue|repeat|avoid|ensure|encourage|advise|"
    r"test|offer|monitor|consider|administer|do|measure|insert|remove|perform|clean|wash|put)\b",
    re.IGNORECASE,
)


def changed_number(text: str, rng: random.Random) -> str | None:
    """Another number before a unit, far enough from the old one not to be a rounding."""
    found = list(QUANTITY.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    group = 1 if match[1] else 4
    old = float(match[group])
    new = (
        old * rng.choice((0.2, 0.5, 2, 3, 10)) if rng.random() < 0.6 else old + rng.choice((1, 2, 5, 10, 50))
    )
    if new >= 3:
        new = round(new)
    if new == old or (match[5] and new > 100):
        return None
    return text[: match.start(group)] + written(new) + text[match.end(group) :]


def changed_count(text: str, rng: random.Random) -> str | None:
    found = list(COUNT_WORD.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    new = rng.choice([word for word in WORDS[2:] if word != match[1].lower()])
    return text[: match.start(1)] + new + text[match.end(1) :]


def changed_unit(text: str, rng: random.Random) -> str | None:
    others = {
        "mg": "g",
        "g": "mg",
        "mcg": "mg",
        "days": "weeks",
        "weeks": "days",
        "hours": "days",
        "months": "years",
        "minutes": "hours",
        "years": "months",
        "mL": "L",
        "ml": "litres",
        "daily": "weekly",
    }
    return swapped(text, others, rng)


def changed_frequency(text: str, rng: random.Random) -> str | None:
    return from_other_group(text, FREQUENCIES, rng)


def changed_route(text: str, rng: random.Random) -> str | None:
    return from_other_group(text, ROUTES[:5], rng)


def changed_drug(text: str, rng: random.Random) -> str | None:
    match = DRUG.search(text)
    if not match or not ADVICE.search(text):
        return None
    other = rng.choice([drug for drug in CLASS_OF[match[1].lower()] if drug != match[1].lower()])
    return text[: match.start()] + like(match[1], other) + text[match.end() :]


def flipped(text: str, rng: random.Random) -> str | None:
    """The opposite polarity: do, do not; is, is not."""
    for pattern, new in (
        (r"\bdo not (\w)", r"\1"),
        (r"\bshould not\b", "should"),
        (r"\bmust not\b", "must"),
        (r"\bcannot\b", "can"),
        (r"\b(is|are|was|were) not\b", r"\1"),
        (r"^avoid\b", "use"),
        (r"\bnever\b", "always"),
        (r"\bno longer\b", "still"),
    ):
        if re.search(pattern, text, re.IGNORECASE):
            return capital(re.sub(pattern, new, text, count=1, flags=re.IGNORECASE))
    if IMPERATIVE.match(text):
        start = rng.choice(("Do not ", "Never ", "Avoid this: "))
        return start + text[0].lower() + text[1:]
    match = VERB.search(text)
    if not match:
        return None
    return f"{text[: match.end()]} not{text[match.end() :]}"


def opposed(text: str, rng: random.Random) -> str | None:
    table = dict(OPPOSITES) | {b: a for a, b in OPPOSITES if " " not in b}
    return swapped(text, table, rng)


def other_people(text: str, rng: random.Random) -> str | None:
    return swapped(text, dict(PEOPLE), rng)


def other_people_and_number(text: str, rng: random.Random) -> str | None:
    other = other_people(text, rng)
    return other and changed_number(other, rng)


def with_condition(text: str, rng: random.Random) -> str | None:
    """The text for some people only; without them it stays open."""
    if not ADVICE.search(text) or re.search(r"\b(if|in|for|with|when|under)\b", text):
        return None
    return f"{text.rstrip('.')} {rng.choice(CONDITIONS)}."


def converted(text: str, rng: random.Random) -> str | None:
    """The same quantity in another unit, or the same number in words or digits."""
    table = (
        ("g", "mg", 1000),
        ("mg", "mcg", 1000),
        ("kg", "g", 1000),
        ("weeks", "days", 7),
        ("days", "hours", 24),
        ("years", "months", 12),
        ("hours", "minutes", 60),
        ("L", "mL", 1000),
        ("week", "days", 7),
        ("hour", "minutes", 60),
        ("day", "hours", 24),
        ("year", "months", 12),
    )
    made = []
    for match in QUANTITY.finditer(text):
        if match[1] is None:
            continue
        for big, small, factor in table:
            value = float(match[1])
            if match[3] == big and value * factor <= 5000:
                made.append((match, f"{written(value * factor)} {small}"))
            elif match[3] == small and value / factor >= 0.01 and (value / factor * 4).is_integer():
                made.append((match, f"{written(value / factor)} {big}"))
        value = float(match[1])
        if value.is_integer() and 1 < value < len(WORDS):
            made.append((match, f"{WORDS[int(value)]} {match[3]}"))
    if not made:
        return None
    match, new = rng.choice(made)
    return text[: match.start()] + new + text[match.end() :]


def reworded(text: str, rng: random.Random) -> str | None:
    """Up to four replacements by what means the same."""
    out, n = text, 0
    groups = [*FREQUENCIES, *ROUTES, *SAME]
    rng.shuffle(groups)
    for group in groups:
        for term in sorted(group, key=len, reverse=True):
            pattern = rf"(?<![\w-]){re.escape(term)}(?![\w-])"
            flags = 0 if len(term) <= 3 else re.IGNORECASE
            match = re.search(pattern, out, flags)
            if match:
                new = rng.choice([other for other in group if other != term])
                out, n = out[: match.start()] + like(match[0], new) + out[match.end() :], n + 1
                break
        if n == 4:
            break
    return out if n else None


def shortened(text: str, _: random.Random) -> str | None:
    """Without the brackets or the last clause; says less, so it follows."""
    without = re.sub(r" ?\([^()]*\)", "", text)
    if without != text and len(without.split()) >= 4:
        return without
    head, comma, _tail = text.rpartition(", ")
    if comma and len(head.split()) >= 6 and not re.search(r"\b(if|unless|except|or|not|but|when)\b", text):
        return head + "."
    return None


CHANGES: tuple[tuple[Edit, float], ...] = (
    (changed_number, 4),
    (changed_count, 1),
    (changed_unit, 1.5),
    (changed_frequency, 2),
    (changed_route, 1.5),
    (changed_drug, 2),
    (flipped, 2),
    (opposed, 2),
)
OPENINGS: tuple[tuple[Edit, float], ...] = (
    (other_people, 2),
    (other_people_and_number, 3),
    (with_condition, 1),
)
REWORDINGS: tuple[tuple[Edit, float], ...] = ((reworded, 2), (converted, 3), (shortened, 1))


def maybe_reworded(text: str, rng: random.Random) -> str:
    return (rng.random() < 0.5 and reworded(text, rng)) or text


def swapped(text: str, table: dict[str, str], rng: random.Random) -> str | None:
    found = [
        (match, new)
        for old, new in table.items()
        for match in [re.search(rf"(?<!\w){re.escape(old)}(?!\w)", text)]
        if match
    ]
    if not found:
        return None
    match, new = rng.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def from_other_group(text: str, groups: tuple[tuple[str, ...], ...], rng: random.Random) -> str | None:
    for i, group in enumerate(groups):
        for term in sorted(group, key=len, reverse=True):
            match = re.search(
                rf"(?<![\w-]){re.escape(term)}(?![\w-])", text, 0 if len(term) <= 3 else re.IGNORECASE
            )
            if match:
                new = rng.choice(rng.choice([other for j, other in enumerate(groups) if j != i]))
                return text[: match.start()] + like(match[0], new) + text[match.end() :]
    return None


def written(number: float) -> str:
    return f"{number:.4g}" if number < 10_000 else f"{number:.0f}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def like(old: str, new: str) -> str:
    return capital(new) if old[:1].isupper() and not old.isupper() else new
