"""What tests do with the Library screen, and what they see of it."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Static

from tests.tui.conftest import settle
from tui.widgets.lines import LinesView


def rows(pilot: Pilot[None]) -> list[str]:
    """The lines of the table."""
    table = pilot.app.screen.query_one("#handbooks", DataTable)
    return [" ".join(str(cell).strip() for cell in table.get_row_at(n)) for n in range(table.row_count)]


def shown(pilot: Pilot[None], selector: str) -> str:
    """The text of a part of the screen."""
    widget = pilot.app.screen.query_one(selector)
    return str(widget.render()) if isinstance(widget, LinesView | Static) else ""


async def pick(pilot: Pilot[None], path: Path) -> None:
    """Type a path into the file picker's field."""
    field = pilot.app.screen.query_one("#folder", Input)
    field.value = str(path)
    field.focus()
    await pilot.press("enter")
    await settle(pilot)
