from __future__ import annotations

import pytest

from edgerag.compare.matrix import matrix
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement, Label, Layer

A, B, C = HandbookId("a"), HandbookId("b"), HandbookId("c")


def judged(a: HandbookId, b: HandbookId, label: Label) -> Judgement:
    return Judgement(a, b, label, 0.9, "", None, "", Layer.TYPED)


def test_matrix_is_symmetric_with_a_consistent_diagonal() -> None:
    pairs = [judged(A, B, Label.CONTRADICTORY), judged(A, C, Label.ABSENT), judged(B, C, Label.NOT_CHECKED)]
    assert matrix((A, B, C), pairs).tolist() == [[1, 4, 0], [4, 1, -1], [0, -1, 1]]


def test_missing_pair_is_not_checked() -> None:
    assert matrix((A, B), []).tolist() == [[1, -1], [-1, 1]]


def test_unknown_handbook_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="not among"):
        matrix((A,), [judged(A, B, Label.CONSISTENT)])
