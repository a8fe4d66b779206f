"""Page: what a handbook says where it is quoted; one handbook, or two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Tree
from textual.widgets.tree import TreeNode

from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.ids import SectionId
from edgerag.errors import EdgeRagError
from edgerag.ingest.picture import Picture, page_picture
from edgerag.present.page import section_label
from edgerag.store.salvage import Salvage
from tui.keys import key
from tui.program import Program, program_of
from tui.viewer import open_original
from tui.widgets.page import PagePane, Wanted

PIXELS_PER_COLUMN = 10
"""About the width of a terminal's character; the picture is scaled to the pane in any case."""
SCROLL_COLUMNS = 4
"""The margins of a pane, and its scroll bar."""
NO_SECTION = SectionId(0)
DRAWING = "drawing the page"
READING = "opening the handbook"


@dataclass
class HandbookOpened(Message):
    """A handbook's pages and sections are read."""

    pane: int
    handbook: Handbook
    pages: Sequence[Page]
    sections: Sequence[Section]


@dataclass
class PageDrawn(Message):
    """A page's picture is ready."""

    pane: PagePane
    ordinal: int
    picture: Picture


class PageScreen(Screen[None]):
    """Lies over the screen that it was opened from."""

    TITLE = "Page"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "VerticalScroll"
    EXPLANATION = (
        "The page as it is stored, with the quotation in another colour and > in the margin. n and p "
        "turn the pages, q goes to the next quotation of the same answer, s shows the handbook's "
        "sections, v shows the page as it is printed, o opens the original file. With two handbooks "
        "side by side, Tab goes from one to the other."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        key("page.next", "n,right", "turn(1)", "Next page", "Turn to the next page."),
        key("page.previous", "p,left", "turn(-1)", "Previous", "Turn to the page before."),
        key("page.quotation", "q", "quotation", "Quotation", "Go to the next quotation of this answer."),
        key("page.sections", "s", "sections", "Sections", "Show or hide the handbook's sections."),
        key(
            "page.picture",
            "v",
            "picture",
            "View",
            "Show the page as it is printed, or its text.",
            in_footer=False,
        ),
        key("page.original", "o", "original", "Original", "Open the original file at this page."),
        key("page.other", "tab", "app.focus_next", "Other", "Go to the other handbook.", in_footer=False),
        key("page.back", "escape", "back", "Back", "Go back to where you came from."),
    ]

    def __init__(self, *wanted: Wanted) -> None:
        """Show one handbook, or two side by side."""
        super().__init__()
        self._wanted = wanted

    def compose(self) -> ComposeResult:
        """Put the sections beside the pages."""
        with Horizontal(id="pages"):
            tree: Tree[Section] = Tree("", id="sections")
            tree.show_root = False
            yield tree
            for position, wanted in enumerate(self._wanted):
                yield PagePane(wanted, classes="-second" if position else "")
        yield Footer(show_command_palette=False, compact=True)

    @property
    def program(self) -> Program:
        """What it shares with the other screens."""
        return program_of(self)

    def on_mount(self) -> None:
        """Read the handbooks in a thread."""
        self.set_class(len(self._wanted) == 1, "-one")

        def read(cancel: Event) -> None:  # noqa: ARG001  # over in a moment
            library = self.program.desk.library()
            for pane, wanted in enumerate(self._wanted):
                book = library.handbook(wanted.handbook)
                readable = Salvage.of(library)
                pages, sections = readable.pages_to_show(book.id), readable.sections(book.id)
                self.post_message(HandbookOpened(pane, book, pages, sections))

        self.program.jobs.start(self, read, READING)

    @on(HandbookOpened)
    def _show(self, message: HandbookOpened) -> None:
        pane = list(self.query(PagePane))[message.pane]
        pane.put(message.handbook, message.pages, message.sections)
        if message.pane == 0:
            self._plant(message.sections)

    def _plant(self, sections: Sequence[Section]) -> None:
        """Fill the tree of sections."""
        tree = self.query_one("#sections", Tree)
        tree.clear()
        nodes: dict[SectionId, TreeNode[Section]] = {}
        for section in sections:
            parent = nodes.get(section.parent or NO_SECTION, tree.root)
            nodes[section.id] = parent.add(Text(section_label(section)), data=section, expand=True)
        for node in nodes.values():
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

    def action_turn(self, by: int) -> None:
        """Turn pages."""
        self._pane.turn(by)
        self._draw_again()

    def action_quotation(self) -> None:
        """Go to the next quotation."""
        self._pane.next_quotation()
        self._draw_again()

    async def action_picture(self) -> None:
        """Show the page as it is printed, or its text again."""
        pane = self._pane
        if pane.has_picture:
            await pane.show_picture(None)
        elif pane.handbook is not None and pane.handbook.media_type == "pdf":
            self._draw(pane)
        else:
            self.notify("Only pages of a PDF can be shown as they are printed.", markup=False)

    def _draw_again(self) -> None:
        """Draw the page that was turned to, if the one before it was shown as a picture."""
        if self._pane.has_picture:
            self._draw(self._pane)

    def _draw(self, pane: PagePane) -> None:
        """Draw a page in a thread, wide enough for its pane."""
        if pane.handbook is None or pane.page is None or pane.page.number is None:
            return
        path, page, number = Path(pane.handbook.source_path), pane.page, pane.page.number
        width = max(pane.size.width, 1) * PIXELS_PER_COLUMN

        def draw(cancel: Event) -> None:  # noqa: ARG001  # a second, or its own time limit
            self.post_message(PageDrawn(pane, page.ordinal, page_picture(path, number, width=width)))

        self.program.jobs.start(self, draw, DRAWING)

    @on(PageDrawn)
    async def _show_picture(self, message: PageDrawn) -> None:
        """Show a picture, unless the person has gone on to another page."""
        if message.pane.page is not None and message.pane.page.ordinal == message.ordinal:
            from tui.widgets.picture import picture_widget

            columns = max(message.pane.size.width - SCROLL_COLUMNS, 1)
            await message.pane.show_picture(picture_widget(self.program, message.picture, columns))

    def action_sections(self) -> None:
        """Show the sections, or hide them again."""
        is_shown = not self.query_one("#sections").display
        self.query_one("#sections").display = is_shown
        focused = self.query_one("#sections", Tree) if is_shown else self.query(VerticalScroll).first()
        focused.focus()

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
