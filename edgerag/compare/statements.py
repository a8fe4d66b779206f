"""Typed statements: what a text says, clause by clause, with the characters that say it.

A statement is a sentence, a bullet or a table row. Its values know their kind (a dose, a duration,
a threshold ...), the drug they belong to and the people they are meant for, so that two texts are
compared value by value and not word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

from edgerag.compare import lexicon
from edgerag.compare.lexicon import Mention
from edgerag.compare.quantities import (
    DAY,
    HOUR,
    MONTH,
    WEEK,
    YEAR,
    Dimension,
    Interval,
    Quantity,
    dilutions,
    folded,
    number,
    quantities,
)


class Kind(StrEnum):
    """What a value tells."""

    DOSE = "dose"
    DURATION = "duration"
    TIMING = "timing"
    FREQUENCY = "frequency"
    COUNT = "number of doses"
    AGE = "age"
    WEIGHT = "body weight"
    THRESHOLD = "threshold"
    ROUTE = "route"
    DRUG = "drug"
    ACTION = "action"


class Polarity(StrEnum):
    """Whether a deed is to be done."""

    DO = "do"
    DO_NOT = "do not"
    MAY = "may"
    ONLY_IF = "only if"


@dataclass(frozen=True, slots=True)
class Value:
    """One typed value and where it is said."""

    kind: Kind
    unit: str
    """What makes two values comparable: the dimension, what it is per, the analyte, the role."""
    interval: Interval
    start: int
    end: int
    text: str
    drug: str
    """Canonical name, or empty if the text does not tie the value to one."""
    populations: frozenset[str]
    is_compared: bool
    """Whether the text gives it as a limit: "at least", "<", "within"."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, bullet or table row."""

    start: int
    end: int
    text: str
    values: tuple[Value, ...]
    drugs: tuple[Mention, ...]
    alternatives: frozenset[int]
    """Where drugs stand that are a second choice: "while quinine remains an option"."""
    routes: tuple[Mention, ...]
    populations: frozenset[str]
    polarity: Polarity
    terms: frozenset[str]
    """What it is about: content words, reduced to deeds and stems, and drugs."""
    is_conditional: bool
    """Whether it holds under a condition only: "if ...", "in patients with ..."."""


