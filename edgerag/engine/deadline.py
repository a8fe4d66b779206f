"""How long a person who stops a question is kept waiting."""

from __future__ import annotations

from threading import Event
from time import monotonic


class Deadline:
    """Some seconds after an event was first seen to be set."""

    def __init__(self, event: Event, after_s: float) -> None:
        self._event, self._after_s = event, after_s
        self._seen_at: float | None = None

    def is_over(self) -> bool:
        """Say whether the time is over; it begins with the first look that finds the event set."""
        if self._seen_at is None and self._event.is_set():
            self._seen_at = monotonic()
        return self._seen_at is not None and monotonic() > self._seen_at + self._after_s
