from __future__ import annotations

import json
from dataclasses import replace

import pytest

from edgerag.domain.notes import Note
from edgerag.domain.reports import Report
from edgerag.present.cards import card_lines, cards_of
from edgerag.present.html import report_html
from edgerag.present.json.report import report_from_json, report_json
from edgerag.present.lines import plain
from edgerag.present.markdown import report_markdown
from edgerag.present.notes import BOOKMARK, answer_note, note_lines, note_row, of_place, on_page, page_note
from edgerag.present.page import NOTED_LINES, noted_lines
from edgerag.present.plain import sentences
from edgerag.present.text import report_lines

WORDS = "Agreed with <b>Dr M.</b>"


@pytest.fixture
def noted(anaphylaxis: Report) -> Report:
    """A report with a note on the first answer and one on a page of the second."""
    first, second = (answer.handbook for answer in anaphylaxis.answers[:2])
    on_page = page_note(second, 3, "page 3 (printed iii)", "The ampoule is blue")
    bookmark = page_note(first, 9, "page 9", "")
    return replace(anaphylaxis, notes=(answer_note(first, 12, WORDS), on_page, bookmark))


def test_every_form_shows_the_notes_as_a_readers_and_none_as_a_quotation(noted: Report) -> None:
    html = report_html(noted)
    assert "Reader&#x27;s note (answer): Agreed with &lt;b&gt;Dr M.&lt;/b&gt;" in html
    assert all("ampoule" not in part.split("</blockquote>")[0] for part in html.split("<blockquote>")[1:])
    markdown = report_markdown(noted)
    assert not any(line.startswith(">") and "Reader's note" in line for line in markdown.splitlines())
    spoken = " ".join(sentences(noted))
    text = plain(report_lines(noted, 100))
    cards = "\n".join(plain(card_lines(card, 100)) for card in cards_of(noted))
    for shown in (markdown.replace("\\", ""), spoken, text, cards):
        assert "Reader's note (page 3" in shown
        assert "The ampoule is blue" in shown
        assert "page 9" not in shown


def test_notes_are_in_the_json_and_read_back(noted: Report) -> None:
    read = report_from_json(report_json(noted))
    assert [(note.place, note.note, note.page) for note in read.notes] == [
        (note.place, note.note, note.page) for note in noted.notes
    ]


def test_a_list_says_what_became_of_the_handbook(anaphylaxis: Report) -> None:
    book = anaphylaxis.answers[0].handbook
    note = page_note(book, 3, "page 3", "")
    assert note_row(note, [book]) == (book.title, "page 3", BOOKMARK)
    assert note_row(note, [replace(book, sha256="other")])[1] == "page 3 · of another edition"
    assert note_row(note, [])[1] == "page 3 · removed since"
    assert note_row(answer_note(book, 12, "so\x1b[31m"), [book])[1:] == (
        "answer of question 12",
        "so<U+001B>[31m",
    )


def test_a_list_has_the_present_title_of_a_handbook_that_is_there(anaphylaxis: Report) -> None:
    book = anaphylaxis.answers[0].handbook
    note = replace(page_note(book, 3, "page 3", ""), title="As it was called")
    assert note_row(note, [book])[0] == book.title
    assert note_row(note, [])[0] == "As it was called"


def test_of_a_page_the_notes_are_said_but_no_bookmark_nor_those_of_other_pages(anaphylaxis: Report) -> None:
    book, other = (answer.handbook for answer in anaphylaxis.answers[:2])
    notes = [
        page_note(book, 3, "page 3", "so\x1b[31m"),
        page_note(book, 4, "page 4", ""),
        page_note(other, 3, "page 3", "elsewhere"),
        answer_note(book, 12, "of the answer"),
    ]
    assert on_page(notes, book, 3) == ["Reader's note (page 3): so<U+001B>[31m"]
    assert on_page(notes, book, 4) == []
    assert on_page(notes, replace(book, sha256="other"), 3)[0].endswith(" · of another edition")


def test_of_a_long_note_on_a_page_the_beginning_is_shown() -> None:
    assert len(noted_lines(["word " * 200], 40)) == NOTED_LINES
    assert plain(noted_lines(["Reader's note (page 3): short"], 40)) == "Reader's note (page 3): short\n"


def test_each_note_is_a_line_of_json(anaphylaxis: Report) -> None:
    book = anaphylaxis.answers[0].handbook
    lines = note_lines([page_note(book, 3, "page 3", "two\u2028lines"), answer_note(book, 12, "")])
    first, second = map(json.loads, lines.decode().split("\n")[:-1])
    assert (first["schema"], first["page"], first["report"]) == ("edgerag.note/1", 3, None)
    assert (second["page"], second["report"], second["title"]) == (None, 12, book.title)


def test_what_is_noted_on_a_place_is_found(anaphylaxis: Report) -> None:
    book = anaphylaxis.answers[0].handbook
    notes: list[Note] = [page_note(book, 3, "page 3", "three"), answer_note(book, 12, "twelve")]
    assert of_place(notes, book.id, page=3, report=None) == "three"
    assert of_place(notes, book.id, page=None, report=12) == "twelve"
    assert of_place(notes, book.id, page=4, report=None) == ""
