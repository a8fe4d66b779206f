"""Cells, boxes and tables with ruling lines.

Ruling lines and box edges give the cell that surrounds each fragment. Cells that touch each other in rows and
columns are a table; other cells are boxes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgerag.ingest.pdf_glyphs import Fragment, Rules
from edgerag.ingest.pdf_items import Item, item_of, join_markers

TOUCH = 4.0
"""Points between the edges of cells that touch; between the ends of rules that meet."""
CELL_WORDS = 70
"""Ruled 'tables' with more words than this in a middling cell are boxes that touch."""
FEWEST_CELLS = 4
"""Fewer cells that touch are boxes of a chart."""
_OUTWARD_STEPS = 10
"""Edges that are tried when the nearest ones do not close a cell."""

_Cell = tuple[int, int, int, int]


def ruled_items(fragments: Sequence[Fragment], rules: Rules) -> list[Item]:
    """Make one item of each free fragment, each box and each ruled table."""
    cells: dict[_Cell, list[Fragment]] = {}
    grid = _connected_rules(_visible_rules(rules, fragments))
    free: list[Fragment] = []
    for fragment in fragments:
        cell = _cell_around(fragment, grid)
        if cell is None:
            free.append(fragment)
        else:
            cells.setdefault(cell, []).append(fragment)
    items = [item_of([fragment]) for fragment in join_markers(free)]
    cells = {cell: join_markers(inside) for cell, inside in cells.items()}
    for component in _touching(list(cells)):
        items.extend(_component_items(component, cells))
    return items


def _visible_rules(rules: Rules, fragments: Sequence[Fragment]) -> Rules:
    """Drop vertical rules that text runs across: a box drawn over them hides them."""
    vertical = rules.vertical
    if not len(vertical) or not fragments:
        return rules
    spans = np.array([(f.x0 + f.size, f.x1 - f.size, f.baseline - 0.3 * f.size) for f in fragments])
    x, y0, y1 = vertical.T[:, :, None]
    crossed = ((spans[:, 0] < x) & (x < spans[:, 1]) & (y0 < spans[:, 2]) & (spans[:, 2] < y1)).any(axis=1)
    return Rules(rules.horizontal, vertical[~crossed])


def _connected_rules(rules: Rules) -> Rules:
    """Keep rules whose ends meet a rule of the other direction; underlines and dividers do not."""
    horizontal, vertical = rules.horizontal, rules.vertical
    if not len(horizontal) or not len(vertical):
        return Rules(np.zeros((0, 3)), np.zeros((0, 3)))
    horizontal, vertical = _merged(horizontal), _merged(vertical)
    return Rules(_meeting(horizontal, vertical), _meeting(vertical, horizontal))


def _merged(lines: np.ndarray) -> np.ndarray:
    """Merge pieces that continue each other into one line: many programs draw borders cell by cell."""
    merged: list[list[float]] = []
    for at, start, end in lines[np.lexsort((lines[:, 1], np.round(lines[:, 0])))].tolist():
        if merged and abs(merged[-1][0] - at) < 1 and start < merged[-1][2] + TOUCH:
            merged[-1][2] = max(merged[-1][2], end)
        else:
            merged.append([at, start, end])
    return np.array(merged)


def _meeting(lines: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Keep the lines both of whose ends lie on one of the others."""
    at, start, end = lines[:, 0:1], lines[:, 1:2], lines[:, 2:3]
    crosses = (others[:, 1] - TOUCH <= at) & (at <= others[:, 2] + TOUCH)
    near_start = (crosses & (np.abs(others[:, 0] - start) < TOUCH)).any(axis=1)
    near_end = (crosses & (np.abs(others[:, 0] - end) < TOUCH)).any(axis=1)
    return lines[near_start & near_end]