_BOUNDARY: Final = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!approx\.)(?<!\bno\.)(?<!\bvs\.)\s+(?=[A-Z\"“(•●▪\-–*\d])"
    r"|;\s+|\s*[•●▪◦]\s*|\n\s*\n|\n(?=\s*(?:[-*|#]|\d{1,2}[.)]\s))|(?<=:)\s*\n"
)
_WORD: Final = re.compile(r"[a-z][a-z']+|\d[a-z]{2}\b")
_STOP: Final = frozenset(
    "a an the of in on at to for from by with without and or but if then than that this these those is are was were "
    "be been being as it its their they them he she his her you your we our do does did not no never should must "
    "shall can could may might will would have has had there which who whom whose what when where why how any all "
    "each every other also only after before during until into about over under per via more less least most such "
    "patient patients person people avoid avoiding recommended contraindicated use used using well very up out same both one two three get gets need needs".split()
)
_NEGATION: Final = re.compile(
    r"\b(?:do not|don't|dont|does not|doesn't|should not|shouldn't|must not|mustn't|may not|cannot|can not|can't|"
    r"never|avoid(?:s|ed|ing)?|contra-?indicated|not (?:be )?(?:recommended|indicated|given|used|advised|needed|"
    r"necessary|required|appropriate|allowed|safe)|no (?:need|role)|unnecessary|"
    r"nothing|stop(?:ped)?|withhold|discontinue|refrain|prohibited|forbidden|leave (?:it|the wound) open)\b"
)
_NO_AT_ALL: Final = re.compile(r"\W*no (?!\w+ (?:is|are|was|were|has|have)\b)[a-z]")
_DOUBLE_NEGATION: Final = re.compile(
    r"\b(?:not contra-?indicated|do not (?:avoid|stop|withhold|discontinue|delay|hesitate|forget)|never (?:stop|forget))\b"
)
_ONLY_IF: Final = re.compile(r"\bonly (?:if|when|in|after|for|with)\b|\bunless\b")
_MAY: Final = re.compile(r"\b(?:may|can|could|consider|optional(?:ly)?|if desired)\b")
_FORBIDS_LIST: Final = re.compile(r"\W*(?:do not|don't|never|avoid)(?: \w+){0,3}\W*:\W*")
_CONDITION: Final = re.compile(
    r"\b(?:if|when|unless|in case|in (?:patients|children|people|women|those)|until|with)\b"
)
_SECOND_CHOICE: Final = re.compile(
    r"\b(?:alternativ\w*|second[- ]line|(?:usable |an )option|second choice|if (?:not available|unavailable|allergic|intoleran\w*"
    r"|contra-?indicated)|allerg\w+|instead of|rather than|substitut\w+|replac\w+|switch\w*|except|in place of)\b"
)
_OR_ELSE: Final = re.compile(r"\(\s*or\s*$")
_TIME_UNIT: Final[dict[str, Fraction]] = {
    "minute": HOUR / 60,
    "min": HOUR / 60,
    "hour": HOUR,
    "hr": HOUR,
    "h": HOUR,
    "day": DAY,
    "dai": DAY,
    "night": DAY,
    "morning": DAY,
    "evening": DAY,
    "week": WEEK,
    "month": MONTH,
    "year": YEAR,
}
_TIMES_WORD: Final = {"once": 1, "twice": 2, "thrice": 3}
_PERIODS: Final[dict[str, Fraction]] = {
    **dict.fromkeys(("bd", "bid", "bds", "b.d.", "b.i.d.", "q12h"), DAY / 2),
    **dict.fromkeys(("tds", "tid", "t.d.s.", "t.i.d.", "q8h"), DAY / 3),
    **dict.fromkeys(("qid", "qds", "q.i.d.", "q6h"), DAY / 4),
    **dict.fromkeys(
        ("od", "o.d.", "qd", "daily", "nocte", "mane", "nightly", "at night", "at bedtime", "q24h"), DAY
    ),
    **dict.fromkeys(("q4h",), DAY / 6),
    **dict.fromkeys(("alternate days", "every other day", "every second day"), 2 * DAY),
    **dict.fromkeys(("fortnightly",), 2 * WEEK),
    **dict.fromkeys(("weekly",), WEEK),
    **dict.fromkeys(("monthly",), MONTH),
    **dict.fromkeys(("yearly", "annually"), YEAR),
    **dict.fromkeys(("hourly",), HOUR),
}
_NUMBER: Final = r"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_PERIOD_UNIT: Final = (
    r"(?P<{0}>min(?:ute)?s?|h(?:ou)?rs?|h|days?|nights?|mornings?|evenings?|weeks?|months?|years?)"
)
_TIMES: Final = re.compile(
    rf"\b(?:(?P<word>once|twice|thrice)|(?P<low>{_NUMBER})(?:\s*(?:-|to|or)\s*(?P<high>{_NUMBER}))?\s*(?:x|times|doses))"
    rf"\s*(?:a|per|/|every|each|an|in)?\s*(?:(?P<daily>daily|weekly|monthly)|{_PERIOD_UNIT.format('unit')})(?![a-z])"
)
_EVERY: Final = re.compile(
    rf"\b(?:every|each|q)\s*(?:(?P<low>{_NUMBER})\s*(?:-|to|or)?\s*(?P<high>{_NUMBER})?\s*-?\s*)?"
    rf"{_PERIOD_UNIT.format('unit')}(?![a-z])"
)
_HOURLY: Final = re.compile(
    rf"\b(?P<low>{_NUMBER})(?:\s*(?:-|to)\s*(?P<high>{_NUMBER}))?\s*-?\s*(?P<unit>hour|hr|h|dai|week|month|year|minute)ly\b"
)
_PLAIN_PERIOD: Final = re.compile(
    r"(?<![\w.-])(?:"
    + "|".join(re.escape(word) for word in sorted(_PERIODS, key=len, reverse=True))
    + r")(?![\w-])"
)
_REPLACED: Final = re.compile(r"(?:instead of|rather than|not)\s*$")
_ONCE_ONLY: Final = re.compile(r"\b(?:stat|single dose|single-dose|once only|one-off|as a single)\b")
_BLOOD_PRESSURE: Final = re.compile(
    r"(?P<comparator><=|>=|≤|≥|<|>|below|above|at least|less than|more than)?\s*(?<![\d/])(?P<systolic>\d{2,3})\s*/\s*"
    r"(?P<diastolic>\d{2,3})(?![\d/])\s*(?:mm\s?hg)?"
)
_BARE_THRESHOLD: Final = re.compile(
    r"(?:\s*(?:cell|count|counts|of|is|level|bp|blood pressure|falls|rises|drops|at))*\s*"
    r"(?P<comparator><=|>=|=<|=>|≤|≥|<|>|below|under|above|over|at least|less than|more than|greater than|of)?\s*"
    r"(?P<number>\d+(?:\.\d+)?)(?![-/\d.]*\d)(?!\s*(?:mm|cells|[°º%]|mg|mmol|g/|kg|cm))"
    r"(?P<after>\s+(?:or|and) (?:below|less|under|lower|fewer|above|more|over|higher|greater))?"
)
_ANY_VALUE: Final = re.compile(
    r"\b(?:(?:regardless|irrespective)\s+of|whatever)\s+(?:the\s+|their\s+)?(?P<what>[\w ,/+-]{0,60})"
    r"|\b(?:at )?any\s+(?P<any>cd4|age|duration)"
)
_PER_KG: Final = re.compile(r"\s+(?:of )?(?:[a-z-]+ ){0,5}?(?:per|for (?:every|each)) (?:kg|kilogram)\b")
_DILUENT: Final = re.compile(
    r"(?:\bin|dissolved in|diluted (?:in|with|to)|made up (?:to|with)|mixed (?:in|into|with)|per|=|/)\s*$"
)
_IN_FLUID: Final = re.compile(
    r"\b(?:in|with|into|to)\s*(?:[\d.\s]*(?:mls?|l|cc|litres?)?(?:/kg)?\s*(?:of\s*)?)(?:\d+\s*%\s*)?$"
)
VEHICLES: Final = frozenset({"sodium-chloride", "glucose", "ringers-lactate"})
"""What drugs are dissolved in."""
_BESIDES: Final = re.compile(
    r"\b(?:including|incl\.?|even|also|except|not|as well as|born to)\s*(?:in|for|if|an?|the)?\s*$"
)
"""After these, people are named without a value being meant for them alone."""
_MAX_GAP: Final = 90
"""Characters within which a name belongs to a value; about a line and a half."""
FOREVER: Final = Interval(None, None)


