from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from edgerag.inference.embedder import OnnxEmbedder
from edgerag.inference.entailment import OnnxEntailment
from edgerag.inference.generator import LlamaGenerator
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_entailment, open_reranker
from edgerag.inference.reranker import OnnxReranker
from edgerag.inference.roles import Embedder, Entailment, Generator, Reranker
from edgerag.selftest.outcomes import file_of


@pytest.mark.parametrize(
    ("role", "model"),
    [
        (Embedder, OnnxEmbedder),
        (Reranker, OnnxReranker),
        (Entailment, OnnxEntailment),
        (Generator, LlamaGenerator),
    ],
)
def test_a_model_is_called_as_its_role_says(role: type, model: type) -> None:
    methods = [name for name, member in vars(role).items() if inspect.isfunction(member) and name[0] != "_"]
    assert methods
    for name in methods:
        assert inspect.signature(getattr(model, name)) == inspect.signature(getattr(role, name))


def test_what_opens_for_a_role_can_do_it_and_what_others_do_it_cannot(installed: InstalledModels) -> None:
    embedder = open_embedder(installed, threads=1)
    assert isinstance(embedder, Embedder)
    assert not isinstance(embedder, Reranker)
    assert isinstance(open_reranker(installed, threads=1), Reranker)
    assert isinstance(open_entailment(installed, threads=1), Entailment)


def test_a_generator_has_what_its_role_says() -> None:
    generator = LlamaGenerator("alphabet", Path(file_of("model.gguf")))
    assert isinstance(generator, Generator)
    assert generator.count_tokens("abc") > 0
    generator.close()
