from __future__ import annotations

import pytest
from textual.pilot import Pilot

from edgerag import paths
from edgerag.domain.notices import Concern
from edgerag.domain.reports import Report
from edgerag.store.library import Library
from edgerag.store.reports import ReportId
from tests.tui.ask_screen import ask, program, screen
from tests.tui.conftest import ADRENALINE, Open, drawn, settle

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
