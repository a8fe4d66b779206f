from __future__ import annotations

from edgerag.domain.ids import HandbookId
from edgerag.domain.points import Party, Point, PointKind, Saying

A, B = HandbookId("a"), HandbookId("b")


def test_a_handbook_that_says_two_things_is_one_handbook() -> None:
    one = Party((Saying(A, "5 mg", 0), Saying(A, "10 mg", 0)), n_families=1)
    assert one.handbooks == (A,)
    assert Point(PointKind.DIFFERING, (one, Party((Saying(B),), 1))).handbooks == (A, B)
