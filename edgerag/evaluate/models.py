"""Opens the installed models that an evaluation asks without a library's engine."""

from __future__ import annotations

from edgerag import paths
from edgerag.compare.similarity import ModelSimilarity
from edgerag.config import Config
from edgerag.errors import ModelMissingError
from edgerag.inference.installed import InstalledModels, how_to_get
from edgerag.inference.opening import open_embedder, open_entailment, open_relation, open_reranker
from edgerag.inference.roles import Embedder, Entailment, Reranker

Versions = dict[str, str]
"""Models and settings that the measures depend on, by what they are for."""


def installed_models() -> InstalledModels:
    """Give the models of this machine."""
    return InstalledModels(paths.models_folder())


def open_searching(config: Config) -> tuple[Embedder, Reranker]:
    """Open the models that search asks.

    Raises:
        ModelMissingError: one is not installed.
    """
    installed, models = installed_models(), config.models
    return (
        open_embedder(installed, models.embedder, models.threads),
        open_reranker(installed, models.reranker, models.threads),
    )


def open_judging(config: Config) -> Entailment:
    """Open the entailment model.

    Raises:
        ModelMissingError: none is installed.
    """
    entailment = open_entailment(installed_models(), config.models.entailment, config.models.threads)
    if entailment is None:
        raise ModelMissingError("no entailment model is installed", hint=how_to_get())
    return entailment


def open_similarity(config: Config) -> tuple[ModelSimilarity, Versions]:
    """Open the models that the judge asks, and name them.

    Raises:
        ModelMissingError: one that cannot be done without is not installed.
    """
    embedder, reranker = open_searching(config)
    entailment = open_entailment(installed_models(), config.models.entailment, config.models.threads)
    relation = open_relation(installed_models(), config.models.threads)
    versions = {
        "embedder": embedder.name,
        "reranker": reranker.name,
        "entailment": entailment.name if entailment else "none",
        "relation": relation.name if relation else "none",
    }
    return ModelSimilarity(embedder, reranker, entailment, relation), versions
