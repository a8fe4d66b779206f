from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config
from edgerag.errors import ModelMissingError
from edgerag.evaluate.models import open_judging, open_searching, open_similarity


def test_what_was_opened_is_named(models_folder: Path) -> None:
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)
    similarity, versions = open_similarity(Config())
    embedder, reranker = open_searching(Config())
    assert (versions["embedder"], versions["reranker"]) == (embedder.name, reranker.name)
    assert similarity.relevance("malaria", "malaria is treated") > similarity.relevance("malaria", "shoes")


def test_support_is_judged_by_the_model_that_ships_with_the_program() -> None:
    assert open_judging(Config()).name.startswith("edgerag-nli@")


def test_without_models_it_says_what_to_install() -> None:
    with pytest.raises(ModelMissingError):
        open_searching(Config())
