"""Puts the fragments of one page into reading order, and finds its tables.

1. Ruling lines and box edges give the cell that surrounds each fragment.
2. Cells that touch each other in rows and columns are a table; other cells are boxes.
3. Fragments, boxes and tables are sorted by gaps: horizontal bands that leave the same vertical
   gutter empty are columns, read one after the other; anything across the gutter ends them.
   Columns whose lines stand side by side with short entries are a table without rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from edgerag.ingest.pdf_glyphs import Fragment, GlyphPage, Rules

TOUCH = 4.0
"""Points between the edges of cells that touch; between the ends of rules that meet."""
MIN_GUTTER = 7.0
"""Points of white that separate columns."""
PROSE_CHARS = 22
"""Columns of prose have at least this many characters in a middling line."""
PROSE_FILL = 0.6
"""... which fills at least this share of the column."""
TIGHT_LEADING = 1.45
"""Lines of one cell or paragraph are at most this many font sizes apart."""
CELL_WORDS = 70
"""Ruled 'tables' with more words than this in a middling cell are boxes that touch."""
DEEPEST = 12
"""Columns within columns; deeper is read line by line."""
FEWEST_CELLS = 4
"""Fewer cells that touch are boxes of a chart."""
_MARKER = re.compile(r"(?:[•●▪■◦○➢➤✓»›–—*·\-o§□❑]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|\d+(?:\.\d+)+\.?)")
_BULLETS = frozenset("•●▪■◦○➢➤✓»›–—*·-□❑")
_MARKER_GAP_EM = 6.0
_OUTWARD_STEPS = 10
"""Edges that are tried when the nearest ones do not close a cell."""


@dataclass(slots=True)
class Line:
    """One line of running text, or one row of a table, in reading order."""

    fragments: list[Fragment]
    cells: list[str] = field(default_factory=list)
    """Of a table row: the text of each cell."""
    table: int = 0
    """Of a table row: which table of the page, 1 for the first."""
    left: float = 0.0
    right: float = 0.0
    """Edges of the column or box that the line stands in."""
    region: int = 0
    """Lines of one column or box share this number."""

    @property
    def text(self) -> str:
        """Its fragments, joined by spaces."""
        return " ".join(fragment.text for fragment in self.fragments)


@dataclass(slots=True)
class _Item:
    """Something with a place: fragments of one line, a box, or a table."""

    x0: float
    x1: float
    top: float
    bottom: float
    fragments: list[Fragment]
    rows: list[list[list[Fragment]]] | None = None
    """Of a ruled table: rows of cells of fragments."""
    boxes: list[_Item] = field(default_factory=list)
    """Of boxes that touch: each of them, in reading order."""
    is_box: bool = False


_Cell = tuple[int, int, int, int]


def read_lines(page: GlyphPage) -> list[Line]:
    """Give the lines and table rows of a page in reading order."""
    upright = [fragment for fragment in page.fragments if fragment.upright]
    items = _ruled_items(upright, page.rules)
    reader = _Reader()
    reader.read(items)
    for fragment in page.fragments:
        if not fragment.upright:
            reader.add([fragment], fragment.x0, fragment.x1, next(reader.regions))
    return reader.lines


def _join_markers(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Join a bullet or number with the text after it, however wide the tab between them."""
    joined: list[Fragment] = []
    for fragment in fragments:
        before = joined[-1] if joined else None
        if (
            before is not None
            and _MARKER.fullmatch(before.text)
            and not _MARKER.fullmatch(fragment.text)
            and abs(before.baseline - fragment.baseline) < 0.3 * fragment.size
            and -1.0 < fragment.x0 - before.x1 < _MARKER_GAP_EM * fragment.size
        ):
            joined[-1] = Fragment(
                f"{before.text} {fragment.text}", before.x0, fragment.x1, fragment.baseline,
                fragment.size, fragment.bold, before.order,
            )  # fmt: skip
        else:
            joined.append(fragment)
    return joined


# --- cells, boxes and tables with ruling lines ---


def _ruled_items(fragments: Sequence[Fragment], rules: Rules) -> list[_Item]:
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
    items = [_item([fragment]) for fragment in _join_markers(free)]
    cells = {cell: _join_markers(inside) for cell, inside in cells.items()}
    for component in _touching(list(cells)):
        items.extend(_component_items(component, cells))
    return items


def _item(fragments: list[Fragment]) -> _Item:
    return _Item(
        min(f.x0 for f in fragments), max(f.x1 for f in fragments),
        min(f.top for f in fragments), max(f.bottom for f in fragments), fragments,
    )  # fmt: skip


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


def _component_items(component: list[_Cell], cells: dict[_Cell, list[Fragment]]) -> list[_Item]:
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
    whole = _Item(left, right, top, bottom, [f for cell in component for f in cells[cell]])
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


