from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.reports import Report, Verdict
from edgerag.errors import SelfTestError
from edgerag.ingest.assemble import assemble
from edgerag.selftest import journey
from edgerag.selftest.outcomes import LeftOut, Task, file_of
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_vectors


@pytest.fixture
def equipped(task: Task, models_folder: Path, tmp_path: Path) -> Task:
    """A task with embedder and reranker, the real ones, and no generator."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"):
        (folder / name).symlink_to(models_folder / name)
    return msgspec.structs.replace(task, models_folder=str(folder))


def test_handbooks_that_agree_where_they_must_not_are_a_failure(
    equipped: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journey, "SECOND", journey.SECOND.replace("1 mg", "0.5 mg"))
    with pytest.raises(SelfTestError, match="the verdicts agree, single, not_addressed"):
        journey.check_question(equipped)


@pytest.mark.parametrize(
    ("quote", "page", "problem"),
    [
        ("adrenaline 0.5 mg", 1, ""),
        ("adrenaline 5.0 mg", 1, "a quotation is not what stands on page 1"),
        ("for 20 minutes", 2, "'0.5 mg' on page 1 was not quoted"),
    ],
)
def test_quotations_are_compared_with_their_pages(task: Task, quote: str, page: int, problem: str) -> None:
    parsed = assemble(file_of("handbook.pdf"), chunk_words=160, overlap_words=32)
    start = max(parsed.pages[page - 1].text.find(quote), 0)
    citation = Citation(parsed.sections[0].id, "", page, page, quote, start, start + len(quote))
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 1, 1, 5.0, 0.9, ())
    answer = Answer(parsed.handbook, Status.ANSWERED, quote, AnswerMode.EXTRACTIVE, (citation,), trace)
    report = Report(journey.DOSE, Verdict.SINGLE, (answer,), (), {})
    expected = pytest.raises(SelfTestError, match=problem) if problem else nullcontext()
    with Library.open(Path(task.scratch) / "library.db") as library:
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
        with expected:
            journey._check_quotations(library, report)


def test_without_a_generator_or_a_model_to_search_with_there_is_nothing_to_check(
    task: Task, equipped: Task
) -> None:
    without_generator = journey.check_generator(equipped)
    assert isinstance(without_generator, LeftOut)
    assert "no generator" in without_generator.reason
    for check in (journey.check_question, journey.check_generator):
        nothing = check(msgspec.structs.replace(task, models_folder=task.scratch))
        assert isinstance(nothing, LeftOut)
        assert nothing.reason == "no embedder and no reranker is installed"
