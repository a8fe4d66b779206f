from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.errors import DamagedError
from edgerag.store import reports
from edgerag.store.library import Library
from edgerag.store.reports import DAMAGED, KeptReport, ReportId, going_on, matching, threads

KEPT = [
    KeptReport(ReportId(1), "", "What dose of Adrenaline?"),
    KeptReport(ReportId(2), "", "Wie wird Ödem behandelt?", name="adrenaline ward"),
]


def test_every_word_must_occur_in_the_question_or_the_name() -> None:
    assert matching(KEPT, "") == KEPT
    assert matching(KEPT, "ADRENALINE") == KEPT
    assert matching(KEPT, "adrenaline DOSE") == KEPT[:1]
    assert matching(KEPT, "ödem ward") == KEPT[1:]
    assert matching(KEPT, "nothing") == []


def test_a_damaged_report_is_listed_without_its_question_refused_and_can_be_deleted(library: Library) -> None:
    damaged, sound = (library.keep_report(question, b"{}", []) for question in ("What dose?", "Which?"))
    with library.transaction() as db:
        db.execute("update reports set question = 'Whose dose?' where id = ?", (damaged,))
    library.rename_report(damaged, "vouched for")
    assert [one.question for one in library.reports()] == ["Which?", DAMAGED]
    assert library.damaged_reports() == (damaged,)
    with pytest.raises(DamagedError, match="is damaged"):
        library.report(damaged)
    assert library.report(sound) == b"{}"
    library.delete_report(damaged)
    assert library.damaged_reports() == ()


def test_a_name_and_a_pin_are_part_of_what_is_sealed(library: Library) -> None:
    number = library.keep_report("What dose?", b"{}", [])
    library.rename_report(number, "adrenaline")
    library.pin_report(number)
    (kept,) = library.reports()
    assert (kept.name, kept.pinned) == ("adrenaline", True)
    with library.transaction() as db:
        db.execute("update reports set name = 'atropine'")
    assert library.damaged_reports() == (number,)


def test_the_days_after_which_a_report_goes_are_whole_days(library: Library) -> None:
    for hours in (0, 47, 49):
        number = library.keep_report(f"{hours} hours ago", b"{}", [])
        with library.transaction() as db:
            moment = f"-{hours} hours"
            db.execute("update reports set asked_at = datetime('now', ?) where id = ?", (moment, number))
    with library.transaction() as db:
        assert reports.delete_older(db, 2) == 1
        assert [question for (question,) in db.execute("select question from reports order by id")] == [
            "0 hours ago",
            "47 hours ago",
        ]
        assert reports.count_after(db, ReportId(1)) == 1
        assert reports.delete_older(db, 0) == 2


def thread(library: Library) -> list[ReportId]:
    """Keep a question, two that go on from it, one from the second of these, and one by itself between."""
    first = library.keep_report("What dose?", b"{}", [])
    second = library.keep_report("And in pregnancy?", b"{}", [], before=first)
    alone = library.keep_report("How is scurvy treated?", b"{}", [])
    third = library.keep_report("And for how long?", b"{}", [], before=second)
    return [first, second, alone, third]


def test_what_goes_on_from_a_question_is_one_thread_with_it(library: Library) -> None:
    first, second, alone, third = thread(library)
    kept = library.reports()
    assert {one.id: one.before for one in kept} == {first: None, second: first, alone: None, third: second}
    assert [[one.id for one in each] for each in threads(kept)] == [[first, second, third], [alone]]
    assert [one.id for one in going_on(kept, first)] == [second, third]
    assert library.going_on_from(second) == (second, third)
    without = [one for one in kept if one.id != second]
    assert [[one.id for one in each] for each in threads(without)] == [[third], [alone], [first]]


def test_a_question_is_deleted_with_what_goes_on_from_it_for_that_holds_its_words(library: Library) -> None:
    _, second, alone, _ = thread(library)
    library.delete_report(second)
    assert [one.question for one in library.reports()] == ["How is scurvy treated?", "What dose?"]
    library.clear_reports(after=alone)
    assert [one.id for one in library.reports()] == [alone, ReportId(1)]
    with library.reading() as db:
        assert db.execute("select count(*) from follow_ups").get == 0


def test_a_question_that_is_too_old_takes_what_goes_on_from_it_along(library: Library) -> None:
    first, *_ = thread(library)
    with library.transaction() as db:
        db.execute("update reports set asked_at = datetime('now', '-10 days') where id = ?", (first,))
        assert reports.delete_older(db, 5) == 3
    assert [one.question for one in library.reports()] == ["How is scurvy treated?"]


def test_what_goes_on_from_a_deleted_question_is_kept_by_itself(library: Library) -> None:
    first = library.keep_report("What dose?", b"{}", [])
    library.delete_report(first)
    library.keep_report("And in pregnancy?", b"{}", [], before=first)
    assert [one.before for one in library.reports()] == [None]


@given(st.lists(st.integers(0, 30), max_size=30))
def test_threads_hold_every_report_once_and_the_question_before_each_above_it(picks: list[int]) -> None:
    kept = [
        KeptReport(ReportId(n), "", "?", before=ReportId(pick) if 0 < pick < n else None)
        for n, pick in enumerate(picks, start=1)
    ][::-1]
    found = threads(kept)
    assert sorted(one.id for each in found for one in each) == sorted(one.id for one in kept)
    for each in found:
        ids = [one.id for one in each]
        assert ids == sorted(ids)
        assert all(one.before is None or one.before in ids for one in each)
