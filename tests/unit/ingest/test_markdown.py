from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.ingest.markdown import read_markdown
from tests.unit.ingest.conftest import outline


def test_markdown_loses_its_markup_and_takes_pages_from_comments(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "# Book\n\n<!-- page 9 -->\n\n## Fever\n\nGive **1 g** of _paracetamol_.\n\n- one\n- two\n\n"
        "| Age | Dose |\n|---|---|\n| 5 | 250 mg |\n"
    )
    draft = read_markdown(path)
    assert [page.number for page in draft.pages] == [None, 9]
    assert outline(draft) == [
        ("heading", 1, "Book"),
        ("heading", 2, "Fever"),
        ("paragraph", 0, "Give 1 g of paracetamol."),
        ("paragraph", 0, "- one"),
        ("paragraph", 0, "- two"),
        ("row", 0, "Age | Dose"),
        ("row", 0, "5 | 250 mg"),
    ]


def test_ordered_items_keep_their_numbers_and_wrapped_lines_are_joined(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text("3. Give oxygen\n   and call for help\n4. Refer\n    - today\n    - by car\n5. Write\n")
    assert [text for _, _, text in outline(read_markdown(path))] == [
        "3. Give oxygen and call for help",
        "4. Refer",
        "- today",
        "- by car",
        "5. Write",
    ]


def test_front_matter_is_metadata_and_no_text(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        '---\ntitle: "Clinic Handbook"\nauthor: A. Nurse\ninstitution: Ministry of Health\n'
        "date: 2019-11\nlang: fr\n---\n# Fièvre\n"
    )
    draft = read_markdown(path)
    said = draft.properties
    assert (said.title, said.author, said.date, said.language) == (
        "Clinic Handbook",
        "Ministry of Health",
        "2019-11",
        "fr",
    )
    assert outline(draft) == [("heading", 1, "Fièvre")]


@pytest.mark.parametrize("comment", ["<!-- page 12 -->", "<!--PAGE: 12-->", "text <!-- page 12 --> text"])
def test_pages_turn_at_every_spelling_of_the_comment(tmp_path: Path, comment: str) -> None:
    path = tmp_path / "book.md"
    path.write_text(f"Before.\n\n{comment}\n\nAfter.\n")
    draft = read_markdown(path)
    assert {page.number for page in draft.pages} == {None, 12}
    assert draft.pages[-1].blocks[-1].text == "After."
    assert not any("<!--" in text for _, _, text in outline(draft))


def test_each_table_has_a_number_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text("| a | b |\n|---|---|\n| 1 | 2 |\n\nBetween.\n\n| c | d |\n|---|---|\n| 3 | 4 |\n")
    (page,) = read_markdown(path).pages
    assert [block.table for block in page.blocks] == [1, 1, 0, 2, 2]


@pytest.mark.parametrize(
    "old",
    [
        "~~10 mg~~",
        "<s>10 mg</s>",
        "<del>10 **mg**</del>",
        "<span hidden>10 mg</span>",
        '<span style="display: none">`10 mg`</span>',
    ],
)
def test_withdrawn_text_is_no_text_and_its_place_is_said(tmp_path: Path, old: str) -> None:
    path = tmp_path / "book.md"
    path.write_text(f"# Fever\n\nGive {old} 5 mg.\n\n| who | dose |\n|---|---|\n| adult | {old} 5 mg |\n")
    draft = read_markdown(path)
    assert [text for _, _, text in outline(draft)] == ["Fever", "Give  5 mg.", "who | dose", "adult | 5 mg"]
    assert len(draft.problems) == 1
    assert draft.problems[0].endswith('is left out: under "Fever"')


def test_a_hidden_element_hides_the_paragraphs_and_code_inside_it(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "Keep warm.\n\n<div hidden>\n\nGive 10 mg.\n\n    10 mg\n\n- 10 mg\n\n</div>\n\n"
        "<script>10 mg</script>\n\n<style>.old { display: none }</style>\n\n"
        '<p class="old">10 mg</p>\n\nGive 5 mg.\n'
    )
    draft = read_markdown(path)
    assert [text for _, _, text in outline(draft)] == ["Keep warm.", "Give 5 mg."]
    assert draft.problems == ("text that is hidden is left out: at the beginning",)


def test_an_element_that_is_never_closed_ends_with_its_paragraph(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text("<p hidden>\n\nKeep warm.\n\nGive <del>10 mg.\n\nGive 5 mg.\n")
    assert [text for _, _, text in outline(read_markdown(path))] == ["Keep warm.", "Give", "Give 5 mg."]


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("Give 15<sup>2</sup> mg/kg", "Give 15 (²) mg/kg"),
        ("Give **15**<sup>[2](#n)</sup> mg/kg", "Give 15 (²) mg/kg"),
        ("below 50 x 10<sup>9</sup>/L", "below 50 x 10⁹/L"),
        ("1<sup>1</sup>/<sub>2</sub> tablet", "1 1/2 tablet"),
        ("CO<sub>2</sub>", "CO2"),
    ],
)
def test_raised_text_joins_no_number(tmp_path: Path, marked: str, written: str) -> None:
    path = tmp_path / "book.md"
    path.write_text(f"# {marked}\n\n{marked}\n\n| who | {marked} |\n|---|---|\n| a | {marked} |\n")
    assert [text for _, _, text in outline(read_markdown(path))] == [
        written,
        written,
        f"who | {written}",
        f"a | {written}",
    ]


