"""Library: the handbooks, how they got there, how they leave, and how they travel."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from tui.keys import key
from tui.screens.handbooks.adding import AddingScreen
from tui.screens.handbooks.care import CareScreen
from tui.screens.handbooks.exchange import ExchangeScreen
from tui.screens.handbooks.other import OtherLibraryScreen


class LibraryScreen(AddingScreen, ExchangeScreen, CareScreen, OtherLibraryScreen):
    """The handbooks, and everything that is done with them."""

    PLACE = "library"
    EXPLANATION = (
        "The handbooks that answer your questions. Add files (PDF, DOCX, HTML, Markdown, text, CSV, XLSX, "
        "JSON, XML) or a whole folder; each handbook is added whole or not at all, and what is finished "
        "stays when you stop. {library.edit} corrects titles, editions and authority: what you state is "
        "never overwritten. Enter opens a handbook at its contents, {library.details} shows all that is "
        "known of it, {library.search} finds words in all of them. "
        "{library.export} writes all handbooks, or those you mark, to a file for another laptop; "
        "{library.import} shows what is in such files, on a stick perhaps, and imports them. "
        "{library.other} opens another library in place of this one, and this one again."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#handbooks"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("library.add", "a", "add", "Add", "Add handbooks: files or a whole folder."),
        key("library.edit", "e", "edit", "Edit", "Correct title, edition, authority and other details."),
        key(
            "library.remove", "delete,backspace", "remove", "Remove", "Remove the handbook from the library."
        ),
        key("library.search", "slash", "search", "Find", "Look for words in all handbooks."),
        key(
            "library.index",
            "i",
            "index",
            "Re-index",
            "Make the search indexes of handbooks anew.",
            in_footer=False,
        ),
        key(
            "library.export",
            "w",
            "export",
            "Export",
            "Write handbooks to a file, for another laptop.",
            in_footer=False,
        ),
        key(
            "library.import",
            "r",
            "import",
            "Import",
            "Look into files of handbooks, on a stick perhaps, and import them.",
            in_footer=False,
        ),
        key(
            "library.other",
            "o",
            "other",
            "Other library",
            "Open another library, on a stick perhaps, or this computer's again.",
            in_footer=False,
        ),
        key(
            "library.details",
            "d",
            "details",
            "Details",
            "Show all that is known of the handbook.",
            in_footer=False,
        ),
        key("library.problems", "p", "problems", "Problems", "List what is wrong, and what to do."),
        key(
            "library.stop",
            "escape",
            "stop",
            "Stop",
            "Stop what runs; what is finished stays.",
            in_footer=False,
        ),
    ]
