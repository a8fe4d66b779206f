from __future__ import annotations

from edgerag.domain.corrections import Correction
from edgerag.domain.follow_ups import Before, before_of
from edgerag.domain.notices import Understood
from edgerag.domain.reports import Report, Verdict


def report(understood: Understood) -> Report:
    return Report("And if she is pregnant?", Verdict.NOT_ADDRESSED, (), (), {}, understood)


def test_a_question_goes_on_from_what_was_searched_and_not_only_from_what_was_typed() -> None:
    searched = "What dose of quinine (if she is pregnant)?"
    assert before_of(report(Understood(searched=searched)), 3) == Before(searched, (), 3)
    assert before_of(report(Understood())).text == "And if she is pregnant?"


def test_only_what_is_not_meant_is_remembered_of_a_correction() -> None:
    correction = Correction(parts=(("child", ""), ("tb", "tuberculosis")), asked_for="dose")
    assert before_of(report(Understood(correction=correction))).left_out == (("child", ""),)
