"""Page: what a handbook says where it is quoted; one handbook, or two side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.ids import SectionId
from edgerag.domain.notes import Note
from edgerag.errors import EdgeRagError, IngestError
from edgerag.ingest.picture import Picture, page_picture
from edgerag.present.notes import page_note
from edgerag.present.page import page_name, section_label
from edgerag.store.find import Found
from edgerag.store.salvage import Salvage
from tui.keys import key
from tui.messages import NoteWanted
from tui.program import Program, program_of
from tui.screens.find import FindScreen
from tui.viewer import open_original
from tui.widgets.form import Field, Form
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.page import PagePane, Wanted

if TYPE_CHECKING:
    from edgerag.language.fitting import Patient

PIXELS_PER_COLUMN = 10
"""About the width of a terminal's character; the picture is scaled to the pane in any case."""
NO_SECTION = SectionId(0)
TREE_COLUMNS = 31
"""Of the sections, as the style sheet has it, without margins and scroll bar."""
GUIDE = 2
"""Columns by which a section stands further in than the one that it is in, and of the sign that folds it."""
DRAWING = "drawing the page"
READING = "opening the handbook"
READING_NOTES = "reading the notes"


@dataclass
class HandbookOpened(Message):
    """A handbook's pages and sections are read."""

    pane: int
    handbook: Handbook
    pages: Sequence[Page]
    sections: Sequence[Section]
    patient: Patient
    """Whom the question is about."""


@dataclass
class HandbookGone(Message):
    """A handbook was removed since it was quoted."""

    pane: int


@dataclass
class NotesSeen(Message):
    """What readers noted, on these pages and others."""

    notes: Sequence[Note]


@dataclass
class PageDrawn(Message):
    """A page's picture is ready."""

    pane: PagePane
    ordinal: int
    picture: Picture


@dataclass
class PageNotDrawn(Message):
    """A page cannot be shown as it is printed."""

    pane: PagePane
    error: IngestError


