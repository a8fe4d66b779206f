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
