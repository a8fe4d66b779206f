from __future__ import annotations

import time
from threading import Event

from edgerag.engine.deadline import Deadline


def test_a_deadline_begins_when_the_event_is_first_seen_set() -> None:
    event = Event()
    deadline = Deadline(event, 0.05)
    assert not deadline.is_over()
    event.set()
    assert not deadline.is_over()
    time.sleep(0.06)
    assert deadline.is_over()
