from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.message import Message

from edgerag.config import Config
from edgerag.domain.reports import Report
from edgerag.present.cards import State
from tests.tui.ask_screen import (
    ask,
    cards,
    program,
    screen,
    show,
    status,
    until,
)
from tests.tui.conftest import Open, drawn, notices, quoting, settle
from tui import asking
from tui.screens.ask import AskScreen
from tui.screens.export import ExportScreen
from tui.widgets.cards import Cards
from tui.widgets.question import QuestionBox


async def test_the_question_box_is_ready_before_any_model_is_loaded(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        assert isinstance(screen(pilot).focused, QuestionBox)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"
        assert "4 handbooks" in status(pilot)


async def test_escape_and_slash_go_back_to_the_question(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        for back in ("escape", "slash"):
            await show(pilot, sample_report)
            await pilot.press(back)
            assert isinstance(screen(pilot).focused, QuestionBox)


async def test_a_question_of_5001_characters_is_refused_with_what_to_do(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, "dose? " * 833 + "abc")
        assert "at most 5000" in notices(pilot)
        assert "What to do: tell the case in at most 500 words" in notices(pilot)
        assert isinstance(screen(pilot).focused, QuestionBox)


async def test_what_is_typed_while_an_answer_comes_is_kept(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await pilot.press(*"next")
        screen(pilot).post_message(asking.ReportFinished(sample_report))
        await settle(pilot)
        assert screen(pilot).query_one(QuestionBox).value == "next"


async def test_a_question_asked_while_another_is_answered_never_stands_over_the_other_s_verdict(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_asked, may_end = Event(), Event()
    books = tuple(answer.handbook for answer in sample_report.answers)

    def answer(
        desk: object, question: str, tell: Callable[[Message], object], cancel: Event, *_: object
    ) -> None:
        tell(asking.AskBegun(books))
        if question == "first?":
            is_asked.set()
            may_end.wait(10)  # it compares what it has, and its report is complete after the next has begun
            tell(asking.PairsJudged(6))
            tell(asking.ReportFinished(replace(sample_report, question=question)))
        else:
            may_end.set()
            while sum(not worker.is_finished for worker in program(pilot).workers) > 1:
                sleep(0.01)

    monkeypatch.setattr(asking, "ask", answer)
    async with open_app() as pilot:
        for question in ("first?", "second?"):
            screen(pilot).query_one(QuestionBox).value = question
            screen(pilot).query_one(QuestionBox).focus()
            await pilot.press("enter")
            await until(pilot, is_asked.is_set)
        await settle(pilot)
        assert program(pilot).report is None
        assert not screen(pilot).has_class("-judged")
        assert [view.card.state for view in cards(pilot)] == [State.SEARCHING] * len(books)


async def test_several_pasted_lines_become_one(home: Path, open_app: Open) -> None:
    from textual.events import Paste

    async with open_app() as pilot:
        screen(pilot).query_one(QuestionBox).post_message(Paste("What dose\nof adrenaline?\n"))
        await pilot.pause()
        assert screen(pilot).query_one(QuestionBox).value == "What dose of adrenaline?"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_question_box_grows_with_the_question_to_five_lines(
    home: Path, open_app: Open, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as pilot:
        box = screen(pilot).query_one(QuestionBox)
        heights = []
        for n_words in (1, 20, 400):
            box.value = " ".join(["adrenaline"] * n_words)
            await settle(pilot)
            heights.append(box.content_size.height)
        assert heights[0] == 1
        assert 1 < heights[1] < 5
        assert heights[2] == 5
        assert drawn(pilot).splitlines()[6].strip(" │").startswith("adrenaline")


@pytest.mark.parametrize("breaking", ["ctrl+j", "shift+enter", "alt+enter"])
async def test_another_key_than_enter_breaks_the_line(home: Path, open_app: Open, breaking: str) -> None:
    async with open_app() as pilot:
        await pilot.press(*"fever", breaking, *"rash")
        assert screen(pilot).query_one(QuestionBox).value == "fever\nrash"


@pytest.mark.parametrize(
    ("sent", "key"), [("\n", "ctrl+j"), ("\x1b[13;2u", "shift+enter"), ("\x1b[13;3u", "alt+enter")]
)
def test_terminals_tell_these_keys_from_enter(sent: str, key: str) -> None:
    (pressed,) = [event for event in XTermParser().feed(sent) if isinstance(event, Key)]
    assert pressed.key == key


async def test_down_goes_through_the_question_before_it_goes_to_the_answers(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press(*"two", "ctrl+j", *"lines", "up", "down")
        assert isinstance(screen(pilot).focused, QuestionBox)
        await pilot.press("down")
        assert cards(pilot)[0].has_focus


async def test_what_is_typed_on_an_answer_begins_a_new_question(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press(*"define jaundice")
        assert isinstance(screen(pilot), AskScreen)
        assert screen(pilot).query_one(QuestionBox).value == "define jaundice"


async def test_nothing_is_lost_of_what_is_typed_faster_than_the_screen_follows(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        for first in ("on an answer", "after escape"):
            screen(pilot).query_one(Cards).focus_first()
            await settle(pilot)
            if first == "after escape":
                pilot.app.post_message(Key("escape", None))
            for character in "and if she":
                pilot.app.post_message(Key("space" if character == " " else character, character))
            await settle(pilot)
            assert screen(pilot).query_one(QuestionBox).value == "and if she"


async def test_a_letter_that_the_settings_give_to_an_action_stays_with_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    still = quoting()
    config = Config(answers=still.answers, interface=still.interface, keys={"ask": {"export": "x"}})
    async with open_app(config=config) as pilot:
        await show(pilot, sample_report)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)


@pytest.mark.parametrize("n_characters", [30, 100, 340, 380])
async def test_a_pasted_question_takes_as_many_lines_as_it_needs_and_the_cursor_s_is_seen(
    home: Path, open_app: Open, n_characters: int
) -> None:
    from textual.events import Paste

    question = ("fever and a cough since three days, no rash, " * 10)[:n_characters]
    async with open_app() as pilot:
        box = screen(pilot).query_one(QuestionBox)
        folded_at = box.wrap_width
        box.post_message(Paste(question))
        await settle(pilot)
        assert box.wrap_width == folded_at, "nothing is folded anew when a scroll bar comes"
        height = box.content_size.height
        assert height == min(box.wrapped_document.height, 5)
        assert box.scroll_offset.y + height == box.wrapped_document.height
        shown = [line.strip("│ ▁▂▃▄▅▆▇█") for line in drawn(pilot).splitlines()[2 : 2 + height]]
        assert " ".join(question.split()).endswith(" ".join(shown))


async def test_what_is_typed_after_enter_begins_another_question_and_keeps_the_focus(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    asked: list[str] = []

    def answer(_: object, question: str, __: object, cancel: Event, *___: object) -> None:
        asked.append(question)
        cancel.wait(10)

    monkeypatch.setattr(asking, "ask", answer)
    async with open_app() as pilot:
        box = screen(pilot).query_one(QuestionBox)
        await pilot.press(*"scabies?", "enter", *"go")
        assert box.value == "go"
        screen(pilot).post_message(asking.AskBegun(books))
        await pilot.pause()
        await pilot.pause()
        await pilot.press(*"ut?")
        assert (box.value, box.has_focus) == ("gout?", True)
        await pilot.press("enter")
        screen(pilot).post_message(asking.AskBegun(books))
        await pilot.pause()
        await pilot.pause()
        assert cards(pilot)[0].has_focus
        program(pilot).jobs.stop_all()
    assert asked == ["scabies?", "gout?"]


async def test_a_question_that_is_refused_can_be_gone_on_with(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, "dose? " * 833 + "abc")
        await pilot.press("backspace")
        assert screen(pilot).query_one(QuestionBox).value.endswith("dose? ab")
