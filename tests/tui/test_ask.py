from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from edgerag import paths
from edgerag.answer.answer import STOPPED
from edgerag.config import Answers, Config, Interface, Models
from edgerag.domain.reports import Report
from edgerag.present.cards import State
from edgerag.store.library import Library
from edgerag.summarise.summarise import summarise
from tests.tui.ask_screen import (
    ask,
    banner,
    cards,
    program,
    screen,
    show,
    summary,
    until,
)
from tests.tui.conftest import ADRENALINE, Open, drawn, settle
from tui import asking
from tui.screens.ask import ASKING, SUMMARY_LINES
from tui.widgets.cards import Cards
from tui.widgets.question import QuestionBox

BY_MODEL = Config(
    models=Models(generator="smollm2-135m-instruct"),
    answers=Answers(max_tokens=400, prompt_tokens=500),
    interface=Interface(reduced_motion=True, lock_minutes=0),
)


BUSY = 3


async def test_every_handbook_answers_and_those_that_disagree_come_first(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert "! DISAGREE" in banner(pilot)
        assert "They differ on adrenaline dose: “0.3" in summary(pilot)
        first = cards(pilot)[0].card
        assert first.standing is not None
        assert first.standing.word == "DISAGREES"
        assert "! DISAGREES" in str(cards(pilot)[0].render())
        assert {view.card.state for view in cards(pilot)} == {State.ANSWERED}
        assert program(pilot).report is not None
    with Library.open(paths.library_file()) as library:
        assert [kept.question for kept in library.reports()] == [ADRENALINE]


async def test_each_handbook_says_how_far_it_is(home: Path, open_app: Open, sample_report: Report) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    answer = sample_report.answers[0]
    async with open_app() as pilot:
        for message, state in (
            (asking.AskBegun(books), State.SEARCHING),
            (asking.HandbookRead(books[0].id), State.READING),
            (asking.HandbookQuoted(answer), State.QUOTED),
            (asking.HandbookWritten(books[0].id, "Give"), State.WRITING),
            (asking.HandbookAnswered(answer), State.ANSWERED),
        ):
            screen(pilot).post_message(message)
            await pilot.pause()
            assert cards(pilot)[0].card.state is state
        assert [view.card.state for view in cards(pilot)[1:]] == [State.SEARCHING] * 3
        assert answer.citations[0].quote[:20] in str(cards(pilot)[0].render())


async def test_while_answers_come_the_cards_stand_right_below_the_status(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    async with open_app() as pilot:
        await show(pilot, sample_report)
        assert screen(pilot).query_one(".banner").display
        screen(pilot).post_message(asking.AskBegun(books))
        await settle(pilot)
        assert not screen(pilot).query_one(".banner").display
        below = screen(pilot).query_one("#status").region.bottom
        assert screen(pilot).query_one(Cards).region.y == below + 1


def test_a_flood_of_tokens_is_folded_into_its_newest(sample_report: Report) -> None:
    first, second = (answer.handbook.id for answer in sample_report.answers[:2])
    older, newer = asking.HandbookWritten(first, "Give"), asking.HandbookWritten(first, "Give 1 mL")
    assert older.can_replace(newer)
    assert not older.can_replace(asking.HandbookWritten(second, "Give"))
    assert not older.can_replace(asking.PairsJudged(1))


async def test_escape_stops_a_model_soon_and_keeps_what_is_finished(home: Path, open_app: Open) -> None:
    async with open_app(config=BY_MODEL, models=True) as pilot:
        await settle(pilot)
        screen(pilot).query_one(QuestionBox).value = ADRENALINE
        await pilot.press("enter")
        await until(pilot, lambda: any(view.card.state is State.WRITING for view in cards(pilot)))
        assert "…" in drawn(pilot)
        stopped_at = time.monotonic()
        await pilot.press("escape")
        await until(pilot, lambda: not program(pilot).jobs.is_running(ASKING))
        assert time.monotonic() - stopped_at < 2 * BUSY
        await settle(pilot)
        assert program(pilot).report is not None
        answers = [view.card.answer for view in cards(pilot)]
        assert all(answer is not None and answer.citations for answer in answers)
        assert any(answer is not None and answer.note and STOPPED in answer.note for answer in answers)


async def test_a_second_question_is_answered_although_the_first_is_not_done(
    home: Path, open_app: Open
) -> None:
    other = "How is a burn treated?"
    async with open_app(models=True) as pilot:
        await pilot.press(*ADRENALINE, "enter")
        await pilot.press(*other, "enter")
        await settle(pilot)
        report = program(pilot).report
        assert report is not None
        assert report.question == other
        assert {view.card.state for view in cards(pilot)} <= {State.ANSWERED, State.NOT_ADDRESSED}


async def test_a_long_summary_leaves_room_for_the_answers_until_all_of_it_is_wanted(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    pairs = tuple(replace(pair, topic=f"topic {n}") for n, pair in enumerate(sample_report.pairs))
    report = replace(sample_report, pairs=pairs, summary=summarise(sample_report.answers, pairs))
    async with open_app() as pilot:
        await show(pilot, report)
        assert len(summary(pilot).splitlines()) == SUMMARY_LINES
        assert "more lines, with differences: Ctrl+S shows all" in summary(pilot)
        assert "topic 4" not in summary(pilot)
        assert "! DISAGREES" in drawn(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "topic 4" in summary(pilot)
        await pilot.click(".summary")
        await settle(pilot)
        assert "topic 4" not in summary(pilot)


async def test_there_is_no_summary_before_there_are_answers(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        screen(pilot).action_summary()
        assert not screen(pilot).query_one(".summary").display
