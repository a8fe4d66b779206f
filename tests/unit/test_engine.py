from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from edgerag.compare.validation import Validation, made_with, record_validation
from edgerag.config import Config, Models
from edgerag.domain.reports import Judgement, Label, Layer
from edgerag.engine import Deadline, Engine, Judged
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.store.library import Library
from tests.unit.compare.test_compare import QUESTION, answer

GENERATOR = "smollm2-135m-instruct"


def test_a_deadline_begins_when_the_event_is_first_seen_set() -> None:
    event = Event()
    deadline = Deadline(event, 0.05)
    assert not deadline.is_over()
    event.set()
    assert not deadline.is_over()
    time.sleep(0.06)
    assert deadline.is_over()


@pytest.fixture
def models(tmp_path: Path, models_folder: Path) -> InstalledModels:
    """The real models, in folders to which a test may add."""
    for source in models_folder.glob("[!.]*"):
        folder = tmp_path / "models" / source.name
        folder.mkdir(parents=True)
        for file in source.iterdir():
            (folder / file.name).symlink_to(file)
    (tmp_path / "models" / GENERATOR / "judge.json").unlink(missing_ok=True)
    return InstalledModels(tmp_path / "models")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as library:
        yield library


def record(models: InstalledModels, n_right: int) -> None:
    """Record a check in which the generator was right so many times in a hundred."""
    entry = models.entry(GENERATOR)
    counts = Validation(made_with(entry), 100, n_conflicts=50, n_verdicts=100, n_right=n_right,
                        n_false_agreements=0)  # fmt: skip
    record_validation(models, entry, counts)


@pytest.fixture
def engine(library: Library, models: InstalledModels, tmp_path: Path) -> Engine:
    config = Config(models=Models(generator=GENERATOR, threads=1))
    return Engine(library, Indexes.open(library, tmp_path / "lexical"), models, config)


def compared(engine: Engine) -> tuple[Judgement, dict[str, str]]:
    """Compare two answers whose values cannot be put beside each other; say which versions were named."""
    answers = [answer("a", "Adrenaline 0.5 mL IM"), answer("b", "Adrenaline 0.5 mg IM")]
    (event,) = engine._compare(QUESTION.text, answers, Event())
    assert isinstance(event, Judged)
    return event.judgement, engine._reader_version()


def test_generator_is_asked_only_if_it_was_checked_here_and_is_good_enough(
    engine: Engine, models: InstalledModels
) -> None:
    unchecked, versions = compared(engine)
    assert (unchecked.label, versions) == (Label.NOT_CHECKED, {})
    record(models, n_right=79)
    assert compared(engine) == (unchecked, {})
    record(models, n_right=87)
    judged, versions = compared(engine)
    assert versions.keys() == {"verdicts"}
    assert judged.reasoning.startswith("The language model ")
    assert judged.decided_by in {Layer.NONE, Layer.LANGUAGE_MODEL}
    assert judged.label is not Label.CONSISTENT
    assert judged.probability == (0.87 if judged.decided_by is Layer.LANGUAGE_MODEL else 0.0)


def test_extractive_answers_are_compared_without_the_generator(
    engine: Engine, models: InstalledModels
) -> None:
    record(models, n_right=87)
    engine._extractive = True
    assert engine._reader_version() == {}
    assert compared(engine)[0].decided_by is Layer.NONE