def _box(cell: _Cell, fragments: list[Fragment]) -> _Item:
    inner = _item(fragments)
    return _Item(
        cell[0], cell[2], min(cell[1], inner.top), max(cell[3], inner.bottom), fragments, is_box=True
    )


# --- reading order ---


class _Reader:
    """Collects lines in reading order, region by region."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.regions = count(1)
        self._tables = count(1)

    def add(self, fragments: list[Fragment], left: float, right: float, region: int) -> None:
        """Append one line of running text."""
        self.lines.append(Line(fragments, left=left, right=right, region=region))

    def read(self, items: list[_Item], depth: int = 0) -> None:
        """Append the lines of `items`, top to bottom, columns left to right."""
        for bands in _groups(_bands(items)):
            columns = _columns([item for band in bands for item in band])
            if len(columns) < 2 or depth > DEEPEST or _is_one_line(bands):
                self._read_stack(bands, depth)
            elif _is_table(bands, columns):
                self._read_unruled_table(bands, columns)
            else:
                for column in columns:
                    self.read(column, depth + 1)

    def _read_stack(self, bands: list[list[_Item]], depth: int) -> None:
        """Read bands that leave no gutter: line by line, with boxes and tables where they stand."""
        plain = [item for band in bands for item in band if _is_plain(item)]
        left = min((item.x0 for item in plain), default=0.0)
        right = max((item.x1 for item in plain), default=0.0)
        region = next(self.regions)
        for band in bands:
            for row in _baselines(band):
                free = [f for item in row if _is_plain(item) for f in item.fragments]
                if free:
                    self.add(free, left, right, region)
                for item in row:
                    if item.rows:
                        self._add_rows(item.rows)
                    elif item.boxes:
                        for box in item.boxes:
                            self.read([_item([f]) for f in box.fragments], depth + 1)
                    elif item.is_box:
                        self.read([_item([f]) for f in item.fragments], depth + 1)
            region = region if plain else next(self.regions)

    def _add_rows(self, rows: list[list[list[Fragment]]]) -> None:
        table = next(self._tables)
        for row in rows:
            cells = [_cell_text(cell) for cell in row]
            self.lines.append(Line([f for cell in row for f in cell], cells=cells, table=table))

    def _read_unruled_table(self, bands: list[list[_Item]], columns: list[list[_Item]]) -> None:
        """Make rows of lines side by side; a line without a first cell continues the row above."""
        column_of = {id(item): index for index, column in enumerate(columns) for item in column}
        lines = [row for band in bands for row in _baselines(band)]
        rows: list[list[list[Fragment]]] = []
        starts = _row_starts(lines, column_of)
        for line, is_start in zip(lines, starts, strict=True):
            if is_start or not rows:
                rows.append([[] for _ in columns])
            for item in line:
                rows[-1][column_of[id(item)]].extend(item.fragments)
        self._add_rows([[cell for cell in row if cell] for row in rows])


def _cell_text(fragments: list[Fragment]) -> str:
    """Give a cell's lines, still one a line: broken words are mended later."""
    reader = _Reader()
    reader.read([_item([f]) for f in fragments])
    return "\n".join("\n".join(line.cells) if line.cells else line.text for line in reader.lines)


def _bands(items: list[_Item]) -> list[list[_Item]]:
    """Cut into horizontal bands of items that overlap in height, top to bottom."""
    bands: list[list[_Item]] = []
    floor = float("-inf")
    for item in sorted(items, key=lambda i: (i.top, i.x0)):
        slack = 0.3 * (item.bottom - item.top) if _is_plain(item) else 1.0
        if bands and item.top + slack < floor:
            bands[-1].append(item)
            floor = max(floor, item.bottom)
        else:
            bands.append([item])
            floor = item.bottom
    return bands


def _baselines(band: list[_Item]) -> list[list[_Item]]:
    """Cut a band into lines: items on one baseline, left to right."""
    lines: list[list[_Item]] = []
    for item in sorted(band, key=lambda i: (i.bottom if not i.is_box else i.top, i.x0)):
        if lines and abs(lines[-1][0].bottom - item.bottom) < 0.4 * (item.bottom - item.top):
            lines[-1].append(item)
        else:
            lines.append([item])
    return [sorted(line, key=lambda i: i.x0) for line in lines]


def _covered(items: Sequence[_Item]) -> list[tuple[float, float]]:
    """Merge the horizontal extents of items; what lies between two of the results is a gutter."""
    merged: list[tuple[float, float]] = []
    for x0, x1 in sorted((item.x0, item.x1) for item in items):
        if merged and x0 - merged[-1][1] < MIN_GUTTER:
            merged[-1] = (merged[-1][0], max(merged[-1][1], x1))
        else:
            merged.append((x0, x1))
    return merged


def _columns(items: list[_Item]) -> list[list[_Item]]:
    extents = _covered(items)
    return [[item for item in items if x0 <= item.x0 and item.x1 <= x1] for x0, x1 in extents]


