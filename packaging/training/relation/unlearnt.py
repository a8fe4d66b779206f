"""What the weighing of the relation model is fitted on: pairs of questions that it has not learnt from.

written   the kept share of the short pairs
known     what handbooks are known to say: the kept share of files that were learnt from, and other files
answers   what the program answered to the kept questions

All of the work half; what a careful reader could label otherwise is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from disagreements import Disagreement
from edgerag.evaluate.causes import Detail
from edgerag.evaluate.datasets.questions import read_questions
from edgerag.evaluate.halves import Half, half_of
from judge_features import CLASSES, answered_pairs, gold_pairs, row_of
from relation.short_pairs import KEPT_KNOWN, KEPT_WRITTEN, SHORT_PAIRS, is_kept, written_pairs

OF_HANDBOOKS: Final = 2.5
"""What a pair of handbooks weighs beside a written one, of which there are twice as many; set by hand."""

Weighted = tuple[Disagreement, float]


def unlearnt(
    learnt: Sequence[Path], other: Sequence[Path], details: Sequence[Path], folder: Path = SHORT_PAIRS
) -> Iterator[Weighted]:
    """Yield all pairs with what they weigh.

    Args:
        learnt: files of questions of which the relation model has learnt some.
        other: files of questions of which it has learnt none.
        details: files of `edgerag evaluate handbooks --details`.
        folder: of the short pairs.

    Raises:
        ConfigError: a file of questions is missing or not of its format.
        msgspec.ValidationError: another file is not.
    """
    for pair in written_pairs(folder):
        if pair.label in CLASSES and is_kept(pair.question, KEPT_WRITTEN):
            yield row_of("written", pair.question, pair.a, pair.b, pair.label), 1.0
    asked = [one for path in learnt for one in read_questions(path) if is_kept(one.question, KEPT_KNOWN)]
    asked += [one for path in other for one in read_questions(path)]
    for question in asked:
        yield from of_handbooks(question.question, gold_pairs(question))
    for path in details:
        for detail in msgspec.json.Decoder(Detail).decode_lines(path.read_bytes()):
            if is_kept(detail.question, KEPT_KNOWN):
                yield from of_handbooks(detail.question, answered_pairs(detail))


def of_handbooks(question: str, rows: Iterator[Weighted]) -> Iterator[Weighted]:
    """Yield the rows of a question, if it is of the work half."""
    if half_of(question) is Half.WORK:
        yield from ((row, OF_HANDBOOKS) for row, weight in rows if weight == 1)
