"""A question whose road is cut short still ends in a report that says so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from edgerag import paths
from edgerag.config import Answers, Config, Models
from edgerag.domain.answers import AnswerMode, Status
from edgerag.domain.reports import Label, Report, Verdict
from edgerag.engine.ask import Engine
from edgerag.engine.events import AskEvent, Drafted, Finished, QuestionRead, Retrieved, Written
from edgerag.errors import LibraryBusyError
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.store.library import Library

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"
SMALLEST = Config(
    models=Models(generator="smollm2-135m-instruct", threads=1),
    answers=Answers(prompt_tokens=500, max_tokens=16),
)


@pytest.fixture
def home(own_sample_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    return own_sample_home


def report_of(events: Iterator[AskEvent]) -> Report:
    *_, last = events
    assert isinstance(last, Finished)
    return last.report


def test_handbooks_not_read_before_a_cancel_are_called_neither_silent_nor_in_agreement(home: Path) -> None:
    cancel = Event()
    with Engine.open(Config(), extractive=True) as engine:
        events = engine.ask(ADRENALINE, cancel=cancel, keep=False)
        assert isinstance(next(events), QuestionRead)
        assert isinstance(next(events), Retrieved)
        cancel.set()
        drafted = next(events)
        report = report_of(events)
    assert isinstance(drafted, Drafted)
    statuses = [answer.status for answer in report.answers]
    assert statuses.count(Status.ANSWERED) == 1
    assert statuses.count(Status.FAILED) == 3
    assert {pair.label for pair in report.pairs} == {Label.NOT_CHECKED}
    assert report.verdict is Verdict.NOT_CHECKED


def test_a_library_that_cannot_be_written_still_gives_the_generated_answer(home: Path) -> None:
    with (
        Library.open(paths.library_file(), busy_timeout_s=0.1) as library,
        Library.open(paths.library_file()) as other,
    ):
        indexes = Indexes.open(library, paths.lexical_folder())
        engine = Engine(library, indexes, InstalledModels(paths.models_folder()), SMALLEST)
        with other.transaction():
            with pytest.raises(LibraryBusyError):
                library.clear_reports()
            events = list(engine.ask(ADRENALINE, handbooks=["kestrel-bay-2014.pdf"]))
    assert any(isinstance(event, Written) for event in events)
    assert [answer.status for answer in report_of(iter(events)).answers] == [Status.ANSWERED]


def test_a_damaged_generator_leaves_the_quoted_answers_and_says_why(home: Path, models_folder: Path) -> None:
    models = home / "data" / "models"
    models.unlink()
    shutil.copytree(models_folder, models, ignore=shutil.ignore_patterns(".*", "qwen*"))
    (weights,) = (models / "smollm2-135m-instruct").glob("*.gguf")
    content = bytearray(weights.read_bytes())
    content[len(content) // 2] ^= 1
    weights.write_bytes(content)
    with Engine.open(SMALLEST) as engine:
        report = engine.report(ADRENALINE, keep=False)
    assert {answer.mode for answer in report.answers} == {AnswerMode.EXTRACTIVE}
    assert all("the handbook is quoted" in answer.note for answer in report.answers)
    assert report.verdict is Verdict.DISAGREE