def _groups(bands: list[list[_Item]]) -> list[list[list[_Item]]]:
    """Group consecutive bands that leave a common gutter, and those that leave none."""
    groups: list[list[list[_Item]]] = []
    extents: list[tuple[float, float]] = []
    for band in bands:
        own = _covered(band)
        if groups:
            union = _covered([item for kept in [*groups[-1], band] for item in kept])
            both_single = len(extents) == 1 and len(own) == 1
            keeps_gutter = len(extents) > 1 and len(union) > 1
            if (both_single and len(union) == 1) or keeps_gutter:
                groups[-1].append(band)
                extents = union
                continue
            if len(extents) > 1:
                groups.extend(_split_tail(groups.pop()))
                extents = _covered([item for kept in groups[-1] for item in kept])
                if len(extents) == 1 and len(own) == 1:
                    groups[-1].append(band)
                    continue
        groups.append([band])
        extents = own
    if groups and len(extents) > 1:
        groups.extend(_split_tail(groups.pop()))
    return _absorb_gaps(groups)


def _absorb_gaps(groups: list[list[list[_Item]]]) -> list[list[list[_Item]]]:
    """Put a single line with a wide gap in it back into the running text around it."""
    absorbed: list[list[list[_Item]]] = []
    for group in groups:
        if absorbed and _is_running(group) and _is_running(absorbed[-1]):
            absorbed[-1] = [*absorbed[-1], *group]
        else:
            absorbed.append(group)
    return absorbed


def _is_running(bands: list[list[_Item]]) -> bool:
    return _is_one_line(bands) or len(_columns([item for band in bands for item in band])) == 1


def _split_tail(bands: list[list[_Item]]) -> list[list[list[_Item]]]:
    """Split off one-sided bands at the end that begin with a heading or a footnote."""
    last = max(index for index, band in enumerate(bands) if len(_covered(band)) > 1 or index == 0)
    for index in range(last + 1, len(bands)):
        item, above = bands[index][0], bands[index - 1][-1]
        if not item.fragments or not above.fragments:
            continue
        other_size = not 0.9 < item.fragments[0].size / above.fragments[-1].size < 1.1
        bolder = item.fragments[0].bold and not above.fragments[-1].bold
        if (other_size or bolder) and item.top - above.bottom > 0.3 * item.fragments[0].size:
            return [bands[:index], bands[index:]]
    return [bands]


def _is_one_line(bands: list[list[_Item]]) -> bool:
    return len(bands) == 1 and len(_baselines(bands[0])) == 1 and all(_is_plain(item) for item in bands[0])


def _is_plain(item: _Item) -> bool:
    return not (item.is_box or item.rows or item.boxes)


def _is_table(bands: list[list[_Item]], columns: list[list[_Item]]) -> bool:
    """Whether text on both sides of a gutter is rows of cells rather than columns to read one by one."""
    items = [item for column in columns for item in column]
    if not all(_is_plain(item) for item in items):
        return False
    lines = [row for band in bands for row in _baselines(band)]
    side_by_side = sum(len(_covered(line)) > 1 for line in lines)
    if side_by_side < 2 or side_by_side < 0.3 * len(lines):
        return False
    lists = sum(_is_list(column) for column in columns)
    return lists < 2 and not all(_is_prose(column) for column in columns)


def _is_list(column: list[_Item]) -> bool:
    """Whether a column is a list of its own: most of its lines begin with a bullet."""
    return sum(item.fragments[0].text[:1] in _BULLETS for item in column) > 0.5 * len(column)


def _is_prose(column: list[_Item]) -> bool:
    lengths = sorted(len(item.fragments[0].text) for item in column)
    width = max(item.x1 for item in column) - min(item.x0 for item in column)
    fill = sorted((item.x1 - item.x0) / width for item in column)
    middle = len(column) // 2
    return len(column) >= 3 and lengths[middle] >= PROSE_CHARS and fill[middle] >= PROSE_FILL


def _row_starts(lines: list[list[_Item]], column_of: dict[int, int]) -> list[bool]:
    """Say which lines begin a row.

    A line whose first cell is empty does not. One whose first cell follows the first cell
    of the line above immediately in the order of painting, closely below it, continues
    that cell, unless the whole table would then be one row.
    """
    starts: list[bool] = []
    eager: list[bool] = []
    above: _Item | None = None
    for line in lines:
        first = line[0] if column_of[id(line[0])] == 0 else None
        eager.append(first is not None)
        starts.append(first is not None and not (above is not None and _continues(above, first)))
        above = first
    return starts if sum(starts) > 1 or len(lines) < 3 else eager


def _continues(above: _Item, item: _Item) -> bool:
    size = item.fragments[0].size
    painted_next = (
        0 < item.fragments[0].order - above.fragments[-1].order <= len(above.fragments[-1].text) + 4
    )
    return painted_next and item.bottom - above.bottom < TIGHT_LEADING * size
