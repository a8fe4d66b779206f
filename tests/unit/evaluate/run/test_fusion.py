from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.halves import Half
from edgerag.evaluate.run.fusion import measure_fusion
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows


def test_values_of_sources_are_measured_on_queries_of_a_half(tmp_path: Path, bench: Bench) -> None:
    films = [f"Film {n}" for n in range(9)]
    claim = {"source": "a", "attribute": "director", "value": "Aki Kaurismäki"}
    write_rows(tmp_path / "claims.jsonl", *(claim | {"entity": film} for film in films))
    query = {"attribute": "director", "answers": ["Aki Kaurismäki"]}
    write_rows(tmp_path / "dev.queries.jsonl", *(query | {"id": film, "entity": film} for film in films))
    work, held = (
        measure_fusion(Source(tmp_path, half=half), bench.progress) for half in (Half.WORK, Half.HELD)
    )
    assert work.n + held.n == len(films)
    assert work.measures["recall"].value == 1.0
    assert "theta" in work.versions
