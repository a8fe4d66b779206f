from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder
from edgerag.inference.roles import Embedder

TEXTS = (
    "Give adrenaline 0.5 mg IM, repeat every 5 minutes until the patient is better.",
    "Adrenaline is the first drug in anaphylaxis.",
    "Wash your hands.",
    "",
    "naïve café ☕ 1:1000 " * 200,
)


@pytest.fixture(scope="module")
def embedder(installed: InstalledModels) -> Embedder:
    return open_embedder(installed, threads=1)


def test_rows_have_length_one_and_the_catalogues_dimensions(embedder: Embedder) -> None:
    vectors = embedder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), embedder.dimensions) == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_vector_of_a_text_does_not_depend_on_the_others(embedder: Embedder) -> None:
    together = embedder.encode(TEXTS)
    alone = np.concatenate([embedder.encode([text]) for text in TEXTS])
    np.testing.assert_array_equal(together, alone)


def test_threads_change_nothing(embedder: Embedder, installed: InstalledModels) -> None:
    np.testing.assert_array_equal(open_embedder(installed, threads=2).encode(TEXTS), embedder.encode(TEXTS))


def test_related_texts_are_nearer_than_unrelated(embedder: Embedder) -> None:
    dose, drug, hands = embedder.encode(TEXTS[:3])
    assert dose @ drug > dose @ hands + 0.1


def test_question_is_embedded_with_the_models_prefix(embedder: Embedder) -> None:
    question = "dose of adrenaline"
    prefixed = embedder.encode([f"Represent this sentence for searching relevant passages: {question}"])[0]
    np.testing.assert_array_equal(embedder.encode_query(question), prefixed)


def test_words_beyond_the_context_change_nothing(embedder: Embedder) -> None:
    long = "fever " * 600
    np.testing.assert_array_equal(embedder.encode([long]), embedder.encode([long + "and cough"]))


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.encode([]).shape == (0, 384)


def test_name_carries_the_revision(embedder: Embedder) -> None:
    assert embedder.name == "bge-small-en-v1.5@68807e3ff2ab"


@given(st.text(max_size=300))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_has_a_direction(embedder: Embedder, text: str) -> None:
    assert abs(float(np.linalg.norm(embedder.encode([text])[0])) - 1) < 1e-5