def _cell_around(fragment: Fragment, grid: Rules) -> _Cell | None:
    """Find the smallest cell around a fragment whose four sides are drawn along their whole length."""
    x, y = (fragment.x0 + fragment.x1) / 2, fragment.baseline - 0.3 * fragment.size
    across = grid.horizontal[(grid.horizontal[:, 1] - 1 <= x) & (x <= grid.horizontal[:, 2] + 1), 0]
    down = grid.vertical[(grid.vertical[:, 1] - 1 <= y) & (y <= grid.vertical[:, 2] + 1), 0]
    above, below = across[across <= y], across[across > y]
    before, after = down[down <= fragment.x0 + 3], down[down >= fragment.x1 - 3]
    for _ in range(_OUTWARD_STEPS):
        if not (len(above) and len(below) and len(before) and len(after)):
            return None
        left, right, top, bottom = before.max(), after.min(), above.max(), below.min()
        if not _is_drawn(grid.horizontal, top, left, right):
            above = above[above < top - 1]
        elif not _is_drawn(grid.horizontal, bottom, left, right):
            below = below[below > bottom + 1]
        elif not _is_drawn(grid.vertical, left, top, bottom):
            before = before[before < left - 1]
        elif not _is_drawn(grid.vertical, right, top, bottom):
            after = after[after > right + 1]
        elif bottom - top < 0.7 * fragment.size:
            return None
        else:
            return round(left), round(top), round(right), round(bottom)
    return None


def _is_drawn(lines: np.ndarray, at: float, start: float, end: float) -> bool:
    """Whether lines at `at` cover most of the way from `start` to `end`."""
    near = lines[np.abs(lines[:, 0] - at) < 2]
    reached, covered = start, 0.0
    for _, low, high in near[near[:, 1].argsort()]:
        low, high = max(low, reached), min(high, end)
        if high > low:
            covered += high - low
            reached = high
    return covered >= 0.8 * (end - start)


def _touching(cells: list[_Cell]) -> list[list[_Cell]]:
    """Group cells that share an edge, directly or through others."""
    if not cells:
        return []
    box = np.array(cells, np.float64)
    left, top, right, bottom = box.T
    overlap_y = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top) > 3
    overlap_x = np.minimum.outer(right, right) - np.maximum.outer(left, left) > 3
    beside = (np.abs(right[:, None] - left[None, :]) < TOUCH) & overlap_y
    below = (np.abs(bottom[:, None] - top[None, :]) < TOUCH) & overlap_x
    near = beside | beside.T | below | below.T
    group = np.arange(len(cells))
    while True:
        lowest = np.where(near, group[None, :], len(cells)).min(axis=1)
        updated = np.minimum(group, lowest)
        if (updated == group).all():
            break
        group = updated
    return [[cells[i] for i in np.flatnonzero(group == g)] for g in np.unique(group)]


def _component_items(component: list[_Cell], cells: dict[_Cell, list[Fragment]]) -> list[Item]:
    """Turn touching cells into one table item, or into boxes."""
    rows = _rows_of_cells(component)
    wide_rows = sum(len(row) > 1 for row in rows)
    words = sorted(sum(len(f.text.split()) for f in cells[cell]) for cell in component)
    if all(len(row) == 1 and abs(row[0][0] - rows[0][0][0]) < TOUCH for row in rows):
        stacked = [cell for row in rows for cell in row]
        outline = (stacked[0][0], stacked[0][1], max(c[2] for c in stacked), max(c[3] for c in stacked))
        return [_box(outline, [f for cell in stacked for f in cells[cell]])]
    boxes = [_box(cell, cells[cell]) for row in rows for cell in row]
    if len(component) < FEWEST_CELLS or (wide_rows < 2 and not (wide_rows == 1 and len(rows) == 2)):
        return boxes
    left, top = min(c[0] for c in component), min(c[1] for c in component)
    right, bottom = max(c[2] for c in component), max(c[3] for c in component)
    whole = Item(left, right, top, bottom, [f for cell in component for f in cells[cell]])
    if words[len(words) // 2] > CELL_WORDS:
        whole.boxes = boxes
    else:
        whole.rows = [[cells[cell] for cell in row] for row in rows]
    return [whole]


def _rows_of_cells(component: list[_Cell]) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = []
    for cell in sorted(component, key=lambda c: (c[1], c[0])):
        if rows and abs(rows[-1][0][1] - cell[1]) < TOUCH:
            rows[-1].append(cell)
        else:
            rows.append([cell])
    return [sorted(row) for row in rows]


def _box(cell: _Cell, fragments: list[Fragment]) -> Item:
    inner = item_of(fragments)
    return Item(cell[0], cell[2], min(cell[1], inner.top), max(cell[3], inner.bottom), fragments, is_box=True)
