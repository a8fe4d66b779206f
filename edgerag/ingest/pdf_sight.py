"""Finds the characters of a PDF page that nobody sees.

The page is drawn twice, with its text and without. Where a character makes no difference it cannot be seen,
whatever the reason: white on white, invisible by its mode, transparent, covered, clipped, on a layer that
is switched off, or beside the page. Because other text may stand where it does, what holds a character
that is not seen, or is painted faintly, is then taken away alone and looked at again.

A scanned page is the exception: its text was recognised by a program and lies invisibly on the picture of
the page, or behind it. It is text if the picture fills the page, if there is something in the picture where
the text stands, and if little else is written on the page.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

MOST_PIXELS = 16_000_000
"""A larger page is drawn smaller: an A4 page has half a million points."""
FAINTEST_SEEN = 10
"""Difference of red, green or blue, of 255, from which a pixel counts as painted; pale grey has 30."""
SMALLEST_SEEN = 1.5
"""Points; no eye reads smaller type."""
LIGHTEST, MOST_TRANSPARENT = 200, 60
"""Channels of a colour, and its opacity, of 255: type beyond is looked at by itself."""
PICTURE_SHARE = 0.5
"""Of the page, that pictures cover on a scanned page."""
RECOGNISED_SHARE = 0.8
"""Of the characters, that lie unseen on a scanned page; a stamp or a page number may be printed besides."""
LEAST_INK = 40
"""Difference between the lightest and the darkest pixel where a picture shows a letter."""


@dataclass(slots=True)
class Boxes:
    """What characters or pictures cover, in points from the top left corner of the page as it is seen."""

    x0: np.ndarray
    y0: np.ndarray
    x1: np.ndarray
    y1: np.ndarray

    def scaled(self, scale: float, width: int, height: int) -> Boxes:
        """Give the pixels that the boxes touch, and those beside them; few or none for a box beside the page.

        Glyphs are drawn at whole pixels, so that a thin one may lie a pixel beside its box.
        """
        return Boxes(
            np.clip(np.floor(self.x0 * scale) - 1, 0, width).astype(np.int64),
            np.clip(np.floor(self.y0 * scale) - 1, 0, height).astype(np.int64),
            np.clip(np.ceil(self.x1 * scale) + 1, 0, width).astype(np.int64),
            np.clip(np.ceil(self.y1 * scale) + 1, 0, height).astype(np.int64),
        )


@dataclass(slots=True)
class Sight:
    """What of a page's characters is seen."""

    hidden: np.ndarray
    """True for each character that does not count."""
    is_scan: bool
    """Whether the page is a picture whose text was recognised by a program."""


def look(
    page: pdfium.PdfPage, objects: np.ndarray, boxes: Boxes, sizes: np.ndarray, pictures: Boxes
) -> Sight:
    """Tell which characters are not seen.

    Args:
        page: the page.
        objects: the address of the text object of each character; 0 for one that the page does not paint.
        boxes: where each character stands.
        sizes: of each character, in points.
        pictures: where images stand.
    """
    width, height = page.get_size()
    scale = min(1.0, math.sqrt(MOST_PIXELS / max(width * height, 1.0)))
    shown = _drawn(page, scale)
    _switch(objects, on=False)
    bare = _drawn(page, scale)
    _switch(objects, on=True)
    at = boxes.scaled(scale, shown.shape[1], shown.shape[0])
    unseen = _unchanged(shown, bare, at) & (objects != 0)
    suspects = np.isin(objects, objects[unseen]) | _is_faint(objects)
    if (suspects != unseen).any():
        _switch(objects[suspects], on=False)
        unseen = suspects & _unchanged(shown, _drawn(page, scale), at)
        _switch(objects[suspects], on=True)
    if unseen.any() and _is_scan(unseen, bare, at, pictures.scaled(scale, shown.shape[1], shown.shape[0])):
        return Sight(np.zeros_like(unseen), is_scan=True)
    tiny = (sizes < SMALLEST_SEEN) & (np.maximum(boxes.y1 - boxes.y0, boxes.x1 - boxes.x0) < SMALLEST_SEEN)
    return Sight(unseen | tiny, is_scan=False)


def _drawn(page: pdfium.PdfPage, scale: float) -> np.ndarray:
    """Draw the page: red, green, blue and a byte of no meaning for each pixel."""
    bitmap = page.render(scale=scale, may_draw_forms=False, draw_annots=False, prefer_bgrx=True)
    pixels: np.ndarray = bitmap.to_numpy().copy()
    bitmap.close()
    return pixels


def _switch(objects: np.ndarray, *, on: bool) -> None:
    """Have text objects drawn, or not."""
    for address in np.unique(objects[objects != 0]).tolist():
        raw.FPDFPageObj_SetIsActive(ctypes.cast(address, raw.FPDF_PAGEOBJECT), on)


def _is_faint(objects: np.ndarray) -> np.ndarray:
    """Tell which characters are painted in a light or transparent colour, or not at all."""
    faint: list[int] = []
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    for address in np.unique(objects[objects != 0]).tolist():
        text = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
        raw.FPDFPageObj_GetFillColor(text, red, green, blue, alpha)
        is_light = min(red.value, green.value, blue.value) >= LIGHTEST or alpha.value <= MOST_TRANSPARENT
        if is_light or raw.FPDFTextObj_GetTextRenderMode(text) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
            faint.append(address)
    return np.isin(objects, np.array(faint, np.uint64))


def _unchanged(one: np.ndarray, other: np.ndarray, at: Boxes) -> np.ndarray:
    """Tell in which boxes two drawings are alike, by sums over the rectangles above and left of corners."""
    channels = np.maximum(one, other) - np.minimum(one, other) >= FAINTEST_SEEN
    differs = channels.view(np.uint32)[..., 0] != 0
    sums = np.zeros((differs.shape[0] + 1, differs.shape[1] + 1), np.int32)
    sums[1:, 1:] = differs.cumsum(1, dtype=np.int32).cumsum(0, dtype=np.int32)
    n_differ = sums[at.y1, at.x1] - sums[at.y0, at.x1] - sums[at.y1, at.x0] + sums[at.y0, at.x0]
    alike: np.ndarray = n_differ == 0
    return alike


def _is_scan(unseen: np.ndarray, bare: np.ndarray, at: Boxes, pictures: Boxes) -> bool:
    covered = np.zeros(bare.shape[:2], bool)
    for x0, y0, x1, y1 in zip(pictures.x0, pictures.y0, pictures.x1, pictures.y1, strict=True):
        covered[y0:y1, x0:x1] = True
    if covered.mean() < PICTURE_SHARE or unseen.mean() < RECOGNISED_SHARE:
        return False
    inked = 0
    for index in np.flatnonzero(unseen).tolist():
        letter = bare[at.y0[index] : at.y1[index], at.x0[index] : at.x1[index], :3]
        inked += letter.size > 0 and int(letter.max()) - int(letter.min()) >= LEAST_INK
    return bool(inked >= RECOGNISED_SHARE * unseen.sum())
