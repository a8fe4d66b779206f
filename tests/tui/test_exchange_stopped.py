"""An exchange of handbooks that is stopped in the middle, by the Library screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import ParamSpec, TypeVar

import pytest
from textual.pilot import Pilot

from edgerag import intake, paths
from edgerag.store import exchange
from edgerag.store.exchange import LibraryExport
from edgerag.store.library import Library
from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.exchanging import export_to, look_into, look_into_without_waiting
from tests.tui.laptops import BOOKS, WARD, Laptop, titles, written
from tui.screens.library import LibraryScreen
from tui.widgets.progress import Progress

P = ParamSpec("P")


R = TypeVar("R")


class Pause:
    """Stops a function at one of its calls until the test lets it go on."""

    def __init__(self) -> None:
        self.is_there, self._go_on = Event(), Event()

    def at(self, function: Callable[P, R], call: int) -> Callable[P, R]:
        n_calls = iter(range(1_000))

        def slowed(*arguments: P.args, **named: P.kwargs) -> R:
            if next(n_calls) == call:
                self.is_there.set()
                assert self._go_on.wait(30)
            return function(*arguments, **named)

        return slowed

    async def stop_there(self, pilot: Pilot[None]) -> None:
        """Wait until the function is there, press Esc, and let it go on."""
        while not self.is_there.is_set():
            await pilot.pause(0.01)
        assert pilot.app.screen.query_one(Progress).display
        await pilot.press("escape")
        self._go_on.set()
        await settle(pilot)


@pytest.fixture
def pause() -> Iterator[Pause]:
    one = Pause()
    yield one
    one._go_on.set()


@pytest.mark.parametrize("has_older", [True, False])
async def test_an_export_that_is_stopped_leaves_what_was_there(
    laptop: Laptop,
    stick: Path,
    open_app: Open,
    pause: Pause,
    monkeypatch: pytest.MonkeyPatch,
    has_older: bool,
) -> None:
    target = stick / "handbooks.edgerag"
    before = written(laptop("older", WARD), target).read_bytes() if has_older else b""
    laptop("theirs", *BOOKS)
    monkeypatch.setattr(exchange, "_member", pause.at(exchange._member, 1))
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, target, begin=False)
        await pause.stop_there(pilot)
        assert "Stopped; no file was written." in notices(pilot)
        assert not pilot.app.screen.query_one(Progress).display
    assert [path.read_bytes() for path in stick.iterdir()] == ([before] if has_older else [])


async def test_looking_into_a_file_can_be_stopped(
    laptop: Laptop, file: Path, open_app: Open, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop("ours", WARD)
    monkeypatch.setattr(LibraryExport, "_info", pause.at(LibraryExport._info, 1))
    async with open_app("library") as pilot:
        await look_into_without_waiting(pilot, file)
        await pause.stop_there(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "Stopped; nothing was imported." in notices(pilot)


async def test_an_import_that_is_stopped_keeps_what_is_finished_and_goes_on_later(
    laptop: Laptop, file: Path, open_app: Open, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop("ours")
    monkeypatch.setattr(intake, "_read", pause.at(intake._read, 1))
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        await pilot.press("y")
        await pause.stop_there(pilot)
        assert "Stopped; what is finished stays." in notices(pilot)
        finished = titles()
        assert finished[0] == "Clinic"
        assert "Ward" not in finished
        with Library.open(paths.library_file()) as library:
            assert all(library.vectors(book.id).shape[0] == book.n_chunks for book in library.handbooks())
        await pilot.press("escape")
        await settle(pilot)
        await look_into(pilot, file)
        assert f"{3 - len(finished)} of them new" in drawn(pilot)
        await pilot.press("y")
        await settle(pilot)
    assert titles() == ["Clinic", "Hospital", "Ward"]
