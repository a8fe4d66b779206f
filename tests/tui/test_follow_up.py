from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import pytest
from textual.message import Message
from textual.pilot import Pilot

from edgerag import paths
from edgerag.domain.follow_ups import Before
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Report
from edgerag.store.library import Library
from edgerag.store.reports import ReportId
from tests.tui.ask_screen import ask, program, screen, until
from tests.tui.conftest import ADRENALINE, Open, drawn, settle
from tui import asking
from tui.desk import Desk
from tui.widgets.question import QuestionBox

pytestmark = pytest.mark.usefixtures("home")

PREGNANT = "And if she is pregnant?"
IN_DOUBT = "And how is malaria treated?"


def shown(pilot: Pilot[None]) -> Report:
    report = program(pilot).report
    assert report is not None
    return report


def threads() -> list[tuple[str, ReportId | None]]:
    with Library.open(paths.library_file()) as library:
        return [(one.question, one.before) for one in library.reports()][::-1]


async def test_a_question_that_cannot_stand_alone_is_read_with_the_one_shown_and_a_key_asks_it_alone(
    open_app: Open,
) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert not shown(pilot).understood.has(Concern.FOLLOW_UP)
        await ask(pilot, PREGNANT)
        assert shown(pilot).understood.searched == ADRENALINE.replace("?", " (if she is pregnant)?")
        assert "Read with the question before; carried over:" in drawn(pilot)
        assert "Ctrl+T asks it alone" in " ".join(drawn(pilot).split())
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert shown(pilot).question == PREGNANT
        assert shown(pilot).understood.searched == ""
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert "anaphylaxis" in shown(pilot).understood.searched
    assert threads() == [(ADRENALINE, None), (PREGNANT, 1), (PREGNANT, None), (PREGNANT, 1)]


async def test_what_is_in_doubt_is_asked_alone_and_joined_with_a_key(open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        await ask(pilot, IN_DOUBT)
        assert shown(pilot).understood.searched == ""
        assert "Asked alone, though it may be meant" in drawn(pilot)
        assert "Ctrl+T reads it with that one" in " ".join(drawn(pilot).split())
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert shown(pilot).understood.searched == "How is malaria treated (adrenaline, adult)?"


async def test_a_question_asked_again_goes_on_from_the_same_one_and_not_from_itself(open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        await ask(pilot, PREGNANT)
        searched = shown(pilot).understood.searched
        await ask(pilot, PREGNANT)
        assert shown(pilot).understood.searched == searched
        await ask(pilot, "And if he weighs 40 kg?")
        assert shown(pilot).understood.searched.endswith("(if she is pregnant) (if he weighs 40 kg)?")


async def test_the_first_question_has_nothing_to_go_on_from(open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, PREGNANT)
        assert shown(pilot).understood.searched == ""
        assert not screen(pilot).check_action("alone", ())
        assert not screen(pilot).check_action("join", ())


async def test_a_follow_up_from_the_history_is_corrected_with_what_it_was_read_with(open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        await ask(pilot, PREGNANT)
        await ask(pilot, "How is a burn treated?")
        await pilot.press("f5")
        await settle(pilot)
        await pilot.press("home", "down", "down", "enter")
        await settle(pilot)
        assert shown(pilot).question == PREGNANT
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert shown(pilot).understood.searched == ""
        await pilot.press("ctrl+t")
        await settle(pilot)
        assert "anaphylaxis" in shown(pilot).understood.searched


@dataclass
class Asked:
    """What was asked, with what; an answer that is never complete says how the question was understood."""

    understood: Understood
    questions: list[tuple[str, Before | None]] = field(default_factory=list)

    def ask(
        self,
        desk: Desk,
        question: str,
        tell: Callable[[Message], object],
        cancel: Event,
        _: object,
        before: Before | None,
    ) -> None:
        """Answer until it is stopped."""
        self.questions.append((question, before))
        tell(asking.AskBegun(desk.library().handbooks()))
        tell(asking.QuestionUnderstood(self.understood))
        cancel.wait(30)


async def typed(pilot: Pilot[None], question: str) -> None:
    """Ask a question, and wait until it is known how it is understood."""
    screen(pilot).query_one(QuestionBox).begin(question)
    await pilot.press("enter")
    await until(pilot, lambda: screen(pilot)._question == question and screen(pilot)._known.line)


async def test_a_question_asked_while_another_is_answered_goes_on_from_that_one(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(Understood("anaphylaxis", searched="What dose, in an adult?"))
    monkeypatch.setattr(asking, "ask", asked.ask)
    async with open_app() as pilot:
        await typed(pilot, ADRENALINE)
        await typed(pilot, PREGNANT)
        assert program(pilot).question_before == Before("What dose, in an adult?")
        await typed(pilot, PREGNANT)
        program(pilot).jobs.stop_all()
    before = Before("What dose, in an adult?")
    assert asked.questions == [(ADRENALINE, None), (PREGNANT, before), (PREGNANT, before)]


@pytest.mark.parametrize("concern", [Concern.FOLLOW_UP, Concern.ASKED_ALONE])
async def test_a_follow_up_is_asked_alone_or_joined_while_it_is_answered(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, concern: Concern
) -> None:
    asked = Asked(Understood("anaphylaxis", (Notice(concern, "Read so"),)))
    monkeypatch.setattr(asking, "ask", asked.ask)
    async with open_app() as pilot:
        await typed(pilot, ADRENALINE)
        await typed(pilot, PREGNANT)
        await until(pilot, lambda: "Ctrl+T " in drawn(pilot))
        await pilot.press("ctrl+t")
        await until(pilot, lambda: len(asked.questions) == 3)
        program(pilot).jobs.stop_all()
    before = Before(ADRENALINE, is_meant=True) if concern is Concern.ASKED_ALONE else None
    assert asked.questions[-1] == (PREGNANT, before)
