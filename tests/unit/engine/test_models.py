from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from edgerag.config import Models as Chosen
from edgerag.engine.models import Models
from edgerag.errors import ModelMissingError
from edgerag.inference.catalogue import Role
from edgerag.inference.installed import InstalledModels
from tests.unit.engine.conftest import GENERATOR, record

CHOSEN = Chosen(generator=GENERATOR, threads=1)


def test_extractive_answers_are_compared_without_the_generator(installed: InstalledModels) -> None:
    record(installed, n_right=87)
    extractive = Models(installed, CHOSEN, extractive=True)
    assert (extractive.generator, extractive.generator_name) == (None, "")
    assert extractive.reader(Event()) is None
    assert extractive.reader_version() == {}
    assert Models(installed, CHOSEN, extractive=False).reader_version().keys() == {"verdicts"}


def test_every_model_is_named_whether_it_is_loaded_or_not(installed: InstalledModels) -> None:
    models = Models(installed, CHOSEN, extractive=True)
    name = models.embedder_name
    assert name
    assert list(models.load()) == [role for role in Role if role is not Role.GENERATOR]
    versions = models.versions()
    assert (versions["embedder"], versions["generator"], versions["prompt"]) == (name, "", "")


def test_a_generator_is_named_without_being_opened(installed: InstalledModels) -> None:
    models = Models(installed, CHOSEN, extractive=False)
    assert models.generator_name.startswith(GENERATOR)
    assert models.versions()["prompt"]


def test_what_is_not_installed_is_said_when_it_is_needed(tmp_path: Path) -> None:
    models = Models(InstalledModels(tmp_path), CHOSEN, extractive=True)
    assert models.embedder_name == ""
    with pytest.raises(ModelMissingError):
        list(models.load())
