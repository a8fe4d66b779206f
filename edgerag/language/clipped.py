"""Medicines by the beginning of their names, as pocket books and nurses write them: "azithro", "Ceftriax".

A word is a clipped name of a medicine

    if it is listed as one: "pred", "amox" (`[clipped]` of `drugs.toml`)
    or if it has `FEWEST` letters or more, lacks `CUT_OFF` or more of the name's, and begins no other name

Words of a language that begin a name as well are listed too, and are none: "probe", "adrenal".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Final

from edgerag.language.lexicon import medicines
from edgerag.language.spelling import spelling

FEWEST: Final = 5
"""Letters; fewer begin words of every day: "code", "line", "form"."""
CUT_OFF: Final = 3
"""Letters; what lacks fewer is misspelt."""
_FIRST_WORD: Final = re.compile(r"[^\W_]+")


@cache
def clipped() -> Mapping[str, str]:
    """Give the medicine that each clipped name stands for, by the form of all its spellings."""
    known = medicines()
    listed = {spelling(clip): drug for drug, clips in known.clipped.items() for clip in clips}
    return {**_unique(), **listed}


@cache
def clips(medicine: str) -> frozenset[str]:
    """Give the clipped names of a medicine."""
    return _by_medicine().get(medicine, frozenset())


@cache
def _by_medicine() -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for clip, medicine in clipped().items():
        found[medicine].add(clip)
    return {medicine: frozenset(some) for medicine, some in found.items()}


def _unique() -> dict[str, str]:
    """Give the beginnings of one medicine's name alone."""
    known = medicines()
    begins: defaultdict[str, set[str]] = defaultdict(set)
    named = {**known.combinations, **known.classes, **known.drugs}
    for canonical, names in named.items():
        for name in (canonical, *(names if canonical not in known.combinations else ())):
            for beginning in _beginnings(_first_word(name)):
                begins[beginning].add(canonical)
    whole = {_first_word(name) for name in chain(named, *named.values())}
    words = {spelling(word) for word in known.no_clips}
    return {
        beginning: drug
        for drug in known.drugs
        if drug.isalpha()
        for beginning in _beginnings(spelling(drug), CUT_OFF)
        if begins[beginning] == {drug} and beginning not in whole | words
    }


def _first_word(name: str) -> str:
    word = _FIRST_WORD.search(name)
    return spelling(word[0]) if word else ""


def _beginnings(word: str, cut_off: int = 1) -> Iterator[str]:
    return (word[:length] for length in range(FEWEST, len(word) - cut_off + 1))