@lru_cache(maxsize=256)
def read(text: str) -> tuple[Statement, ...]:
    """Read all statements of a text, in order; spans are offsets into `text`."""
    statements: list[Statement] = []
    is_forbidden_list = False
    for start, end, is_item in _sentences(text):
        previous = statements[-1] if statements else None
        statement = _statement(text[start:end], start, previous)
        if is_forbidden_list and is_item:
            statement = replace(statement, polarity=Polarity.DO_NOT)
        else:
            is_forbidden_list = _FORBIDS_LIST.fullmatch(folded(statement.text)) is not None
        statements.append(statement)
    return tuple(statements)


def terms(text: str) -> frozenset[str]:
    """Give the content words of a text, reduced to deeds and stems, and its drugs by their canonical names."""
    low = folded(text)
    words = frozenset(lexicon.action(word) for word in _WORD.findall(low) if word not in _STOP)
    return words | {mention.name for mention in lexicon.drugs(low, text)}


def _sentences(text: str) -> Iterator[tuple[int, int, bool]]:
    """Cut a text; gives start, end, and whether a list mark stands before it."""
    position, is_item = 0, False
    for match in (*_BOUNDARY.finditer(text), None):
        end = match.start() if match else len(text)
        if sentence := text[position:end].strip():
            yield position, end, is_item or sentence[0] in "-*"
        if match:
            position, is_item = match.end(), is_item and not sentence or bool(set(match[0]) & set("•●▪◦"))


