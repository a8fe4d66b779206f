from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from edgerag.answer.answer import quote_answer
from edgerag.confirm.facts import MANY
from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId
from edgerag.domain.points import PointKind
from edgerag.domain.reports import Label, Mark, NewerEdition, Report, Verdict
from edgerag.engine.kept import KeptAnswers, keep_report, kept_report
from edgerag.errors import StoreError
from edgerag.present.wording import banner
from edgerag.store.library import Library
from edgerag.summarise.summarise import summarise
from edgerag.understand.understand import understand
from tests.answers import make_answer, make_pair
from tests.synthetic import EMBEDDER, Indifferent, make_handbook, make_vectors
from tests.unit.answer.conftest import make_evidence

QUESTION = "Which dose of adrenaline?"
DOSE = "Give adrenaline 0.5 mL IM every 5 minutes."
LIMITS = (1000, 256)


@pytest.fixture
def answered(library: Library) -> tuple[Evidence, Answer]:
    """Evidence of a handbook in the library, and the answer from it."""
    parsed = make_handbook("Clinic", [DOSE])
    library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    found, pages = make_evidence(DOSE)
    found = replace(found, handbook=parsed.handbook)
    return found, quote_answer(understand(QUESTION), found, pages, Indifferent()).answer


def test_an_answer_is_found_again_for_the_same_question_evidence_and_versions(
    library: Library, answered: tuple[Evidence, Answer]
) -> None:
    found, answer = answered
    kept = KeptAnswers(library, ["one model"], LIMITS)
    assert kept.find(QUESTION, found) is None
    kept.keep(QUESTION, found, answer)
    assert kept.find(QUESTION, found) == answer
    assert kept.find("Another question?", found) is None
    assert KeptAnswers(library, ["another model"], LIMITS).find(QUESTION, found) is None


def test_what_cannot_be_written_is_not_kept_and_stops_nothing(
    library: Library, answered: tuple[Evidence, Answer], tmp_path: Path
) -> None:
    found, answer = answered
    report = Report(QUESTION, Verdict.SINGLE, (answer,), (), {})
    with (
        Library.open(tmp_path / "library.db", busy_timeout_s=0.1) as busy,
        library.transaction(),
    ):
        kept = KeptAnswers(busy, ["one model"], LIMITS)
        kept.keep(QUESTION, found, answer)
        assert isinstance(keep_report(report, busy, keep=True), StoreError)
    number = keep_report(report, library, keep=True)
    assert [(one.id, one.question) for one in library.reports()] == [(number, QUESTION)]


def test_a_kept_report_says_which_handbook_was_removed_since(
    library: Library, answered: tuple[Evidence, Answer]
) -> None:
    report = Report(QUESTION, Verdict.SINGLE, (answered[1],), (), {})
    number = keep_report(report, library, keep=True)
    assert number is not None
    assert not isinstance(number, StoreError)
    library.remove(answered[1].handbook.id)
    again = kept_report(library, number)
    assert again.removed == (answered[1].handbook.id,)
    assert again.answers == (replace(answered[1], handbook=again.answers[0].handbook),)
    assert DOSE in again.answers[0].text
    assert "Removed from the library since" in banner(again).sentence
    assert banner(again).sentence.endswith("Clinic")


def test_a_kept_report_is_opened_with_what_readers_hold_against_it(
    library: Library, answered: tuple[Evidence, Answer]
) -> None:
    report = Report(QUESTION, Verdict.SINGLE, (answered[1],), (), {})
    number = keep_report(report, library, keep=True)
    assert number is not None
    assert not isinstance(number, StoreError)
    assert kept_report(library, number).marks == ()
    mark = Mark(HandbookId("a"), HandbookId("b"), None, "not the same people")
    library.mark_pair(number, mark)
    assert kept_report(library, number).marks == (mark,)
    library.delete_report(number)
    with pytest.raises(StoreError, match=f"there is no report {number}"):
        kept_report(library, number)


def test_a_report_that_was_kept_without_a_summary_gets_one(
    library: Library, answered: tuple[Evidence, Answer]
) -> None:
    report = Report(QUESTION, Verdict.SINGLE, (answered[1],), (), {})
    number = keep_report(report, library, keep=True)
    assert isinstance(number, int)
    (point,) = kept_report(library, number).summary.points
    assert point.kind is PointKind.ANSWERS_ALONE


def test_what_many_sources_bear_out_is_kept_with_a_report_that_is_kept_and_with_no_other(
    library: Library,
) -> None:
    books = [make_handbook(f"Guide {n}", [f"Give adrenaline 0.5 mg {n}."]) for n in range(MANY)]
    for parsed in books:
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    answers = tuple(replace(make_answer("Guide", "Give it."), handbook=parsed.handbook) for parsed in books)
    pairs = tuple(make_pair(a, b, Label.CONSISTENT) for a, b in combinations(answers, 2))
    report = Report(QUESTION, Verdict.AGREE, answers, pairs, {}, summary=summarise(answers, pairs))
    assert keep_report(report, library, keep=False) is None
    assert library.facts() == ()
    for _ in range(2):
        keep_report(report, library, keep=True)
    assert {fact.handbook for fact in library.facts()} == {parsed.handbook.id for parsed in books}
    assert len(library.facts()) == MANY


def test_a_kept_report_says_which_handbook_has_a_newer_edition_now(library: Library) -> None:
    def edition(year: str) -> HandbookId:
        parsed = make_handbook(f"Primary Care 101 {year}", [f"{DOSE} {year}"])
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
        library.edit(parsed.handbook.id, "edition", year)
        return parsed.handbook.id

    old = edition("2013")
    answer = replace(make_answer("Primary Care", DOSE), handbook=library.handbook(old))
    number = keep_report(Report(QUESTION, Verdict.SINGLE, (answer,), (), {}), library, keep=True)
    assert isinstance(number, int)
    assert kept_report(library, number).newer_editions == ()
    new = edition("2019")
    assert kept_report(library, number).newer_editions == (NewerEdition(old, new, "2019"),)
    library.remove(new)
    assert kept_report(library, number).newer_editions == ()
