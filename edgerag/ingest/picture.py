"""Draws one page of a PDF, in a child process: a hostile page can at worst make that process fail.

The child is `python -m edgerag.ingest.picture`. It reads a `DrawingTask` from standard input and writes a
`Picture` or `NoPicture` to standard output, both MessagePack.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec

from edgerag.errors import IngestError
from edgerag.ingest.source import open_source
from edgerag.process import child_command, child_environment, do_one_task

CHILD_ARGUMENTS = ("-m", "edgerag.ingest.picture")
TIMEOUT_S = 20
MOST_PIXELS = 8_000_000
"""Three times a page that fills a large terminal."""


class DrawingTask(msgspec.Struct, frozen=True):
    """Which page to draw, and how wide."""

    path: str
    number: int
    width: int


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A page as pixels."""

    width: int
    height: int
    rgb: bytes
    """Three bytes a pixel, row by row from the top."""


class NoPicture(msgspec.Struct, frozen=True, tag="no picture"):
    """Why the page cannot be drawn."""

    message: str


_DRAWN: msgspec.msgpack.Decoder[Picture | NoPicture] = msgspec.msgpack.Decoder(Picture | NoPicture)


def page_picture(path: Path, number: int, *, width: int) -> Picture:
    """Draw page `number`, 1 for the first, of a PDF, `width` pixels wide.

    Raises:
        IngestError: the page cannot be drawn.
    """
    hint = "press o to open the original"
    try:
        child = subprocess.run(
            child_command(CHILD_ARGUMENTS),
            input=msgspec.msgpack.encode(DrawingTask(str(path), number, width)),
            capture_output=True,
            timeout=TIMEOUT_S,
            env=child_environment(),
            check=True,
        )
        drawn = _DRAWN.decode(child.stdout)
    except (subprocess.SubprocessError, OSError, msgspec.DecodeError) as error:
        raise IngestError(f"{path.name}: page {number} could not be drawn", hint=hint) from error
    if isinstance(drawn, NoPicture):
        raise IngestError(f"{path.name}: {drawn.message}", hint=hint)
    return drawn


def main() -> None:
    """Do the one task on standard input."""
    do_one_task(lambda task: msgspec.msgpack.encode(_draw(msgspec.msgpack.decode(task, type=DrawingTask))))


def _draw(task: DrawingTask) -> Picture | NoPicture:
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(open_source(Path(task.path)), autoclose=True)
        page = document.get_page(task.number - 1)
    except (pdfium.PdfiumError, IndexError, IngestError):
        return NoPicture("the file is not the one that was added, or is damaged")
    width, height = page.get_size()
    scale = task.width / width
    if task.width * height * scale > MOST_PIXELS:
        return NoPicture("the page is too large to be drawn")
    pixels = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False).to_numpy()
    rgb = pixels[:, :, :3]
    return Picture(rgb.shape[1], rgb.shape[0], rgb.tobytes())


if __name__ == "__main__":
    main()
