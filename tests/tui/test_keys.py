from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual.binding import Binding
from textual.command import CommandPalette
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets._footer import FooterKey

from edgerag import paths
from edgerag.config import Config
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Report
from edgerag.present.tour import STEPS
from edgerag.store.library import Library
from tests.tui.ask_screen import ask, show
from tests.tui.conftest import Open, drawn, notices, quoting, settle
from tui.app import EdgeragApp, _screen_class
from tui.keys import EVERYWHERE, PLACES, on_keyboard, spelled, why_not_key
from tui.screens.ask import AskScreen
from tui.screens.base import MainScreen
from tui.screens.help import HelpScreen
from tui.screens.library import LibraryScreen
from tui.screens.tour import TourScreen
from tui.widgets.confirm import Confirm
from tui.widgets.form import Form
from tui.widgets.navigation import Place
from tui.widgets.question import QuestionBox
from tui.widgets.reader import Reader

KEYS = [
    *("f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "ctrl+p", "escape", "enter", "tab", "shift+tab"),
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "space", "question_mark", "slash"),
    *("ctrl+c", "ctrl+d", "ctrl+e", "ctrl+j", "c", "d", "e", "m", "n", "o", "p", "q", "s", "t", "x"),
]
"""Not among them: what writes, adds or deletes; those have tests of their own."""


@pytest.mark.parametrize("place", list(PLACES))
async def test_every_place_is_reached_by_key_and_by_mouse(home: Path, open_app: Open, place: str) -> None:
    async with open_app("compare" if place == "ask" else "ask") as pilot:
        await pilot.press(PLACES[place][0])
        await settle(pilot)
        assert isinstance(pilot.app.screen, MainScreen)
        assert place == pilot.app.screen.PLACE
        other = "ask" if place != "ask" else "library"
        word = PLACES[other][1]
        there = next(one for one in pilot.app.screen.query(Place) if word in str(one.render()))
        await pilot.click(there)
        await settle(pilot)
        assert other == pilot.app.screen.PLACE


@pytest.mark.parametrize("place", list(PLACES))
async def test_a_footer_shows_no_more_than_six_keys(home: Path, open_app: Open, place: str) -> None:
    async with open_app(place) as pilot:
        shown = {
            active.binding.action
            for active in pilot.app.screen.active_bindings.values()
            if active.binding.show and active.enabled
        }
        assert len(shown) <= 6, shown


async def test_the_footer_is_made_anew_only_when_other_keys_work(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        on_a_card = list(pilot.app.screen.query(FooterKey))
        await pilot.press("down", "down", "up")
        await settle(pilot)
        assert list(pilot.app.screen.query(FooterKey)) == on_a_card
        await pilot.press("slash")
        await settle(pilot)
        in_the_box = [key.description for key in pilot.app.screen.query(FooterKey)]
        assert in_the_box != [key.description for key in on_a_card]
        assert "Ask" in in_the_box


@pytest.mark.parametrize("place", list(PLACES))
async def test_f1_explains_the_screen_and_lists_its_keys(home: Path, open_app: Open, place: str) -> None:
    async with open_app(place, size=(100, 50)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        text = drawn(pilot)
        assert PLACES[place][1] in text
        assert "Keys" in text
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, MainScreen)


async def test_a_question_mark_lists_the_keys_and_t_begins_the_tour(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(pilot.app.screen, TourScreen)


async def test_the_palette_finds_actions_by_name(home: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert isinstance(pilot.app.screen, CommandPalette)
        await pilot.press(*"settings")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await settle(pilot)
        for _ in range(50):
            if isinstance(pilot.app.screen, MainScreen):
                break
            await pilot.pause(0.1)
        assert pilot.app.screen.PLACE == "settings"  # type: ignore[attr-defined]


async def test_the_palette_offers_what_a_letter_does_also_while_a_question_is_typed(
    home: Path, open_app: Open
) -> None:
    async with open_app() as pilot:
        assert isinstance(pilot.app.screen.focused, QuestionBox)
        offered = [command.title for command in pilot.app.get_system_commands(pilot.app.screen)]
        assert {"Copy", "Export", "Compare", "Library", "Quit", "Tour"} <= set(offered)
        assert "Stop" not in offered
        assert offered.count("Compare") == 1


async def test_a_first_run_begins_with_the_tour_which_offers_the_samples(
    no_library: Path, make_app: Callable[..., EdgeragApp]
) -> None:
    app = make_app(models=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TourScreen)
        titles = set()
        for _ in STEPS:
            titles.add(drawn(pilot))
            await pilot.press("right")
            await pilot.pause()
        assert len(titles) == len(STEPS)
        assert not any("{" in title for title in titles)
        await pilot.press("s")
        await settle(pilot)
        assert app.screen.PLACE == "library"  # type: ignore[attr-defined]
        await settle(pilot)
    with Library.open(paths.library_file()) as library:
        assert len(library.handbooks()) == 4


async def test_the_tour_is_left_by_escape_and_does_not_come_back_by_itself(
    no_library: Path, make_app: Callable[..., EdgeragApp]
) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, AskScreen)
    async with make_app().run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)


async def test_a_key_is_moved_by_the_settings(home: Path, open_app: Open, sample_report: Report) -> None:
    moved = quoting()
    config = Config(answers=moved.answers, interface=moved.interface, keys={"everywhere": {"library": "f9"}})
    async with open_app(config=config) as pilot:
        await pilot.press("f4")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
        await pilot.press("f9")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "F9 Library" in drawn(pilot).splitlines()[0]
        pilot.app.action_tour()
        await settle(pilot)
        await pilot.press(*["right"] * len(STEPS))
        await settle(pilot)
        assert "F9 adds your own handbooks" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "F5 History" in drawn(pilot).splitlines()[0]


async def test_a_key_for_what_is_no_action_is_told_and_one_for_an_action_is_not(
    home: Path, open_app: Open
) -> None:
    moved = {"app": {"library": "f9"}, "everywhere": {"library": "f10"}, "ask": {"exprot": "x"}}
    still = quoting()
    config = Config(answers=still.answers, interface=still.interface, keys=moved)
    async with open_app(config=config) as pilot:
        assert "no action: app.library, ask.exprot." in notices(pilot)
        assert "What to do: F7 moves keys" in notices(pilot)


async def test_a_key_that_is_needed_to_type_is_told_and_types(home: Path, open_app: Open) -> None:
    moved = {
        "everywhere": {"library": "a"},
        "ask": {"explore": "tab", "question": "slash,escape", "why": "x"},
    }
    still = quoting()
    config = Config(answers=still.answers, interface=still.interface, keys=moved)
    async with open_app(config=config) as pilot:
        assert "give everywhere.library a key that is needed to type: a." in notices(pilot)
        assert "give ask.explore a key that is needed to type: tab." in notices(pilot)
        assert notices(pilot).count("needed") == 2
        await pilot.press(*"anthrax")
        assert pilot.app.screen.query_one(QuestionBox).value == "anthrax"
        await pilot.press("f4")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)


