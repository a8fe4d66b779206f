from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from edgerag.answer.answer import quote_answer
from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.reports import Report, Verdict
from edgerag.engine.kept import KeptAnswers, keep_report
from edgerag.errors import StoreError
from edgerag.store.library import Library
from edgerag.understand.understand import understand
from tests.synthetic import EMBEDDER, Indifferent, make_handbook, make_vectors
from tests.unit.answer.conftest import make_evidence

QUESTION = "Which dose of adrenaline?"
DOSE = "Give adrenaline 0.5 mL IM every 5 minutes."
LIMITS = (1000, 256)


@pytest.fixture
def answered(library: Library) -> tuple[Evidence, Answer]:
    """Evidence of a handbook in the library, and the answer from it."""
    parsed = make_handbook("Clinic", [DOSE])
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    found, pages = make_evidence(DOSE)
    found = replace(found, handbook=parsed.handbook)
    return found, quote_answer(understand(QUESTION), found, pages, Indifferent()).answer


def test_an_answer_is_found_again_for_the_same_question_evidence_and_versions(
    library: Library, answered: tuple[Evidence, Answer]
) -> None:
    found, answer = answered
    kept = KeptAnswers(library, ["one model"], LIMITS)
    assert kept.find(QUESTION, found) is None
    kept.keep(QUESTION, found, answer)
    assert kept.find(QUESTION, found) == answer
    assert kept.find("Another question?", found) is None
    assert KeptAnswers(library, ["another model"], LIMITS).find(QUESTION, found) is None


def test_what_cannot_be_written_is_not_kept_and_stops_nothing(
    library: Library, answered: tuple[Evidence, Answer], tmp_path: Path
) -> None:
    found, answer = answered
    report = Report(QUESTION, Verdict.SINGLE, (answer,), (), {})
    with (
        Library.open(tmp_path / "library.db", busy_timeout_s=0.1) as busy,
        library.transaction(),
    ):
        kept = KeptAnswers(busy, ["one model"], LIMITS)
        kept.keep(QUESTION, found, answer)
        assert isinstance(keep_report(report, busy), StoreError)
    assert keep_report(report, library) is None
    assert [one.question for one in library.reports()] == [QUESTION]
