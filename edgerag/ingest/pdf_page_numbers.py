"""Finds the number that is printed on each page: the one that goes up by one from page to page.

A running header or footer holds other numbers too (a year, a chapter, an edition). The page's own is at the
beginning or the end of its line, and number minus place in the file is the same on several pages:

    offset(i) = number printed on page i  -  i

A number is believed if at least `REPEATS` pages share its kind and its offset. The labels in a PDF are often
wrong: one counts only between two believed pages whose labels are what is printed there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

REPEATS: Final = 3
"""Pages that must share an offset; two can do so by chance."""
_NUMBER: Final = r"[0-9]{1,4}|[0-9]{1,2}\.[0-9]{1,3}|[ivxlc]{1,8}"
_FIRST: Final = re.compile(rf"\W*(?:page|p\.?)?\s*({_NUMBER})(?![\w.]*\w)", re.IGNORECASE)
_LAST: Final = re.compile(
    rf"(?:.*[^\w.])?({_NUMBER})(?:\s*\|?\s*page)?(?:\s*(?:of|/)\s*\d+)?\W*", re.IGNORECASE
)
_ROMAN: Final = re.compile(r"(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})", re.IGNORECASE)
_ROMAN_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Numbering(NamedTuple):
    """How pages of one stretch are numbered."""

    kind: str
    """"arabic", "roman", or the chapter of numbers such as "4.12"."""
    offset: int
    """Number minus place in the file."""


def candidates(line: str) -> tuple[str, ...]:
    """Give the numbers at the beginning and at the end of a running header or footer."""
    matches = _FIRST.match(line), _LAST.fullmatch(line)
    numbers = [match.group(1) for match in matches if match]
    return tuple(dict.fromkeys(number for number in numbers if _read(number)))


def printed_numbers(found: Sequence[Sequence[str]], labels: Sequence[str]) -> list[str]:
    """Choose each page's number among those `found` in its margins; empty where none can be believed.

    Args:
        found: per page, what `candidates` gave of its headers and footers.
        labels: per page, the label in the file; empty if it has none.
    """
    support = Counter(
        numbering for index, numbers in enumerate(found) for numbering in {*_numberings(numbers, index)}
    )
    printed = [_best(numbers, index, support) for index, numbers in enumerate(found)]
    both = list(zip(printed, labels, strict=True))
    agrees = [number.casefold() == label.casefold() for number, label in both]
    return [
        number or (label if _is_between(index, printed, agrees) else "")
        for index, (number, label) in enumerate(both)
    ]


def _best(numbers: Sequence[str], index: int, support: Counter[Numbering]) -> str:
    shared = {number: support[numbering] for number in numbers for numbering in _numberings([number], index)}
    best = max(shared, key=lambda number: shared[number], default="")
    return best if best and shared[best] >= REPEATS else ""


def _is_between(index: int, printed: Sequence[str], agrees: Sequence[bool]) -> bool:
    """Whether the next numbers before and after a page are both what their labels say."""
    before = next((at for at in range(index - 1, -1, -1) if printed[at]), None)
    after = next((at for at in range(index + 1, len(printed)) if printed[at]), None)
    return before is not None and after is not None and agrees[before] and agrees[after]


def _numberings(numbers: Sequence[str], index: int) -> list[Numbering]:
    read = (_read(number) for number in numbers)
    return [Numbering(kind, value - index) for kind, value in filter(None, read)]


def _read(number: str) -> tuple[str, int] | None:
    """Give the kind of a number, and its value within that kind."""
    chapter, dot, page = number.partition(".")
    if dot:
        return f"chapter {chapter}", int(page)
    if number.isdigit():
        return "arabic", int(number)
    value = _roman(number)
    return ("roman", value) if value else None


def _roman(number: str) -> int:
    """Read a roman number below 400; 0 if it is none."""
    if not _ROMAN.fullmatch(number):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in number.casefold()]
    following = [*values[1:], 0]
    return sum(-one if one < after else one for one, after in zip(values, following, strict=True))