class PageScreen(Screen[None]):
    """Lies over the screen that it was opened from."""

    TITLE = "Page"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "VerticalScroll"
    EXPLANATION = (
        "The page as it is stored, with the quotation in another colour and > in the margin. Tables stand "
        "in columns; where one row surely is for the age or weight in the question, it has a mark. "
        "{page.next} and {page.previous} turn the pages, {page.number} goes to one by its number, "
        "{page.quotation} goes to the next quotation of the same answer. {page.sections} shows the "
        "handbook's sections: Enter opens the page of one, Space folds those in it away. {page.search} finds "
        "words in the handbook: {page.quotation} and {page.quotation_before} then go from place to place. "
        "{page.picture} shows the page as it is printed, with its figures and flow charts, beside the text "
        "where there is room. {page.note} bookmarks it or keeps a note on it, {page.original} opens the "
        "original file. With two handbooks side by side, {page.other} goes from one to the other."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("page.next", "n,right", "turn(1)", "Next page", "Turn to the next page."),
        key("page.previous", "p,left", "turn(-1)", "Previous", "Turn to the page before."),
        key("page.quotation", "q", "quotation(1)", "Quotation", "Go to the next quotation or place."),
        key(
            "page.quotation_before",
            "Q,shift+q",
            "quotation(-1)",
            "Quotation before",
            "Go to the quotation or place before.",
            in_footer=False,
        ),
        key("page.search", "slash", "search", "Find", "Look for words in this handbook."),
        key("page.number", "g", "number", "Go to page", "Go to a page by its number.", in_footer=False),
        key(
            "page.note",
            "m,ctrl+n",
            "note",
            "Note",
            "Bookmark the page, or note something on it in your own words.",
            in_footer=False,
        ),
        key("page.sections", "s", "sections", "Sections", "Show or hide the handbook's sections."),
        key(
            "page.picture",
            "v",
            "picture",
            "View",
            "Show the page as it is printed, beside its text or in place of it.",
        ),
        key(
            "page.original",
            "o",
            "original",
            "Original",
            "Open the original file at this page.",
            in_footer=False,
        ),
        key("page.other", "tab", "app.focus_next", "Other", "Go to the other handbook.", in_footer=False),
        key("page.back", "escape", "back", "Back", "Go back to where you came from."),
    ]

    def __init__(self, *wanted: Wanted) -> None:
        """Show one handbook, or two side by side."""
        super().__init__()
        self._wanted = wanted
        self._branches: dict[SectionId, TreeNode[Section]] = {}

    def compose(self) -> ComposeResult:
        """Put the sections beside the pages."""
        with Horizontal(id="pages"):
            tree: Tree[Section] = Tree("", id="sections")
            tree.show_root, tree.guide_depth, tree.auto_expand = False, GUIDE, False
            yield tree
            for position, wanted in enumerate(self._wanted):
                yield PagePane(wanted, classes="-second" if position else "")
        yield KeysFooter()

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_mount(self) -> None:
        """Read the handbooks in a thread."""
        self.set_class(len(self._wanted) == 1, "-one")

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            from edgerag.language.fitting import patient_of

            library = self.program.desk.library()
            held = library.keys()
            for pane, wanted in enumerate(self._wanted):
                if wanted.handbook not in held:
                    yield HandbookGone(pane)
                    continue
                book = library.handbook(wanted.handbook)
                readable = Salvage.of(library)
                pages, sections = readable.pages_to_show(book.id), readable.sections(book.id)
                yield HandbookOpened(pane, book, pages, sections, patient_of(wanted.question))

        self.program.jobs.look(self, read, READING)
        self.read_notes()

    @on(HandbookOpened)
    def _show(self, message: HandbookOpened) -> None:
        pane = list(self.query(PagePane))[message.pane]
        pane.put(message.handbook, message.pages, message.sections, message.patient)
        if message.pane == 0:
            self._plant(message.sections)
            self.call_after_refresh(self._point_to_section)
            if message.sections and len(self._wanted) == 1 and self._wanted[0].is_whole:
                self._show_sections()

    def read_notes(self) -> None:
        """Show what is noted now."""

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            yield NotesSeen(self.program.desk.library().reader_notes())

        self.program.jobs.look(self, read, READING_NOTES)

    @on(NotesSeen)
    def _show_notes(self, message: NotesSeen) -> None:
        for pane in self.query(PagePane):
            pane.show_notes(message.notes)

    @on(HandbookGone)
    def _show_gone(self, message: HandbookGone) -> None:
        list(self.query(PagePane))[message.pane].say_gone()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer nothing of a handbook that is gone but the way back."""
        return action in {"back", "app.focus_next"} or not self._is_of_one_that_is_gone

    @property
    def _is_of_one_that_is_gone(self) -> bool:
        return bool(self.query(PagePane)) and self._pane.is_gone

    def _plant(self, sections: Sequence[Section]) -> None:
        """Fill the tree of sections."""
        tree = self.query_one("#sections", Tree)
        tree.clear()
        self._branches = {}
        for section in sections:
            parent = self._branches.get(section.parent or NO_SECTION, tree.root)
            label = section_label(section, TREE_COLUMNS - GUIDE * len(section.path))
            self._branches[section.id] = parent.add(Text(label), data=section, expand=True)
        for node in self._branches.values():
            node.allow_expand = bool(node.children)
        tree.root.expand()

    @property
    def _pane(self) -> PagePane:
        """The pane in focus, or the first."""
        panes = list(self.query(PagePane))
        return next((pane for pane in panes if pane.has_focus_within), panes[0])

    @on(Tree.NodeSelected)
    def _turn_to(self, event: Tree.NodeSelected[Section]) -> None:
        if event.node.data is not None:
            next(iter(self.query(PagePane))).go_to_offset(event.node.data.start)
            self._draw_again()

    def action_turn(self, by: int) -> None:
        """Turn pages."""
        self._pane.turn(by)
        self._follow()

    def action_quotation(self, by: int) -> None:
        """Go to the next quotation, or to the one before."""
        self._pane.next_quotation(by)
        self._follow()

    def action_search(self) -> None:
        """Ask for words, and show the place that is chosen, with the others a key away."""
        pane = self._pane

        def look_at(chosen: tuple[Found, int] | None) -> None:
            if chosen is not None:
                found, at = chosen
                places = tuple(place.cited for place in found.places)
                pane.look_at(Wanted(found.handbook.id, places, first=at, word="place"))
                self._follow()

        if pane.handbook is not None:
            self.app.push_screen(FindScreen(pane.handbook.id), look_at)

    def action_note(self) -> None:
        """Ask for a note on the page."""
        pane = self._pane
        if pane.handbook is not None and pane.page is not None:
            about = page_note(pane.handbook, pane.page.ordinal, page_name(pane.page), "")
            self.post_message(NoteWanted(about))

    def action_number(self) -> None:
        """Ask for a number, and go to the page that has it."""
        pane = self._pane
        remark = "As it is printed on the page, else as the file counts."
        form = Form("Go to page", "", [Field("number", "Page", "", remark)], save="Go")

        def go(changes: dict[str, str] | None) -> None:
            number = (changes or {}).get("number", "").strip()
            if number and not pane.go_to_named(number):
                self.notify(f"No page {number} in this handbook.", markup=False)
            self._follow()

        self.app.push_screen(form, go)

    async def action_picture(self) -> None:
        """Show the page as it is printed, or its text alone."""
        pane = self._pane
        if pane.has_picture:
            await self._end_picture(pane)
        elif pane.handbook is None:
            return
        elif pane.handbook.media_type == "pdf":
            self.remove_class("-with-sections")
            self._draw(pane)
            self.call_after_refresh(pane.focus_page)
        else:
            self.notify("Only pages of a PDF can be shown as they are printed.", markup=False)

    async def _end_picture(self, pane: PagePane) -> None:
        await pane.end_picture()
        self.set_class(any(pane.has_picture for pane in self.query(PagePane)), "-printed")
        self.call_after_refresh(pane.focus_page)

    def on_resize(self) -> None:
        """Draw the picture for its new width."""
        self.call_after_refresh(self._fit_room)

    def _follow(self) -> None:
        """Let the sections and the picture follow the page."""
        self._draw_again()
        self._point_to_section()

    def _point_to_section(self) -> None:
        """Put the tree's cursor on the section in which the first handbook's page begins."""
        first = next(iter(self.query(PagePane)))
        if first.page is not None and (section := first.section) is not None:
            tree = self.query_one("#sections", Tree)
            if tree.last_line >= 0:  # asked for it, the tree lays out its lines; until then no branch has one
                tree.move_cursor(self._branches.get(section.id))

    def _draw_again(self) -> None:
        """Draw the page that was turned to, if the one before it was shown as a picture."""
        for pane in self.query(PagePane):
            if pane.has_picture:
                self._draw(pane)

    def _fit_room(self) -> None:
        """Draw anew what has more or less room than it was drawn for.

        A terminal tells its size also when it has not changed, such as after it was asked what pictures it
        can show.
        """
        for pane in self.query(PagePane):
            if pane.has_picture and pane.picture_columns != pane.drawn_columns:
                self._draw(pane)

    def _draw(self, pane: PagePane) -> None:
        """Make room for a picture, and draw it as wide as the room is."""
        pane.begin_picture()
        self.add_class("-printed")
        self.call_after_refresh(self._draw_in_room, pane)

    def _draw_in_room(self, pane: PagePane) -> None:
        """Draw a page in a thread."""
        if pane.handbook is None or pane.page is None or pane.page.number is None or not pane.has_picture:
            return
        path, page, number = Path(pane.handbook.source_path), pane.page, pane.page.number
        pane.drawn_columns = pane.picture_columns
        width = pane.drawn_columns * PIXELS_PER_COLUMN

        def draw(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # a second, or its own time limit
            try:
                yield PageDrawn(pane, page.ordinal, page_picture(path, number, width=width))
            except IngestError as error:
                yield PageNotDrawn(pane, error)

        group = f"{DRAWING} on the right" if pane.has_class("-second") else DRAWING
        self.program.jobs.look(self, draw, group)

    @on(PageDrawn)
    async def _show_picture(self, message: PageDrawn) -> None:
        """Show a picture, unless the person has gone on to another page or to the text."""
        pane = message.pane
        if pane.has_picture and pane.page is not None and pane.page.ordinal == message.ordinal:
            from tui.widgets.picture import picture_widget

            picture = picture_widget(self.program, message.picture, pane.drawn_columns)
            await pane.show_picture(picture)

    @on(PageNotDrawn)
    async def _show_text(self, message: PageNotDrawn) -> None:
        """Show the text alone, and say why."""
        self.program.tell(message.error)
        await self._end_picture(message.pane)

    def action_sections(self) -> None:
        """Show the sections, or hide them again."""
        if self.query_one("#sections").display:
            self.remove_class("-with-sections")
            self.add_class("-without-sections")
            self.call_after_refresh(next(iter(self.query(PagePane))).focus_page)
            self.call_after_refresh(self._fit_room)
        else:
            self._show_sections()

    def _show_sections(self) -> None:
        self.remove_class("-without-sections")
        self.add_class("-with-sections")
        self.call_after_refresh(self.query_one("#sections").focus)
        self.call_after_refresh(self._fit_room)

    def action_original(self) -> None:
        """Open the original in the system's viewer."""
        pane = self._pane
        if pane.handbook is None or pane.page is None:
            return
        try:
            open_original(Path(pane.handbook.source_path), pane.page.number)
        except EdgeRagError as error:
            self.program.tell(error)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
