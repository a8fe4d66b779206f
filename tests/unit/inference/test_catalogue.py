from __future__ import annotations

import pytest

from edgerag.errors import ConfigError, ModelError
from edgerag.inference.catalogue import Role, load_catalogue, parse_catalogue
from edgerag.paths import bundled

SHIPPED = bundled("models", "catalogue.toml").read_text(encoding="utf-8")


def test_shipped_catalogue_has_one_default_per_role() -> None:
    catalogue = load_catalogue()
    assert {role: catalogue.default(role).name for role in Role} == {
        Role.EMBEDDER: "bge-small-en-v1.5",
        Role.RERANKER: "ms-marco-minilm-l-12-v2",
        Role.SELECTOR: "edgerag-selector",
        Role.ENTAILMENT: "edgerag-nli",
        Role.RELATION: "edgerag-relation",
        Role.GENERATOR: "qwen2.5-coder-1.5b-instruct",
    }


def test_parts_of_the_generator_are_in_numeric_order() -> None:
    parts = load_catalogue().entry("qwen2.5-coder-1.5b-instruct").files[0].parts
    assert [part.member[-6:-4] for part in parts] == [f"{n:02}" for n in range(1, 23)]


def test_models_for_the_tests_are_small_enough_to_download() -> None:
    catalogue = load_catalogue()
    names = ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2", "smollm2-135m-instruct")
    assert sum(catalogue.entry(name).bytes for name in names) < 200e6


def test_every_model_names_its_licence() -> None:
    assert all(entry.licence for entry in load_catalogue().models)


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('licence = "MIT"', 'licence = "MIT"\nlicense = "MIT"', "license"),
        ('role = "embedder"', 'role = "embeder"', "embeder"),
        ('name = "model.onnx"', 'name = "../model.onnx"', "name"),
        ("bytes = 711_396", "bytes = 711_397", "do not add up"),
        ("shipped = true\n", "", "do not add up"),
        ('licence = "MIT"', 'licence = "MIT"\nshipped = true', "has no parts"),
        ('pooling = "cls"\n', "", "pooling"),
        ("default = true", "default = false", "0 defaults"),
        ('name = "smollm2-135m-instruct"', 'name = "bge-small-en-v1.5"', "twice"),
        ("schema = 1", "schema = 2", "schema"),
    ],
)
def test_mistake_in_the_catalogue_is_refused_by_name(before: str, after: str, complaint: str) -> None:
    assert before in SHIPPED
    with pytest.raises(ConfigError, match=complaint):
        parse_catalogue(SHIPPED.replace(before, after, 1).encode())


def test_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ModelError) as caught:
        load_catalogue().entry("gpt")
    assert "bge-small-en-v1.5" in caught.value.hint
