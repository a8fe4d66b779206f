from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from edgerag.errors import SelfTestError
from edgerag.selftest import journey
from edgerag.selftest.outcomes import LeftOut, Passed, Task


@pytest.fixture
def equipped(task: Task, models_folder: Path, tmp_path: Path) -> Task:
    """A task with embedder and reranker, the real ones, and no generator."""
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"):
        (folder / name).symlink_to(models_folder / name)
    return msgspec.structs.replace(task, models_folder=str(folder))


def test_disagreement_and_silence_are_found(equipped: Task) -> None:
    passed = journey.check_question(equipped)
    assert isinstance(passed, Passed)
    assert "bge-small" in passed.detail


def test_handbooks_that_agree_where_they_must_not_are_a_failure(
    equipped: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journey, "SECOND", journey.SECOND.replace("1 mg", "0.5 mg"))
    with pytest.raises(SelfTestError, match="three questions got the verdicts agree"):
        journey.check_question(equipped)


def test_quotation_of_another_page_is_a_failure(equipped: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(journey.QUOTED, journey.DOSE, ("0.5 mg", 2))
    with pytest.raises(SelfTestError, match="on page 2 was not quoted"):
        journey.check_question(equipped)


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
