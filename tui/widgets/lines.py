"""Shows lines that `edgerag.present` has laid out, in the theme's colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from edgerag.present.lines import Line, Style

COLOURS = {
    Style.PLAIN: "",
    Style.TITLE: "bold",
    Style.DIM: "$foreground 60%",
    Style.QUOTE: "italic",
    Style.AGREE: "bold $success",
    Style.DISAGREE: "bold $error",
    Style.UNSURE: "bold $warning",
    Style.ABSENT: "$foreground 60%",
    Style.MARKED: "bold underline $accent",
    Style.FOUND: "bold $accent",
    Style.CURSOR: "bold reverse",
}

Layout = Callable[[int], Sequence[Line]]
"""Lays something out in lines of at most so many columns."""


def content_of(line: Line) -> Content:
    """Turn a line into what Textual draws; nothing in it is interpreted."""
    return Content.assemble(*((segment.text, COLOURS[segment.style]) for segment in line))


def content_of_all(lines: Iterable[Line]) -> Content:
    """Turn lines into what Textual draws."""
    return Content("\n").join(map(content_of, lines))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Lines for so many columns, and what Textual draws of them."""

    width: int
    lines: Sequence[Line]
    content: Content

    @property
    def height(self) -> int:
        """How many lines they take on the screen."""
        return self.content.plain.count("\n") + 1


class LinesView(Widget):
    """As many lines as it takes, laid out anew when the width changes."""

    DEFAULT_CSS = "LinesView { height: auto; width: 1fr; }"

    def __init__(self, layout: Layout, *, name: str | None = None, classes: str | None = None) -> None:
        """Show what `layout` gives."""
        super().__init__(name=name, classes=classes)
        self._layout_lines = layout
        self._laid_out: LaidOut | None = None

    def show(self, layout: Layout) -> None:
        """Show something else; the screen is arranged anew only if it takes more or fewer lines."""
        before, self._layout_lines, self._laid_out = self._laid_out, layout, None
        width = self.content_size.width
        is_as_tall = before is not None and before.width == width and self._at(width).height == before.height
        self.refresh(layout=not is_as_tall)

    @property
    def lines(self) -> Sequence[Line]:
        """What it shows."""
        return self._at(self.content_size.width).lines

    def render(self) -> Content:
        """Draw at the present width."""
        return self._at(self.content_size.width).content

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  # Textual's
        """Say how many lines it takes."""
        return self._at(width).height

    def _at(self, width: int) -> LaidOut:
        if self._laid_out is None or self._laid_out.width != width:
            lines = self._layout_lines(max(width, 1))
            self._laid_out = LaidOut(width, lines, content_of_all(lines))
        return self._laid_out
