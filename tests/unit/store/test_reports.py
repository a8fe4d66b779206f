from __future__ import annotations

import pytest

from edgerag.errors import DamagedError
from edgerag.store.library import Library
from edgerag.store.reports import DAMAGED, KeptReport, ReportId, matching

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
