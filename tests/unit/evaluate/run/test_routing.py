from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.routing import measure_routing
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows
from tests.unit.evaluate.run.conftest import CORPUS


@pytest.mark.usefixtures("models")
def test_routing_reads_the_handbooks_that_answer_first(tmp_path: Path, bench: Bench) -> None:
    data = tmp_path / "clinic"
    malaria = "Malaria is treated with artemether for three days."
    rows = [*CORPUS, {"handbook": "C", "id": "c1", "title": "Treating malaria", "text": malaria}]
    for handbook in "ABC":
        of_it = (row for row in rows if row["handbook"] == handbook)
        write_rows(data / "corpus" / f"{handbook}.jsonl", *of_it)
    question = {"id": "q", "question": "How is malaria treated?", "sections": {"A": ["a2"], "C": ["c1"]}}
    write_rows(data / "cross_source" / "dev.jsonl", question, question)
    result = measure_routing(Source(data), bench, limit=1)
    assert (result.n, result.versions["densest"]) == (1, "A")
    values = {name: measure.value for name, measure in result.measures.items()}
    for name in ("primary_acc", "top2_hit", "ev_recall@5", "ev_ndcg@5", "cross_ev@5"):
        assert values[name] == 1.0
    assert values["dominance"] == pytest.approx(2 / 3)  # of a2, c1 and a1


@pytest.mark.usefixtures("models")
def test_what_each_part_is_worth_is_measured_in_the_same_run(tmp_path: Path, bench: Bench) -> None:
    data = tmp_path / "clinic"
    for handbook in "AB":
        of_it = (row for row in CORPUS if row["handbook"] == handbook)
        write_rows(data / "corpus" / f"{handbook}.jsonl", *of_it)
    question = {"id": "q", "question": "How is malaria treated?", "sections": {"A": ["a2"]}}
    write_rows(data / "cross_source" / "dev.jsonl", question)
    parts = measure_routing(Source(data), bench, ablate=True).groups["retrieval"]
    assert parts["as it is"].measures["ev_recall@5"].value == 1.0
    assert parts["one ranking over all"].measures["ev_recall@5"].value == 1.0
    # Of two handbooks, the one that says nothing of malaria would be evidence too.
    assert parts["without silence"].measures["ev_ndcg@5"].value == 1.0
    assert {"equal shares", "without meaning", "without the cross-encoder"} < parts.keys()


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_routing(Source(tmp_path / "nowhere"), bench)
