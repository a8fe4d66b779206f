from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.claims import Claim, Kind
from edgerag.engine import tables
from edgerag.engine.tables import Row, Table, Tables, join_tables, read_table
from edgerag.errors import IngestError
from tests.no_files import KINDS, posix
from tests.workbooks import rows_xml, write_xlsx

CELLS = st.text(st.characters(exclude_categories=["C"], exclude_characters="\x85\u2028\u2029"), max_size=8)


def written(tmp_path: Path, text: str | bytes, name: str = "a.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def joined(tmp_path: Path, *texts: str, **said: object) -> Tables:
    read = [read_table(written(tmp_path, text, f"{n}.csv")) for n, text in enumerate(texts)]
    return join_tables(read, **said)  # type: ignore[arg-type]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    text = f'name{delimiter}dose\nZinc{delimiter}"20{delimiter}5 mg"\n'
    read = read_table(written(tmp_path, text))
    assert read.columns == ("name", "dose")
    assert read.rows == (Row("row 2", {"name": ("Zinc",), "dose": (f"20{delimiter}5 mg",)}),)


def test_decimal_commas_do_not_hide_a_semicolon(tmp_path: Path) -> None:
    read = read_table(written(tmp_path, "name;price;each\nZinc;1,5;2,5\nIron;2,5;3,5\n"))
    assert read.columns == ("name", "price", "each")


def test_workbook_is_read_as_it_is_shown(tmp_path: Path) -> None:
    rows: list[list[str | float]] = [["name", "dose"], ["Zinc", "20 mg"], ["Iron", ""]]
    read = read_table(write_xlsx(tmp_path / "a.xlsx", {"Stock": rows_xml(rows), "Notes": ""}))
    assert read.columns == ("name", "dose")
    assert [(row.place, row.cells["dose"]) for row in read.rows] == [("row 2", ("20 mg",)), ("row 3", ("",))]


@pytest.mark.parametrize(
    ("sheets", "states", "why"),
    [
        ({"A": [["name"], ["Zinc"]], "B": [["name"], ["Iron"]]}, {}, "2 sheets have rows"),
        ({"A": [["name"], ["Zinc"]], "B": [["name"], ["Iron"]]}, {"B": "hidden"}, "hidden"),
        ({"A": [["name"], ["Zinc", "20"]]}, {}, "row 2: 2 cells under 1 columns"),
        ({"A": []}, {}, "empty"),
    ],
)
def test_workbook_that_is_in_doubt_is_refused(
    tmp_path: Path, sheets: dict[str, list[list[str | float]]], states: dict[str, str], why: str
) -> None:
    written = {name: rows_xml(rows) for name, rows in sheets.items()}
    with pytest.raises(IngestError, match=why) as refused:
        read_table(write_xlsx(tmp_path / "a.xlsx", written, states=states))
    assert str(refused.value).startswith("a.xlsx")
    assert refused.value.hint


def test_workbook_that_is_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", {"Stock": rows_xml([["name"], ["Zinc"]])})
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("xl/media/a.bin", "w") as bomb,
    ):
        for _ in range(310):
            bomb.write(bytes(1_000_000))
    with pytest.raises(IngestError, match=r"a.xlsx: .*unpacks to 310 MB"):
        read_table(path)


def test_a_thousand_columns_are_a_thousand_attributes(tmp_path: Path) -> None:
    head = ",".join(f"c{n}" for n in range(1000))
    found = joined(tmp_path, f"{head}\n{','.join(f'v{n}' for n in range(1000))}\n")
    assert len(found.claims) == 999
    assert found.claims[-1] == Claim("0.csv", "v0", "c999", "v999", "row 2")


