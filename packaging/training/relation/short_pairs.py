"""Further pairs that the relation model learns from: short ones that were written, and known quotations.

written     `short_pairs/*.jsonl` in the folder above, but for `held.jsonl`: two guideline texts with a label
known       what two handbooks are known to say on a question of a data set, in their words and in those of
            who read them; of its work half, without what a careful reader could label otherwise

Some questions of both are kept from training: how the judge weighs what the model says is fitted on them
(`fit_judge.py`), and on a model that knew them it would trust it too far.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from disagreements import Disagreement
from edgerag.compare.asked_case import read_for
from edgerag.compare.pair import in_focus
from edgerag.compare.weighing import read_as as cut
from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.questions import read_questions
from edgerag.evaluate.halves import Half, half_of
from edgerag.language.instructions import blanked
from edgerag.understand.understand import understand
from judge_features import gold_pairs
from relation.judged import RELATIONS, Relation
from relation.reading import Read, read_as

SHORT_PAIRS: Final = Path(__file__).parents[1] / "short_pairs"
NEVER_LEARNT: Final = "held"
"""The file by which is measured."""
Share = tuple[str, int]
"""Salt and percent: which of the questions, and how many."""
KEPT_WRITTEN: Final[Share] = ("k", 14)
KEPT_KNOWN: Final[Share] = ("g", 25)
"""What is kept for the weighing, set by hand."""
OF_LABEL: Final[dict[str, Relation]] = {
    Label.CONSISTENT: "same",
    Label.COMPLEMENTARY: "more",
    Label.DIVERGENT: "differs",
    Label.CONTRADICTORY: "opposite",
    "APART": "apart",
}


class ShortPair(msgspec.Struct, frozen=True):
    """Two texts as answers to a question, and how they relate: a label of the judge, or APART."""

    question: str
    a: str
    b: str
    label: str

    @property
    def relation(self) -> Relation:
        """As what the model learns it."""
        return OF_LABEL[self.label]


def written_pairs(folder: Path = SHORT_PAIRS) -> list[ShortPair]:
    """Read what was written, without the file by which is measured.

    Raises:
        msgspec.ValidationError: a file is not of this format.
    """
    decoder = msgspec.json.Decoder(ShortPair)
    files = (path for path in sorted(folder.glob("*.jsonl")) if path.stem != NEVER_LEARNT)
    return [pair for path in files for pair in decoder.decode_lines(path.read_bytes())]


def known_pairs(questions: Path) -> Iterator[ShortPair]:
    """Yield what two handbooks are known to say, of the work half.

    Raises:
        ConfigError: the file is missing or not of the format of `edgerag evaluate handbooks`.
    """
    for question in read_questions(questions):
        if half_of(question.question) is Half.WORK:
            yield from (of_row(row) for row, weight in gold_pairs(question) if weight == 1)


def of_row(row: Disagreement) -> ShortPair:
    """Make a pair of a row, of each text what the question is about, as the judge has it read."""
    asked = understand(row.question)
    a, b = (in_focus(asked, read_for(asked, blanked(text))) for text in (row.a, row.b))
    return ShortPair(row.question, a, b, row.label)


def is_kept(question: str, share: Share) -> bool:
    """Whether a question is one of the share that is not learnt from."""
    salt, percent = share
    return zlib.crc32((salt + question).encode()) % 100 < percent


def learnt(pairs: Iterable[ShortPair], share: Share) -> list[ShortPair]:
    """Leave out the questions that are kept."""
    return [pair for pair in pairs if not is_kept(pair.question, share)]


def shown_short(pair: ShortPair, rng: random.Random) -> tuple[Read, int]:
    """Draw which text comes first."""
    a, b = rng.sample([cut(pair.a), cut(pair.b)], 2)
    return read_as(pair.question, a, b), RELATIONS.index(pair.relation)
