"""Does a text contain the kind of thing that a question asks for?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from edgerag.language.cues import Cue, says
from edgerag.language.medicines import named_in
from edgerag.language.names import routes
from edgerag.language.negation import is_turned
from edgerag.language.text import fold
from edgerag.language.values import Kind
from edgerag.language.words import NUMBER, TIME_UNIT, UNIT

_SIGN = r"(?:[<>≤≥=]|&[lg]t;)"
_TEMPORAL = (
    rf"{NUMBER}\s*+(?:(?:[-–]|to|or)\s*+)?(?:{NUMBER}\s*+)?(?:more\s++)?{TIME_UNIT}\b"
    rf"|\bfirst\s+{TIME_UNIT}\b"
)
_AMOUNT = re.compile(rf"\d\s*{UNIT}\b|\d\s*%|{NUMBER}\s+{UNIT}\b")
_DURATION = re.compile(
    rf"{_TEMPORAL}|\blifelong\b|\bfor life\b|\bindefinite\w*|\buntil\b|\bthroughout\b|{NUMBER}/(?:7|52|12)\b"
)
_FREQUENCY = re.compile(
    rf"\bevery\b|\bdaily\b|\bweekly\b|\bmonthly\b|\bhourly\b|\b(?:once|twice)\b|\btimes\s+(?:a|per|daily)|"
    rf"\d\s*+(?:-\s*+)?(?:hour|week|month|day|min)\w*ly\b|\b(?:bd|bid|tds|tid|qid|qds|od|stat)\b|\binterval|{_TEMPORAL}"
)
_THRESHOLD = re.compile(
    rf"{_SIGN}\s*\d|\d\s*[-–]\s*\d|\b(?:less|more|greater|lower|higher|fewer|at least|at most|below|above|"
    r"under|over|between|up to|from|exceed\w*|older|younger)\b[^.]{0,25}\d|\bregardless\b|\birrespective\b"
)
_WEIGHT = re.compile(r"\d\s*(?:kg|kilograms?|g|grams?)\b")
_COUNT = re.compile(rf"\b{NUMBER}\b")
_AGE = re.compile(rf"{_TEMPORAL}|\bbirth\b")
_TIME = re.compile(
    rf"{_TEMPORAL}|\b(?:immediately|at once|as soon as|straight away|right away|before|after|within|during|"
    r"when|if)\b"
)


def meets(sought: Sequence[Kind], text: str) -> float:
    """Say how far `text` contains all that was asked for, 0 to 1; 1 if nothing certain was."""
    return sum(_holds(kind, text) for kind in sought) / len(sought) if sought else 1.0


def lacking(sought: Sequence[Kind], text: str) -> Kind:
    """Name what `text` lacks most of what was asked for, which is not nothing."""
    return min(sought, key=lambda kind: _holds(kind, text))


def _holds(kind: Kind, text: str) -> float:
    folded = fold(text)
    match kind:
        case Kind.DOSE | Kind.STRENGTH:
            return float(_AMOUNT.search(folded) is not None)
        case Kind.DURATION:
            return float(_DURATION.search(folded) is not None)
        case Kind.FREQUENCY:
            return float(_FREQUENCY.search(folded) is not None)
        case Kind.THRESHOLD:
            return 1.0 if _THRESHOLD.search(folded) else 0.4 * float(re.search(r"\d", folded) is not None)
        case Kind.COUNT:
            return 1.0 if _AMOUNT.search(folded) else 0.7 * float(_COUNT.search(folded) is not None)
        case Kind.DRUG:
            named = 0.7 * bool(named_in(text))
            return named + 0.3 * bool(
                _AMOUNT.search(folded) or re.search(r"\b(?:oral|iv|im|po|\+)\b", folded)
            )
        case Kind.AGE:
            return float(_AGE.search(folded) is not None)
        case Kind.TIMING:
            return float(_TIME.search(folded) is not None)
        case Kind.ACTION:
            return float(says(folded, Cue.AFFIRMS) or is_turned(text))
        case Kind.ROUTE:
            return float(bool(routes(text)))
        case Kind.WEIGHT:
            return float(_WEIGHT.search(folded) is not None)
