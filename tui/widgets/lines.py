"""Shows lines that `edgerag.present` has laid out, in the theme's colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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


class LinesView(Widget):
    """As many lines as it takes, laid out anew when the width changes."""

    DEFAULT_CSS = "LinesView { height: auto; width: 1fr; }"

    def __init__(self, layout: Layout, *, name: str | None = None, classes: str | None = None) -> None:
        """Show what `layout` gives."""
        super().__init__(name=name, classes=classes)
        self._layout_lines = layout
        self._laid_out: tuple[int, Content] | None = None

    def show(self, layout: Layout) -> None:
        """Show something else."""
        self._layout_lines = layout
        self._laid_out = None
        self.refresh(layout=True)

    def render(self) -> Content:
        """Draw at the present width."""
        return self._at(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  # Textual's
        """Say how many lines it takes."""
        return self._at(width).plain.count("\n") + 1

    def _at(self, width: int) -> Content:
        if self._laid_out is None or self._laid_out[0] != width:
            self._laid_out = width, content_of_all(self._layout_lines(max(width, 1)))
        return self._laid_out[1]
