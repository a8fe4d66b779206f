"""Two small charts as SVG: a bar in parts, and shares with their intervals.

Written here, because the libraries that draw such charts (altair, plotly, matplotlib) bring 10 to 60 MB and a
script into a program that has to fit on a stick and a page that runs none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from edgerag.domain.audited import Interval

WIDTH: Final = 720
_BAR: Final = 34
_ROW: Final = 22
_LEFT: Final = 220
_RIGHT: Final = 60
_LETTER: Final = 7.5
"""Pixels of a letter, about."""

Part = tuple[str, int, str]
"""A name, a number and a colour."""


def bar(parts: Sequence[Part]) -> str:
    """Draw one bar whose parts are as long as their numbers; empty if there is nothing to draw."""
    total = sum(number for _, number, _ in parts)
    if total == 0:
        return ""
    return _svg(_BAR, _bar_parts(parts, total))


def intervals(rows: Sequence[tuple[str, Interval]]) -> str:
    """Draw a row for each share, from 0 to 100 %: a dot, and a line over its interval."""
    height = _ROW * (len(rows) + 1)
    return _svg(height, [*_scale(height), *(mark for n, row in enumerate(rows) for mark in _row(n, *row))])


def _bar_parts(parts: Sequence[Part], total: int) -> Iterator[str]:
    x = 0.0
    for name, number, colour in parts:
        width = WIDTH * number / total
        title = f"{name}: {number:,} of {total:,} ({number / total:.1%})"
        yield f'<rect x="{x:.1f}" y="0" width="{width:.1f}" height="{_BAR}" fill="{colour}">'
        yield f"<title>{escape(title)}</title></rect>"
        if width > _LETTER * len(name) + 10:
            middle = f'x="{x + width / 2:.1f}" y="22" text-anchor="middle"'
            yield f'<text {middle} fill="#fff">{escape(name)}</text>'
        x += width


def _scale(height: int) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        x = _place(percent / 100)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - _ROW}" stroke="#ccc"/>'
        yield f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle" fill="#555">{percent} %</text>'


def _row(number: int, name: str, share: Interval) -> Iterator[str]:
    y = _ROW * number + _ROW / 2
    shown = name if len(name) * _LETTER < _LEFT else f"{name[: int(_LEFT / _LETTER) - 1]}…"
    yield f'<text x="{_LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>'
    if math.isnan(share.value):
        return
    title = f"{name}: {share.value:.1%}"
    if not math.isnan(share.low):
        title += f" ({share.low:.1%} to {share.high:.1%})"
        ends = f'x1="{_place(share.low):.1f}" x2="{_place(share.high):.1f}"'
        yield f'<line {ends} y1="{y:.1f}" y2="{y:.1f}" stroke="#111" stroke-width="2"/>'
    yield f'<circle cx="{_place(share.value):.1f}" cy="{y:.1f}" r="5" fill="#1f5fa8">'
    yield f"<title>{escape(title)}</title></circle>"


def _place(share: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * share


def _svg(height: int, marks: Sequence[str] | Iterator[str]) -> str:
    opening = f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" font-size="13">'
    return f"{opening}{''.join(marks)}</svg>"
