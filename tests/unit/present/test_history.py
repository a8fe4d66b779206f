from __future__ import annotations

from datetime import UTC, datetime

from edgerag.present.history import arranged, details, found, row, title
from edgerag.present.lines import plain
from edgerag.store.reports import KeptReport, ReportId

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
ASKED = KeptReport(ReportId(1), "2026-11-22 10:00:00", "What\n\x1b[31mdose?", "", False, "disagree", 4)


def test_a_question_is_one_line_with_when_and_how_it_ended() -> None:
    assert row(ASKED, NOW) == ("", "10:00", "! DISAGREE", "What <U+001B>[31mdose?")


def test_a_pinned_and_named_question_goes_by_its_name() -> None:
    kept = KeptReport(ReportId(1), "2026-11-22 10:00:00", "What dose?", "ward", True, "", 4)
    assert row(kept, NOW) == ("*", "10:00", "", "ward")
    assert title(ASKED) == "What <U+001B>[31mdose?"
    said = plain(details(kept, NOW, 80))
    assert "What dose?" in said
    assert "of 4 handbooks" in said
    assert "named: ward" in said


def kept(number: int, question: str, before: int | None = None, *, pinned: bool = False) -> KeptReport:
    earlier = None if before is None else ReportId(before)
    return KeptReport(ReportId(number), "2026-11-22 10:00:00", question, pinned=pinned, before=earlier)


THREADS = [kept(4, "And how long?", 1), kept(3, "Scurvy?"), kept(2, "In children?", 1), kept(1, "What dose?")]


def test_what_goes_on_from_a_question_stands_below_it_wherever_that_is_pinned() -> None:
    assert [row(one, NOW)[3] for one in arranged(THREADS)] == [
        "What dose?",
        "└ In children?",
        "└ And how long?",
        "Scurvy?",
    ]
    pinned = [kept(5, "Rabies?"), THREADS[0], kept(3, "Scurvy?", pinned=True), *THREADS[2:]]
    assert [one.id for one in arranged(pinned)] == [3, 5, 1, 2, 4]
    pinned = [kept(5, "Rabies?"), *THREADS[:2], kept(2, "In children?", 1, pinned=True), THREADS[3]]
    assert [one.id for one in arranged(pinned)] == [1, 2, 4, 5, 3]


def test_a_search_finds_whole_threads() -> None:
    assert [one.id for one in found(THREADS, "children")] == [4, 2, 1]
    assert [one.id for one in found(THREADS, "scurvy")] == [3]
    assert found(THREADS, "") == THREADS
    assert found(THREADS, "nothing") == []
