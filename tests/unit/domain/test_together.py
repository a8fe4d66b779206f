from __future__ import annotations

from edgerag.domain.ids import HandbookId
from edgerag.domain.together import Excerpt, Together


def test_the_handbooks_are_those_that_are_quoted() -> None:
    a, b = HandbookId("a"), HandbookId("b")
    assert Together((Excerpt(b, ()), Excerpt(a, ())), left_out=(HandbookId("c"),)).handbooks == (b, a)
