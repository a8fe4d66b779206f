from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

import tui.app
from edgerag import paths
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.tui.conftest import Open, drawn, notices, quoting, settle
from tests.unit.store.locked import PASSPHRASE, lock, make_library
from tui.app import EdgeragApp
from tui.unlock import UnlockApp
from tui.widgets.choose import Choose
from tui.widgets.file_picker import FilePicker

Step = Callable[[Pilot[None]], object]


class Unloaded(EdgeragApp):
    """The program while no model is loaded."""

    def load_models(self, *, renewed: bool = False) -> None:
        """Leave it to whoever asks first."""


@pytest.fixture(autouse=True)
def own_again() -> Iterator[None]:
    """This computer's library is the open one after the test."""
    yield
    paths.choose_library(paths.data_folder())


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick with another library."""
    folder = tmp_path / "stick"
    parsed = make_handbook("Handbook of the Stick", ["Give oxygen."])
    with Library.open(folder / "edgerag-data" / "data" / "library.db") as library:
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    return folder


async def pick(pilot: Pilot[None], folder: Path) -> None:
    """Pick a folder in the dialog."""
    assert isinstance(pilot.app.screen, FilePicker)
    await settle(pilot)
    pilot.app.screen.query_one("#folder", Input).value = str(folder.parent)
    pilot.app.screen.query_one("#folder", Input).focus()
    await pilot.press("enter")
    await settle(pilot)
    names = [found.path for found in pilot.app.screen._found]
    pilot.app.screen.query_one(OptionList).highlighted = names.index(folder)
    await pilot.press("ctrl+s")


async def open_from(pilot: Pilot[None], folder: Path) -> None:
    """Open the library of a folder from the Library screen."""
    await pilot.app.run_action("app.go('library')")
    await settle(pilot)
    await pilot.press("o")
    await pilot.pause()
    await pick(pilot, folder)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Run the program from its door, each interface driven by a step; gives what was on each last screen."""

    def run(*steps: Step) -> list[str]:
        seen: list[str] = []
        left = list(steps)

        async def drive(app: EdgeragApp | UnlockApp) -> None:
            async with app.run_test(size=(80, 24)) as pilot:
                await settle(pilot)
                if isinstance(app, EdgeragApp):
                    await app.run_action("app.go('library')")
                    await settle(pilot)
                seen.append(drawn(pilot))
                done = left.pop(0)(pilot)
                if asyncio.iscoroutine(done):
                    await done
                if app.is_running:
                    await settle(pilot)

        def shown(app: EdgeragApp) -> None:
            asyncio.run(drive(app))
            app.desk.close()
            app.forget_key()

        def unlocked(*given: object) -> bool:
            asking = UnlockApp(*given)  # type: ignore[arg-type]
            asyncio.run(drive(asking))
            return asking.is_unlocked

        monkeypatch.setattr(tui.app, "_run", shown)
        monkeypatch.setattr(tui.app, "_unlock", unlocked)
        monkeypatch.setattr(tui.app, "EdgeragApp", Unloaded)
        tui.app.run(quoting(), paths.config_file())
        assert not left
        return seen

    return run


async def leave(pilot: Pilot[None]) -> None:
    """Leave the program."""
    await pilot.press("ctrl+q")


@pytest.mark.usefixtures("home")
def test_another_library_is_opened_and_the_own_one_again(stick: Path, play: Callable[..., list[str]]) -> None:
    async def back(pilot: Pilot[None]) -> None:
        await pilot.app.run_action("app.go('ask')")
        await settle(pilot)
        assert "1 handbook of another library, …" in drawn(pilot)
        await pilot.app.run_action("app.go('library')")
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("enter")
        await settle(pilot)

    own, other, own_again = play(lambda pilot: open_from(pilot, stick), back, leave)
    assert "Brightwater" in own
    assert "Another library is open (o):" in other
    assert "Handbook of the Stick" in other
    assert "Brightwater" not in other
    assert own_again == own


@pytest.mark.usefixtures("home", "cheap_wrapping", "empty_keyring")
def test_a_locked_one_asks_for_its_passphrase_and_without_it_the_one_before_is_back(
    stick: Path, play: Callable[..., list[str]]
) -> None:
    file = stick / "locked" / "library.db"
    make_library(file)
    lock(file)
    KEYRING.forget()

    async def unlock(pilot: Pilot[None]) -> None:
        pilot.app.query_one(Input).value = PASSPHRASE.decode()
        await pilot.press("enter")

    wanted = lambda pilot: open_from(pilot, file.parent)  # noqa: E731  # a step of two
    first, asked, before, again, inside = play(wanted, leave, wanted, unlock, leave)
    assert "The library is locked" in asked
    assert before == first
    assert again == asked
    assert "Clinic" in inside


@pytest.mark.usefixtures("home")
async def test_what_is_no_library_or_is_damaged_is_told_and_the_own_one_stays_open(
    open_app: Open, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    for folder in (broken, tmp_path / "empty"):
        folder.mkdir()
    (broken / "library.db").write_bytes(b"no library" * 1000)
    async with open_app("library") as pilot:
        await open_from(pilot, tmp_path / "empty")
        await settle(pilot)
        assert "empty: there is no library in it" in notices(pilot)
        await open_from(pilot, broken)
        await settle(pilot)
        assert str(broken) in notices(pilot)
        assert pilot.app.is_running
        assert "Brightwater" in drawn(pilot)


@pytest.mark.usefixtures("home")
async def test_while_work_goes_on_the_library_stays_open(open_app: Open, stick: Path) -> None:
    may_end = Event()

    def work(cancel: Event) -> None:  # it does not listen
        may_end.wait(30)

    async with open_app("library") as pilot:
        pilot.app.jobs.start(pilot.app.screen, work, "working")  # type: ignore[attr-defined]
        await open_from_busy(pilot, stick)
        may_end.set()
        assert "the library stays open" in notices(pilot)
        assert pilot.app.is_running


async def open_from_busy(pilot: Pilot[None], folder: Path) -> None:
    """Wish for a library while something runs, for whose end `settle` would wait."""
    from tui.messages import LibraryWanted

    pilot.app.screen.post_message(LibraryWanted(folder / "edgerag-data" / "data"))
    while "the library stays open" not in notices(pilot):
        await pilot.pause()
