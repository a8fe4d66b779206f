from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from edgerag.config import Config, Models
from edgerag.domain.answers import Status
from edgerag.domain.follow_ups import before_of
from edgerag.domain.notices import Concern
from edgerag.domain.reports import Judgement, Label, Layer, Verdict
from edgerag.engine.ask import Engine
from edgerag.engine.events import (
    Answered,
    AskEvent,
    Drafted,
    Finished,
    Impaired,
    Judged,
    QuestionRead,
    Retrieved,
    Unkept,
)
from edgerag.errors import QuestionError, StoreError
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.intake import Failed
from edgerag.present.json.report import report_from_json
from edgerag.store.library import Library
from tests.unit.compare.test_compare import QUESTION, answer
from tests.unit.engine.conftest import GENERATOR, record

HALF = "# Anaphylaxis\n\nAn adult with anaphylaxis should receive adrenaline 0.5 mg into the thigh.\n"
ONE = HALF.replace("0.5 mg", "1 mg")
BURNS = "# Burns\n\nCool a burn with running water for 20 minutes, and cover it with a clean cloth.\n"


@pytest.fixture
def engine(library: Library, installed: InstalledModels, tmp_path: Path) -> Engine:
    config = Config(models=Models(generator=GENERATOR, threads=1))
    return Engine(library, Indexes.open(library, tmp_path / "lexical"), installed, config)


