"""The N x N integer matrix of one question (HERO-QA, section 4.3, "Comparison matrix")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from jaxtyping import Int8

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement, Label

CODES: Final[dict[Label, int]] = {
    Label.ABSENT: 0,
    Label.CONSISTENT: 1,
    Label.COMPLEMENTARY: 2,
    Label.DIVERGENT: 3,
    Label.CONTRADICTORY: 4,
    Label.NOT_CHECKED: -1,
}
"""0 to 4 along the paper's coverage-agreement axis; -1, which the paper has not, for what nobody judged."""


def matrix(
    handbooks: Sequence[HandbookId], pairs: Sequence[Judgement]
) -> Int8[np.ndarray, "handbook handbook"]:
    """Lay judgements out by handbook; the diagonal is CONSISTENT, a missing pair is NOT CHECKED.

    Raises:
        ValueError: a judgement names a handbook that is not in `handbooks`.
    """
    place = {handbook: index for index, handbook in enumerate(handbooks)}
    cells = np.full((len(handbooks), len(handbooks)), CODES[Label.NOT_CHECKED], dtype=np.int8)
    np.fill_diagonal(cells, CODES[Label.CONSISTENT])
    for pair in pairs:
        if pair.a not in place or pair.b not in place:
            raise ValueError(f"{pair.a} or {pair.b} is not among the handbooks")
        first, second = place[pair.a], place[pair.b]
        cells[first, second] = cells[second, first] = CODES[pair.label]
    return cells
