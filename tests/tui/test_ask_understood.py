from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.widgets import Input, Select

from edgerag.domain.corrections import Correction
from edgerag.domain.reports import Report
from tests.tui.ask_screen import (
    EXPLAINED,
    ask,
    banner,
    cards,
    program,
    screen,
    show,
    understood,
)
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, settle
from tui import asking
from tui.screens.ask import AskScreen
from tui.widgets.correcting import AS_TYPED
from tui.widgets.form import Form
from tui.widgets.reader import Reader


async def test_what_was_understood_is_shown_before_any_answer(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        assert understood(pilot) == ""
        screen(pilot).post_message(asking.QuestionUnderstood(EXPLAINED))
        await settle(pilot)
        assert "Understood as: adrenaline · dose" in understood(pilot)
        assert "keppra is in none of your handbooks" in understood(pilot)


async def test_the_next_question_begins_without_what_was_understood_of_the_last(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, replace(sample_report, understood=EXPLAINED))
        assert "Understood as: adrenaline" in drawn(pilot)
        screen(pilot).post_message(asking.AskBegun(()))
        await settle(pilot)
        assert understood(pilot) == ""


async def test_a_question_in_another_language_is_not_understood(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, "Jinsi ya kutibu nyoka akiuma")
        assert "The question was not understood" in understood(pilot)
        assert "? NOT UNDERSTOOD" in banner(pilot)
        assert "NOT ADDRESSED" not in drawn(pilot)
        assert "NOTHING FOUND" in drawn(pilot)


async def test_w_explains_how_each_handbook_was_searched_and_escape_goes_back(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(80, 24)) as pilot:
        screen(pilot).action_why()
        await pilot.pause()
        assert "There is no answer to explain yet." in notices(pilot)
        await show(pilot, sample_report)
        cards(pilot)[0].focus()
        await pilot.press("ctrl+w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Reader)
        shown = drawn(pilot)
        assert "Why these answers" in shown
        assert sample_report.answers[0].handbook.title in shown
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AskScreen)


async def test_what_was_misunderstood_is_corrected_and_asked_again(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE.replace("adrenaline", "adrenalline"))
        assert "Understood as: anaphylaxis · adrenaline · adult · dose" in understood(pilot)
        await pilot.press("ctrl+u")
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, Form)
        assert [field.value for field in form.query(Input)] == ["anaphylaxis", "adrenaline", "adult"]
        assert form.query_one("#spelling0", Select).value == "adrenaline"
        form.query_one("#part2", Input).value = ""
        form.query_one("#asked", Select).value = "route"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "Understood as: anaphylaxis · adrenaline · route" in understood(pilot)
        assert "Corrected by the reader: not: adult; asked for: route" in understood(pilot)
        await pilot.press("ctrl+u")
        await settle(pilot)
        pilot.app.screen.query_one("#typed", Select).value = AS_TYPED
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "asked as typed; not: adult; asked for: route" in understood(pilot)
        report = program(pilot).report
        assert report is not None
        assert report.understood.correction == Correction(
            is_as_typed=True, parts=(("adult", ""),), asked_for="route"
        )


async def test_nothing_is_asked_again_unless_something_is_changed(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+u")
        assert "There is nothing to correct" in notices(pilot)
        explained = replace(sample_report, understood=EXPLAINED)
        await show(pilot, explained)
        for leave in ("escape", "ctrl+s"):
            await pilot.press("ctrl+u")
            await settle(pilot)
            assert isinstance(pilot.app.screen, Form)
            await pilot.press(leave)
            await settle(pilot)
            assert program(pilot).report is explained
