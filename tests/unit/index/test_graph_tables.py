from __future__ import annotations

import csv
from pathlib import Path

from edgerag.domain.entities import RelationType
from edgerag.index.graph_tables import Tables
from tests.graphs import make_content, make_extracted
from tests.synthetic import make_handbook

BOOK = make_handbook("Clinic", ["Artesunate treats malaria.", "Malaria causes fever."])


def test_every_node_and_edge_is_one_line(tmp_path: Path) -> None:
    said = [("a", RelationType.TREATS, 'b "c", d'), ("a", RelationType.TREATS, "e")]
    with Tables(tmp_path) as tables:
        tables.fill(make_content([(BOOK, make_extracted(BOOK, said))]))
    assert tables.n_bytes > 0
    for name, path in tables.files.items():
        with path.open(encoding="utf-8", newline="") as file:
            assert len(list(csv.reader(file))) == tables.n_rows[name]
    assert tables.n_rows["Chunk"] == tables.n_rows["IN_SECTION"] == 2
    assert tables.n_rows["Entity"] == tables.n_rows["MEMBER_OF"] == 3
    with tables.files["TREATS"].open(encoding="utf-8", newline="") as file:
        pages = [row[3] for row in csv.reader(file)]
    assert pages == ["1", "2"]
