from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.answer.answer import STOPPED
from edgerag.config import Answers, Config, Interface, Models
from edgerag.domain.notices import Concern, Notice, Understood
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
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, settle
from tui import asking
from tui.screens.ask import ASKING
from tui.widgets.above import SUMMARY_LINES
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


def long_summary(report: Report) -> Report:
    """A report whose summary takes more lines than a window has."""
    pairs = tuple(replace(pair, topic=f"topic {n} {'of many ' * 20}") for n, pair in enumerate(report.pairs))
    return replace(report, pairs=pairs, summary=summarise(report.answers, pairs))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_all_of_a_long_summary_is_read_with_the_keyboard_and_escape_goes_back(
    home: Path, open_app: Open, sample_report: Report, size: tuple[int, int]
) -> None:
    report = long_summary(sample_report)
    async with open_app(size=size) as pilot:
        await show(pilot, report)
        assert len(summary(pilot).splitlines()) <= SUMMARY_LINES
        assert "Ctrl+S shows all" in drawn(pilot)
        assert "! DISAGREES" in drawn(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        seen: list[str] = []
        while not seen or drawn(pilot) != seen[-1]:
            seen.append(drawn(pilot))
            await pilot.press("pagedown")
            await settle(pilot)
        assert len(seen) > 1
        topics = {point.topic.partition(" of many")[0] for point in report.summary.points if point.topic}
        assert [topic for topic in topics if topic not in "".join(seen)] == []
        await pilot.press("home")
        await settle(pilot)
        assert drawn(pilot) == seen[0]
        await pilot.press("escape")
        await settle(pilot)
        assert screen(pilot).focused is cards(pilot)[0]


@pytest.mark.parametrize("size", [(80, 24), (60, 15)])
async def test_the_screen_never_scrolls_as_a_whole(
    home: Path, open_app: Open, sample_report: Report, size: tuple[int, int]
) -> None:
    told = Understood(
        "adrenaline", tuple(Notice(Concern.FOLLOW_UP, "Read with the one before. " * 8) for _ in "ab")
    )
    removed = tuple(answer.handbook.id for answer in sample_report.answers)
    report = replace(long_summary(sample_report), understood=told, removed=removed)
    async with open_app(size=size) as pilot:
        await show(pilot, report)
        screen(pilot).query_one(QuestionBox).value = "adrenaline " * 60
        await settle(pilot)
        assert not screen(pilot).show_vertical_scrollbar
        above, shown = screen(pilot).query_one("#above"), screen(pilot).query_one(Cards)
        assert (above.region.width, shown.region.width) == (size[0], size[0])
        assert shown.size.height >= 1
        assert shown.region.bottom == size[1] - 1


async def test_there_is_no_summary_before_there_are_answers(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        screen(pilot).action_summary()
        assert "There is no summary yet" in notices(pilot)
        assert not screen(pilot).query_one(".summary").display
