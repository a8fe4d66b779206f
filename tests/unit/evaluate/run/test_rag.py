from __future__ import annotations

import pytest

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.rag import measure_rag
from edgerag.evaluate.run.source import Source


@pytest.mark.usefixtures("models")
def test_answers_are_measured_against_what_a_person_quoted(bench: Bench) -> None:
    result = measure_rag(Source(None), bench, limit=1, extractive=True)
    assert (result.dataset, result.n) == ("samples", 1)
    assert result.measures["faithfulness"].value == 1.0
    assert result.measures["context_recall"].value > 0.5
    assert result.versions["support"].startswith("edgerag-nli@")
