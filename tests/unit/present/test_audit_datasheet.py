from __future__ import annotations

from edgerag.audit.findings import find
from edgerag.domain.audits import AuditState
from edgerag.present.audit_datasheet import datasheet
from tests.unit.audit.reports import BOOKS, QUESTIONS, TERMS, found


def sheet(hostile: str = "") -> str:
    findings = find(f"small{hostile}", TERMS, QUESTIONS, found(hostile))
    return datasheet(findings, AuditState("small", "2026-11-21 23:59:59", 4, 2, 1))


def test_what_the_program_knows_is_filled_in() -> None:
    text = sheet()
    assert "- 4 questions: 2 answered, 1 failed, 1 left" in text
    assert "begun at 2026-11-21 23:59:59 UTC" in text
    assert all(book.sha256 in text for book in BOOKS)
    assert f"passages: {TERMS.library}" in text
    assert "| CONTRADICTORY | 1 | 16.7% |" in text


def test_what_only_a_person_knows_is_a_gap() -> None:
    assert sheet().count("\n<") == 3


def test_every_row_of_a_table_has_as_many_cells() -> None:
    rows = [line for line in sheet().splitlines() if line.startswith("| ")]
    assert {row.count(" | ") for row in rows if "2013" in row} == {6}


def test_a_name_is_no_markup() -> None:
    assert r"small\<img src=x\>" in sheet("<img src=x>")
