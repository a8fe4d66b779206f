from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.errors import IngestError
from edgerag.ingest.html import read_html
from tests.unit.ingest.conftest import outline


def test_html_drops_scripts_and_keeps_headings_and_rows(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<!DOCTYPE html><html><head><title>Clinic book</title></head>"
        "<body><h1>Fever</h1><script>alert(1)</script><p>Give <b>1 g</b> now.</p>"
        "<ul><li>one</li></ul>"
        "<table><tr><th>Age</th><th>Dose</th></tr>"
        "<tr><td>5</td><td>250 mg</td></tr></table>"
    )
    found = outline(read_html(path))
    assert ("heading", 1, "Fever") in found
    assert ("row", 0, "5 | 250 mg") in found
    assert not any("alert" in text for _, _, text in found)


@pytest.mark.parametrize("end", ["", ".xhtml"])
def test_a_file_that_defines_entities_is_refused(tmp_path: Path, end: str) -> None:
    path = tmp_path / f"book{end or '.html'}"
    path.write_text('<!DOCTYPE x [<!entity dose "10 mg">]><html><body><p>Give &dose; now.</p>')
    with pytest.raises(IngestError, match="entities of its own"):
        read_html(path)


@pytest.mark.parametrize(
    "text",
    [
        "<p " + " ".join(f"a{n}" for n in range(200_000)) + ">Give 1 g.</p>",
        "<p " + " ".join(f"a{n}='<x>'" for n in range(40_000)) + ">Give 1 g.</p>",
        "<p " + "<a b " * 100_000,
        ("<p " + " ".join(f"a{n}" for n in range(2_000)) + ">x</p>") * 100,
    ],
)
def test_thousands_of_attributes_cost_seconds_at_most(tmp_path: Path, text: str) -> None:
    path = tmp_path / "book.html"
    path.write_text(text)
    started = time.process_time()
    with pytest.raises(IngestError, match="attributes"):
        read_html(path)
    assert time.process_time() - started < 10


def test_deeply_nested_html_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<html><body>" + "<div>" * 20_000 + "deep text" + "</div>" * 20_000)
    try:
        draft = read_html(path)
    except IngestError:
        return
    assert len(outline(draft)) <= 1


def test_lists_keep_their_numbers_and_a_table_in_a_cell_stays_in_its_row(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<ol start=3><li>Give oxygen<ul><li>by mask</ul><li>Refer</ol>"
        "<table><tr><td>Shock<td><table><tr><td>adult<td>1 L</table></table>"
    )
    assert [text for _, _, text in outline(read_html(path))] == [
        "3. Give oxygen",
        "- by mask",
        "4. Refer",
        "Shock | adult 1 L",
    ]


def test_head_says_title_author_date_and_language(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        '<html lang="fr-FR"><head><title> Clinic </title><meta name="Author" content="Ministry of Health">'
        '<meta name="date" content="2019-11"></head><body><p>Texte.</p></body></html>'
    )
    said = read_html(path).properties
    assert (said.title, said.author, said.date, said.language) == (
        "Clinic",
        "Ministry of Health",
        "2019-11",
        "fr",
    )


def test_file_without_any_content_is_told(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text("   ")
    with pytest.raises(IngestError, match="no content"):
        read_html(path)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<b>",
                "</b>",
                "<table>",
                "</table>",
                "<tr>",
                "<td>",
                "<ol>",
                "</ol>",
                "<li>",
                "w ",
            ]
        ),
        max_size=30,
    )
)
def test_no_word_is_lost_or_said_twice_however_tags_are_nested(tmp_path: Path, pieces: list[str]) -> None:
    path = tmp_path / "book.html"
    path.write_text("<body>start " + "".join(pieces))
    read = " ".join(text for _, _, text in outline(read_html(path)))
    assert read.count("w") == pieces.count("w ")


@pytest.mark.parametrize(
    "old",
    [
        "<s>10 mg</s>",
        "<del>10 mg</del>",
        "<strike>10 <b>mg</b></strike>",
        "<span hidden>10 mg</span>",
        '<span style="display:none">10 mg</span>',
        '<span style="visibility:hidden">10 mg</span>',
        "<template>10 mg</template>",
        "<noscript>10 mg</noscript>",
        '<span class="old">10 mg</span>',
    ],
)
def test_withdrawn_text_is_no_text_and_its_place_is_said(tmp_path: Path, old: str) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<style>.old { display: none }</style><h1>Fever</h1>"
        f"<p>Give {old} 5 mg.</p><table><tr><td>adult<td>{old} 5 mg</table>"
    )
    draft = read_html(path)
    assert [text for _, _, text in outline(draft)] == ["Fever", "Give 5 mg.", "adult | 5 mg"]
    assert len(draft.problems) == 1
    assert draft.problems[0].endswith('is left out: under "Fever"')


