"""Finds the characters of a PDF page that are struck through, by an annotation or by a line."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

MOST_ANNOTATIONS = 2_000
MOST_OBJECTS = 100_000
THICKEST, SHORTEST = 2.0, 4.0
"""Points: a thicker line is a bar, a shorter one a dot."""
LOWEST, HIGHEST = 0.12, 0.48
"""Parts of the type's size above the baseline between which a line strikes letters through."""
OVERHANG = 0.4
"""Of the type's size: how far a line may stick out of the text that it strikes: a space at its end."""
FEWEST_LETTERS = 2
"""A line through a single sign is part of the sign, or an arrow."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A thin horizontal line: left, bottom, right and top in PDF space, and its colour."""

    box: tuple[float, float, float, float]
    colour: Colour


def annotated(page: pdfium.PdfPage) -> np.ndarray:
    """Give the boxes that "strike out" annotations cover: rows of left, bottom, right, top in PDF space."""
    boxes: list[tuple[float, float, float, float]] = []
    quad = raw.FS_QUADPOINTSF()
    for index in range(min(raw.FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_STRIKEOUT and not _is_hidden(annotation):
            for number in range(min(raw.FPDFAnnot_CountAttachmentPoints(annotation), MOST_ANNOTATIONS)):
                raw.FPDFAnnot_GetAttachmentPoints(annotation, number, quad)
                xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
                boxes.append((min(xs), min(ys), max(xs), max(ys)))
        raw.FPDFPage_CloseAnnot(annotation)
    return np.array(boxes).reshape(-1, 4)


def inside(x: np.ndarray, y: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Tell which points lie in one of the boxes, rows of x0, y0, x1, y1."""
    found = np.zeros(len(x), bool)
    for x0, y0, x1, y1 in boxes.tolist():
        found |= (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    return found


def strokes(page: pdfium.PdfPage) -> list[Stroke]:
    """Give the thin horizontal lines of a page."""
    found: list[Stroke] = []
    edges = tuple(ctypes.c_float() for _ in range(4))
    mode, is_stroked = ctypes.c_int(), ctypes.c_int()
    for index in range(min(raw.FPDFPage_CountObjects(page), MOST_OBJECTS)):
        path = raw.FPDFPage_GetObject(page, index)
        if raw.FPDFPageObj_GetType(path) != raw.FPDF_PAGEOBJ_PATH:
            continue
        raw.FPDFPageObj_GetBounds(path, *edges)
        left, bottom, right, top = (edge.value for edge in edges)
        if right - left >= SHORTEST and top - bottom <= THICKEST:
            raw.FPDFPath_GetDrawMode(path, mode, is_stroked)
            read = raw.FPDFPageObj_GetFillColor if mode.value else raw.FPDFPageObj_GetStrokeColor
            found.append(Stroke((left, bottom, right, top), _colour(path, read)))
    return found


def struck(
    x0: np.ndarray,
    x1: np.ndarray,
    baseline: np.ndarray,
    size: np.ndarray,
    objects: np.ndarray,
    lines: Sequence[tuple[float, float, float, Colour]],
) -> np.ndarray:
    """Tell which characters are crossed by a line that is as long as the text, and of its colour.

    Lines of tables and drawings that touch a letter go on beyond the text; those that underline it are
    lower.

    Args:
        x0: where each character begins.
        x1: where it ends.
        baseline: on which it stands, downwards.
        size: its size.
        objects: the address of its text object.
        lines: height, left, right and colour of thin horizontal lines.
    """
    found = np.zeros(len(x0), bool)
    middle = (x0 + x1) / 2
    order = np.argsort(baseline)
    largest = float(size.max(initial=0.0))
    for y, left, right, colour in lines:
        low, high = np.searchsorted(baseline[order], [y, y + largest])
        near = order[low:high]
        above = (baseline[near] - y) / size[near]
        is_crossed = (above > LOWEST) & (above < HIGHEST) & (middle[near] > left) & (middle[near] < right)
        crossed = near[is_crossed]
        if len(crossed) < FEWEST_LETTERS:
            continue
        room = OVERHANG * float(size[crossed].max())
        fits = x0[crossed].min() - left < room and right - x1[crossed].max() < room
        if fits and _colour_of(objects[crossed[0]]) == colour:
            found[crossed] = True
    return found


def _colour_of(address: int) -> Colour | None:
    if not address:
        return None
    return _colour(ctypes.cast(int(address), raw.FPDF_PAGEOBJECT), raw.FPDFPageObj_GetFillColor)


def _colour(page_object: object, read: Callable[..., object]) -> Colour:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    read(page_object, red, green, blue, alpha)
    return red.value, green.value, blue.value


def _is_hidden(annotation: object) -> bool:
    return bool(raw.FPDFAnnot_GetFlags(annotation) & raw.FPDF_ANNOT_FLAG_HIDDEN)