@pytest.mark.parametrize("tail", ["</sup>", ""])
def test_a_raised_note_that_is_never_closed_ends_with_its_paragraph(tmp_path: Path, tail: str) -> None:
    path = tmp_path / "book.md"
    path.write_text(f"Give 5<sup>1{tail}\n\n5 mg/kg\n\n<div>5<sup>1</sup> mg</div>\n")
    assert [text for _, _, text in outline(read_markdown(path))] == ["Give 5 (¹)", "5 mg/kg", "5 (¹) mg"]


def test_an_empty_cell_keeps_its_column(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "| Medicine | Adult dose | Child dose |\n|---|---|---|\n| zinc | | 20 mg |\n| quinine | 600 mg | |\n"
        "| | | |\n| | 1 g |\n"
    )
    assert [text for _, _, text in outline(read_markdown(path))] == [
        "Medicine | Adult dose | Child dose",
        "zinc | – | 20 mg",
        "quinine | 600 mg | –",
        "– | 1 g | –",
    ]


def test_tags_part_what_stands_on_both_sides_of_them(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text("<div><p>5</p>10 mg<br>6<td>20 mg</td></div>\n")
    assert [text for _, _, text in outline(read_markdown(path))] == ["5", "10 mg", "6 20 mg "]


def test_a_table_of_tags_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "Doses:\n\n<table class='a'><caption>By age</caption>\n<thead><tr><th rowspan=2>Age</th>"
        "<th colspan=2>Dose</th></tr>\n<tr><th>oral<th>IV</thead>\n<tr><td>5</td><td>50<sup>1</sup> mg</td>"
        "\n<td><del>10 mg</del></td></tr></table>\n\nGive with food.\n"
    )
    draft = read_markdown(path)
    assert outline(draft) == [
        ("paragraph", 0, "Doses:"),
        ("paragraph", 0, "By age"),
        ("row", 0, "Age | Dose | Dose"),
        ("row", 0, "Age | oral | IV"),
        ("row", 0, "5 | 50 (¹) mg | –"),
        ("paragraph", 0, "Give with food."),
    ]
    assert draft.problems == ("text that is deleted is left out: at the beginning",)


def test_markdown_within_the_cells_of_a_table_of_tags_is_read(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "<table>\n<tr><td>Shock</td><td>\n\n**1 L** at\nonce\n\n- warm\n\n    code\n\n"
        "| Who | Dose |\n|---|---|\n| adult | 1 L |\n| child | 20 mL/kg |\n\n</td></tr>\n\n"
        "<tr><td>Fever</td><td>none</td></tr></table>\n\nAfter.\n"
    )
    assert [text for _, _, text in outline(read_markdown(path))] == [
        "Shock | 1 L at once warm code Who: adult, Dose: 1 L; Who: child, Dose: 20 mL/kg",
        "Fever | none",
        "After.",
    ]


def test_a_table_within_a_cell_keeps_its_rows_and_the_names_of_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    inner = "<table><tr><th>Age</th><th>Dose</th></tr><tr><td>adult</td><td>1 L</td></tr></table>"
    path.write_text(
        f"<table><tr><td>Shock</td><td>Give {inner}</td></tr></table>\n\n"
        f"| Case | Fluid |\n|---|---|\n| Shock | Give {inner} |\n\nIn shock: {inner} at once\n"
    )
    assert [text for _, _, text in outline(read_markdown(path))] == [
        "Shock | Give Age: adult, Dose: 1 L",
        "Case | Fluid",
        "Shock | Give Age: adult, Dose: 1 L",
        "In shock:",
        "Age | Dose",
        "adult | 1 L",
        "at once",
    ]


def test_a_table_that_is_never_closed_ends_with_its_section(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text("<table><tr><td>a<td>b\n\nmore\n\n# Fever\n\nGive 1 g.\n\n<table><tr><td>c<td>d\n")
    assert outline(read_markdown(path)) == [
        ("row", 0, "a | b more"),
        ("heading", 1, "Fever"),
        ("paragraph", 0, "Give 1 g."),
        ("row", 0, "c | d"),
    ]


def test_pages_turn_within_a_table_of_tags(tmp_path: Path) -> None:
    path = tmp_path / "book.md"
    path.write_text(
        "<!-- page 8 -->\n\n<table><tr><th>Age</th><th>Dose</th></tr>\n<tr><td>5</td><td>1 g\n<!-- page 9 -->"
        "now</td></tr>\n<tr><td>6</td><td>2 g</td></tr>\n\n<!-- page 10 -->\n\n"
        "<tr><td>7</td><td>3 g</td></tr></table>\n\nAfter.\n"
    )
    pages = [(page.number, [block.text for block in page.blocks]) for page in read_markdown(path).pages]
    assert pages == [(8, ["Age | Dose", "5 | 1 g now"]), (9, ["6 | 2 g"]), (10, ["7 | 3 g", "After."])]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            ["<table>", "</table>", "<tr>", "<td>", "</td>", "</tr>", "<p>", "\n\n", "# ", "- ", "w ", "w "]
        ),
        max_size=30,
    )
)
def test_no_word_is_lost_or_said_twice_however_tags_are_nested(tmp_path: Path, pieces: list[str]) -> None:
    path = tmp_path / "book.md"
    path.write_text("start " + "".join(pieces))
    read = " ".join(text for _, _, text in outline(read_markdown(path)))
    assert read.count("w") == pieces.count("w ")
