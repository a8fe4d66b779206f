from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.run.retrieval import measure_retrieval
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows
from tests.unit.evaluate.run.conftest import CORPUS


@pytest.mark.usefixtures("models")
def test_retrieval_finds_the_obvious(tmp_path: Path, bench: Bench) -> None:
    data = tmp_path / "clinic"
    write_rows(data / "corpus.jsonl", *CORPUS)
    write_rows(data / "dev.queries.jsonl", {"id": "q", "text": "How is malaria treated?"})
    (data / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq\ta2\t3\n", encoding="utf-8")
    result = measure_retrieval(Source(data), bench)
    assert (result.dataset, result.split, result.n) == ("clinic", "dev", 1)
    assert {name: value.value for name, value in result.measures.items()} == {
        "ndcg@10": 1.0,
        "recall@5": 1.0,
        "recall@10": 1.0,
        "mrr@10": 1.0,
    }
    assert result.versions.keys() == {"edgerag", "embedder", "reranker"}
    assert len(list((tmp_path / "kept").glob("clinic-*/library.db"))) == 1


@pytest.mark.usefixtures("models")
def test_a_sample_of_the_questions_is_taken_of_those_that_have_a_judged_document(
    tmp_path: Path, bench: Bench
) -> None:
    data = tmp_path / "clinic"
    write_rows(data / "corpus.jsonl", *CORPUS)
    asked = ("What has no judged document?", "How is malaria treated?", "Is a tourniquet used?")
    write_rows(data / "dev.queries.jsonl", *({"id": f"q{n}", "text": text} for n, text in enumerate(asked)))
    (data / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq1\ta2\t3\nq2\ta1\t3\n", encoding="utf-8")
    result = measure_retrieval(Source(data), bench, limit=1)
    assert (result.n, result.measures["mrr@10"].value) == (1, 1.0)


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, bench: Bench) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        measure_retrieval(Source(tmp_path / "nowhere"), bench)
