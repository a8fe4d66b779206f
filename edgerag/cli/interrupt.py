"""Ctrl-C as a request: the first stops at the next safe point, the second leaves at once."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

ECHO_S = 0.1
"""Two signals closer than this are one Ctrl-C.

A one-file program runs under a launcher, which hands on the Ctrl-C that the terminal has sent to both.
"""


@contextmanager
def cancel_on_interrupt() -> Iterator[Event]:
    """Turn the first Ctrl-C into a set event; the second raises KeyboardInterrupt as always."""
    cancel = Event()
    before = signal.getsignal(signal.SIGINT)
    asked_s = -math.inf

    def stop(number: int, frame: object) -> None:  # noqa: ARG001  # the signature of a handler
        nonlocal asked_s
        if not cancel.is_set():
            cancel.set()
            asked_s = time.monotonic()
        elif time.monotonic() - asked_s > ECHO_S:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt_once() -> None:
    """Let one Ctrl-C raise KeyboardInterrupt once, so that its echo does not cut the clean-up short."""
    raised_s = -math.inf

    def stop(number: int, frame: object) -> None:  # noqa: ARG001  # the signature of a handler
        nonlocal raised_s
        if time.monotonic() - raised_s > ECHO_S:
            raised_s = time.monotonic()
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
