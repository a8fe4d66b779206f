"""Ctrl-C as a request: the first stops at the next safe point, the second leaves at once."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event


@contextmanager
def cancel_on_interrupt() -> Iterator[Event]:
    """Turn the first Ctrl-C into a set event and leave the second to Python."""
    cancel = Event()
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:  # noqa: ARG001  # the signature of a handler
        cancel.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)