def _statement(text: str, offset: int, previous: Statement | None) -> Statement:
    low = folded(text)
    drugs = lexicon.drugs(low, text)
    populations = lexicon.populations(low, text)
    inherited = _only_drug(previous) if previous is not None else ""
    found = [*_frequencies(low), *_thresholds(low, text)]
    taken = [(value.start, value.end) for value in found]
    for quantity in quantities(low, text):
        if not any(start < quantity.end and quantity.start < end for start, end in taken):
            value = _value(quantity, low, text)
            if value is not None:
                found.append(value)
    found = _with_concentration(found, low)
    values = [
        replace(
            value,
            text=" ".join(text[value.start : value.end].split()),
            drug=_drug_of(value, drugs, low) or inherited,
            populations=_people_of(value, populations, low),
            start=value.start + offset,
            end=value.end + offset,
        )
        for value in sorted(found, key=lambda value: (value.start, value.end, value.kind))
    ]
    return Statement(
        offset,
        offset + len(text),
        text,
        tuple(_with_strengths(values, drugs, low, text, offset)),
        tuple(replace(drug, start=drug.start + offset, end=drug.end + offset) for drug in drugs),
        frozenset(start + offset for start in _alternatives(drugs, low)),
        tuple(replace(m, start=m.start + offset, end=m.end + offset) for m in lexicon.routes(low, text)),
        frozenset(m.name for m in populations if not _BESIDES.search(low, 0, m.start)),
        _polarity(low),
        terms(text),
        _CONDITION.search(low) is not None,
    )


def _value(quantity: Quantity, low: str, text: str) -> Value | None:
    """Classify a quantity by its unit and by the words around it; None if it says nothing of its own."""
    before = low[max(0, quantity.start - 30) : quantity.start]
    after = low[quantity.end : quantity.end + 60]
    unit = quantity.dimension + "".join(f"/{part}" for part in quantity.per)
    if not quantity.per and _PER_KG.match(after):
        unit += "/kg"
    kind = Kind.DOSE
    match quantity.dimension:
        case Dimension.TIME:
            kind, role = _time_kind(quantity, before, after)
            unit += role
        case Dimension.DOSES:
            kind = Kind.COUNT
        case Dimension.BODY_WEIGHT:
            kind = Kind.WEIGHT
        case (
            Dimension.TEMPERATURE | Dimension.PRESSURE | Dimension.CELLS | Dimension.LENGTH | Dimension.PULSE
        ):
            kind = Kind.THRESHOLD
        case Dimension.PERCENT:
            if not quantity.is_compared:
                return None  # the strength of a solution; the amount given is what counts
            kind = Kind.THRESHOLD
        case Dimension.VOLUME if _DILUENT.search(before):
            return None
        case Dimension.MASS | Dimension.AMOUNT if "l" in quantity.per:
            kind = Kind.THRESHOLD
        case _ if re.match(r"\s*=", after) or re.search(r"=\s*$", before):
            return None  # "(1 mL = 300 mg)" states a strength or repeats an amount
        case _:
            if re.search(r"\btotal(?: dose)?(?: of)?\s*$", before):
                unit += ", in total"
    if kind is Kind.THRESHOLD and quantity.dimension not in (Dimension.TEMPERATURE, Dimension.CELLS):
        unit += _analyte_before(low, text, quantity.start)
    return Value(
        kind, unit, quantity.interval, quantity.start, quantity.end, "", "", frozenset(), quantity.is_compared
    )


