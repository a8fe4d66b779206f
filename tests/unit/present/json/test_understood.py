from __future__ import annotations

import json
from dataclasses import replace

from edgerag.domain.corrections import Correction
from edgerag.domain.notices import NOTHING_SAID, Part, Sort, Spelling
from edgerag.domain.reports import Report
from edgerag.present.json.report import report_from_json, report_json


def test_how_the_question_was_understood_is_kept(explained: Report) -> None:
    decoded = json.loads(report_json(explained))
    assert decoded["understood"] == "anaphylaxis · adrenaline · dose"
    assert decoded["notices"] == [{"concern": "misspelt", "sentence": "Did you mean adrenaline?"}]
    assert report_from_json(report_json(explained)).understood == explained.understood


def test_a_report_from_before_questions_were_explained_is_read(explained: Report) -> None:
    decoded = json.loads(report_json(explained))
    del decoded["understood"], decoded["notices"]
    assert report_from_json(json.dumps(decoded)).understood == NOTHING_SAID


def test_what_was_corrected_is_kept(explained: Report) -> None:
    understood = replace(
        explained.understood,
        parts=(Part(Sort.PEOPLE, "adult"),),
        spellings=(Spelling("adrenalline", "adrenaline", ("adrenaline",)),),
        correction=Correction(
            is_as_typed=True, spellings=(("a", "b"),), parts=(("c", ""),), asked_for="dose"
        ),
    )
    report = replace(explained, understood=understood)
    assert report_from_json(report_json(report)).understood == understood
