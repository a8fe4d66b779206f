from __future__ import annotations

from pathlib import Path

from edgerag.confirm.claims import Claim, Kind
from edgerag.evaluate.datasets.fusion import FusionQuery, read_fusion
from tests.rows import write_rows


def test_attributes_are_joined_whether_they_are_plural_or_not(tmp_path: Path) -> None:
    claim = {"source": "a", "entity": "Ariel", "attribute": "directors", "value": "Aki Kaurismäki"}
    query = {"id": "1", "entity": "Ariel", "attribute": "Director", "answers": ["Aki Kaurismäki"]}
    write_rows(tmp_path / "claims.jsonl", claim)
    write_rows(tmp_path / "dev.queries.jsonl", query)
    data = read_fusion(tmp_path, "dev")
    assert data.claims == (Claim("a", "Ariel", "director", "Aki Kaurismäki"),)
    assert data.queries == (FusionQuery("1", "Ariel", "director", ("Aki Kaurismäki",)),)
    assert data.kinds == {"director": Kind.NAMES}


def test_sellers_lists_of_books_are_joined_by_either_number(tmp_path: Path) -> None:
    write_rows(tmp_path / "claims.jsonl", {"source": "shop", "isbn": "111", "authors": "Lu, X."})
    write_rows(
        tmp_path / "dev.queries.jsonl",
        {"id": "1", "isbn10": "111", "isbn": "978", "authors": ["Lu, X."]},
        {"id": "2", "isbn10": "222", "isbn": "111", "authors": ["Lu, X."]},
    )
    data = read_fusion(tmp_path, "dev")
    assert data.claims == (Claim("shop", "111", "author", "Lu, X."),)
    assert [query.entity for query in data.queries] == ["111", "111"]
