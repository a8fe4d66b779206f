from __future__ import annotations

from edgerag.store.reports import KeptReport, ReportId, matching

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
