from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.domain.reports import Report
from edgerag.errors import StoreError
from edgerag.present.json.report import report_json
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke


@pytest.fixture
def number(library: Library, anaphylaxis: Report) -> int:
    """The number of a kept report, whose handbooks the library does not have."""
    return library.keep_report(anaphylaxis.question, report_json(anaphylaxis), [])


def test_pages_and_answers_are_noted_listed_and_exported(
    invoke: Invoke, library: Library, number: int, anaphylaxis: Report, tmp_path: Path
) -> None:
    asked = anaphylaxis.answers[0].handbook
    said = invoke("notes", "add", "Clinic", "--page", 1, "Ours is\n0.5 mg/mL").stdout
    assert said == "noted on page 1 of Clinic\n"
    assert invoke("notes", "add", "Hospital", "--page", 1).stdout == "bookmarked page 1 of Hospital\n"
    invoke("notes", "add", asked.id, "--report", number, "Agreed with Dr M.")
    header, *rows = (line.split("\t") for line in invoke("notes", "list").stdout.splitlines())
    assert header == ["number", "handbook", "place", "note"]
    assert [row[1:] for row in rows] == [
        [asked.title, f"answer of question {number} · removed since", "Agreed with Dr M."],
        ["Hospital", "page 1", "(bookmark)"],
        ["Clinic", "page 1", "Ours is 0.5 mg/mL"],
    ]
    invoke("notes", "list", "--export", tmp_path / "notes.jsonl")
    lines = (tmp_path / "notes.jsonl").read_text().splitlines()
    assert [json.loads(line)["report"] for line in lines] == [number, None, None]
    shown = invoke("history", "show", number).stdout
    assert "Reader's note (answer): Agreed with Dr M." in shown


def test_a_note_is_deleted(invoke: Invoke, library: Library) -> None:
    invoke("notes", "add", "Clinic", "--page", 1, "zyxwvut")
    (note,) = library.reader_notes()
    assert invoke("notes", "delete", note.id).stdout == f"deleted {note.id}\n"
    assert library.reader_notes() == ()
    with pytest.raises(StoreError, match="there is no note"):
        invoke("notes", "delete", note.id)


def test_a_place_that_is_not_there_is_refused(invoke: Invoke, library: Library, number: int) -> None:
    with pytest.raises(StoreError, match="Clinic has no page 99"):
        invoke("notes", "add", "Clinic", "--page", 99, "text")
    with pytest.raises(StoreError, match=f"question {number} was not asked of Clinic"):
        invoke("notes", "add", "Clinic", "--report", number, "text")
    assert invoke("notes", "add", "Clinic", "text").exit_code == 2
    assert invoke("notes", "add", "Clinic", "--page", 1, "x" * 1001).exit_code == 2
    assert library.reader_notes() == ()
