from __future__ import annotations

import pytest

from edgerag.index.vocabulary import Vocabulary
from edgerag.language.words import stem

COMMON = (
    "treatment child children adult dose given treated patient fever management should receive after before "
    "ceftriaxone gonorrhoea amoxicillin adrenaline malaria cholera cefixime cefotaxime infection complete "
    "stable available newborn mother breast danger signs home water hands wash blood sample snake bite "
    "help sick getting worse next"
)


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """The words of a small library."""
    words = COMMON.split()
    return Vocabulary(dict.fromkeys(words, 20), frozenset(map(stem, words)))
