"""Handbooks that go from the library of one laptop to that of another, by the Library screen."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import ParamSpec, TypeVar

import pytest
from nacl.signing import SigningKey
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList

from edgerag import intake, paths
from edgerag.bundle.exports import signed_with
from edgerag.bundle.signing import fingerprint, make_keys
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.trail import Deed, read
from edgerag.store import exchange
from edgerag.store.exchange import CONTENTS, LibraryExport, export_library
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.test_library import pick, rows, shown
from tui.screens.library import LibraryScreen
from tui.widgets.file_picker import FilePicker
from tui.widgets.form import Form
from tui.widgets.offering import OfferScreen
from tui.widgets.picking import PickHandbooks
from tui.widgets.progress import Progress
from tui.widgets.reader import Reader

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "Oxygen 15 L/min."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])
WARD = make_handbook("Ward", ["Give amoxicillin 500 mg three times a day."])
BOOKS = (CLINIC, HOSPITAL, WARD)

P = ParamSpec("P")
R = TypeVar("R")
Laptop = Callable[..., Path]


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laptop:
    """Make a laptop, without models and with some handbooks; from then on it is the one that is used."""
    monkeypatch.setattr(Input, "cursor_blink", False)

    def use(name: str, *books: ParsedHandbook) -> Path:
        monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / name))
        with Library.open(paths.library_file()) as library:
            for number, parsed in enumerate(books):
                library.add(parsed, make_vectors(len(parsed.chunks), seed=number), EMBEDDER)
        return paths.library_file()

    return use


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def file(laptop: Laptop, stick: Path) -> Path:
    """All handbooks of another laptop; nobody signed it."""
    return written(laptop("theirs", *BOOKS), stick / "handbooks.edgerag")


def written(library_file: Path, target: Path, key: SigningKey | None = None) -> Path:
    sign = signed_with(key) if key else None
    return export_library(library_file, target, lambda n, of: None, Event(), sign=sign).path


def titles() -> list[str]:
    """What the library of the laptop in use holds."""
    with Library.open(paths.library_file()) as library:
        return [book.title for book in library.handbooks()]


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


async def export_to(pilot: Pilot[None], target: Path, *, key: Path | None = None, begin: bool = True) -> None:
    """Export what is marked to a file."""
    assert isinstance(pilot.app.screen, PickHandbooks)
    await pilot.press("ctrl+s")
    await settle(pilot)
    form = pilot.app.screen
    assert isinstance(form, Form)
    form.query_one("#file", Input).value = str(target)
    form.query_one("#key", Input).value = str(key or "")
    await pilot.press("ctrl+s")
    if begin:
        await settle(pilot)


async def look_into(pilot: Pilot[None], file: Path) -> None:
    await pilot.press("r")
    await settle(pilot)
    assert isinstance(pilot.app.screen, FilePicker)
    await pick(pilot, file)
    await settle(pilot)


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


async def test_who_signed_a_file_is_shown_before_it_is_imported(
    laptop: Laptop, stick: Path, tmp_path: Path, open_app: Open
) -> None:
    signer = fingerprint(make_keys(tmp_path / "clinic.key"))
    laptop("theirs", CLINIC)
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "signed", key=tmp_path / "clinic.key")
        assert f"signed with the key {signer}" in notices(pilot)
    laptop("ours")
    async with open_app("library") as pilot:
        await look_into(pilot, stick / "signed.edgerag")
        offered = " ".join(drawn(pilot).replace("│", " ").split())
        assert f"Signed with the key {signer}: compare it with what its owner tells you." in offered
        await pilot.press("y")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert f"Imported; signed by {signer}." in shown(pilot, "#details LinesView")


async def test_a_key_that_is_none_signs_nothing_and_what_was_typed_stands_there_again(
    laptop: Laptop, stick: Path, open_app: Open
) -> None:
    laptop("theirs", CLINIC)
    (stick / "no.key").write_text("no key")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "a.edgerag", key=stick / "no.key")
        assert "no private key can be read from it" in notices(pilot)
        assert not (stick / "a.edgerag").exists()
        await pilot.press("w")
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert pilot.app.screen.query_one("#file", Input).value == str(stick / "a.edgerag")
        pilot.app.screen.query_one("#file", Input).value = ""
        await pilot.press("ctrl+s")
        assert "name a file" in drawn(pilot)


@pytest.mark.parametrize("place", [0.3, 0.9])
async def test_a_damaged_file_is_told_and_nothing_is_imported(
    laptop: Laptop, file: Path, open_app: Open, place: float
) -> None:
    content = bytearray(file.read_bytes())
    content[int(len(content) * place)] ^= 1
    file.write_bytes(content)
    laptop("ours", WARD)
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert "damaged" in notices(pilot)
        assert not pilot.app.screen.query_one(Progress).display
    assert titles() == ["Ward"]


async def test_a_handbook_that_does_not_hold_together_is_refused_by_name_and_the_others_are_imported(
    laptop: Laptop, file: Path, open_app: Open
) -> None:
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    contents = json.loads(members[CONTENTS])
    contents["handbooks"][0]["title"] = "\x1b[31mFormulary"
    members[CONTENTS] = json.dumps(contents).encode()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    laptop("ours")
    async with open_app("library") as pilot:
        await look_into(pilot, file)
        await pilot.press("y")
        await settle(pilot)
        assert "! <U+001B>[31mFormulary: refused" in drawn(pilot)
        assert "it is listed otherwise" in " ".join(drawn(pilot).replace("│", " ").split())
        await pilot.press("escape")
        await settle(pilot)
        assert "2 handbooks imported, 1 refused." in notices(pilot)
        await pilot.press("p")
        await settle(pilot)
        assert "Formulary" in shown(pilot, "LinesView")
    assert titles() == ["Hospital", "Ward"]


async def test_what_is_no_export_is_not_replaced(laptop: Laptop, stick: Path, open_app: Open) -> None:
    laptop("theirs", CLINIC)
    (stick / "mine.edgerag").write_text("something else")
    async with open_app("library") as pilot:
        await pilot.press("w")
        await settle(pilot)
        await export_to(pilot, stick / "mine.edgerag")
        assert "is no export" in notices(pilot)
    assert (stick / "mine.edgerag").read_text() == "something else"


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


async def look_into_without_waiting(pilot: Pilot[None], file: Path) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    screen._look_into([file])
    await pilot.pause()


async def test_an_import_that_is_stopped_keeps_what_is_finished_and_goes_on_later(
    laptop: Laptop, file: Path, open_app: Open, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop("ours")
    monkeypatch.setattr(intake, "_extracted", pause.at(intake._extracted, 1))
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


async def test_where_the_policy_accepts_no_export_importing_is_greyed_with_the_reason(
    laptop: Laptop, open_app: Open
) -> None:
    laptop("ours", CLINIC)
    signed = put_policy("[library]\naccept_exports = []")
    async with open_app("library", rules=signed.rules) as pilot:
        reason = "Nothing can be imported: fixed by the policy of District pharmacy"
        assert reason in " ".join(shown(pilot, "#details LinesView").split())
        active = pilot.app.screen.active_bindings.values()
        assert [one.enabled for one in active if one.binding.action == "import"] == [False]
        await pilot.press("r")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
    laptop("empty")
    async with open_app("library", rules=signed.rules) as pilot:
        assert pilot.app.screen.query_one("#import", Button).disabled
        assert reason in " ".join(drawn(pilot).split())


async def test_only_what_those_signed_whom_the_policy_names_can_be_imported(
    laptop: Laptop, file: Path, stick: Path, open_app: Open
) -> None:
    key = SigningKey(b"c" * 32)
    signed_file = written(laptop("pharmacy", WARD), stick / "signed.edgerag", key)
    laptop("ours", CLINIC)
    policy = put_policy(f'[library]\naccept_exports = ["{fingerprint(key.verify_key)}"]')
    async with open_app("library", rules=policy.rules) as pilot:
        await look_into(pilot, file)
        assert isinstance(pilot.app.screen, OfferScreen)
        offered = " ".join(drawn(pilot).replace("│", " ").split())
        assert "! an export signed by nobody cannot be imported: fixed by the policy" in offered
        assert "ask District pharmacy" in offered
        assert pilot.app.screen.query_one("#import", Button).disabled
        await pilot.press("y")
        await settle(pilot)
        assert titles() == ["Clinic"]
        await pilot.press("escape")
        await settle(pilot)
        await look_into(pilot, signed_file)
        await pilot.press("y")
        await settle(pilot)
        assert titles() == ["Clinic", "Ward"]


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


async def pick_in(pilot: Pilot[None], folder: Path, *marked: str) -> None:
    """Look into a folder, or what is marked in it."""
    await pilot.press("r")
    await settle(pilot)
    await pick(pilot, folder)
    await settle(pilot)
    if marked:
        listed = [option.prompt for option in pilot.app.screen.query_one("#files", OptionList).options]
        for name in marked:
            at = next(n for n, line in enumerate(listed) if name in str(line))
            pilot.app.screen.query_one("#files", OptionList).highlighted = at
            await pilot.press("space")
    await pilot.press("ctrl+s")
    await settle(pilot)


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
