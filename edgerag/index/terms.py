"""How text becomes words to search: the same on the way into the index and on the way to a question."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

WORD = r"\p{L}[\p{L}\p{N}]*|\p{N}+(?:[.,]\p{N}+)*"
"""A word or a number; "mg/kg" gives two, "1:1000" gives two, "1,000" gives one."""

WHOLE = r"\p{N}+(?:[.,:/]\p{N}+)*%?|\p{L}[\p{L}\p{N}]*(?:[/'-][\p{L}\p{N}]+)*"
"""What must stay together to mean what it says: "1:1000", "0.1%", "mg/kg", "co-trimoxazole"."""

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_GROUPED_DIGITS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_PLAIN = str.maketrans({"‐": "-", "‑": "-", "–": "-", "−": "-", "’": "'", "μ": "u", "⁄": "/"})

_QUESTION_WORDS = (
    "a about am an and any are as at be been being but by can could did do does for from had has have how "
    "i if in into is it its many may me might much must my of on one or our out shall should so some such "
    "tell than that the their them then there these they this those to up us was we were what when where "
    "whether which while who whom whose why will with would you your"
)
QUESTION_WORDS = frozenset(_QUESTION_WORDS.split())
"""Words that say what kind of question it is, not what it is about."""


def normalise(text: str) -> str:
    """Give one form to characters that are written in several: "㎎" as "mg", "ℓ" as "l", "–" as "-"."""
    return unicodedata.normalize("NFKC", text).translate(_PLAIN)


def with_plain_numbers(text: str) -> str:
    """Append each number that has thousands separators once more without, so that 1,000 is found by 1000."""
    plain = [number.replace(",", "") for number in _GROUPED_DIGITS.findall(text)]
    return " ".join([text, *plain])


def cjk_runs(text: str) -> str:
    """Keep only the runs of Chinese, Japanese and Korean characters, which have no spaces between words."""
    return " ".join(_CJK.findall(text))


def without_cjk(text: str) -> str:
    """Drop what `cjk_runs` keeps."""
    return _CJK.sub(" ", text)


def content_terms(terms: Iterable[str]) -> list[str]:
    """Drop repetitions and question words, unless nothing else would be left."""
    distinct = list(dict.fromkeys(terms))
    return [term for term in distinct if term not in QUESTION_WORDS] or distinct
