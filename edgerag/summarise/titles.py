"""What of a title says which edition it is, and nothing of the work: dates, and the numbers of editions.

    "National Guidelines, 2nd edition (revised May 2014)"  ->  "national guidelines"
    "Lab Manual, Part 2 (2014)", "Primary Care 101"        ->  "lab manual, part 2", "primary care 101"

Every other number tells one work from another: that of a volume, a part, a course or a ward. Where a number
could be either, it is the work's: two works taken for editions cost a reader one of them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from edgerag.language.text import fold, folded
from edgerag.language.units import any_of, tables

_MEASURES: Final = ("mass", "body weight", "volume", "amount of substance", "international units", "percent")
_UNIT: Final = any_of(
    {
        "kcal",
        "kj",
        "m",
        *(one for measure in _MEASURES for of in tables().units[measure].values() for one in of),
    }
)
_NAMES_A_PART: Final = (
    "parts?|pt|volumes?|vols?|tomes?|tomos?|books?|modules?|chapters?|ch|sections?|units?|levels?|wards?|rooms?|"
    "phases?|stages?|steps?|grades?|annex|appendix|lessons?|sessions?|sheets?|lists?|numbers?|nos?|nr"
)
_PART: Final = rf"\b(?:{_NAMES_A_PART})\b[.:]?\s*(?!(?:19|20)\d\d\b)(?:\d+|[ivxlc]+)(?![^\W_])"
"""A part and its number, which is no day of a date behind it: "Part 1 May 2013"."""

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_MM: Final = r"(?:0[1-9]|1[0-2])"
_DD: Final = r"(?:0[1-9]|[12]\d|3[01])"
_YYYY: Final = r"(?:19|20)\d\d"
_YEAR_MARK: Final = r"(?:\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)?)?"
"""In Chinese and Japanese, with the month and the day that may follow."""
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_JOINT: Final = r"[\s,.-]{1,3}"
_DATES: Final = (
    rf"{_YYYY}(?P<joint>[-/. _]){_MM}(?P=joint){_DD}(?!\d)",
    rf"\d{{1,2}}(?P<between>[-/.])\d{{1,2}}(?P=between){_YYYY}(?!\d)",
    rf"(?:{_DD}{_MM}{_YYYY}|{_YYYY}{_MM}{_DD})(?!\d)",
    rf"{_MM}[-/]{_YYYY}(?!\d)",
    rf"(?:{_DAY}{_JOINT}(?:of\s)?)?{_MONTH}{_JOINT}(?:{_DAY}{_JOINT})?{_YYYY}(?!\d)",
    rf"(?:{_DAY}{_JOINT})?{_MONTH}[\s'-]{{1,2}}\d\d(?![^\W_])",
    rf"{_YYYY}(?:\s?[-/]\s?(?:{_YYYY}|\d\d))?{_YEAR_MARK}(?![a-z\d]|[.,]\d|\s?{_UNIT}(?![^\W_]))",
)

_ORDINAL: Final = (
    r"(?:\d{1,2}(?:\s?(?:st|nd|rd|th|er|e|[eè]me|a|o)\b|\.)|(?:first|second|third|fourth|fifth|sixth|seventh|eighth"
    r"|ninth|tenth|eleventh|twelfth|new|latest|current)\b)"
)
_ISSUE: Final = (
    "(?:editions?|version|versi[oó]n|vers[aã]o|revision|[eé]dition|edici[oó]n|edi[cç][aã]o|auflage|ausgabe)"
)
_SHORT_ISSUE: Final = r"(?:ed|rev)(?:\b\.?)"
_BETWEEN: Final = r"(?:\s*(?:fully|completely|revised|updated|enlarged|expanded|and|&)\b)*"
_NUMBER: Final = r"\d{1,2}(?:\.\d{1,3})*(?![^\W_])"
_SAYS_STATE: Final = "(?:revised|updated?|draft|final|corrected|amended|reprint(?:ed)?)"
_EDITIONS: Final = (
    rf"{_ORDINAL}{_BETWEEN}\s*(?:{_ISSUE}(?![^\W_])|{_SHORT_ISSUE})",
    rf"{_ISSUE}\s*(?:no\.?|number|nr\.?)?\s*(?:{_NUMBER}|[ivx]+\b)",
    rf"(?:{_SHORT_ISSUE}|{_SAYS_STATE})\s*{_NUMBER}(?!\s*{_MONTH}\b)",
    rf"v\.?\s?{_NUMBER}",
    rf"(?:{_ISSUE}|{_SAYS_STATE})(?![^\W_])",
    r"第?[\d一二三四五六七八九十]{1,3}\s?版|修[订訂]版?|版(?=\W|$)",
)
_TELLS_EDITION: Final = re.compile(
    rf"(?P<part>{_PART})|(?<![a-z\d])(?:{'|'.join((*_DATES, *_EDITIONS))})", re.IGNORECASE
)
_TOKEN: Final = re.compile(r"[^\W_]+|[<>≤≥]")
"""A word, a number, or what says on which side of a number somebody is: "children ≥ 6"."""
_LEADING_ARTICLE: Final = re.compile(r"^\W*(?:the|an?)\s")
"""Farther in, a lone letter may tell: "hepatitis A"."""


@lru_cache(maxsize=4096)
def words_of_work(title: str) -> tuple[str, ...]:
    """Give the words and numbers of a title, in small letters and in order, that tell the work."""
    plain = _LEADING_ARTICLE.sub("", folded(fold(title)))
    return tuple(_TOKEN.findall(_TELLS_EDITION.sub(_kept, plain)))


def _kept(told: re.Match[str]) -> str:
    return told["part"] or " "
