from __future__ import annotations

import inspect
from typing import get_args

from edgerag.engine import events


def test_every_event_that_is_told_of_can_happen() -> None:
    told = {
        one for _, one in inspect.getmembers(events, inspect.isclass) if one.__module__ == events.__name__
    }
    assert told == set(get_args(events.AskEvent))
