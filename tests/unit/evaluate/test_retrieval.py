from __future__ import annotations

import math

import pytest

from edgerag.evaluate.datasets.retrieval import Query, RetrievalSet
from edgerag.evaluate.retrieval import evaluate_retrieval


def test_by_hand() -> None:
    queries = (Query("q1", "fever"), Query("q2", "cough"), Query("q3", "nobody judged this"))
    grades = {"q1": {"d1": 3.0, "d2": 1.0}, "q2": {"d3": 2.0}}
    rankings = {"fever": ["d9", "d1", "d2"], "cough": []}
    measured = evaluate_retrieval(RetrievalSet((), queries, grades), rankings.__getitem__, lambda *_: None)
    values = {name: measure.value for name, measure in measured.measures.items()}
    ndcg = (7 / math.log2(3) + 1 / math.log2(4)) / (7 + 1 / math.log2(3))
    assert values == pytest.approx({"ndcg@10": ndcg / 2, "recall@5": 0.5, "recall@10": 0.5, "mrr@10": 0.25})
    assert measured.n == 2