@given(st.characters(categories=["L", "N", "P", "S"]).map(_character_to_key))
def test_no_character_is_a_key_that_works_before_a_text_takes_it(character: str) -> None:
    assert "needed to type" in why_not_key("everywhere.library", f"f9,{character}")
    assert not why_not_key("ask.copy", character)


@pytest.mark.parametrize("pressed", ["enter", "escape", "tab", "shift+tab", "up", "left", "end", "backspace"])
def test_a_key_that_goes_through_a_text_stays_that_where_a_person_types(pressed: str) -> None:
    assert "needed to type" in why_not_key("ask.copy", pressed)
    assert "needed to type" in why_not_key("everywhere.help", pressed)
    assert not why_not_key("page.note", pressed)


@pytest.mark.parametrize("pressed", ["f9", "ctrl+k", "shift+f3", "alt+a", "ctrl+shift+left", "insert"])
def test_a_key_that_types_nothing_is_free(pressed: str) -> None:
    assert not why_not_key("everywhere.library", pressed)


def test_no_action_has_a_key_that_it_could_not_be_given() -> None:
    own = (binding for screen in (AskScreen,) for binding in screen.BINDINGS if isinstance(binding, Binding))
    assert not [problem for key in (*EVERYWHERE, *own) if (problem := why_not_key(str(key.id), key.key))]


def test_every_key_has_a_name_and_an_explanation() -> None:
    assert all(binding.id and binding.tooltip.endswith(".") for binding in EVERYWHERE)
    assert len({binding.id for binding in EVERYWHERE}) == len(EVERYWHERE)


@given(st.sampled_from(EVERYWHERE), st.sampled_from(["f8", "f9", "ctrl+l", "f12,ctrl+k"]))
def test_a_text_names_the_key_that_an_action_has(binding: Binding, moved_to: str) -> None:
    screen, _, action = str(binding.id).partition(".")
    text = f"Press {{{binding.id}}}."
    first = moved_to.partition(",")[0]
    assert spelled(text, {screen: {action: moved_to}}).casefold() == f"press {first}."
    assert "{" not in spelled(text, {})


async def test_no_screen_explains_itself_with_a_key_that_is_none(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        for place in PLACES:
            await pilot.app.run_action(f"app.go('{place}')")
            await settle(pilot)
            await pilot.press("f1")
            await settle(pilot)
            assert "{" not in drawn(pilot)
            await pilot.press("escape")
            await settle(pilot)


def is_leaving(app: EdgeragApp) -> bool:
    """Whether the program asks if a form with changes shall be left."""
    return isinstance(app.screen, Confirm) and any(isinstance(one, Form) for one in app.screen_stack)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=25))