def _time_kind(quantity: Quantity, before: str, after: str) -> tuple[Kind, str]:
    is_long = quantity.interval.high is None or quantity.interval.high >= MONTH
    if re.search(r"\b(?:until|till) (?:[a-z]+ ){0,4}$", before):
        return Kind.DURATION, ""
    if re.match(r"\s*(?:old|of age)\b", after) or re.search(
        r"\b(?:aged?|ages)\s*(?:of\s*|between\s*|from\s*)?$", before
    ):
        return Kind.AGE, ""
    people = re.search(
        r"\b(?:child(?:ren)?|infants?|bab(?:y|ies)|adolescents?|adults?|women|men)\s*(?:aged\s*)?\(?$", before
    )
    if is_long and quantity.is_compared and people:
        return Kind.AGE, ""
    if re.search(r"\bover\s*(?:the )?(?:about )?$", before):
        return Kind.DURATION, ", of giving"
    if re.match(r"\s*(?:ago|before|prior|after|later|from)\b", after):
        return Kind.TIMING, ""
    if re.match(r"(?:within|in (?:the )?(?:past|last))\b", folded(quantity.text)):
        return Kind.TIMING, ""
    if re.search(r"\b(?:after|within|in|between|past|last|next|first|at)\s*(?:the )?$", before):
        return Kind.TIMING, ""
    return Kind.DURATION, ""


def _frequencies(low: str) -> list[Value]:
    """Find how often; the interval is hours from one dose to the next."""
    found: list[Value] = []
    for match in _TIMES.finditer(low):
        unit = match["daily"] or match["unit"]
        period = _PERIODS[unit] if match["daily"] else _period(unit)
        least = Fraction(_TIMES_WORD[match["word"]]) if match["word"] else number(match["low"])
        most = number(match["high"]) if match["high"] else least
        if least and most:
            found.append(_frequency(Interval(period / most, period / least), match))
    for pattern in (_EVERY, _HOURLY):
        for match in pattern.finditer(low):
            least = number(match["low"]) if match["low"] else Fraction(1)
            most = number(match["high"]) if match["high"] else least
            period = _period(match["unit"])
            found.append(_frequency(Interval(min(least, most) * period, max(least, most) * period), match))
    for match in _PLAIN_PERIOD.finditer(low):
        period = _PERIODS[match[0]]
        found.append(_frequency(Interval(period, period), match))
    longest: list[Value] = []
    for value in sorted(found, key=lambda value: (value.start, -value.end)):
        if not longest or value.start >= longest[-1].end:
            longest.append(value)
    kept = [value for value in longest if not _REPLACED.search(low, 0, value.start)]
    for match in _ONCE_ONLY.finditer(low):
        one = Interval(Fraction(1), Fraction(1))
        kept.append(
            Value(
                Kind.COUNT,
                Dimension.DOSES,
                one,
                match.start(),
                match.end(),
                "",
                "",
                frozenset(),
                is_compared=False,
            )
        )
    return kept


def _frequency(interval: Interval, match: re.Match[str]) -> Value:
    return Value(
        Kind.FREQUENCY, "hours", interval, match.start(), match.end(), "", "", frozenset(), is_compared=False
    )


def _period(unit: str) -> Fraction:
    for name, hours in _TIME_UNIT.items():
        if unit == name or unit == f"{name}s":
            return hours
    return _TIME_UNIT["min"] if unit.startswith("min") else HOUR


