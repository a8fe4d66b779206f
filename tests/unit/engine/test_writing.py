from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest

from edgerag.answer.answer import Quoted, quote_answer
from edgerag.config import Answers
from edgerag.config import Models as Chosen
from edgerag.domain.answers import Answer
from edgerag.domain.corrections import Correction
from edgerag.domain.evidence import Evidence
from edgerag.engine.events import Written
from edgerag.engine.models import Models
from edgerag.engine.writing import Writer
from edgerag.inference.installed import InstalledModels
from edgerag.language.questions import Asked
from edgerag.store.library import Library
from edgerag.understand.correct import corrected
from edgerag.understand.understand import understand
from tests.synthetic import EMBEDDER, Indifferent, make_handbook, make_vectors
from tests.unit.answer.conftest import make_evidence
from tests.unit.engine.conftest import GENERATOR

ASKED = understand("Which dose of adrenaline is given?")
DOSE = "Give adrenaline 0.5 mL IM every 5 minutes."
LIMITS = Answers(prompt_tokens=300, max_tokens=8)


@pytest.fixture
def quoted(library: Library) -> tuple[Evidence, Quoted]:
    """Evidence of a handbook in the library, and the quotations from it."""
    parsed = make_handbook("Clinic", [DOSE])
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    found, pages = make_evidence(DOSE)
    found = replace(found, handbook=parsed.handbook)
    return found, quote_answer(ASKED, found, pages, Indifferent())


def written(
    writer: Writer, quoted: tuple[Evidence, Quoted], asked: Asked = ASKED
) -> tuple[list[Written], Answer]:
    """Let the answer be written; give the pieces and what it came to."""
    steps = writer.write(asked, *quoted, Event())
    pieces: list[Written] = []
    while True:
        try:
            pieces.append(next(steps))
        except StopIteration as end:
            answer: Answer = end.value
            return pieces, answer


def test_without_a_generator_the_quoted_answer_stands(
    library: Library, installed: InstalledModels, quoted: tuple[Evidence, Quoted]
) -> None:
    models = Models(installed, Chosen(generator=GENERATOR, threads=1), extractive=True)
    assert written(Writer(library, models, LIMITS), quoted) == ([], quoted[1].answer)


def test_an_answer_is_written_once_and_then_kept(
    library: Library, installed: InstalledModels, quoted: tuple[Evidence, Quoted]
) -> None:
    models = Models(installed, Chosen(generator=GENERATOR, threads=1), extractive=False)
    pieces, answer = written(Writer(library, models, LIMITS), quoted)
    assert {piece.handbook for piece in pieces} == {quoted[0].handbook.id}
    assert written(Writer(library, models, LIMITS), quoted) == ([], answer)


def test_the_same_words_understood_otherwise_are_answered_anew(
    library: Library, installed: InstalledModels, quoted: tuple[Evidence, Quoted]
) -> None:
    models = Models(installed, Chosen(generator=GENERATOR, threads=1), extractive=False)
    assert written(Writer(library, models, LIMITS), quoted)[0]
    otherwise = corrected(ASKED.text, Correction(asked_for="route"))
    assert written(Writer(library, models, LIMITS), quoted, otherwise)[0]
