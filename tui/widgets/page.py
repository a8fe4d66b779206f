"""One handbook's page, its title above it, scrolled to what is quoted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from edgerag.domain.answers import Answer, Citation
from edgerag.domain.handbooks import Handbook, Page, Section
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.present.lines import Line, Segment, Style
from edgerag.present.notes import on_page
from edgerag.present.page import (
    first_quoted_line,
    noted_lines,
    page_lines,
    page_title,
    quotation_place,
    removed_lines,
)
from tui.widgets.lines import LinesView

if TYPE_CHECKING:
    from edgerag.language.fitting import Patient


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a pane shows: a handbook, what is quoted from it, and where to begin."""

    handbook: HandbookId
    citations: tuple[Citation, ...] = ()
    page_ordinal: int = 1
    first: int = 0
    """Which quotation to begin with."""
    word: str = "quotation"
    """What the citations are; "place" where words were looked for."""
    question: str = ""
    """Tells for whom a row of a table is marked."""

    @property
    def is_whole(self) -> bool:
        """Whether the handbook is wanted, and no place in it."""
        return not self.citations and self.page_ordinal == 1

    @property
    def first_page(self) -> int:
        """The page of the first quotation, or where to begin."""
        return self.citations[self.first].page_ordinal if self.citations else self.page_ordinal


def wanted(answer: Answer, question: str = "") -> Wanted:
    """Want the pages that an answer cites, or the one that came nearest to the question."""
    best_page = answer.trace.best_page or 1
    return Wanted(answer.handbook.id, answer.citations, best_page, question=question)


MARGINS = 4
"""Columns beside a picture: the margins and the scroll bar of what it is in."""
BEGUN = "Drawing the page …"


