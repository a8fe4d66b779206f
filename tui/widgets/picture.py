"""A page as a picture, by the best means that the terminal has: kitty's protocol, sixel, or half blocks."""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from types import ModuleType

from PIL import Image as Pixels
from textual.app import App, SuspendNotSupported
from textual.widget import Widget

from edgerag.ingest.picture import Picture

IMAGES = "textual_image.widget"
ROWS_TO_COLUMNS = 2
"""A terminal's character is about twice as high as it is wide."""


def picture_widget(app: App[None], picture: Picture, columns: int) -> Widget:
    """Make a widget that shows a picture, `columns` wide and in its proportions.

    tmux claims to show sixels, which the terminal around it often cannot.
    """
    images = _images(app)
    kind = images.HalfcellImage if "TMUX" in os.environ else images.Image
    pixels = Pixels.frombytes("RGB", (picture.width, picture.height), picture.rgb)
    widget: Widget = kind(pixels)
    widget.styles.width = columns
    widget.styles.height = max(round(columns * picture.height / picture.width / ROWS_TO_COLUMNS), 1)
    return widget


def _images(app: App[None]) -> ModuleType:
    """Give the library of pictures; it asks the terminal what it can show, while Textual lets go of that."""
    if IMAGES not in sys.modules:
        with suppress(SuspendNotSupported), app.suspend():
            importlib.import_module(IMAGES)
    return importlib.import_module(IMAGES)
