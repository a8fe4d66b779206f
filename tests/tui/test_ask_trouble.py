from __future__ import annotations

from pathlib import Path

import apsw
import pytest

import tui.desk
from edgerag import paths
from edgerag.domain.handbooks import Handbook
from edgerag.domain.reports import Report
from edgerag.errors import DiskFullError
from edgerag.store.library import Library
from tests.tui.ask_screen import (
    ask,
    banner,
    program,
    screen,
    show,
    status,
    until,
)
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, quoting, settle
from tui import asking
from tui.widgets.question import QuestionBox


async def test_without_models_the_first_screen_says_what_to_do(home: Path, open_app: Open) -> None:
    (home / "data" / "models").unlink()
    async with open_app(models=True) as pilot:
        await until(pilot, lambda: "install" in status(pilot), within_s=10)
        await settle(pilot)
        assert status(pilot) in drawn(pilot)
        await ask(pilot, ADRENALINE)
        assert "What to do: " in notices(pilot)
        await pilot.press("f4")
        assert program(pilot).screen.has_class("-low")


async def test_a_library_of_a_newer_version_is_refused_with_what_to_do(home: Path, open_app: Open) -> None:
    db = apsw.Connection(str(home / "data" / "library.db"))
    db.execute("insert into _migrations (name, sha256) values ('9999_future', '')")
    db.close()
    async with open_app() as pilot:
        assert "newer" in notices(pilot)
        assert "What to do: " in notices(pilot)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"


async def test_a_library_that_another_program_holds_still_answers_and_says_that_nothing_was_kept(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.desk, "CHANGE_TIMEOUT_S", 0.2)
    async with open_app(models=True) as pilot:
        with Library.open(paths.library_file()) as other, other.transaction():
            await ask(pilot, ADRENALINE)
        assert "DISAGREE" in banner(pilot)
        assert "the history could not keep them" in notices(pilot)
        assert "wait until it is done" in notices(pilot)


async def test_a_disk_that_fills_while_the_report_is_stored_is_told(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DiskFullError("no room", hint="free some space on that disk")

    monkeypatch.setattr(Library, "keep_report", full)
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert "DISAGREE" in banner(pilot)
        assert "free some space" in notices(pilot)


async def test_markup_and_escape_codes_in_a_title_are_shown_as_they_are(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    hostile = "[bold red]Guide[/] \x1b[31m \x1b]52;c;AAAA\x07 [@click=app.quit]x[/]"
    with Library.open(paths.library_file()) as library:
        for book in library.handbooks():
            library.edit(book.id, "title", hostile)
        books: tuple[Handbook, ...] = library.handbooks()
    async with open_app(size=(120, 40)) as pilot:
        screen(pilot).post_message(asking.AskBegun(books))
        await pilot.pause()
        text = drawn(pilot)
        assert "[bold red]Guide[/] <U+001B>[31m" in text
        assert "\x1b" not in text


async def test_a_tiny_terminal_says_so_and_stays_usable(home: Path, open_app: Open) -> None:
    async with open_app(size=(40, 10)) as pilot:
        assert "Window too small" in drawn(pilot)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Window too small" not in drawn(pilot)


async def test_an_empty_library_says_where_handbooks_come_from(no_library: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        await pilot.press("escape")
        assert "There is no handbook to ask yet" in drawn(pilot)


@pytest.mark.parametrize(
    "keys", [(), ("f3",), ("f3", "enter"), ("f1",), ("ctrl+e",), ("ctrl+p",)], ids=" ".join
)
async def test_plain_borders_are_drawn_with_plain_characters(
    home: Path, open_app: Open, sample_report: Report, keys: tuple[str, ...]
) -> None:
    async with open_app(config=quoting(ascii_borders=True)) as pilot:
        await show(pilot, sample_report)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        found = set(drawn(pilot)) & set("╭╮╰╯│─┌┐└┘▔▁▊▎🔎")
        assert not found, drawn(pilot)
