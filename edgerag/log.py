"""Logging: a rotating file, readable by its owner alone, that never holds a question or handbook text.

Messages name files, counts, models and durations. What a person typed, and what a
handbook says, appears in no message at any level.
"""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from edgerag.folders import make_private

MAX_BYTES = 1_000_000
BACKUPS = 3
_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


class _OwnerOnlyHandler(RotatingFileHandler):
    """Creates its files with mode 0600."""

    def _open(self):  # type: ignore[no-untyped-def]  # the stream type is the standard library's own
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return open(descriptor, "a", encoding="utf-8")  # noqa: PTH123  # a descriptor has no Path


def configure(folder: Path) -> None:
    """Send edgerag's log to `folder`; a folder that cannot be written means no log, not no program."""
    logger = logging.getLogger("edgerag")
    if logger.handlers:
        return
    logger.propagate = False
    logging.raiseExceptions = False  # a full disk costs a line of the log, and no screen of traceback
    try:
        make_private(folder)
        handler: logging.Handler = _OwnerOnlyHandler(
            folder / "edgerag.log", maxBytes=MAX_BYTES, backupCount=BACKUPS
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter(_FORMAT))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
