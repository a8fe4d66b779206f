"""Bands and columns: what leaves a gutter empty, and whether it is a table without rules.

Horizontal bands that leave the same vertical gutter empty are columns, read one after the other; anything
across the gutter ends them. Columns whose lines stand side by side with short entries are a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.ingest.pdf_items import Item

MIN_GUTTER = 7.0
"""Points of white that separate columns."""
PROSE_CHARS = 22
"""Columns of prose have at least this many characters in a middling line."""
PROSE_FILL = 0.6
"""... which fills at least this share of the column."""
TIGHT_LEADING = 1.45
"""Lines of one cell or paragraph are at most this many font sizes apart."""
_BULLETS = frozenset("•●▪■◦○➢➤✓»›–—*·-□❑")


def bands_of(items: list[Item]) -> list[list[Item]]:
    """Cut into horizontal bands of items that overlap in height, top to bottom."""
    bands: list[list[Item]] = []
    floor = float("-inf")
    for item in sorted(items, key=lambda i: (i.top, i.x0)):
        slack = 0.3 * (item.bottom - item.top) if is_plain(item) else 1.0
        if bands and item.top + slack < floor:
            bands[-1].append(item)
            floor = max(floor, item.bottom)
        else:
            bands.append([item])
            floor = item.bottom
    return bands


def baselines(band: list[Item]) -> list[list[Item]]:
    """Cut a band into lines: items on one baseline, left to right."""
    lines: list[list[Item]] = []
    for item in sorted(band, key=lambda i: (i.bottom if not i.is_box else i.top, i.x0)):
        if lines and abs(lines[-1][0].bottom - item.bottom) < 0.4 * (item.bottom - item.top):
            lines[-1].append(item)
        else:
            lines.append([item])
    return [sorted(line, key=lambda i: i.x0) for line in lines]


def _covered(items: Sequence[Item]) -> list[tuple[float, float]]:
    """Merge the horizontal extents of items; what lies between two of the results is a gutter."""
    merged: list[tuple[float, float]] = []
    for x0, x1 in sorted((item.x0, item.x1) for item in items):
        if merged and x0 - merged[-1][1] < MIN_GUTTER:
            merged[-1] = (merged[-1][0], max(merged[-1][1], x1))
        else:
            merged.append((x0, x1))
    return merged


def columns_of(items: list[Item]) -> list[list[Item]]:
    """Cut into columns, left to right, at every gutter that all items leave empty."""
    extents = _covered(items)
    return [[item for item in items if x0 <= item.x0 and item.x1 <= x1] for x0, x1 in extents]


def groups_of(bands: list[list[Item]]) -> list[list[list[Item]]]:
    """Group consecutive bands that leave a common gutter, and those that leave none."""
    groups: list[list[list[Item]]] = []
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


def _absorb_gaps(groups: list[list[list[Item]]]) -> list[list[list[Item]]]:
    """Put a single line with a wide gap in it back into the running text around it."""
    absorbed: list[list[list[Item]]] = []
    for group in groups:
        if absorbed and _is_running(group) and _is_running(absorbed[-1]):
            absorbed[-1] = [*absorbed[-1], *group]
        else:
            absorbed.append(group)
    return absorbed


def _is_running(bands: list[list[Item]]) -> bool:
    return is_one_line(bands) or len(columns_of([item for band in bands for item in band])) == 1


def _split_tail(bands: list[list[Item]]) -> list[list[list[Item]]]:
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


def is_one_line(bands: list[list[Item]]) -> bool:
    """Whether all there is stands on one line of running text."""
    return len(bands) == 1 and len(baselines(bands[0])) == 1 and all(is_plain(item) for item in bands[0])


def is_plain(item: Item) -> bool:
    """Whether an item is running text: no box, no table."""
    return not (item.is_box or item.rows or item.boxes)


def is_table(bands: list[list[Item]], columns: list[list[Item]]) -> bool:
    """Whether text on both sides of a gutter is rows of cells rather than columns to read one by one."""
    items = [item for column in columns for item in column]
    if not all(is_plain(item) for item in items):
        return False
    lines = [row for band in bands for row in baselines(band)]
    side_by_side = sum(len(_covered(line)) > 1 for line in lines)
    if side_by_side < 2 or side_by_side < 0.3 * len(lines):
        return False
    lists = sum(_is_list(column) for column in columns)
    return lists < 2 and not all(_is_prose(column) for column in columns)


def _is_list(column: list[Item]) -> bool:
    """Whether a column is a list of its own: most of its lines begin with a bullet."""
    return sum(item.fragments[0].text[:1] in _BULLETS for item in column) > 0.5 * len(column)


def _is_prose(column: list[Item]) -> bool:
    lengths = sorted(len(item.fragments[0].text) for item in column)
    width = max(item.x1 for item in column) - min(item.x0 for item in column)
    fill = sorted((item.x1 - item.x0) / width for item in column)
    middle = len(column) // 2
    return len(column) >= 3 and lengths[middle] >= PROSE_CHARS and fill[middle] >= PROSE_FILL


def row_starts(lines: list[list[Item]], column_of: dict[int, int]) -> list[bool]:
    """Say which lines begin a row.

    A line whose first cell is empty does not. One whose first cell follows the first cell
    of the line above immediately in the order of painting, closely below it, continues
    that cell, unless the whole table would then be one row.
    """
    starts: list[bool] = []
    eager: list[bool] = []
    above: Item | None = None
    for line in lines:
        first = line[0] if column_of[id(line[0])] == 0 else None
        eager.append(first is not None)
        starts.append(first is not None and not (above is not None and _continues(above, first)))
        above = first
    return starts if sum(starts) > 1 or len(lines) < 3 else eager


def _continues(above: Item, item: Item) -> bool:
    size = item.fragments[0].size
    painted_next = (
        0 < item.fragments[0].order - above.fragments[-1].order <= len(above.fragments[-1].text) + 4
    )
    return painted_next and item.bottom - above.bottom < TIGHT_LEADING * size
