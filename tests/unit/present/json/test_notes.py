from __future__ import annotations

from dataclasses import replace

from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.present.json.notes import note_in, note_out


def test_note_comes_back_without_its_number_and_its_report() -> None:
    note = Note(HandbookId("a1"), "Guide", "f0", "page 3", "see ward list", 3, 7, 12, "2026-11-21 23:59:59")
    assert note_in(note_out(note)) == replace(note, report=None, id=0)
