from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.ingest.text import read_text
from tests.unit.ingest.conftest import outline


def test_text_headings_by_capitals_numbers_and_underlines(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(
        "Clinic book\n===========\n\nFEVER AND COUGH\n\nGive fluids.\n\n2.1 Danger signs\n\nRefer at once.\n"
    )
    assert outline(read_text(path)) == [
        ("heading", 1, "Clinic book"),
        ("heading", 2, "FEVER AND COUGH"),
        ("paragraph", 0, "Give fluids."),
        ("heading", 4, "2.1 Danger signs"),
        ("paragraph", 0, "Refer at once."),
    ]


def test_form_feeds_turn_pages_and_without_them_there_are_none(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("First page.\f\fThird page.\n")
    assert [(page.number, page.blocks[0].text) for page in read_text(path).pages] == [
        (1, "First page."),
        (3, "Third page."),
    ]
    path.write_text("One page.\n")
    assert [page.number for page in read_text(path).pages] == [None]


def test_a_sentence_in_capitals_or_with_a_number_is_no_heading(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("DO NOT GIVE ASPIRIN.\n\n2 tablets\nevery day\n\n第三章 发烧\n\n5 mg\n")
    assert [text for kind, _, text in outline(read_text(path)) if kind == "heading"] == [
        "第三章 发烧",
        "5 mg",
    ]


LINE = st.text(st.sampled_from("aB .1-="), max_size=12)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINE, max_size=12))
def test_no_letter_is_lost_whatever_is_taken_for_a_heading(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "book.txt"
    path.write_text("\n".join(lines))
    read = "".join(text for _, _, text in outline(read_text(path)))
    assert [c for c in read if c.isalnum()] == [c for c in "".join(lines) if c.isalnum()]
