from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.tui.conftest import Open
from tui import tidying
from tui.tidying import Tidying, look_through


class Loop:
    """Something that only a look through the memory frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def nothing_set_aside() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_nobody_needs_is_freed_even_if_it_was_set_aside_and_what_stays_is_set_aside() -> None:
    needed = Loop()
    freed = weakref.ref(needed)
    look_through()
    assert gc.get_freeze_count() > 0
    assert freed() is needed
    del needed
    gc.collect()
    assert freed() is not None
    look_through()
    assert freed() is None


async def test_memory_is_looked_through_once_in_a_rest_and_never_between_keys(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[None] = []
    monkeypatch.setattr(tidying, "look_through", lambda: looks.append(None))
    async with open_app() as pilot:
        tidy = pilot.app._tidying  # type: ignore[attr-defined]
        assert isinstance(tidy, Tidying)
        looks.clear()
        await pilot.press("x")
        tidy.check()
        assert looks == []
        tidy._touched -= tidying.QUIET_S
        tidy.check()
        tidy.check()
        assert looks == [None]
        await pilot.press("x")
        assert tidy.is_due
