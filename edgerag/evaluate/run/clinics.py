"""Opens the handbooks of a data set, to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from msgspec import structs

from edgerag.evaluate.asking import Clinic, clinic
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.handbooks import HandbookSet, read_handbooks
from edgerag.evaluate.datasets.questions import read_questions
from edgerag.evaluate.halves import those_of
from edgerag.evaluate.run.source import Source
from edgerag.samples import gold_file, sample_files


def handbook_set(source: Source) -> HandbookSet:
    """Read the handbooks and the questions of one half; without a folder, the sample handbooks."""
    if source.data is None:
        data = HandbookSet({file.stem: file for file in sample_files()}, read_questions(gold_file()))
    else:
        data = read_handbooks(source.data, source.split, source.questions)
    return structs.replace(data, questions=those_of(source.half, data.questions))


def clinic_of(
    source: Source,
    data: HandbookSet,
    bench: Bench,
    *,
    left_out: Sequence[str] = (),
    extractive: bool = True,
) -> AbstractContextManager[Clinic]:
    """Put the handbooks of a data set into the workspace that its name and its place have."""
    place = str(source.data and source.data.resolve())
    return clinic(source.name, place, data.files, bench, left_out=left_out, extractive=extractive)
