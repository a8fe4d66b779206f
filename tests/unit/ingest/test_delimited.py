from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.errors import IngestError
from edgerag.ingest.assemble import assemble
from edgerag.ingest.delimited import DELIMITERS, find_delimiter, read_delimited
from tests.unit.ingest.conftest import outline

CELLS = st.lists(
    st.lists(st.text("ab0 ,;|\"'.é", min_size=1, max_size=8).filter(str.strip), min_size=3, max_size=3),
    min_size=4,
    max_size=12,
)


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def texts(path: Path) -> list[str]:
    return [text for _, _, text in outline(read_delimited(path))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_delimiter_and_encoding_are_found(delimiter: str, encoding: str, tmp_path: Path) -> None:
    rows = ["Médicament,Forme,Dose", "paracétamol,comprimé,500 mg", "fer,gouttes,25 mg"]
    path = written(tmp_path / "a.csv", "\r\n".join(rows).replace(",", delimiter), encoding)
    assert texts(path) == [
        "Row 1 | Médicament | Forme | Dose",
        "Row 2 | Médicament: paracétamol | Forme: comprimé | Dose: 500 mg",
        "Row 3 | Médicament: fer | Forme: gouttes | Dose: 25 mg",
    ]


def test_decimal_commas_do_not_part_cells(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "Medicine;Dose;Price\nzinc;0,5 mg;1,20\niron;1,5 mg;2,40\n")
    assert texts(path)[1] == "Row 2 | Medicine: zinc | Dose: 0,5 mg | Price: 1,20"
    assert read_delimited(path).problems[0] == (
        'column "Dose" has decimal commas ("0,5"): they are kept as written'
    )


def test_quoted_cells_hold_delimiters_and_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.csv", 'Medicine,Note,Dose\nzinc,"daily, with food\nnot tea",20 mg\niron,x,60 mg\n'
    )
    assert texts(path)[1:] == [
        "Row 2 | Medicine: zinc | Note: daily, with food not tea | Dose: 20 mg",
        "Row 3 | Medicine: iron | Note: x | Dose: 60 mg",
    ]


def test_a_quotation_mark_that_nothing_closes_takes_no_row_away(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", 'Medicine,Note,Dose\nzinc,"daily,20 mg\niron,x,60 mg\n')
    assert texts(path)[2] == "Row 3 | Medicine: iron | Note: x | Dose: 60 mg"
    assert read_delimited(path).problems == (
        "a quotation mark is opened that nothing closes: all of them are kept as text",
    )


def test_a_first_line_may_name_the_delimiter_and_rows_keep_their_numbers(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "sep=|\nMedicine|Dose\n\nzinc|20 mg\n")
    assert texts(path) == ["Row 2 | Medicine | Dose", "Row 4 | Medicine: zinc | Dose: 20 mg"]


def test_the_row_above_the_head_is_the_title(tmp_path: Path) -> None:
    path = written(
        tmp_path / "list.csv",
        "Essential medicines, edition of May 2023\nMedicine,Dose,Route\nzinc,20 mg,mouth\n",
    )
    parsed = assemble(path, chunk_words=160, overlap_words=32)
    assert parsed.handbook.title.startswith("Essential medicines")
    assert parsed.handbook.edition == "2023-05"
    assert parsed.handbook.media_type == "csv"


def test_binary_junk_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(IngestError, match="not text"):
        assemble(path, chunk_words=160, overlap_words=32)
    path.write_bytes(b"")
    with pytest.raises(IngestError, match="empty"):
        assemble(path, chunk_words=160, overlap_words=32)
    path.write_bytes(b",,\n,,\n")
    with pytest.raises(IngestError, match="no text"):
        assemble(path, chunk_words=160, overlap_words=32)


def test_a_flood_in_one_cell_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.csv", "Medicine,Dose\nzinc," + "x" * 10_000_001)
    with pytest.raises(IngestError, match="row 2 cannot be read"):
        read_delimited(path)


@given(CELLS, st.sampled_from(DELIMITERS))
def test_the_delimiter_of_a_quoted_table_is_found(rows: list[list[str]], delimiter: str) -> None:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    assert find_delimiter(file.getvalue()) == delimiter