def _thresholds(low: str, text: str) -> list[Value]:
    """Find thresholds that carry no unit of their own: "CD4 < 350", "BP 180/110", "regardless of CD4"."""
    found: list[Value] = []
    for mention in lexicon.analytes(low, text):
        if match := _BARE_THRESHOLD.match(low, mention.end):
            dimension = _ANALYTE_UNITS.get(mention.name, "")
            unit = dimension if dimension else f" {mention.name}"
            comparator = (match["after"] or match["comparator"] or "").strip()
            found.append(
                _limit(unit, Fraction(match["number"]), comparator, match.start("number"), match.end())
            )
    for match in _BLOOD_PRESSURE.finditer(low):
        is_pressure = "mm" in match[0] or re.search(
            r"\b(?:bp|blood pressure|hypertens\w+)\b", low[: match.start()]
        )
        if is_pressure:
            for name in ("systolic", "diastolic"):
                unit = f"{Dimension.PRESSURE} {name}"
                found.append(
                    _limit(unit, Fraction(match[name]), match["comparator"] or "", match.start(), match.end())
                )
    for match in _ANY_VALUE.finditer(low):
        what = match["what"] or match["any"]
        unit = Dimension.CELLS if "cd4" in what else (Dimension.TIME if "duration" in what else "")
        if unit:
            kind = Kind.THRESHOLD if unit == Dimension.CELLS else Kind.DURATION
            found.append(
                Value(kind, unit, FOREVER, match.start(), match.end(), "", "", frozenset(), is_compared=True)
            )
    return found


_ANALYTE_UNITS: Final = {
    "cd4": str(Dimension.CELLS),
    "systolic": f"{Dimension.PRESSURE} systolic",
    "diastolic": f"{Dimension.PRESSURE} diastolic",
    "temperature": str(Dimension.TEMPERATURE),
}


def _limit(unit: str, limit: Fraction, comparator: str, start: int, end: int) -> Value:
    is_below = re.search(r"<|≤|below|under|less|lower|fewer", comparator) is not None
    is_point = comparator in ("", "of")
    interval = Interval(None if is_below else limit, limit if is_below or is_point else None)
    return Value(Kind.THRESHOLD, unit, interval, start, end, "", "", frozenset(), is_compared=not is_point)


def _analyte_before(low: str, text: str, position: int) -> str:
    near = [m for m in lexicon.analytes(low, text) if m.end <= position and position - m.end <= _MAX_GAP]
    return f" {near[-1].name}" if near else ""


def _with_concentration(values: Sequence[Value], low: str) -> list[Value]:
    """Turn a volume beside a dilution into the mass that it holds: 0.5 mL of 1:1000 is 0.5 mg."""
    strengths = list(dilutions(low))
    changed: list[Value] = []
    for value in values:
        near = [
            strength
            for start, end, strength in strengths
            if start - 30 <= value.end and value.start <= end + 30
        ]
        if value.kind is Kind.DOSE and value.unit == Dimension.VOLUME and near:
            changed.append(replace(value, unit=str(Dimension.MASS), interval=value.interval.scaled(near[0])))
        else:
            changed.append(value)
    return changed


_STRENGTHS: Final = re.compile(
    r"(?P<first>\d+(?:\.\d+)?)\s*(?P<first_unit>mcg|ug|mg|g)?\s*/\s*(?P<second>\d+(?:\.\d+)?)\s*(?P<unit>mcg|ug|mg|g)(?![a-z/])"
)
_MILLIGRAMS: Final = {
    "mcg": Fraction(1, 1000),
    "ug": Fraction(1, 1000),
    "mg": Fraction(1),
    "g": Fraction(1000),
}


def _with_strengths(
    values: Sequence[Value], drugs: Sequence[Mention], low: str, text: str, offset: int
) -> Iterator[Value]:
    """Give each part of "iron/folic acid 60 mg/400 mcg" to its own drug."""
    spans: list[tuple[int, int]] = []
    pairs: list[Value] = []
    for match in _STRENGTHS.finditer(low):
        before = [
            drug for drug in drugs if drug.end <= match.start() and match.start() - drug.end <= _MAX_GAP
        ][-2:]
        if len(before) < 2:
            continue
        spans.append((match.start() + offset, match.end() + offset))
        units = (match["first_unit"] or match["unit"], match["unit"])
        for drug, amount, unit in zip(before, (match["first"], match["second"]), units, strict=True):
            mg = Fraction(amount) * _MILLIGRAMS[unit]
            written = f"{amount} {unit}"
            start, end = match.start() + offset, match.end() + offset
            pairs.append(
                Value(Kind.DOSE, str(Dimension.MASS), Interval(mg, mg), start, end, written, drug.name, frozenset(),
                      is_compared=False)
            )  # fmt: skip
    yield from pairs
    for value in values:
        if not any(start < value.end and value.start < end for start, end in spans):
            yield value


