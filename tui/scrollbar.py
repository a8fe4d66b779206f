"""Scroll bars that are drawn with spaces only, for terminals that show block characters badly."""

from __future__ import annotations

from typing import ClassVar

from textual.scrollbar import ScrollBar, ScrollBarRender

_N_PARTS = 8
"""Into how many parts Textual divides a character."""


class PlainScrollBarRender(ScrollBarRender):
    """Draws whole characters."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * _N_PARTS
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * _N_PARTS


def draw_scroll_bars(*, plain: bool) -> None:
    """Draw every scroll bar from now on with spaces only, or with parts of blocks."""
    ScrollBar.renderer = PlainScrollBarRender if plain else ScrollBarRender
