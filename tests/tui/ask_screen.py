"""What tests do with the screen for asking, and what they see of it."""

from __future__ import annotations

import time

from textual.pilot import Pilot
from textual.widgets import Static

from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Report
from tests.tui.conftest import drawn, settle
from tui import asking
from tui.app import EdgeragApp
from tui.screens.ask import AskScreen
from tui.widgets.cards import Cards, CardView
from tui.widgets.lines import LinesView
from tui.widgets.question import QuestionBox

EXPLAINED = Understood("adrenaline · dose", (Notice(Concern.ABSENT, "keppra is in none of your handbooks"),))


def screen(pilot: Pilot[None]) -> AskScreen:
    """The screen under test."""
    shown = pilot.app.screen
    assert isinstance(shown, AskScreen)
    return shown


def program(pilot: Pilot[None]) -> EdgeragApp:
    """The program under test."""
    assert isinstance(pilot.app, EdgeragApp)
    return pilot.app


def cards(pilot: Pilot[None]) -> list[CardView]:
    """The cards from top to bottom."""
    return screen(pilot).query_one(Cards).views


def status(pilot: Pilot[None]) -> str:
    """The line below the question."""
    return str(screen(pilot).query_one("#status", Static).render())


def banner(pilot: Pilot[None]) -> str:
    """The verdict."""
    return str(screen(pilot).query_one(".banner", LinesView).render())


def summary(pilot: Pilot[None]) -> str:
    """The summary, its spaces that hold amounts together included."""
    return str(screen(pilot).query_one(".summary", LinesView).render())


def understood(pilot: Pilot[None]) -> str:
    """What the screen says of how the question was understood; empty if that is not shown."""
    view = screen(pilot).query_one(".understood", LinesView)
    return str(view.render()) if view.display else ""


async def ask(pilot: Pilot[None], question: str) -> None:
    """Type a question, press Enter, and wait for the report."""
    screen(pilot).query_one(QuestionBox).value = question
    screen(pilot).query_one(QuestionBox).focus()
    await pilot.press("enter")
    await settle(pilot)


async def show(pilot: Pilot[None], report: Report) -> None:
    """Show a report as if it had just been finished, with the first card in focus."""
    screen(pilot).post_message(asking.ReportFinished(report))
    await settle(pilot)
    screen(pilot).query_one(Cards).focus_first()
    await pilot.pause()


async def until(pilot: Pilot[None], happened: object, *, within_s: float = 60) -> None:
    """Let the program run until `happened()` is true."""
    assert callable(happened)
    end = time.monotonic() + within_s
    while not happened():
        assert time.monotonic() < end, drawn(pilot)
        await pilot.pause(0.02)
