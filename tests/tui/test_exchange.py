"""Handbooks that go from the library of one laptop to that of another, by the Library screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from edgerag import paths
from edgerag.domain.trail import Deed, read
from edgerag.store.library import Library
from tests.synthetic import make_handbook
from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.exchanging import export_to, look_into, look_into_without_waiting, pick_in
from tests.tui.laptops import BOOKS, CLINIC, HOSPITAL, WARD, Laptop, titles, written
from tests.tui.library_screen import pick, rows, shown
from tui.screens.handbooks.work import ADDING
from tui.screens.library import LibraryScreen
from tui.widgets.offering import OfferScreen
from tui.widgets.reader import Reader


async def test_the_handbooks_that_are_picked_travel_to_another_laptop(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    laptop("theirs", *BOOKS)
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        assert "3 of 3 marked" in drawn(pilot)
        await pilot.press("down", "space")
        assert "[ ] Hospital" in drawn(pilot)
        await export_to(pilot, stick)
        assert "Exported 2 handbooks" in notices(pilot)
        assert "signed by nobody" in notices(pilot)
    assert [path.name for path in stick.iterdir()] == ["handbooks.edgerag"]
    laptop("ours")
    async with open_app("library") as pilot:
        await pilot.click("#import")
        await settle(pilot)
        await pick(pilot, stick / "handbooks.edgerag")
        await settle(pilot)
        assert isinstance(pilot.app.screen, OfferScreen)
        offered = drawn(pilot)
        assert "handbooks.edgerag: 2 handbooks, all new" in offered
        assert "! Nobody signed it" in offered
        assert "+ Clinic, 2 pages" in offered
        assert "Hospital" not in offered
        assert titles() == []
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Reader)
        assert "+ Clinic: imported" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert len(rows(pilot)) == 2
        assert "Imported; signed by nobody." in shown(pilot, "#details LinesView")
        assert "2 handbooks imported." in notices(pilot)
    assert titles() == ["Clinic", "Ward"]


async def test_an_import_replaces_nothing_and_says_what_is_here_already(
    laptop: Laptop, file: Path, open_app: Open
) -> None:
    other_ward = make_handbook("Ward", ["Give amoxicillin 250 mg."])
    with Library.open(laptop("ours", CLINIC, other_ward)) as library:
        library.edit(CLINIC.handbook.id, "title", "Our Clinic")
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        offered = drawn(pilot)
        assert "3 handbooks, 2 of them new" in offered
        assert "= Clinic, 2 pages: here already, left alone" in offered
        assert "the library has another Ward.txt, which stays" in " ".join(offered.replace("│", " ").split())
        await pilot.press("y")
        await settle(pilot)
        assert "= Clinic: here already, left alone" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert sorted(titles()) == ["Hospital", "Our Clinic", "Ward", "Ward"]
        await look_into(pilot, file)
        assert "3 handbooks, all here already" in drawn(pilot)
        await pilot.press("y")
        assert isinstance(pilot.app.screen, OfferScreen)
        assert pilot.app.screen.query_one("#import", Button).disabled
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_no_is_an_answer(laptop: Laptop, file: Path, open_app: Open) -> None:
    laptop("ours", WARD)
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        await pilot.press("escape")
        await settle(pilot)
    assert titles() == ["Ward"]


async def test_what_is_no_export_is_not_replaced(laptop: Laptop, stick: Path, open_app: Open) -> None:
    laptop("theirs", CLINIC)
    (stick / "mine.edgerag").write_text("something else")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "mine.edgerag")
        assert "is no export" in notices(pilot)
    assert (stick / "mine.edgerag").read_text() == "something else"


async def test_a_file_of_another_kind_is_not_called_missing(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    laptop("ours")
    (stick / "list.txt").touch()
    async with open_app("library") as pilot:
        for name in ("list.txt", "nothing.txt", "~nobody at all/x", "long" * 80):
            await pilot.click("#import")
            await settle(pilot)
            await pick(pilot, stick / name)
            await pilot.press("escape")
        assert "list.txt is there, but not what is needed here: Files that another edgerag wrote" in notices(
            pilot
        )
        assert notices(pilot).count("There is no such folder or file.") == 3


async def test_a_long_list_leaves_room_for_the_answer_in_a_small_terminal(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    many = [make_handbook(f"Guide {n} of the national programme", [f"Dose {n} mg."]) for n in range(40)]
    file = written(laptop("theirs", *many), stick / "many.edgerag")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        assert "40 of 40 marked" in drawn(pilot)
        await pilot.press("ctrl+a")
        await settle(pilot)
        assert pilot.app.screen.query_one("#done", Button).disabled
        await pilot.press("ctrl+s")
        assert "Mark a handbook first: Space." in notices(pilot)
        await pilot.press("end", "enter")
        await settle(pilot)
        assert "1 of 40 marked" in drawn(pilot)
        await pilot.press("escape")
    laptop("ours")
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        assert "Import 40 handbooks" in drawn(pilot)
        assert "Cancel" in drawn(pilot)


async def test_a_whole_library_goes_to_a_stick_and_comes_from_it_with_keys_alone(
    laptop: Laptop, stick: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(stick.parent))
    laptop("theirs", *BOOKS)
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        await pilot.press("home", *["delete"] * 200, *str(stick), "ctrl+s")
        await settle(pilot)
        assert "Exported 3 handbooks" in notices(pilot)
    laptop("ours")
    async with open_app("library") as pilot:
        await pick_in(pilot, stick.parent, "stick")
        assert "handbooks.edgerag: 3 handbooks, all new" in drawn(pilot)
        await pilot.press("y")
        await settle(pilot)
    assert titles() == ["Clinic", "Hospital", "Ward"]


async def test_the_trail_names_the_handbooks_that_were_exported(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    with Library.open(laptop("theirs", *BOOKS)) as library:
        library.switch_trail(is_on=True)
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await pilot.press("space")
        await export_to(pilot, stick / "two")
    with Library.open(paths.library_file()) as library:
        entry = read(library.audit_trail()[0][-1].content)
    assert (entry.what, entry.note) == (Deed.EXPORTED, "two.edgerag")
    assert {book.id for book in entry.handbooks} == {HOSPITAL.handbook.id, WARD.handbook.id}


async def test_an_empty_library_has_nothing_to_export(laptop: Laptop, open_app: Open) -> None:
    laptop("ours")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        assert "There is no handbook to export yet." in notices(pilot)


async def test_while_handbooks_are_added_an_export_is_refused_at_its_first_key(
    laptop: Laptop, open_app: Open
) -> None:
    laptop("ours", WARD)
    async with open_app("library") as pilot:
        library = pilot.app.screen
        assert isinstance(library, LibraryScreen)

        def add(cancel: Event) -> None:
            cancel.wait(60)

        library.program.jobs.start(library, add, ADDING)
        for key in ("w", "r"):
            await pilot.press(key)
            assert pilot.app.screen is library
            assert "Wait for the work that is going on" in notices(pilot)


async def test_the_help_and_the_palette_know_both(laptop: Laptop, open_app: Open) -> None:
    laptop("ours", WARD)
    async with open_app("library", size=(80, 60)) as pilot:
        offered = {command.title for command in pilot.app.get_system_commands(pilot.app.screen)}
        assert {"Export", "Import"} <= offered
        await pilot.press("f1")
        await settle(pilot)
        assert "library.export" in drawn(pilot)
        assert "library.import" in drawn(pilot)
        told = " ".join(drawn(pilot).replace("│", " ").split())
        assert "w writes all handbooks, or those you mark, to a file" in told


@pytest.mark.parametrize("name", ["picking", "offering"])
def test_the_dialogs_look_as_before(
    laptop: Laptop, file: Path, looks_as_before: Callable[..., bool], name: str
) -> None:
    laptop("ours", *BOOKS[:2])

    async def open_dialog(pilot: Pilot[None]) -> None:
        if name == "picking":
            await pilot.press("w")
        else:
            await look_into_without_waiting(pilot, file)
        await settle(pilot)

    assert looks_as_before("library", "dark", (80, 24), open_dialog)
