from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import DataTable, Input

from edgerag import paths
from edgerag.store.library import Library
from tests.tui.ask_screen import ask, program, screen
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, settle
from tui.screens.library import LibraryScreen
from tui.screens.notes import NotesScreen
from tui.screens.page import PageScreen
from tui.widgets.cards import Cards
from tui.widgets.form import Form
from tui.widgets.lines import LinesView
from tui.widgets.page import PagePane

pytestmark = pytest.mark.usefixtures("home")


def kept() -> list[tuple[str, str]]:
    with Library.open(paths.library_file()) as library:
        return [(note.place.partition(" ")[0], note.note) for note in library.reader_notes()]


async def write(pilot: Pilot[None], key: str, words: str) -> None:
    """Press the key, write a note, and keep it."""
    await pilot.press(key)
    await settle(pilot)
    assert isinstance(pilot.app.screen, Form)
    pilot.app.screen.query_one(Input).value = words
    await pilot.press("ctrl+s")
    await settle(pilot)


async def test_an_answer_and_its_page_are_noted_shown_listed_opened_and_deleted(open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        screen(pilot).query_one(Cards).focus_first()
        await pilot.pause()
        await write(pilot, "ctrl+n", "Agreed with\x1b Dr M.")
        assert "Reader's note (answer): Agreed with" in drawn(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        turned_to = pilot.app.screen.query_one(PagePane).page
        await write(pilot, "m", "")
        await write(pilot, "m", "Ours is [red]1 mg/mL")
        assert "Ours is [red]1 mg/mL" in str(pilot.app.screen.query(LinesView).first().render())
        await pilot.press("n")
        assert "Ours is" not in drawn(pilot)
        await pilot.press("p")
        assert "Ours is [red]1 mg/mL" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        pilot.app.clear_notifications()
        await settle(pilot)
        assert "Ours is [red]1 mg/mL" in drawn(pilot)
        await pilot.press("f5")
        await settle(pilot)
        await pilot.press("n")
        await settle(pilot)
        assert isinstance(pilot.app.screen, NotesScreen)
        table = pilot.app.screen.query_one(DataTable)
        assert [str(table.get_row_at(row)[2]) for row in range(2)] == [
            "Ours is [red]1 mg/mL",
            "Agreed with<U+001B> Dr M.",
        ]
        await pilot.press("home", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        assert pilot.app.screen.query_one(PagePane).page == turned_to
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("delete", "y")
        await settle(pilot)
        assert [place for place, _ in kept()] == ["answer"]
        await pilot.press("home", "enter")
        await settle(pilot)
        assert pilot.app.current_mode == "ask"
        report = program(pilot).report
        assert report is not None
        assert [note.place for note in report.notes] == ["answer"]


async def test_of_a_note_that_is_pasted_every_line_is_kept(open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("m")
        await settle(pilot)
        await pilot.press(*"Ours: ")
        pilot.app.post_message(events.Paste("adrenaline 0.5 mg\r\n\n  again after 5 min\nthen call"))
        await settle(pilot)
        await pilot.press(*"!", "ctrl+s")
        await settle(pilot)
    assert [note for _, note in kept()] == ["Ours: adrenaline 0.5 mg again after 5 min then call!"]


@pytest.mark.parametrize("left_with", ["escape", "f5"])
async def test_a_form_that_holds_what_was_typed_is_left_after_a_question(
    open_app: Open, left_with: str
) -> None:
    async with open_app("library") as pilot:
        await pilot.press("e")
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, Form)
        await pilot.press(*" revised", left_with)
        await settle(pilot)
        assert "Leave without keeping this?" in drawn(pilot)
        await pilot.press("f5", "escape", "ctrl+q", "escape")
        await settle(pilot)
        assert pilot.app.screen is form
        assert form.query(Input).first().value.endswith(" revised")
        await pilot.press(left_with)
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert form not in pilot.app.screen_stack
        assert pilot.app.current_mode == ("history" if left_with == "f5" else "library")


async def test_a_form_in_which_nothing_was_changed_is_left_at_once(open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("e")
        await settle(pilot)
        await pilot.press("x", "backspace", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_nothing_is_noted_where_no_answer_is_in_focus_or_none_is_kept(open_app: Open) -> None:
    async with open_app() as pilot:
        screen(pilot).action_note()
        assert "Go to the answer" in notices(pilot)
        await pilot.press("f5")
        await settle(pilot)
        await pilot.press("n")
        await settle(pilot)
        assert "Nothing is bookmarked or noted yet" in drawn(pilot)
        await pilot.press("enter", "delete", "e", "escape")
        await settle(pilot)
    assert kept() == []
