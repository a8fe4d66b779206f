from __future__ import annotations

from pathlib import Path

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.pairs import read_pairs
from tests.rows import write_rows


def test_pairs_keep_their_label(tmp_path: Path) -> None:
    write_rows(
        tmp_path / "dev.jsonl.gz", {"question": "?", "a": "1", "b": "2", "label": "DIVERGENT", "soft": True}
    )
    assert read_pairs(tmp_path, "dev")[0].label is Label.DIVERGENT


def test_capability_is_read_where_the_data_has_it(tmp_path: Path) -> None:
    pair = {"question": "?", "a": "x", "b": "y", "label": "CONSISTENT"}
    write_rows(tmp_path / "dev.jsonl", pair, pair | {"capability": "units", "group": "g"})
    plain, tested = read_pairs(tmp_path, "dev")
    assert (plain.capability, tested.capability, tested.group) == ("", "units", "g")


def test_real_pairs_are_read(shared_data: Path) -> None:
    assert len(read_pairs(shared_data / "disagreement", "dev")) == 5571
