"""Frees memory while the person reads, so that no key waits for it.

A clinic's library is hundreds of thousands of Python objects, and to look through all of them for what nobody
needs takes a tenth of a second: Python does it whenever many new ones have come, in the middle of a key as
well. Here they are looked through when the keys rest, and what stays is set aside (`gc.freeze`): until the
next rest Python looks only through what came since.
"""

from __future__ import annotations

import gc
from time import monotonic

from textual import events
from textual.app import App

QUIET_S = 1.0
"""For so long no key was pressed."""
LOOK_EVERY_S = 0.5


class Tidying:
    """Looks through the memory of one application once in every rest."""

    def __init__(self, app: App[None]) -> None:
        """Look from now on whether the keys rest."""
        self._touched = monotonic()
        self.is_due = True
        """Whether something was done since memory was last looked through."""
        app.set_interval(LOOK_EVERY_S, self.check)

    def notice(self, event: events.Event) -> None:
        """Take note that somebody does something."""
        if isinstance(event, events.Key | events.MouseEvent | events.Paste):
            self._touched = monotonic()
            self.is_due = True

    def check(self) -> None:
        """Look through the memory if it is time."""
        if self.is_due and monotonic() - self._touched >= QUIET_S:
            self.is_due = False
            look_through()


def look_through() -> None:
    """Free what nobody needs, and set aside what stays."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
