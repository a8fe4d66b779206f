from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.errors import ConfigError, ModelMissingError
from tests.unit.cli.conftest import Invoke


def test_without_models_the_command_that_brings_them_is_named(invoke: Invoke, pairs: Path) -> None:
    with pytest.raises(ModelMissingError) as missed:
        invoke("evaluate", "pairs", "--data", pairs)
    assert "edgerag models install" in missed.value.hint


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A data set of two queries, of which one has claims."""
    folder = tmp_path / "fusion"
    folder.mkdir()
    rows = [
        {"source": source, "entity": "Ariel", "attribute": "director", "value": value}
        for source, value in (("a", "Aki Kaurismäki"), ("b", "Kaurismaki, Aki"), ("c", "Tom Tykwer"))
    ]
    queries = [
        {"id": "1", "entity": "ariel", "attribute": "directors", "answers": ["Aki Kaurismäki"]},
        {"id": "2", "entity": "Nobody's", "attribute": "directors", "answers": ["Jo Low"]},
    ]
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "dev.queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    return folder


def test_fusion_is_measured_over_the_queries_with_claims(
    invoke: Invoke, claims: Path, tmp_path: Path
) -> None:
    invoke("evaluate", "fusion", "--data", claims, "--json", tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_bytes())
    assert found["n"] == 1
    assert found["measures"]["recall"]["value"] == 1.0
    assert found["measures"]["coverage"]["value"] == 0.5
    assert {"f1", "f1_lenient", "precision"} <= set(found["measures"])


def test_claim_without_a_source_is_named_with_its_line(invoke: Invoke, claims: Path) -> None:
    (claims / "claims.jsonl").write_text('{"entity": "Ariel"}\n')
    with pytest.raises(ConfigError, match=r"line 1.*source"):
        invoke("evaluate", "fusion", "--data", claims)
