"""What tests do to send handbooks to a file and to fetch them from one, on the Library screen."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.tui.conftest import settle
from tests.tui.library_screen import pick
from tui.screens.library import LibraryScreen
from tui.widgets.file_picker import FilePicker
from tui.widgets.form import Form
from tui.widgets.picking import PickHandbooks


async def export_to(pilot: Pilot[None], target: Path, *, key: Path | None = None, begin: bool = True) -> None:
    """Export what is marked to a file."""
    assert isinstance(pilot.app.screen, PickHandbooks)
    await pilot.press("ctrl+s")
    await settle(pilot)
    form = pilot.app.screen
    assert isinstance(form, Form)
    form.query_one("#file", Input).value = str(target)
    form.query_one("#key", Input).value = str(key or "")
    await pilot.press("ctrl+s")
    if begin:
        await settle(pilot)


async def look_into(pilot: Pilot[None], file: Path) -> None:
    await pilot.press("r")
    await settle(pilot)
    assert isinstance(pilot.app.screen, FilePicker)
    await pick(pilot, file)
    await settle(pilot)


async def look_into_without_waiting(pilot: Pilot[None], file: Path) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    screen._look_into([file])
    await pilot.pause()


async def pick_in(pilot: Pilot[None], folder: Path, *marked: str) -> None:
    """Look into a folder, or what is marked in it."""
    await pilot.press("r")
    await settle(pilot)
    await pick(pilot, folder)
    await settle(pilot)
    if marked:
        listed = [option.prompt for option in pilot.app.screen.query_one("#files", OptionList).options]
        for name in marked:
            at = next(n for n, line in enumerate(listed) if name in str(line))
            pilot.app.screen.query_one("#files", OptionList).highlighted = at
            await pilot.press("space")
    await pilot.press("ctrl+s")
    await settle(pilot)