def test_any_sequence_of_keys_leaves_a_way_back(
    home: Path, make_app: Callable[..., EdgeragApp], sample_report: Report, keys: list[str]
) -> None:
    async def run() -> None:
        app = make_app()
        async with app.run_test(size=(80, 24)) as pilot:
            app.report = sample_report
            await app.run_action("app.go('ask')")
            await pilot.pause()
            for pressed in keys:
                await pilot.press(pressed)
            await settle(pilot)
            for _ in range(8):
                if isinstance(app.screen, ModalScreen):
                    await pilot.press("y" if is_leaving(app) else "escape")
                    await pilot.pause()
            await pilot.press("f2")
            await settle(pilot)
            assert isinstance(app.screen, AskScreen)
            await pilot.press("escape", "escape")
            assert isinstance(app.screen.focused, QuestionBox)
            app.jobs.stop_all()
            await settle(pilot)

    asyncio.run(run())


def bottom(pilot: Pilot[None]) -> list[str]:
    """The words of the last line."""
    return drawn(pilot).splitlines()[-1].split()


@pytest.mark.parametrize(
    ("place", "kept", "gone"),
    [
        ("library", {"Add"}, {"Open", "Edit", "Remove", "Find"}),
        ("audits", {"New"}, {"Open", "Run", "Remove"}),
    ],
)
async def test_what_needs_something_to_be_listed_is_not_offered_where_nothing_is(
    no_library: Path, open_app: Open, place: str, kept: set[str], gone: set[str]
) -> None:
    async with open_app(place, size=(120, 40)) as pilot:
        offered = set(bottom(pilot))
        assert kept <= offered
        assert not gone & offered


async def test_no_key_of_an_answer_is_offered_after_a_question_that_failed(
    home: Path, open_app: Open
) -> None:
    (home / "data" / "models").unlink()
    async with open_app(models=True) as pilot:
        await ask(pilot, "What dose of adrenaline?")
        assert "What to do: " in notices(pilot)
        assert isinstance(pilot.app.focused, QuestionBox)
        assert not {"Page", "Copy", "Export"} & set(bottom(pilot))


async def test_the_last_line_shows_the_keys_of_the_dialog_that_is_open(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("delete")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Confirm)
        assert bottom(pilot) == ["esc", "No", "y", "Yes"]
        await pilot.press("escape", "d")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Reader)
        assert bottom(pilot) == ["esc", "Close"]


def moved_to(keys: dict[str, dict[str, str]]) -> Config:
    still = quoting()
    return Config(answers=still.answers, interface=still.interface, keys=keys)


@pytest.mark.parametrize(("moved", "kept"), [("alone", "join"), ("join", "alone")])
async def test_of_two_actions_that_share_a_key_one_keeps_it_when_the_other_is_moved(
    home: Path, open_app: Open, sample_report: Report, moved: str, kept: str
) -> None:
    async with open_app(config=moved_to({"ask": {moved: "f12"}})) as pilot:
        await show(pilot, sample_report)
        chain = dict(pilot.app.screen._binding_chain)[pilot.app.screen].key_to_bindings
        assert [binding.action for binding in chain["f12"]] == [moved]
        assert [binding.action for binding in chain["ctrl+t"]] == [kept]


async def test_the_hint_for_a_follow_up_names_the_key_that_asks_it_alone_now(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    follow_up = Understood("adult", (Notice(Concern.FOLLOW_UP, "Read with the one before"),))
    async with open_app(config=moved_to({"ask": {"alone": "f12"}})) as pilot:
        await show(pilot, replace(sample_report, understood=follow_up))
        assert "F12 asks it alone" in " ".join(drawn(pilot).split())


async def test_an_empty_list_of_notes_names_the_keys_that_note_now(home: Path, open_app: Open) -> None:
    config = moved_to({"ask": {"note": "ctrl+k"}, "page": {"note": "b"}})
    async with open_app("history", config=config) as pilot:
        await pilot.press("n")
        await settle(pilot)
        assert "b on a page, Ctrl+K on an answer" in drawn(pilot)


@pytest.mark.parametrize("name", [*PLACES, "page", "map", "explore", "heatmap", "notes"])
def test_no_screen_explains_itself_with_a_key_that_may_have_been_moved(name: str) -> None:
    screen = _screen_class(name)
    keys = {
        one for binding in screen.BINDINGS if isinstance(binding, Binding) for one in binding.key.split(",")
    }
    shown = {on_keyboard(key) for key in keys} - {"?", "Tab", "a"}  # "a" is also an article
    texts = [screen.EXPLANATION, *vars(sys.modules[screen.__module__]).values()]  # type: ignore[attr-defined]
    words = {word.strip(".,;:()") for text in texts if isinstance(text, str) for word in text.split()}
    assert not shown & words


@pytest.mark.parametrize("place", [place for place in PLACES if place not in {"ask", "compare"}])
async def test_ctrl_c_where_nothing_is_copied_says_which_key_leaves_now(
    home: Path, open_app: Open, place: str
) -> None:
    async with open_app(place, config=moved_to({"everywhere": {"quit": "f10"}})) as pilot:
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert notices(pilot) == "F10 leaves edgerag."


async def test_ctrl_c_before_any_report_says_that_there_is_no_answer(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert notices(pilot) == "There is no answer to copy yet."
