"""An entity and what it has to do with others, drawn as one SVG picture that stands alone.

The entity is in the middle; the others stand around it at equal angles, the one that most handbooks relate
to it at the top and then clockwise, and from each a line that is dashed where the relation is forbidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, pi, sin
from typing import Final

from edgerag.domain.explored import Explored, Related
from edgerag.present.amounts import count
from edgerag.present.graph import does
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import shorten

MOST_SHOWN: Final = 14
"""More names than these overlap."""
WIDTH: Final = 760
HEIGHT: Final = 460
_ACROSS: Final = 250.0
_DOWN: Final = 180.0
_NAME_COLUMNS: Final = 26
_LINE: Final = 14
"""Pixels from one line of text to the next."""


def neighbourhood_svg(explored: Explored) -> str:
    """Draw an entity with the others that most handbooks relate to it; nothing in a name becomes markup."""
    shown = sorted(explored.related, key=_rank)[:MOST_SHOWN]
    title = _text(explored.entity.name)
    left = len(explored.related) - len(shown)
    more = [_label(WIDTH / 2, HEIGHT - 6, f"and {count(left, 'more relation')}", "note")] if left > 0 else []
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>What the handbooks relate to {title}</title>",
            *_spokes(shown),
            _circle(WIDTH / 2, HEIGHT / 2, 7),
            _label(WIDTH / 2, HEIGHT / 2 + 24, explored.entity.name, "middle"),
            *more,
            "</svg>",
        ]
    )


def _rank(related: Related) -> tuple[int, int, str, str]:
    n_handbooks = len({statement.handbook.id for statement in related.statements})
    return -n_handbooks, -len(related.statements), related.other.id, does(related)


def _spokes(shown: Sequence[Related]) -> Iterator[str]:
    for number, related in enumerate(shown):
        angle = 2 * pi * number / len(shown) - pi / 2
        x, y = WIDTH / 2 + _ACROSS * cos(angle), HEIGHT / 2 + _DOWN * sin(angle)
        dashes = ' stroke-dasharray="4 4"' if related.is_denied else ""
        ends = f'x1="{WIDTH / 2:.0f}" y1="{HEIGHT / 2:.0f}" x2="{x:.0f}" y2="{y:.0f}"'
        yield f'<line {ends} stroke="#999"{dashes}/>'
        yield _circle(x, y, 4)
        below = y + _LINE if sin(angle) > 0 else y - _LINE - 4
        yield _label(x, below, related.other.name, "name")
        yield _label(x, below + _LINE, does(related), "note")


def _circle(x: float, y: float, radius: int) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="#246"/>'


def _label(x: float, y: float, text: str, kind: str) -> str:
    style = {"middle": "bold 15px", "name": "13px", "note": "italic 11px"}[kind]
    colour = "#555" if kind == "note" else "#111"
    place = f'x="{x:.0f}" y="{y:.0f}" text-anchor="middle"'
    return f'<text {place} style="font: {style} Georgia, serif" fill="{colour}">{_text(text)}</text>'


def _text(text: str) -> str:
    return escape(inert(shorten(one_line(text), _NAME_COLUMNS)))