@pytest.fixture
def asked(library: Library, installed: InstalledModels, tmp_path: Path) -> Engine:
    """An engine that quotes, over three small handbooks."""
    files = {"half.md": HALF, "one.md": ONE, "burns.md": BURNS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    engine = Engine(library, Indexes.open(library, tmp_path / "words"), installed, Config(), extractive=True)
    events = list(engine.intake.add([tmp_path / name for name in files]))
    assert not any(isinstance(event, Failed) for event in events)
    return engine


def test_a_question_goes_through_the_stages_in_their_order(asked: Engine) -> None:
    kinds = [type(event) for event in asked.ask(QUESTION.text)]
    assert kinds[:3] == [QuestionRead, Retrieved, Drafted]
    assert kinds.index(Answered) < kinds.index(Judged) < kinds.index(Finished)
    assert [kinds.count(kind) for kind in (Drafted, Answered, Judged, Finished)] == [3, 3, 3, 1]


def test_who_says_nothing_is_told_first_and_then_the_likeliest_answer(asked: Engine) -> None:
    question = "How much adrenaline is given in anaphylaxis, and what is done for a snake bite?"
    told = [event.answer for event in asked.ask(question, keep=False) if isinstance(event, Answered)]
    turns = [(answer.status is Status.ANSWERED, -answer.probability) for answer in told]
    assert turns == sorted(turns)
    assert len({answer.probability for answer in told}) > 1
    assert tuple(answer.handbook for answer in told) != asked.library.handbooks()


def test_the_report_is_what_the_events_end_with(asked: Engine) -> None:
    report = asked.report(f"  {QUESTION.text}\n")
    assert (report.question, report.verdict) == (QUESTION.text, Verdict.DISAGREE)
    told: list[AskEvent] = []
    assert asked.report(QUESTION.text, tell=told.append) == report
    (kept, _) = asked.library.reports()
    assert told[-1] == Finished(report, kept.id)
    assert asked.report(QUESTION.text, tell=told.append, keep=False) == report
    assert told[-1] == Finished(report)


def test_asked_what_they_say_together_each_handbook_that_answers_is_quoted_and_it_is_kept(
    asked: Engine,
) -> None:
    report = asked.report(QUESTION.text, is_together=True)
    answered = {one.handbook.id for one in report.answers if one.status is Status.ANSWERED}
    assert report.together is not None
    assert set(report.together.handbooks) == answered
    for excerpt in report.together.excerpts:
        for citation in excerpt.citations:
            page = asked.library.page(excerpt.handbook, citation.page_ordinal)
            assert page.text[citation.start : citation.end] == citation.quote
    (kept,) = asked.library.reports()
    assert report_from_json(asked.library.report(kept.id) or b"").together == report.together
    assert asked.report(QUESTION.text, keep=False).together is None


def test_a_misspelt_question_is_answered_and_kept_as_it_was_typed(asked: Engine) -> None:
    typed = QUESTION.text.replace("adrenaline", "adrenalline")
    report = asked.report(typed)
    assert (report.question, report.verdict) == (typed, Verdict.DISAGREE)
    assert report.understood.has(Concern.MISSPELT)
    (kept,) = asked.library.reports()
    encoded = asked.library.report(kept.id)
    assert encoded is not None
    assert report_from_json(encoded).understood == report.understood


def test_what_is_to_be_known_is_told_before_the_first_answer(asked: Engine) -> None:
    first = next(iter(asked.ask("What dose of levetiracetam should an adult receive?", keep=False)))
    assert isinstance(first, QuestionRead)
    assert [notice.sentence for notice in first.understood.notices] == [
        "levetiracetam is in none of your handbooks"
    ]


def test_a_name_is_looked_for_in_the_handbooks_that_are_asked(asked: Engine) -> None:
    report = asked.report(QUESTION.text, handbooks=["burns.md"], keep=False)
    assert "adrenaline" in report.understood.notices[0].sentence
    assert report.understood.notices[0].sentence.endswith("in none of the handbooks asked")


def test_a_question_in_another_language_is_not_called_unaddressed(asked: Engine) -> None:
    report = asked.report("Jinsi ya kutibu nyoka akiuma", keep=False)
    assert report.verdict is Verdict.NOT_UNDERSTOOD
    assert report.understood.has(Concern.NOT_ENGLISH)


def test_a_vague_question_is_offered_sections_of_the_handbooks(asked: Engine) -> None:
    (notice,) = asked.report("What should I do?", keep=False).understood.notices
    assert notice.concern is Concern.VAGUE
    assert "Topics found: " in notice.sentence
    assert "Burns" in notice.sentence


@pytest.mark.parametrize("question", ["baby not well", "what to do", "help please"])
def test_what_comes_nearest_to_a_vague_question_is_never_compared(asked: Engine, question: str) -> None:
    report = asked.report(question, keep=False)
    assert report.verdict in (Verdict.TOO_VAGUE, Verdict.NOT_UNDERSTOOD)
    assert Status.ANSWERED not in {answer.status for answer in report.answers}
    assert {pair.label for pair in report.pairs} <= {Label.ABSENT}


def test_only_a_report_that_is_to_be_kept_is_in_the_history(asked: Engine) -> None:
    asked.report(QUESTION.text, keep=False)
    assert asked.library.reports() == ()
    asked.report(QUESTION.text)
    assert [kept.question for kept in asked.library.reports()] == [QUESTION.text]


def test_a_library_that_cannot_be_written_still_gives_the_report(asked: Engine, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as other, other.transaction():
        *_, unkept, last = asked.ask(QUESTION.text)
    assert isinstance(unkept, Unkept)
    assert isinstance(last, Finished)


def test_only_the_handbooks_named_are_asked(asked: Engine) -> None:
    report = asked.report(QUESTION.text, handbooks=["half.md"], keep=False)
    assert [one.handbook.file_name for one in report.answers] == ["half.md"]
    with pytest.raises(StoreError):
        asked.report(QUESTION.text, handbooks=["nobody.md"])


def test_handbooks_that_a_stop_left_unread_are_called_neither_silent_nor_in_agreement(asked: Engine) -> None:
    stop = Event()
    stop.set()
    report = asked.report(QUESTION.text, cancel=stop, keep=False)
    assert {one.status for one in report.answers} == {Status.FAILED}
    assert {pair.label for pair in report.pairs} == {Label.NOT_CHECKED}


def test_nothing_is_asked_without_a_question(engine: Engine) -> None:
    with pytest.raises(QuestionError):
        engine.report(" ?\n")


def compared(engine: Engine) -> tuple[Judgement, dict[str, str]]:
    """Compare two answers of which one states no dose; say which versions were named."""
    answers = [answer("a", "Adrenaline, by weight band"), answer("b", "Adrenaline 0.5 mg IM")]
    (event,) = engine._compare(QUESTION, answers, Event())
    assert isinstance(event, Judged)
    return event.judgement, engine.models.reader_version()


def test_generator_is_asked_only_if_it_was_checked_here_and_is_good_enough(
    engine: Engine, installed: InstalledModels
) -> None:
    unchecked, versions = compared(engine)
    assert (unchecked.label, versions) == (Label.NOT_CHECKED, {})
    record(installed, n_right=79)
    assert compared(engine) == (unchecked, {})
    record(installed, n_right=87)
    judged, versions = compared(engine)
    assert versions.keys() == {"verdicts"}
    assert judged.reasoning.startswith("The language model ")
    assert judged.decided_by in {Layer.NONE, Layer.LANGUAGE_MODEL}
    assert judged.label is not Label.CONSISTENT
    assert judged.probability == (0.87 if judged.decided_by is Layer.LANGUAGE_MODEL else 0.0)


def damage(library: Library, statement: str) -> None:
    with library.transaction() as db:
        db.execute(statement)


def test_a_damaged_page_is_left_out_by_name_and_the_other_handbooks_answer(asked: Engine) -> None:
    damage(
        asked.library,
        "update pages set text = replace(text, '0.5 mg', '8.5 mg')"
        " where handbook = (select key from handbooks where file_name = 'half.md')",
    )
    report = asked.report(QUESTION.text, keep=False)
    answers = {answer.handbook.file_name: answer for answer in report.answers}
    assert answers["half.md"].status is Status.FAILED
    assert "page 1" in answers["half.md"].note
    assert "doctor --repair" in answers["half.md"].note
    assert answers["one.md"].status is Status.ANSWERED
    assert answers["burns.md"].status is Status.NOT_ADDRESSED
    assert "8.5 mg" not in str(report)


@pytest.mark.parametrize(
    "statement",
    [
        "update chunks set text = replace(text, '0.5 mg', '8.5 mg')",
        "update sections set path = replace(path, 'Anaphylaxis', 'Asthma')",
        "update vectors set matrix = zeroblob(length(matrix))",
        "update metadata set value = 'Another title' where field = 'title'",
        "update handbooks set file_name = 'another.md' where file_name = 'half.md'",
    ],
)
def test_nothing_that_was_damaged_is_in_a_report(asked: Engine, statement: str) -> None:
    damage(asked.library, statement)
    events = list(asked.ask(QUESTION.text, keep=False))
    told = str(events)
    assert not any(wrong in told for wrong in ("8.5 mg", "Asthma", "Another title", "another.md"))
    assert "damaged" in told


def test_without_a_word_index_handbooks_are_found_by_meaning_and_the_answers_say_so(
    asked: Engine, tmp_path: Path
) -> None:
    for file in (tmp_path / "words").rglob("*.*"):
        if file.is_file():
            file.write_bytes(b"\xff" * 100)
    broken = Indexes(asked.library, tmp_path / "words")
    asked.indexes.lexical.failure = broken.lexical.failure or StoreError("the word index cannot be used")
    events = list(asked.ask(QUESTION.text, keep=False))
    assert any(isinstance(event, Impaired) for event in events)
    report = asked.report(QUESTION.text, keep=False)
    answers = {answer.handbook.file_name: answer for answer in report.answers}
    assert answers["half.md"].status is answers["one.md"].status is Status.ANSWERED
    assert all("meaning alone" in answer.note for answer in report.answers)


def test_a_follow_up_is_answered_with_the_question_before_and_kept_in_its_thread(asked: Engine) -> None:
    first = asked.report(QUESTION.text)
    (one,) = asked.library.reports()
    second = asked.report("And how much of it?", before=before_of(first, one.id))
    assert second.question == "And how much of it?"
    assert "adrenaline" in second.understood.searched
    assert second.verdict is Verdict.DISAGREE
    newest = asked.library.reports()[0]
    assert newest.before == one.id
    encoded = asked.library.report(newest.id)
    assert encoded is not None
    assert report_from_json(encoded).understood == second.understood
    other = asked.report("How is a burn treated?", before=before_of(second, newest.id))
    assert (other.understood.searched, asked.library.reports()[0].before) == ("", None)
