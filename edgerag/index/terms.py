"""How text becomes words to search: the same on the way into the index and on the way to a question."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

WHOLE = r"\p{N}+(?:[.,:/]\p{N}+)*%?|\p{L}[\p{L}\p{N}]*(?:[/'-][\p{L}\p{N}]+)*"
"""What must stay together to mean what it says: "1:1000", "0.1%", "mg/kg", "co-trimoxazole"."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_GROUPED_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+")
_PLAIN = (("‐", "-"), ("‑", "-"), ("–", "-"), ("−", "-"), ("’", "'"), ("μ", "u"), ("⁄", "/"))

_QUESTION_WORDS = (
    "a about am an and any are as at be been being but by can could did do does for from had has have how "
    "i if in into is it its many may me might much must my of on one or our out shall should so some such "
    "tell than that the their them then there these they this those to up us was we were what when where "
    "whether which while who whom whose why will with would you your"
)
QUESTION_WORDS = frozenset(_QUESTION_WORDS.split())
"""Words that say what kind of question it is, not what it is about."""

_ROUTES = "im inj injection intramuscular intravenous iv oral orally po sc subcutaneous"
ROUTES = frozenset(_ROUTES.split())
"""Words that may stand between a medicine and its amount: "enalapril, oral, 20 mg"."""


_NOTE_MARK = re.compile(r"[1-9](?<=[A-Za-z]{5}.)(?![\w.])")
"""The digit after a long word that refers to a footnote: "adrenaline1" in the text of many PDFs.

It begins with the digit, for which `re` looks ten times as fast as for a place between two characters.
"""


def normalise(text: str) -> str:
    """Give one form to what is written in several: "㎎" as "mg", "ℓ" as "l"; part note marks from words."""
    text = _NOTE_MARK.sub(r" \g<0>", text)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    for character, plain in _PLAIN:
        text = text.replace(character, plain)
    return text


def cjk_runs(text: str) -> str:
    """Keep only the runs of Chinese, Japanese and Korean characters, which have no spaces between words."""
    return "" if text.isascii() else " ".join(_CJK.findall(text))


def without_cjk(text: str) -> str:
    """Drop what `cjk_runs` keeps."""
    return text if text.isascii() else _CJK.sub(" ", text)


def spellings(terms: Iterable[str]) -> list[str]:
    """Add to each number its other spelling, with or without separators of thousands."""
    both = ((term, _respelt(term)) for term in terms)
    return [term for pair in both for term in pair if term]


def _respelt(term: str) -> str:
    if _GROUPED_NUMBER.fullmatch(term):
        return term.replace(",", "")
    return f"{int(term):,}" if term.isascii() and term.isdigit() and 4 <= len(term) <= 9 else ""


def content_terms(terms: Iterable[str]) -> list[str]:
    """Drop repetitions and question words, unless nothing else would be left."""
    distinct = list(dict.fromkeys(terms))
    return [term for term in distinct if term not in QUESTION_WORDS] or distinct


def number_pairs(terms: Iterable[str]) -> list[tuple[str, str]]:
    """Give each two neighbouring terms of which at least one is a number, looking past `ROUTES`.

    A question word makes no pair: "400 or" says nothing.
    """
    pairs = pairwise(term for term in terms if term not in ROUTES)
    return [
        pair
        for pair in pairs
        if (pair[0][0].isdigit() or pair[1][0].isdigit()) and QUESTION_WORDS.isdisjoint(pair)
    ]