def _only_drug(statement: Statement) -> str:
    names = {drug.name for drug in statement.drugs} or {
        value.drug for value in statement.values if value.drug
    }
    return next(iter(names)) if len(names) == 1 else ""


def _drug_of(value: Value, drugs: Sequence[Mention], low: str) -> str:
    """Tie a value to the drug right after it ("1 mL 1% lignocaine"), else to the nearest before, else after."""
    for drug in drugs:
        gap = low[value.end : drug.start] if drug.start >= value.end else "."
        if re.fullmatch(r"\s*(?:of\s+)?(?:\d+(?:\.\d+)?\s*%\s*)?", gap) and value.kind in (
            Kind.DOSE,
            Kind.COUNT,
        ):
            previous = [d for d in drugs if d.end <= value.start]
            if not previous or low[previous[-1].end : value.start].strip(" ,:(|"):
                return drug.name
    before = [drug for drug in drugs if drug.end <= value.start and not is_vehicle(drug, low)]
    if before:
        return before[-1].name
    later = next((drug for drug in drugs if drug.start >= value.end), None)
    if later is None:
        return ""
    gap = low[value.end : later.start]
    is_near = re.fullmatch(r"[^\d,;.]{0,40}", gap) and not re.search(
        r"\b(?:with|plus|and|after|before|then|in)\b", gap
    )
    return later.name if is_near else ""


def is_vehicle(drug: Mention, low: str) -> bool:
    """Whether a fluid is named as what something is dissolved in: "in 20 mL of normal saline"."""
    return drug.name in VEHICLES and _IN_FLUID.search(low, 0, drug.start) is not None


def _people_of(value: Value, populations: Sequence[Mention], low: str) -> frozenset[str]:
    """Give whom a value is meant for: those named just before it, else those of the whole statement.

    In a table row these are the people of the same cell, or of the row's first cell.
    """
    row_head = low.find("|", 2) if low.lstrip().startswith("|") else len(low)
    cell = low.rfind("|", 0, value.start)
    heard = [
        m
        for m in populations
        if (m.start < row_head or m.start > cell) and not _BESIDES.search(low, 0, m.start)
    ]
    before = [mention for mention in heard if mention.end <= value.start]
    if not before:
        return frozenset(mention.name for mention in heard)
    last = before[-1]
    together = [m for m in before if re.fullmatch(r"\D{0,25}", low[m.end : last.start]) or m is last]
    return frozenset(mention.name for mention in together)


def _alternatives(drugs: Sequence[Mention], low: str) -> set[int]:
    starts: set[int] = set()
    for index, drug in enumerate(drugs):
        begin = max((other.end for other in drugs[:index] if other.end <= drug.start), default=0)
        end = min((other.start for other in drugs[index + 1 :] if other.start >= drug.end), default=len(low))
        before = re.split(r"[,.;|]", low[max(begin, drug.start - 45) : drug.start])[-1]
        after = re.split(r"[,.;|]", low[drug.end : min(end, drug.end + 50)])[0]
        if _OR_ELSE.search(before) or _SECOND_CHOICE.search(before) or _SECOND_CHOICE.search(after):
            starts.add(drug.start)
    return starts


def _polarity(low: str) -> Polarity:
    if _DOUBLE_NEGATION.search(low):
        return Polarity.DO
    if _ONLY_IF.search(low):
        return Polarity.ONLY_IF
    if _NEGATION.search(low) or _NO_AT_ALL.match(low):
        return Polarity.DO_NOT
    return Polarity.MAY if _MAY.search(low) else Polarity.DO
