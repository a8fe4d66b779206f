from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.halves import Half
from edgerag.evaluate.run.citation import measure_citation
from edgerag.evaluate.run.source import Source
from tests.rows import write_rows


def test_sentences_to_cite_are_measured_on_claims_of_a_half(tmp_path: Path, bench: Bench) -> None:
    rows = [
        {
            "claim": f"Zinc helps in cholera, trial {n}.",
            "evidence_sentences": ["Wash your hands.", f"In trial {n} zinc helped in cholera."],
            "supporting_sentence_sets": [[1]],
        }
        for n in range(9)
    ]
    folder = tmp_path / "claims"
    write_rows(folder / "dev.jsonl", *rows)
    work, held = (
        measure_citation(Source(folder, half=half), bench.progress) for half in (Half.WORK, Half.HELD)
    )
    assert work.n + held.n == len(rows)
    assert work.measures["f1"].value == 1.0