class PagePane(Vertical):
    """Shows one page of one handbook: its text, and its picture in place of the text or beside it."""

    def __init__(self, wanted: Wanted, *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self.wanted = wanted
        self.handbook: Handbook | None = None
        self.sections: Sequence[Section] = ()
        self._pages: Sequence[Page] = ()
        self._patient: Patient | None = None
        self._notes: Sequence[Note] = ()
        self._at = 0
        self._quotation = wanted.first
        self._is_gone = False
        self.drawn_columns = 0
        """For how wide a picture the page was drawn last."""

    def compose(self) -> ComposeResult:
        """Put the title over the text."""
        yield LinesView(self._title, classes="title")
        with Horizontal():
            with VerticalScroll(classes="text"):
                yield LinesView(self._text)
            with VerticalScroll(classes="printed"):
                yield Static(BEGUN, markup=False)

    def on_resize(self) -> None:
        """Keep the quotation in sight when its lines are folded anew."""
        if self._shown_citations:
            self.call_after_refresh(self._scroll_to_quotation)

    @property
    def page(self) -> Page | None:
        """The page that is shown; None until the pages are read."""
        return self._pages[self._at] if self._pages else None

    @property
    def section(self) -> Section | None:
        """The section of what is marked on the page, else the one in which the page begins."""
        if self.page is None:
            return None
        marked = [cited.start for cited in self._shown_citations if cited.page_ordinal == self.page.ordinal]
        at = self.page.start + (marked[0] if marked else 0)
        before = bisect_right([section.start for section in self.sections], at) - 1
        return self.sections[before] if before >= 0 else None

    def put(
        self, handbook: Handbook, pages: Sequence[Page], sections: Sequence[Section], patient: Patient
    ) -> None:
        """Show a handbook, which has been read, at the wanted page."""
        self.handbook, self._pages, self.sections = handbook, pages, sections
        self._patient = patient
        self.go_to(self.wanted.first_page)

    @property
    def is_gone(self) -> bool:
        """Whether its handbook was removed, so that there is nothing to turn to."""
        return self._is_gone

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Show under the title what readers noted on the page."""
        self._notes = notes
        self._views[0].show(self._title)

    def say_gone(self) -> None:
        """Say that the handbook was removed, with what was quoted from it."""
        self._is_gone = True
        self._views[0].show(self._title)
        self._views[1].show(self._text)

    def go_to(self, ordinal: int) -> None:
        """Show a page, scrolled to the quotation on it."""
        if not self._pages:
            return
        self._at = min(max(ordinal - 1, 0), len(self._pages) - 1)
        self._views[0].show(self._title)
        self._views[1].show(self._text)
        self.call_after_refresh(self._scroll_to_quotation)

    def begin_picture(self) -> None:
        """Make room for a picture of the page; that of another page goes."""
        self.add_class("-printed")
        self._say_drawing(is_drawing=True)

    async def show_picture(self, picture: Widget) -> None:
        """Show a picture of the page."""
        await self._printed.query(".picture").remove()
        self._say_drawing(is_drawing=False)
        await self._printed.mount(picture.add_class("picture"))

    async def end_picture(self) -> None:
        """Show the text alone."""
        self.remove_class("-printed")
        await self._printed.query(".picture").remove()

    def _say_drawing(self, *, is_drawing: bool) -> None:
        self._printed.query_one(Static).display = is_drawing
        self._printed.query(".picture").set(display=not is_drawing)
        self._printed.scroll_home(animate=False)

    def focus_page(self) -> None:
        """Let the arrows scroll the text, or the picture that is in its place."""
        text = self.query_one(".text")
        (text if text.display else self._printed).focus()

    @property
    def has_picture(self) -> bool:
        """Whether the page is shown as a picture, or soon will be."""
        return self.has_class("-printed")

    @property
    def picture_columns(self) -> int:
        """How wide a picture may be."""
        return max(self._printed.size.width - MARGINS, 1)

    @property
    def _printed(self) -> VerticalScroll:
        return self.query_one(".printed", VerticalScroll)

    def turn(self, by: int) -> None:
        """Show a page further on or back."""
        if self.page is not None:
            self.go_to(self.page.ordinal + by)

    def look_at(self, wanted: Wanted) -> None:
        """Mark and show something else of the same handbook."""
        self.wanted, self._quotation = wanted, wanted.first
        self.go_to(wanted.first_page)

    def go_to_named(self, number: str) -> bool:
        """Show the page on which `number` is printed, else that page of the file; whether there is one."""
        pages = [page for page in self._pages if page.label.casefold() == number.casefold()]
        pages += [page for page in self._pages if str(page.number or page.ordinal) == number]
        if pages:
            self.go_to(pages[0].ordinal)
        return bool(pages)

    def next_quotation(self, by: int) -> None:
        """Show another quotation, from the last one back to the first."""
        citations = self.wanted.citations
        if citations:
            self._quotation = (self._quotation + by) % len(citations)
            self.go_to(citations[self._quotation].page_ordinal)

    def go_to_offset(self, start: int) -> None:
        """Show the page that holds a character of the handbook text."""
        if self._pages:
            self.go_to(max(bisect_right([page.start for page in self._pages], start), 1))

    @property
    def _views(self) -> list[LinesView]:
        return list(self.query(LinesView))

    @property
    def _shown_citations(self) -> tuple[Citation, ...]:
        """Mark one quotation where several stand on different pages, else all of them."""
        citations = self.wanted.citations
        return citations[self._quotation : self._quotation + 1] if citations else ()

    @property
    def _place(self) -> str:
        """Which quotation is marked on the page; empty where it stands on another one."""
        citations, page = self.wanted.citations, self.page
        if page is None or not citations or citations[self._quotation].page_ordinal != page.ordinal:
            return ""
        return quotation_place(self._quotation, len(citations), self.wanted.word)

    def _title(self, width: int) -> list[Line]:
        if self._is_gone:
            return [(Segment("Removed from the library", Style.TITLE),)]
        if self.handbook is None or self.page is None:
            return [(Segment("Opening the handbook …", Style.DIM),)]
        title = page_title(self.handbook, self.page, self._pages, self._place, width)
        return title + noted_lines(on_page(self._notes, self.handbook, self.page.ordinal), width)

    def _text(self, width: int) -> list[Line]:
        if self._is_gone:
            return removed_lines(self.wanted.citations, width)
        if self.page is None:
            return []
        return page_lines(self.page, self._shown_citations, width, self._patient)

    def _scroll_to_quotation(self) -> None:
        scroll = self.query_one(".text", VerticalScroll)
        line = first_quoted_line(self._views[1].lines)
        scroll.scroll_to(y=max(line - 2, 0), animate=False)
