"""Reads one PDF page into fragments of text and ruling lines, both with positions.

PDFium gives characters one at a time, in the order in which the page paints them. A
*fragment* is a run of characters on one baseline without a wide gap: never more
than one table cell or one column of a line. Coordinates are points from the top left
corner of the page as a reader sees it, so `y` grows downwards.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from edgerag.ingest.pdf_sight import Boxes, Sight, look
from edgerag.ingest.pdf_strikes import annotated, inside, strokes, struck
from edgerag.ingest.withdrawn import Withdrawal

MAX_CHARS_PER_PAGE = 200_000
"""More than any printed page holds; beyond it the page is an attack or a database dump."""
MAX_PATHS_PER_PAGE = 6_000
"""Vector drawings have more; tables and boxes have fewer."""
MAX_SEGMENTS_PER_PATH = 120
"""A grid drawn in one stroke has fewer; drawings have more."""
COLUMN_GAP_EM = 1.1
"""A wider gap than this ends a fragment: justified text stays below it, columns stay above."""
WORD_GAP_EM = 0.22
"""A gap of this width is a space even where the file paints none."""
NO_GAP_EM = 0.06
"""A space narrower than this is an artefact (after ligatures) and is dropped."""
BOLD_WEIGHT = 700
"""Weight from which a font is bold whatever its name; PDFium guesses up to 695 for plain Helvetica."""
HYPHEN_MARKS = frozenset({0x02, 0xFFFE, 0xAD})
"""What PDFium reports for a hyphen that ends a line."""
SHORTEST_RULE = 6.0
THICKEST_RULE = 3.0
NARROWEST_BOX, LOWEST_BOX = 12.0, 6.0
"""Points; a smaller box holds no text."""


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
    withdrawn: tuple[Withdrawal, ...] = ()
    """Why some of its text was left out."""
    is_scan: bool = False
    """Whether its text lies unseen on a picture of the page."""


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
    ink: np.ndarray
    """Rows of left, top, right and bottom of what is painted."""
    objects: np.ndarray
    """Addresses of the text objects that paint them; 0 for what the page does not paint."""

    def without(self, left_out: np.ndarray) -> _Glyphs:
        """Give the others."""
        kept = ~left_out
        codes = [code for code, keep in zip(self.codes, kept.tolist(), strict=True) if keep]
        arrays = {each.name: getattr(self, each.name)[kept] for each in fields(self) if each.name != "codes"}
        return _Glyphs(codes=codes, **arrays)


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
    rules, pictures = _read_rules(page, turn)
    crossed_out = _struck(page, glyphs, turn)
    sight = _look(page, glyphs, pictures)
    width, height = turn.size
    return GlyphPage(
        width,
        height,
        _fragments(glyphs.without(crossed_out | sight.hidden)),
        rules,
        label,
        len(pictures.x0),
        _reasons(glyphs, crossed_out, sight.hidden),
        sight.is_scan,
    )


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


def _fast(function: object, result: type | None, *arguments: type) -> Callable[..., int]:
    """Call a PDFium function with plain numbers for pointers: a third of the time per character."""
    address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]  # a ctypes function
    if address is None:
        raise ImportError("PDFium lacks a function")
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_POINTER, _INDEX = ctypes.c_void_p, ctypes.c_int
_get_code = _fast(raw.FPDFText_GetUnicode, ctypes.c_uint, _POINTER, _INDEX)
_get_box = _fast(raw.FPDFText_GetLooseCharBox, ctypes.c_int, _POINTER, _INDEX, _POINTER)
_get_ink = _fast(raw.FPDFText_GetCharBox, ctypes.c_int, *[_POINTER, _INDEX, *4 * [_POINTER]])
_get_origin = _fast(raw.FPDFText_GetCharOrigin, ctypes.c_int, _POINTER, _INDEX, _POINTER, _POINTER)
_get_object = _fast(raw.FPDFText_GetTextObject, ctypes.c_void_p, _POINTER, _INDEX)


class _Fonts:
    """Size and weight of text objects; characters of one object share them."""

    def __init__(self) -> None:
        self._bold: dict[int, bool] = {}
        self._matrix = raw.FS_MATRIX()
        self._size = ctypes.c_float()

    def look(self, address: int) -> tuple[float, float]:
        """Give the size in points, and 1 if bold."""
        text_object = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
        raw.FPDFTextObj_GetFontSize(text_object, self._size)
        raw.FPDFPageObj_GetMatrix(text_object, self._matrix)
        matrix = self._matrix
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        font = raw.FPDFTextObj_GetFont(text_object)
        font_address = ctypes.addressof(font.contents) if font else 0
        if font_address not in self._bold:
            self._bold[font_address] = bool(font) and _is_bold(font)
        stroked = raw.FPDFTextObj_GetTextRenderMode(text_object) == raw.FPDF_TEXTRENDERMODE_FILL_STROKE
        return float(self._size.value * scale), float(self._bold[font_address] or stroked)


def _is_bold(font: object) -> bool:
    buffer = ctypes.create_string_buffer(256)
    raw.FPDFFont_GetBaseFontName(font, buffer, 256)
    name = buffer.value.decode("utf-8", "replace").lower()
    return any(word in name for word in ("bold", "black", "heavy", "-bd", "demi")) or (
        raw.FPDFFont_GetWeight(font) >= BOLD_WEIGHT and "light" not in name
    )


def _read_glyphs(textpage: pdfium.PdfTextPage, n_chars: int, turn: _Turn) -> _Glyphs:
    """Read character by character; PDFium writes positions straight into the arrays."""
    handle = ctypes.cast(textpage.raw, ctypes.c_void_p).value
    boxes = np.zeros((n_chars, 4), np.float32)  # left, top, right, bottom, as in FS_RECTF
    inks = np.zeros((n_chars, 4), np.float64)  # left, right, bottom, top
    origins = np.zeros((n_chars, 2), np.float64)
    box_at, ink_at, origin_at = boxes.ctypes.data, inks.ctypes.data, origins.ctypes.data
    codes: list[int] = []
    objects: list[int] = []
    for index in range(n_chars):
        codes.append(_get_code(handle, index))
        _get_box(handle, index, box_at + 16 * index)
        ink = ink_at + 32 * index
        _get_ink(handle, index, ink, ink + 8, ink + 16, ink + 24)
        _get_origin(handle, index, origin_at + 16 * index, origin_at + 16 * index + 8)
        objects.append(_get_object(handle, index) or 0)
    code = np.array(codes, np.int64)
    seen = np.flatnonzero(((code > 32) | (code == 2)) & (code != 0xA0))
    painted_by = np.array(objects, np.uint64)[seen]
    styles = _styles(textpage, painted_by, seen)
    ax, _ = turn.point(boxes[seen, 0].astype(np.float64), boxes[seen, 1].astype(np.float64))
    bx, _ = turn.point(boxes[seen, 2].astype(np.float64), boxes[seen, 3].astype(np.float64))
    _, baseline = turn.point(origins[seen, 0], origins[seen, 1])
    return _Glyphs(
        codes=code[seen].tolist(),
        position=seen,
        x0=np.minimum(ax, bx),
        x1=np.maximum(ax, bx),
        baseline=baseline,
        size=np.maximum(styles[:, 0], 1.0),
        bold=styles[:, 1] > 0,
        angle=(np.degrees(styles[:, 2]) - turn.rotation + 45) % 360 // 90,
        ink=np.column_stack(_corners(inks[seen][:, [0, 2, 1, 3]], turn)),
        objects=painted_by,
    )


def _struck(page: pdfium.PdfPage, glyphs: _Glyphs, turn: _Turn) -> np.ndarray:
    """Tell which characters are struck through; a line through text that runs upwards is not looked for."""
    drawn = strokes(page)
    left, top, right, bottom = _corners([stroke.box for stroke in drawn], turn)
    lines = list(zip((top + bottom) / 2, left, right, (stroke.colour for stroke in drawn), strict=True))
    by_line = struck(glyphs.x0, glyphs.x1, glyphs.baseline, glyphs.size, glyphs.objects, lines)
    corners = _corners(annotated(page), turn)
    x, y = (glyphs.ink[:, 0] + glyphs.ink[:, 2]) / 2, (glyphs.ink[:, 1] + glyphs.ink[:, 3]) / 2
    return (by_line & (glyphs.angle == 0)) | inside(x, y, np.column_stack(corners))


def _reasons(glyphs: _Glyphs, crossed_out: np.ndarray, hidden: np.ndarray) -> tuple[Withdrawal, ...]:
    """Say why letters or figures are left out."""
    written = np.array([chr(code).isalnum() for code in glyphs.codes], bool)
    reasons = ((Withdrawal.STRUCK, crossed_out), (Withdrawal.HIDDEN, hidden))
    return tuple(why for why, left_out in reasons if (left_out & written).any())


def _look(page: pdfium.PdfPage, glyphs: _Glyphs, pictures: Boxes) -> Sight:
    if not glyphs.codes:
        return Sight(np.zeros(0, bool), is_scan=False)
    return look(page, glyphs.objects, Boxes(*glyphs.ink.T), glyphs.size, pictures)


def _styles(textpage: pdfium.PdfTextPage, objects: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Give size, boldness and angle of each character, asking once for each text object."""
    addresses, first, which = np.unique(objects, return_index=True, return_inverse=True)
    fonts = _Fonts()
    styles = np.zeros((len(addresses), 3), np.float64)
    for row, (address, example) in enumerate(zip(addresses.tolist(), indices[first].tolist(), strict=True)):
        if address:
            styles[row] = (*fonts.look(address), raw.FPDFText_GetCharAngle(textpage, example))
    return styles[which]


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
    painted_space = np.diff(glyphs.position) > 1
    spaced = (painted_space & ((gap > NO_GAP_EM * em) | sideways)) | (gap > WORD_GAP_EM * em)
    bounds = [0, *cuts.tolist(), n]
    fragments = [_fragment(glyphs, spaced, start, end) for start, end in pairwise(bounds)]
    return [fragment for fragment in fragments if fragment.text]


