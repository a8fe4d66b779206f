from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.domain.ids import handbook_id
from edgerag.evaluate.asking import Clinic, clinic, placed
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.questions import GoldAnswer, HandbookQuestion
from edgerag.evaluate.workspace import Workspaces
from edgerag.samples import sample_files

CONFIG = Config(models=Models(threads=1))


@pytest.fixture
def asked(tmp_path: Path, models_folder: Path) -> Iterator[Clinic]:
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)
    with clinic(
        "samples",
        "",
        {file.stem: file for file in sample_files()[:1]},
        Bench(CONFIG, Workspaces(tmp_path / "kept", CONFIG.ingest), lambda *_: None),
        extractive=True,
    ) as opened:
        yield opened


def test_a_clinic_answers_and_says_with_what(asked: Clinic) -> None:
    (name,) = asked.names
    report = asked.ask("How is anaphylaxis treated?")
    assert [answer.handbook.id for answer in report.answers] == [asked.names[name]]
    assert {"embedder", "reranker"} <= asked.versions.keys()
    assert asked.library.reports() == ()


def test_stored_texts_are_those_of_the_library(asked: Clinic) -> None:
    (name,) = asked.names
    stored = asked.stored(asked.names[name])
    assert asked.page_text(asked.names[name], 1) == stored.pages[0].text
    assert stored.chunks[0].text in asked.text(name)
    assert asked.stored(handbook_id("0" * 64)).pages == ()


def test_gold_with_a_quotation_alone_is_placed(asked: Clinic) -> None:
    (name,) = asked.names
    stored = asked.stored(asked.names[name])
    section = next(section for section in stored.sections if section.path)
    quote = asked.text(name)[section.start : section.end].split("\n")[0]
    (question,) = placed([HandbookQuestion("?", [GoldAnswer(name, quote=quote)])], asked)
    assert question.answers[0].heading
