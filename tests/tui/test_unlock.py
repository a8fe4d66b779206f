from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from edgerag import paths
from edgerag.domain.reports import Report
from edgerag.store import tries
from edgerag.store.keyring import KEYRING
from tests.tui.conftest import Open, quoting, settle
from tests.unit.store.locked import PASSPHRASE, lock, make_library
from tui.app import EdgeragApp
from tui.unlock import UnlockApp, is_locked
from tui.unsaved import NOTHING_UNSAVED, Unsaved
from tui.widgets.form import Field, Form
from tui.widgets.lines import LinesView
from tui.widgets.question import QuestionBox

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


@pytest.fixture
def locked_home(cheap_wrapping: None, empty_keyring: None) -> Path:
    """A library that is locked, and whose key nobody knows."""
    make_library(paths.library_file())
    lock(paths.library_file())
    KEYRING.forget()
    return paths.library_file()


def app() -> UnlockApp:
    return UnlockApp(quoting(), paths.config_file())


def said(pilot: Pilot[None]) -> str:
    return str(pilot.app.query_one("#said", Static).content)


async def type_in(pilot: Pilot[None], passphrase: str) -> None:
    pilot.app.query_one(Input).value = passphrase
    await pilot.press("enter")
    await settle(pilot)


@SIZES
async def test_the_right_passphrase_opens_the_library_and_is_never_drawn(
    locked_home: Path, size: tuple[int, int]
) -> None:
    asking = app()
    assert is_locked()
    async with asking.run_test(size=size) as pilot:
        box = pilot.app.query_one(Input)
        assert box.has_focus
        assert pilot.app.screen.region.contains_region(box.region)
        box.value = PASSPHRASE.decode()
        await pilot.pause()
        assert PASSPHRASE.decode() not in pilot.app.export_screenshot()
        await pilot.press("enter")
        await settle(pilot)
    assert asking.is_unlocked
    assert KEYRING.holds(locked_home)
    assert not is_locked()


async def test_a_wrong_passphrase_is_told_with_what_to_do(locked_home: Path) -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await type_in(pilot, "wrong")
        assert "is wrong" in said(pilot)
        assert "rekey --recover" in said(pilot)
        assert pilot.app.query_one(Input).value == ""
    assert is_locked()


async def test_after_five_wrong_ones_the_box_waits(locked_home: Path) -> None:
    for _ in range(tries.FREE_TRIES):
        tries.note_wrong(locked_home)
    async with app().run_test(size=(80, 24)) as pilot:
        assert pilot.app.query_one(Input).disabled
        assert "wait 2 seconds" in said(pilot)
        tries.note_right(locked_home)
        pilot.app._wait()  # type: ignore[attr-defined]
        assert not pilot.app.query_one(Input).disabled


async def test_a_damaged_key_file_points_to_the_recovery_key(locked_home: Path) -> None:
    locked_home.with_suffix(".key").write_text("{")
    async with app().run_test(size=(80, 24)) as pilot:
        await type_in(pilot, PASSPHRASE.decode())
        assert "damaged" in said(pilot)
        assert "recovery key" in said(pilot)


async def test_a_plain_library_is_not_asked_for(empty_keyring: None) -> None:
    assert not is_locked()
    make_library(paths.library_file())
    assert not is_locked()


async def test_idleness_leaves_the_screens_of_a_locked_library_and_covers_a_plain_one(
    home: Path, open_app: Open, empty_keyring: None
) -> None:
    async with open_app("history", config=quoting(lock_minutes=1)) as pilot:
        idle = pilot.app._idle  # type: ignore[attr-defined]
        idle.cover()
        await settle(pilot)
        assert not pilot.app.is_locked_away  # type: ignore[attr-defined]
        await pilot.press("x")
        KEYRING.hold(paths.library_file(), bytes(32))
        idle._touched -= 61
        idle.check()
        assert pilot.app.is_locked_away  # type: ignore[attr-defined]
        pilot.app.forget_key()  # type: ignore[attr-defined]
        assert not KEYRING.holds(paths.library_file())


async def test_what_was_typed_before_it_was_locked_is_there_when_it_is_open_again(
    home: Path, open_app: Open, empty_keyring: None
) -> None:
    KEYRING.hold(paths.library_file(), bytes(32))
    async with open_app() as pilot:
        await pilot.press(*"rash")
        await settle(pilot)
        pilot.app.push_screen(Form("Note", "", [Field("note", "Note", "see"), Field("who", "Who", "")]))
        await settle(pilot)
        pilot.app.screen.query_one("#note", Input).value = "ask the doctor"
        assert pilot.app.lock_away()  # type: ignore[attr-defined]
        unsaved = pilot.app.unsaved  # type: ignore[attr-defined]
    assert unsaved == Unsaved("rash", "Note", (("Note", "ask the doctor"),))
    KEYRING.forget()
    again = EdgeragApp(quoting(), paths.config_file())
    again.unsaved = unsaved
    async with again.run_test() as pilot:
        await settle(pilot)
        shown = pilot.app.screen.query_one(LinesView)
        assert "Note: ask the doctor" in str(shown.render())
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen.query_one(QuestionBox).value == "rash"
        again.jobs.stop_all()
        await settle(pilot)
    again.desk.close()


async def test_a_question_that_was_asked_is_not_typed_again(
    home: Path, open_app: Open, empty_keyring: None, sample_report: Report
) -> None:
    async with open_app() as pilot:
        pilot.app.report = sample_report  # type: ignore[attr-defined]
        pilot.app.question_typed = sample_report.question.replace(" ", "\n", 1)  # type: ignore[attr-defined]
        KEYRING.hold(paths.library_file(), bytes(32))
        assert pilot.app.lock_away()  # type: ignore[attr-defined]
        assert pilot.app.unsaved == NOTHING_UNSAVED  # type: ignore[attr-defined]
    KEYRING.forget()


def test_nothing_of_what_a_form_held_is_obeyed_by_the_terminal() -> None:
    held = Unsaved(form="Edit \x1b[31mred", values=(("Title", "a\x1b]0;b\x07"),))
    said = "".join(segment.text for line in held.lines(60) for segment in line)
    assert "Title: " in said
    assert "\x1b" not in said
    assert "\x07" not in said
