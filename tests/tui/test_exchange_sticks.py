"""Files of handbooks that are found on a stick."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.exchanging import pick_in
from tests.tui.laptops import BOOKS, WARD, Laptop, titles, written
from tests.tui.library_screen import rows
from tui.screens.library import LibraryScreen


async def test_the_handbooks_of_a_bundle_are_found_on_its_stick(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    (stick / "edgerag").mkdir()
    written(laptop("theirs", *BOOKS), stick / "edgerag" / "library.edgerag")
    laptop("ours")
    async with open_app("library") as pilot:
        await pick_in(pilot, stick.parent, "stick")
        assert "library.edgerag: 3 handbooks, all new" in drawn(pilot)


async def test_several_files_are_asked_about_one_after_the_other_and_imported_together(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    for number, book in enumerate(BOOKS):
        written(laptop(f"laptop {number}", book), stick / f"{number}.edgerag")
    laptop("ours")
    async with open_app("library") as pilot:
        await pick_in(pilot, stick, "0.edgerag", "1.edgerag", "2.edgerag")
        assert "0.edgerag: 1 handbook" in drawn(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert "1.edgerag: 1 handbook" in drawn(pilot)
        await pilot.press("n")
        await settle(pilot)
        assert "2.edgerag: 1 handbook" in drawn(pilot)
        assert titles() == []
        await pilot.press("y")
        await settle(pilot)
        assert "2 handbooks imported" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert len(rows(pilot)) == 2
    assert titles() == ["Clinic", "Ward"]


async def test_a_damaged_file_among_several_is_told_and_the_others_are_offered(
    laptop: Laptop, stick: Path, file: Path, open_app: Open
) -> None:
    (stick / "a.edgerag").write_bytes(file.read_bytes()[:-200])
    laptop("ours")
    async with open_app("library") as pilot:
        await pick_in(pilot, stick.parent, "stick")
        assert "a.edgerag" in notices(pilot)
        assert "handbooks.edgerag: 3 handbooks, all new" in drawn(pilot)


async def test_a_stick_without_handbooks_is_told(laptop: Laptop, stick: Path, open_app: Open) -> None:
    laptop("ours", WARD)
    async with open_app("library") as pilot:
        await pick_in(pilot, stick.parent, "stick")
        assert "stick: no file of handbooks is in it" in notices(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
