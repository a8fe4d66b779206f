from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.datasets.citation import read_citation
from tests.rows import write_rows


def test_claims_keep_every_set_of_sentences_that_bears_them_out(tmp_path: Path) -> None:
    row = {
        "claim": "Zinc helps.",
        "evidence_sentences": ["Wash.", "Zinc."],
        "supporting_sentence_sets": [[1]],
    }
    write_rows(tmp_path / "dev.jsonl", row)
    (claim,) = read_citation(tmp_path, "dev")
    assert (claim.question, claim.supporting_sentence_sets) == ("Zinc helps.", [[1]])
