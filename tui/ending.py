"""How the interface ends when the process is told to: as with the key, and soon, whatever holds it up."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncio
    from types import FrameType

    from tui.program import Program

END_WITHIN_S: Final = 5.0
"""How long a process that is told to end may take, work that stops and the terminal's restoring included."""


def leave_when_told(app: Program, loop: asyncio.AbstractEventLoop) -> None:
    """Leave as with the key when the process is told to end, so that the terminal is as it was before.

    A terminal that is gone, or that nobody reads, holds up whoever writes to it, and with it the loop: a
    thread ends the process then, which the library survives as it survives a power cut.
    """
    if sys.platform == "win32":
        return

    def leave(number: int, _frame: FrameType | None) -> None:
        code = 128 + number
        end = Timer(END_WITHIN_S, os._exit, [code])
        end.daemon = True
        end.start()
        if not loop.is_closed():
            loop.call_soon_threadsafe(partial(app.exit, return_code=code))

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