def test_a_hidden_list_item_takes_no_number(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text("<ol><li>Give oxygen<li hidden>Wait<li>Refer</ol>")
    assert [text for _, _, text in outline(read_html(path))] == ["1. Give oxygen", "2. Refer"]


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("Give gentamicin 5<sup>1</sup> mg/kg", "Give gentamicin 5 (¹) mg/kg"),
        ("Give 5<a href='#1'><sup>1</sup></a> mg/kg", "Give 5 (¹) mg/kg"),
        ("Give 5<span style='vertical-align: super'>1</span> mg/kg", "Give 5 (¹) mg/kg"),
        ("below 50 x 10<sup>9</sup>/L", "below 50 x 10⁹/L"),
        ("1<sup>1</sup>&frasl;<sub>2</sub> tablet", "1 1⁄2 tablet"),
        ("CO<sub>2</sub> and vitamin B<sub>12</sub>", "CO2 and vitamin B12"),
    ],
)
def test_raised_text_joins_no_number(tmp_path: Path, marked: str, written: str) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        f"<meta charset=utf-8><h1>{marked}</h1><p>{marked}</p><table><tr><td>who<td>{marked}</table>"
    )
    assert [text for _, _, text in outline(read_html(path))] == [written, written, f"who | {written}"]


def test_an_empty_cell_keeps_its_column(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<table><tr><th>Medicine<th>Adult dose<th>Child dose<tr><td>zinc<td>&nbsp;<td>20 mg"
        "<tr><td>quinine<td>600 mg<td><tr><td><td><td><tr><td><td>1 g<td></table>"
    )
    assert [text for _, _, text in outline(read_html(path))] == [
        "Medicine | Adult dose | Child dose",
        "zinc | – | 20 mg",
        "quinine | 600 mg | –",
        "– | 1 g | –",
    ]


def test_merged_cells_are_filled(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<table><thead><tr><th rowspan=2>Medicine<th colspan='2'>Dose<tr><th>Adult<th>Child</thead>"
        "<tr><td rowspan=2>quinine<td>600 mg<td>10 mg/kg<tr><td colspan=2>twice a day"
        "<tr><td colspan=3>Give with food<tr><td>zinc<td rowspan=0>20 mg<td>10 mg"
        "<tr><td>other<td>5 mg</table>"
    )
    assert [text for _, _, text in outline(read_html(path))] == [
        "Medicine | Dose | Dose",
        "Medicine | Adult | Child",
        "quinine | 600 mg | 10 mg/kg",
        "quinine | twice a day | twice a day",
        "Give with food",
        "zinc | 20 mg | 10 mg",
        "other | 20 mg | 5 mg",
    ]


@pytest.mark.parametrize("span", ["10000", "9" * 5000, "-3", "2.5", "x", ""])
def test_a_span_out_of_all_measure_does_no_harm(tmp_path: Path, span: str) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        f"<ol start='{span}'><li>Weigh</ol><table><tr><td rowspan='{span}'>5 kg<td colspan='{span}'>1 g"
        "<tr><td>2 g</table>"
    )
    texts = [text for _, _, text in outline(read_html(path))]
    assert texts[1] == "5 kg | 1 g"
    assert texts[2].endswith("2 g")
    assert len(texts) == 3


def test_rows_stay_in_their_place_between_other_text(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<p>one<table><caption>two</caption><tr><td>a<td>b</table><p>three<table><tr><td>c<td>d</table>"
    )
    found = [block for page in read_html(path).pages for block in page.blocks]
    assert [block.text for block in found] == ["one", "two", "a | b", "three", "c | d"]
    assert [block.table for block in found] == [0, 0, 1, 0, 2]


def test_a_table_in_a_cell_keeps_its_rows_and_the_names_of_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<table><tr><th>Case<th>Fluid<tr><td>Shock<td>Give:<table><tr><th>Age<th>Dose"
        "<tr><td rowspan=2>adult<td>1 L<tr><td>then 2 L<tr><td>child<td>20 mL/kg</table>"
        "<tr><td>Fever<td>none</table>"
    )
    assert [text for _, _, text in outline(read_html(path))] == [
        "Case | Fluid",
        "Shock | Give: Age: adult, Dose: 1 L; Age: adult, Dose: then 2 L; Age: child, Dose: 20 mL/kg",
        "Fever | none",
    ]


def test_a_table_that_lays_out_another_leaves_it_a_table(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text(
        "<table><tr><td>&nbsp;<td><table><caption>Doses</caption><tr><th>Age<th>Dose"
        "<tr><td>5<td>250 mg</table><tr><td><td>End</table>"
    )
    found = [block for page in read_html(path).pages for block in page.blocks]
    assert [(block.table, block.text) for block in found] == [
        (1, "Doses"),
        (2, "Age | Dose"),
        (2, "5 | 250 mg"),
        (1, "End"),
    ]


def test_a_list_in_a_cell_marks_nothing_behind_the_table(tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    path.write_text("<table><tr><td>who<td><ul><li>adult</ul></table><p>Keep warm.")
    assert [text for _, _, text in outline(read_html(path))] == ["who | adult", "Keep warm."]
