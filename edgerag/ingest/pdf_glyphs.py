"""Reads one PDF page into fragments of text and ruling lines, both with positions.

PDFium gives characters one at a time, in the order in which the page paints them. A
*fragment* is a run of characters on one baseline without a wide gap: never more
than one table cell or one column of a line. Coordinates are points from the top left
corner of the page as a reader sees it, so `y` grows downwards.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

MAX_CHARS_PER_PAGE = 200_000
"""More than any printed page holds; beyond it the page is an attack or a database dump."""
MAX_PATHS_PER_PAGE = 6_000
"""Vector drawings have more; tables and boxes have fewer."""
MAX_SEGMENTS_PER_PATH = 400
COLUMN_GAP_EM = 1.1
"""A wider gap than this ends a fragment: justified text stays below it, columns stay above."""
WORD_GAP_EM = 0.22
"""A gap of this width is a space even where the file paints none."""
NO_GAP_EM = 0.06
"""A space narrower than this is an artefact (after ligatures) and is dropped."""
HYPHEN_MARKS = frozenset({0x02, 0xFFFE, 0xAD})
"""What PDFium reports for a hyphen that ends a line."""
SHORTEST_RULE = 6.0
THICKEST_RULE = 3.0


@dataclass(slots=True)
class Fragment:
    """Characters on one baseline without a wide gap."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    """Font size in points as seen on the page, of most of its characters."""
    bold: bool
    order: int
    """Position in the order of painting."""
    upright: bool = True

    @property
    def top(self) -> float:
        """Where its capitals begin."""
        return self.baseline - 0.8 * self.size

    @property
    def bottom(self) -> float:
        """Where its descenders end."""
        return self.baseline + 0.2 * self.size


@dataclass(slots=True)
class Rules:
    """Straight lines, and the edges of boxes."""

    horizontal: np.ndarray
    """Rows of (y, x0, x1)."""
    vertical: np.ndarray
    """Rows of (x, y0, y1)."""


@dataclass(slots=True)
class GlyphPage:
    """One page before its reading order is known."""

    width: float
    height: float
    fragments: list[Fragment]
    rules: Rules
    label: str
    n_images: int


@dataclass(slots=True)
class _Glyphs:
    """Visible characters of a page as parallel arrays, in the order of painting."""

    codes: list[int]
    position: np.ndarray
    """Index among all characters, spaces included."""
    x0: np.ndarray
    x1: np.ndarray
    baseline: np.ndarray
    size: np.ndarray
    bold: np.ndarray
    angle: np.ndarray
    spaces: np.ndarray
    """For every character of the page whether it is white space."""


def read_page(page: pdfium.PdfPage, label: str) -> GlyphPage:
    """Read the text and the ruling lines of one page; the page may be closed afterwards.

    Raises:
        ValueError: the page has more than `MAX_CHARS_PER_PAGE` characters.
    """
    left, bottom, right, top = page.get_bbox()
    turn = _Turn(page.get_rotation(), left, bottom, right, top)
    textpage = page.get_textpage()
    try:
        n_chars = raw.FPDFText_CountChars(textpage)
        if n_chars > MAX_CHARS_PER_PAGE:
            raise ValueError(f"a page with {n_chars} characters")
        glyphs = _read_glyphs(textpage, n_chars, turn)
    finally:
        textpage.close()
    rules, n_images = _read_rules(page, turn)
    width, height = turn.size
    return GlyphPage(width, height, _fragments(glyphs), rules, label, n_images)


@dataclass(frozen=True, slots=True)
class _Turn:
    """From PDF space (origin bottom left, before rotation) to the page as seen, y downwards."""

    rotation: int
    left: float
    bottom: float
    right: float
    top: float

    @property
    def size(self) -> tuple[float, float]:
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.rotation in (90, 270) else (width, height)

    def point(self, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self.rotation == 90:
            return y - self.bottom, x - self.left
        if self.rotation == 180:
            return self.right - x, y - self.bottom
        if self.rotation == 270:
            return self.top - y, self.right - x
        return x - self.left, self.top - y


class _Fonts:
    """Size and weight of text objects; characters of one object share them."""

    def __init__(self) -> None:
        self._bold: dict[int, bool] = {}
        self._matrix = raw.FS_MATRIX()
        self._size = ctypes.c_float()

    def look(self, text_object: object) -> tuple[float, bool]:
        raw.FPDFTextObj_GetFontSize(text_object, self._size)
        raw.FPDFPageObj_GetMatrix(text_object, self._matrix)
        matrix = self._matrix
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        font = raw.FPDFTextObj_GetFont(text_object)
        address = ctypes.addressof(font.contents) if font else 0
        if address not in self._bold:
            self._bold[address] = bool(font) and _is_bold(font)
        stroked = raw.FPDFTextObj_GetTextRenderMode(text_object) == raw.FPDF_TEXTRENDERMODE_FILL_STROKE
        return float(self._size.value * scale), self._bold[address] or stroked


def _is_bold(font: object) -> bool:
    buffer = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, buffer, 256)
    name = buffer.value.decode("utf-8", "replace").lower()
    return any(word in name for word in ("bold", "black", "heavy", "-bd", "demi")) or (
        raw.FPDFFont_GetWeight(font) >= 600 and "light" not in name
    )


def _read_glyphs(textpage: pdfium.PdfTextPage, n_chars: int, turn: _Turn) -> _Glyphs:
    boxes = np.zeros((n_chars, 4), np.float64)
    origins = np.zeros((n_chars, 2), np.float64)
    styles = np.zeros((n_chars, 3), np.float64)
    codes: list[int] = []
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    fonts = _Fonts()
    last_address, style = -1, (0.0, 0.0, 0.0)
    get_code, get_box = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox
    get_origin, get_object = raw.FPDFText_GetCharOrigin, raw.FPDFText_GetTextObject
    spaces = np.zeros(n_chars, bool)
    for i in range(n_chars):
        code = get_code(textpage, i)
        codes.append(code)
        if code <= 32 and code != 2 or code == 0xA0:
            spaces[i] = True
            continue
        get_box(textpage, i, box)
        boxes[i] = box.left, box.bottom, box.right, box.top
        get_origin(textpage, i, x, y)
        origins[i] = x.value, y.value
        text_object = get_object(textpage, i)
        address = ctypes.addressof(text_object.contents) if text_object else 0
        if address != last_address and address:
            size, bold = fonts.look(text_object)
            style = (size, float(bold), raw.FPDFText_GetCharAngle(textpage, i))
            last_address = address
        styles[i] = style
    seen = np.flatnonzero(~spaces)
    ax, _ = turn.point(boxes[seen, 0], boxes[seen, 1])
    bx, _ = turn.point(boxes[seen, 2], boxes[seen, 3])
    _, baseline = turn.point(origins[seen, 0], origins[seen, 1])
    angle = (np.degrees(styles[seen, 2]) - turn.rotation + 45) % 360 // 90
    return _Glyphs(
        codes=[codes[i] for i in seen],
        position=seen,
        x0=np.minimum(ax, bx),
        x1=np.maximum(ax, bx),
        baseline=baseline,
        size=np.maximum(styles[seen, 0], 1.0),
        bold=styles[seen, 1] > 0,
        angle=angle,
        spaces=spaces,
    )


def _fragments(glyphs: _Glyphs) -> list[Fragment]:
    """Cut the stream of characters where the pen jumps to another line or across a wide gap."""
    n = len(glyphs.codes)
    if n == 0:
        return []
    em = np.maximum(glyphs.size[1:], glyphs.size[:-1])
    same_glyph = np.abs(np.diff(glyphs.x0)) < 0.01  # the letters of a ligature share one box
    gap = np.where(same_glyph, 0.0, glyphs.x0[1:] - glyphs.x1[:-1])
    drop = np.abs(np.diff(glyphs.baseline))
    raised = (
        (drop < 0.6 * em) & (np.abs(np.diff(glyphs.size)) > 0.12 * em) & (gap > -0.3 * em) & (gap < 0.4 * em)
    )
    upright = glyphs.angle == 0
    same_line = (drop < 0.25 * em) | raised
    joined = same_line & (gap > -0.6 * em) & (gap < COLUMN_GAP_EM * em) & upright[1:] & upright[:-1]
    sideways = ~upright[1:] & ~upright[:-1] & (drop < 1.6 * em) & (np.abs(gap) < 1.6 * em)
    cuts = np.flatnonzero(~(joined | sideways)) + 1
    painted_space = np.add.reduceat(glyphs.spaces, glyphs.position)[:-1] > 0
    spaced = (painted_space & ((gap > NO_GAP_EM * em) | sideways)) | (gap > WORD_GAP_EM * em)
    bounds = [0, *cuts.tolist(), n]
    fragments = [
        _fragment(glyphs, spaced, start, end) for start, end in zip(bounds, bounds[1:], strict=False)
    ]
    return [fragment for fragment in fragments if fragment.text]


def _fragment(glyphs: _Glyphs, spaced: np.ndarray, start: int, end: int) -> Fragment:
    pieces: list[str] = []
    for i in range(start, end):
        code = glyphs.codes[i]
        pieces.append("\u00ad" if code in HYPHEN_MARKS else _character(code))
        if i + 1 < end and spaced[i]:
            pieces.append(" ")
    size = float(np.median(glyphs.size[start:end]))
    main = np.flatnonzero(glyphs.size[start:end] > 0.8 * size)
    return Fragment(
        text="".join(pieces).strip(),
        x0=float(glyphs.x0[start:end].min()),
        x1=float(glyphs.x1[start:end].max()),
        baseline=float(np.median(glyphs.baseline[start:end][main])),
        size=size,
        bold=bool(glyphs.bold[start:end].mean() > 0.8),
        order=start,
        upright=bool(glyphs.angle[start] == 0),
    )


PRIVATE_USE = {
    0xF0B7: "•",
    0xF0A7: "▪",
    0xF0FC: "✓",
    0xF0E0: "→",
    0xF0D8: "➢",
    0xF06F: "○",
    0xF02D: "-",
    0xF0B0: "°",
}
"""Symbol-font code points that office programs paint for bullets, ticks and arrows."""


def _character(code: int) -> str:
    if 0xE000 <= code <= 0xF8FF:
        return PRIVATE_USE.get(code, "")
    if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        return ""
    return chr(code)


def _read_rules(page: pdfium.PdfPage, turn: _Turn) -> tuple[Rules, int]:
    lines: list[tuple[float, float, float, float]] = []
    n_images = n_paths = 0
    for index in range(min(raw.FPDFPage_CountObjects(page), 20 * MAX_PATHS_PER_PAGE)):
        page_object = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(page_object)
        n_images += kind == raw.FPDF_PAGEOBJ_IMAGE
        if kind == raw.FPDF_PAGEOBJ_PATH and n_paths < MAX_PATHS_PER_PAGE:
            n_paths += 1
            lines.extend(_path_lines(page_object))
    if not lines:
        return Rules(np.zeros((0, 3)), np.zeros((0, 3))), n_images
    corners = np.array(lines)
    ax, ay = turn.point(corners[:, 0], corners[:, 1])
    bx, by = turn.point(corners[:, 2], corners[:, 3])
    x0, x1, y0, y1 = np.minimum(ax, bx), np.maximum(ax, bx), np.minimum(ay, by), np.maximum(ay, by)
    across = (x1 - x0 > SHORTEST_RULE) & (y1 - y0 < THICKEST_RULE)
    down = (y1 - y0 > SHORTEST_RULE) & (x1 - x0 < THICKEST_RULE)
    horizontal = np.column_stack([(y0 + y1) / 2, x0, x1])[across]
    vertical = np.column_stack([(x0 + x1) / 2, y0, y1])[down]
    return Rules(horizontal, vertical), n_images


def _path_lines(path: object) -> list[tuple[float, float, float, float]]:
    """Give the axis-parallel lines of a path; of a box, its four edges."""
    n_segments = raw.FPDFPath_CountSegments(path)
    x0, y0, x1, y1 = (ctypes.c_float() for _ in range(4))
    if not raw.FPDFPageObj_GetBounds(path, x0, y0, x1, y1):
        return []
    left, low, right, high = x0.value, y0.value, x1.value, y1.value
    if min(right - left, high - low) < THICKEST_RULE:
        return [(left, low, right, high)]
    if n_segments > MAX_SEGMENTS_PER_PATH:
        return []
    if n_segments > 6 and (drawn := _straight_segments(path, n_segments)):
        return drawn
    if right - left < 12 or high - low < 6:
        return []
    return [
        (left, low, right, low),
        (left, high, right, high),
        (left, low, left, high),
        (right, low, right, high),
    ]


def _straight_segments(path: object, n_segments: int) -> list[tuple[float, float, float, float]]:
    matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    raw.FPDFPageObj_GetMatrix(path, matrix)
    lines: list[tuple[float, float, float, float]] = []
    last = (0.0, 0.0)
    for index in range(n_segments):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO and (
            abs(point[0] - last[0]) < 1 or abs(point[1] - last[1]) < 1
        ):
            lines.append((*last, *point))
        last = point
    return lines