def _fragment(glyphs: _Glyphs, spaced: np.ndarray, start: int, end: int) -> Fragment:
    pieces: list[str] = []
    gaps = spaced[start : end - 1].tolist()
    for code, gap in zip(glyphs.codes[start:end], [*gaps, False], strict=True):
        pieces.append("\u00ad" if code in HYPHEN_MARKS else _character(code))
        if gap:
            pieces.append(" ")
    sizes = glyphs.size[start:end].tolist()
    size = sorted(sizes)[len(sizes) // 2]
    baselines = [
        y for y, own in zip(glyphs.baseline[start:end].tolist(), sizes, strict=True) if own > 0.8 * size
    ]
    bold = glyphs.bold[start:end].tolist()
    return Fragment(
        text="".join(pieces).strip(),
        x0=min(glyphs.x0[start:end].tolist()),
        x1=max(glyphs.x1[start:end].tolist()),
        baseline=sorted(baselines)[len(baselines) // 2],
        size=size,
        bold=sum(bold) > 0.8 * len(bold),
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


def _read_rules(page: pdfium.PdfPage, turn: _Turn) -> tuple[Rules, Boxes]:
    """Give the lines of a page, and where its pictures stand."""
    lines: list[tuple[float, float, float, float]] = []
    images: list[tuple[float, float, float, float]] = []
    n_paths = 0
    for index in range(min(raw.FPDFPage_CountObjects(page), 20 * MAX_PATHS_PER_PAGE)):
        page_object = raw.FPDFPage_GetObject(page, index)
        kind = raw.FPDFPageObj_GetType(page_object)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            images.append(_bounds(page_object))
        if kind == raw.FPDF_PAGEOBJ_PATH and n_paths < MAX_PATHS_PER_PAGE:
            n_paths += 1
            lines.extend(_path_lines(page_object))
    pictures = Boxes(*_corners(images, turn))
    x0, y0, x1, y1 = _corners(lines, turn)
    across = (x1 - x0 > SHORTEST_RULE) & (y1 - y0 < THICKEST_RULE)
    down = (y1 - y0 > SHORTEST_RULE) & (x1 - x0 < THICKEST_RULE)
    horizontal = np.column_stack([(y0 + y1) / 2, x0, x1])[across]
    vertical = np.column_stack([(x0 + x1) / 2, y0, y1])[down]
    return Rules(horizontal, vertical), pictures


def _corners(
    boxes: Sequence[Sequence[float]] | np.ndarray, turn: _Turn
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Give left, top, right and bottom of boxes, as the page is seen."""
    corners = np.array(boxes, np.float64).reshape(-1, 4)
    ax, ay = turn.point(corners[:, 0], corners[:, 1])
    bx, by = turn.point(corners[:, 2], corners[:, 3])
    return np.minimum(ax, bx), np.minimum(ay, by), np.maximum(ax, bx), np.maximum(ay, by)


def _bounds(page_object: object) -> tuple[float, float, float, float]:
    """Give left, bottom, right and top of an object; nothing but zeros if it has no place."""
    x0, y0, x1, y1 = (ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(page_object, x0, y0, x1, y1)
    return x0.value, y0.value, x1.value, y1.value


def _path_lines(path: object) -> list[tuple[float, float, float, float]]:
    """Give the axis-parallel lines of a path; of a box, its four edges."""
    n_segments = raw.FPDFPath_CountSegments(path)
    left, low, right, high = _bounds(path)
    if min(right - left, high - low) < THICKEST_RULE:
        return [(left, low, right, high)]
    if n_segments > MAX_SEGMENTS_PER_PATH or right - left < NARROWEST_BOX or high - low < LOWEST_BOX:
        return []
    if n_segments > 6 and (drawn := _straight_segments(path, n_segments)):
        return drawn
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