def test_formula_without_its_result_is_refused(tmp_path: Path) -> None:
    rows = rows_xml([["name", "dose"]]) + '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2*2</f></c></row>'
    with pytest.raises(IngestError, match="row 2 has a formula without its result"):
        read_table(write_xlsx(tmp_path / "a.xlsx", {"Stock": rows}))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings_of_spreadsheets(tmp_path: Path, encoding: str) -> None:
    read = read_table(written(tmp_path, "name,maker\nZinc,Müller & Söhne\n".encode(encoding)))
    assert read.rows[0].cells == {"name": ("Zinc",), "maker": ("Müller & Söhne",)}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("name,\nZinc,20\n", "column 2 has no name"),
        ("1,2\n3,4\n", "no names of columns"),
        ("name,dose,Dose\nZinc,1,2\n", "two columns are called 'dose'"),
        ("name,dose\nZinc,20,mg\n", "row 2: 3 cells under 2 columns"),
        ("name,dose\nZinc\n", "row 2: 1 cells under 2 columns"),
        ("name,dose\nZinc,20\nname,dose\n", "row 3: the header a second time"),
        ('name,dose\nZinc,"20\n', "quotation mark"),
    ],
)
def test_table_that_is_in_doubt_is_refused_with_the_place(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(IngestError, match=why) as refused:
        read_table(written(tmp_path, text))
    assert refused.value.hint


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"name": "Zinc", "name": "Iron"}', "twice"),
        ('{"name": {"first": "Zinc"}}', "nested"),
        ('["Zinc"]', "no JSON object"),
        ('{"name": ', "not JSON"),
        ('{"name": ' + "[" * 5000, "not JSON"),
    ],
)
def test_line_that_is_in_doubt_is_refused_with_the_place(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(IngestError, match=f"row 2.*{why}"):
        read_table(written(tmp_path, f'{{"name": "Tin"}}\n{line}\n', "a.jsonl"))


def test_json_numbers_stay_as_they_are_written(tmp_path: Path) -> None:
    read = read_table(
        written(tmp_path, '{"name": "Zinc", "dose": 1.50, "kept": true, "by": null}', "a.jsonl")
    )
    assert read.rows[0].cells == {"name": ("Zinc",), "dose": ("1.50",), "kept": ("yes",), "by": ("",)}


def test_list_in_json_is_several_values(tmp_path: Path) -> None:
    read = read_table(written(tmp_path, '{"name": "Zinc", "brands": ["A", "B"]}', "a.jsonl"))
    found = join_tables([read], multi=["brands"])
    assert [claim.value for claim in found.claims] == ["A", "B"]


def test_row_with_a_line_break_in_a_cell_is_one_row(tmp_path: Path) -> None:
    read = read_table(written(tmp_path, 'name,note\nZinc,"a\nb"\n\nIron,c\n'))
    assert [row.place for row in read.rows] == ["row 2", "row 4"]


def test_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"a.csv: the file is not text"):
        read_table(written(tmp_path, bytes(range(256)) * 50))


def test_other_file_and_file_that_is_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(IngestError, match="not a table"):
        read_table(written(tmp_path, "x", "a.pdf"))
    monkeypatch.setattr(tables, "MOST_BYTES", 3)
    with pytest.raises(IngestError, match="larger"):
        read_table(written(tmp_path, "name,dose\n"))


def test_columns_are_joined_whatever_their_case_and_each_claim_has_its_row(tmp_path: Path) -> None:
    found = joined(tmp_path, "Name,Dose\nZinc,20 mg\n", "dose ,name\n10 mg,Zinc\n")
    assert found.key == "Name"
    assert found.claims == (
        Claim("0.csv", "Zinc", "Dose", "20 mg", "row 2"),
        Claim("1.csv", "Zinc", "Dose", "10 mg", "row 2"),
    )
    assert found.kinds == {"Dose": Kind.NUMBER}
    assert found.single == {"Dose"}


def test_cells_of_several_values_are_cut(tmp_path: Path) -> None:
    found = joined(tmp_path, 'name,brands\nZinc,"A; B|C"\n', multi=["brands"])
    assert [claim.value for claim in found.claims] == ["A", "B", "C"]
    assert not found.single


@pytest.mark.parametrize(
    ("texts", "said", "why"),
    [
        (("name,dose\nZinc,1\n", "drug,dose\nZinc,1\n"), {}, "no column 'name'"),
        (("name,dose\nZinc,1\n",), {"key": "drug"}, "no column 'drug'"),
        (("name,dose\nZinc,1\n",), {"multi": ["brand"]}, "no table has a column 'brand'"),
        (("name,dose\n ,1\n",), {}, "row 2: nothing in 'name'"),
    ],
)
def test_tables_that_cannot_be_joined_say_why(
    tmp_path: Path, texts: tuple[str, ...], said: dict[str, object], why: str
) -> None:
    with pytest.raises(IngestError, match=why) as refused:
        joined(tmp_path, *texts, **said)
    assert refused.value.hint


def test_key_that_is_no_key_is_noticed(tmp_path: Path) -> None:
    rows = "".join(f"Malawi,{n} mg\n" for n in range(tables.MOST_VALUES + 1))
    with pytest.raises(IngestError, match=r"501 values of 'dose' for one thing, 'malawi'") as refused:
        joined(tmp_path, f"country,dose\n{rows}")
    assert "--key" in refused.value.hint


def test_two_tables_of_one_name_are_refused() -> None:
    table = Table("a.csv", ("name",), ())
    with pytest.raises(IngestError, match="two tables"):
        join_tables([table, table])


@given(st.lists(st.tuples(CELLS.filter(str.strip), CELLS), min_size=1, max_size=5))
def test_every_cell_under_an_attribute_is_a_claim(rows: list[tuple[str, str]]) -> None:
    made = tuple(Row(f"row {n}", {"name": (name,), "x": (x,)}) for n, (name, x) in enumerate(rows))
    found = join_tables([Table("a.csv", ("name", "x"), made)])
    assert [claim.value for claim in found.claims] == [x.strip() for _, x in rows if x.strip()]


@posix
@pytest.mark.parametrize(("make", "said"), KINDS)
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    path = tmp_path / "table.csv"
    make(path)
    with pytest.raises(IngestError, match=said):
        read_table(path)
