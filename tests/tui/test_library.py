from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList

from edgerag import paths
from edgerag.folders import WRITE_PROTECTED
from edgerag.present.amounts import size
from edgerag.samples import sample_files
from edgerag.store import handbooks
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.tui.conftest import LOOKS, Open, drawn, notices, settle
from tests.tui.library_screen import pick, rows, shown
from tui.screens.library import LibraryScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.file_picker import FilePicker, FolderRead
from tui.widgets.form import Form
from tui.widgets.progress import Progress
from tui.widgets.reader import Reader
from tui.widgets.table import Table


async def test_every_handbook_is_listed_with_its_details(home: Path, open_app: Open) -> None:
    async with open_app("library", size=(160, 40)) as pilot:
        table = pilot.app.screen.query_one("#handbooks", DataTable)
        headers = [str(column.label) for column in table.columns.values()]
        assert headers[0] == "Title"
        assert {
            "Institution",
            "Edition",
            "Collection",
            "Authority",
            "Lang",
            "Pages",
            "Passages",
            "State",
        } <= set(headers)
        assert len(rows(pilot)) == 4
        # One title is right and long, which is all that can be seen of it.
        assert ["to check" in row for row in rows(pilot)] == ["Tamarind" in row for row in rows(pilot)]
        assert sum("ready" in row for row in rows(pilot)) == 3
        assert "Institution:" in shown(pilot, "#details LinesView")


async def test_a_folder_is_added_and_what_cannot_be_read_is_told(
    no_library: Path, open_app: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    shutil.copy(sample_files()[0], folder)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "photo.jpg").write_bytes(b"")
    async with open_app("library") as pilot:
        await pilot.press("a")
        await settle(pilot)
        assert isinstance(pilot.app.screen, FilePicker)
        await pick(pilot, folder.parent)
        files = pilot.app.screen.query_one("#files", OptionList)
        names = [str(option.prompt) for option in files.options]
        files.highlighted = next(n for n, name in enumerate(names) if "stick/" in name)
        await pilot.press("space", "ctrl+s")
        await settle(pilot)
        assert len(rows(pilot)) == 1
        assert "1 handbook added, 1 file could not be added, 1 file left out. See Problems." in notices(pilot)
        await pilot.press("p")
        assert isinstance(pilot.app.screen, Reader)
        assert "! broken.pdf" in shown(pilot, "LinesView")
        assert "photo.jpg" in shown(pilot, "LinesView")
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_adding_can_be_stopped_and_goes_on_where_it_stopped(no_library: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        screen = pilot.app.screen
        assert screen.has_class("-empty")
        await pilot.click("#samples")
        while not rows(pilot):
            await pilot.pause(0.05)
        assert "of 4 handbooks" in shown(pilot, "Progress .numbers")
        await pilot.press("escape")
        await settle(pilot)
        assert "Stopped" in notices(pilot)
        n_whole = len(rows(pilot))
        assert 1 <= n_whole < 4
        assert not screen.query_one(Progress).display
        with Library.open(paths.library_file()) as library:
            assert len(library.handbooks()) == n_whole
            assert all(library.vectors(book.id).shape[0] == book.n_chunks for book in library.handbooks())
        assert isinstance(screen, LibraryScreen)
        screen.add_samples()
        await settle(pilot)
        assert len(rows(pilot)) == 4
        assert f"{4 - n_whole} handbook" in notices(pilot)
        assert f"{n_whole} handbook" in notices(pilot)
        assert "in the library already" in notices(pilot)


async def test_details_are_corrected_in_a_form(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("e")
        assert isinstance(pilot.app.screen, Form)
        form = pilot.app.screen
        form.query_one("#edition", Input).value = "last year"
        await pilot.press("ctrl+s")
        assert "write a date" in shown(pilot, "#problem")
        form.query_one("#edition", Input).value = "2021-05"
        form.query_one("#title", Input).value = "[bold]A handbook[/bold] \x1b[31m"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert any("[bold]A handbook[/bold]" in row and "2021-05" in row for row in rows(pilot))
        assert "[bold]A handbook[/bold] <U+001B>[31m" in shown(pilot, "#details LinesView")
    with Library.open(paths.library_file()) as library:
        assert "2021-05" in {book.edition for book in library.handbooks()}


async def test_a_form_that_is_left_changes_nothing(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        before = rows(pilot)
        await pilot.press("e")
        pilot.app.screen.query_one("#title", Input).value = "Other"
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("y")
        await settle(pilot)
        assert rows(pilot) == before


async def test_a_handbook_is_removed_only_after_yes(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("delete")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("escape")
        await settle(pilot)
        assert len(rows(pilot)) == 4
        first = rows(pilot)[0]
        await pilot.press("delete")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert len(rows(pilot)) == 3
        assert first not in rows(pilot)


async def test_before_a_handbook_is_removed_it_is_told_how_many_questions_stay(
    home: Path, open_app: Open
) -> None:
    with Library.open(paths.library_file()) as library:
        for question in ("Which dose?", "How long?"):
            library.keep_report(question, b"{}", [book.id for book in library.handbooks()])
    async with open_app("library") as pilot:
        await pilot.press("delete")
        await settle(pilot)
        assert "keeps 2 earlier questions that it was asked" in shown(pilot, ".explanation")


async def test_columns_are_as_wide_as_what_they_hold_at_once(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        table = pilot.app.screen.query_one("#handbooks", Table)
        long = "a title of thirty-two characters"
        table.fill(["Title", "State"], [[long, "ready"]], 0)
        widths = [column.get_render_width(table) for column in table.ordered_columns]
        assert widths == [len(long) + 2, len("State") + 2]


async def test_a_handbook_is_indexed_again_from_its_stored_text(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("i", "enter")
        await settle(pilot)
        assert "1 handbook indexed again" in notices(pilot)
    with Library.open(paths.library_file()) as library:
        assert library.waiting_for_vectors() == ()


async def test_all_details_can_be_read_where_there_is_no_room_for_them(home: Path, open_app: Open) -> None:
    async with open_app("library", size=(80, 14)) as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Reader)
        assert "passage" in shown(pilot, "LinesView")


async def test_a_path_is_typed_from_the_list_of_files_too_however_fast(
    home: Path, open_app: Open, tmp_path: Path
) -> None:
    (tmp_path / "guide.md").write_text("# Fever\n\nGive paracetamol 1 g.\n")
    async with open_app("library") as pilot:
        for typed, wanted in ((str(tmp_path), str(tmp_path)), ("guide.md", str(tmp_path / "guide.md"))):
            picker = FilePicker("Add", "", lambda _: True, start=tmp_path, done="Add")
            pilot.app.push_screen(picker)
            await settle(pilot)
            for letter in typed:
                picker.query_one("#files").post_message(Key("slash" if letter == "/" else letter, letter))
            await settle(pilot)
            field = picker.query_one("#folder", Input)
            assert (field.value, field.has_focus) == (wanted, True)
            await pilot.press("escape")
            await settle(pilot)


@pytest.mark.parametrize("n_files", [2, 60])
async def test_a_list_of_files_shows_their_sizes_whole_whether_it_scrolls_or_not(
    home: Path, open_app: Open, tmp_path: Path, n_files: int
) -> None:
    for number in range(n_files):
        (tmp_path / f"guide-{number:02}.md").write_bytes(b"x" * 779_000)
    async with open_app("library") as pilot:
        pilot.app.push_screen(FilePicker("Add", "", lambda _: True, start=tmp_path, done="Add"))
        await settle(pilot)
        listed = [line for line in drawn(pilot).splitlines() if "guide-" in line]
        assert listed
        assert [line for line in listed if size(779_000) not in line] == []


async def test_a_path_that_is_being_typed_is_not_overwritten_by_a_folder_that_was_read_late(
    home: Path, open_app: Open, tmp_path: Path
) -> None:
    async with open_app("library") as pilot:
        await pilot.press("a")
        await settle(pilot)
        picker = pilot.app.screen
        assert isinstance(picker, FilePicker)
        field = picker.query_one("#folder", Input)
        field.focus()
        await pilot.pause()
        field.value = "/media/st"
        picker.post_message(FolderRead(tmp_path, (), ""))
        await settle(pilot)
        assert field.value == "/media/st"


async def test_a_handbook_opens_at_its_first_page(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert type(pilot.app.screen).__name__ == "PageScreen"


async def test_a_library_that_another_program_changes_is_told_and_the_screen_stays_usable(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.desk.CHANGE_TIMEOUT_S", 0.1)
    async with open_app("library") as pilot:
        with Library.open(paths.library_file()) as other, other.transaction():
            await pilot.press("delete", "y")
            await settle(pilot)
        assert "another program is changing the library" in notices(pilot)
        assert len(rows(pilot)) == 4


async def test_a_library_of_a_newer_program_is_told(home: Path, open_app: Open) -> None:
    with Library.open(paths.library_file()) as library, library.transaction() as db:
        db.execute("insert into _migrations (name, sha256) values ('9999_future', '')")
    async with open_app("library") as pilot:
        assert "9999_future" in notices(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_without_models_adding_says_what_to_do(no_library: Path, open_app: Open) -> None:
    (no_library / "data" / "models").unlink()
    async with open_app("library") as pilot:
        await pilot.click("#samples")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Choose)
        assert "Models are needed first" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen.has_class("-empty")
        assert not pilot.app.screen.query_one(Progress).display


async def test_models_come_from_a_stick_and_what_was_to_be_added_is_added(
    no_library: Path, open_app: Open, models_folder: Path, tmp_path: Path
) -> None:
    (no_library / "data" / "models").unlink()
    stick = tmp_path / "stick" / "models"
    for name in ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"):
        shutil.copytree(models_folder / name, stick / name)
    async with open_app("library") as pilot:
        await pilot.click("#samples")
        await settle(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, FilePicker)
        await pick(pilot, tmp_path)
        await pilot.press("end", "ctrl+s")
        await settle(pilot)
        assert "Installed: bge-small-en-v1.5, ms-marco-minilm-l-12-v2." in notices(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert len(rows(pilot)) == 4
        assert "F2 asks." in notices(pilot)


async def test_after_adding_the_cursor_is_on_what_is_to_be_checked_and_one_key_corrects_it(
    no_library: Path, open_app: Open, tmp_path: Path
) -> None:
    for name in ("a-clinic-2019.md", "b-clinic-2019.md"):
        heading = "# Harbour Clinic Handbook 2019\n\nHarbour District Hospital\n\n" if name[0] == "a" else ""
        (tmp_path / name).write_text(f"{heading}Give {name} 500 mg of paracetamol.\n")
    async with open_app("library") as pilot:
        pilot.app.screen.add([tmp_path])  # type: ignore[attr-defined]
        await settle(pilot)
        assert "1 to check: e corrects the one under the cursor." in notices(pilot)
        await pilot.press("e")
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, Form)
        assert "b clinic 2019" in form.query_one(Input).value


async def test_a_folder_in_which_no_library_can_be_made_is_told(
    tmp_path: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path))
    async with open_app("library") as pilot:
        assert "cannot be opened for writing" in notices(pilot)
        assert f"What to do: {WRITE_PROTECTED}" in notices(pilot)


async def test_a_small_terminal_still_shows_the_handbooks(home: Path, open_app: Open) -> None:
    async with open_app("library", size=(40, 10)) as pilot:
        assert len(rows(pilot)) == 4
        await pilot.press("e")
        assert isinstance(pilot.app.screen, Form)
        await pilot.press("escape")
        await pilot.press("a")
        await settle(pilot)
        assert isinstance(pilot.app.screen, FilePicker)


async def test_a_picker_goes_through_folders_and_says_when_one_cannot_be_read(
    home: Path, open_app: Open, tmp_path: Path
) -> None:
    inner = tmp_path / "one" / "two"
    inner.mkdir(parents=True)
    (inner / "a\x1b[31m.md").write_text("# A")
    (inner / "b.md").write_text("# B")
    async with open_app("library") as pilot:
        await pilot.press("a")
        await settle(pilot)
        await pick(pilot, tmp_path / "nowhere")
        assert "no such folder" in notices(pilot)
        await pick(pilot, inner)
        picker = pilot.app.screen
        names = [str(option.prompt) for option in picker.query_one("#files", OptionList).options]
        assert names[0].strip() == ".. (the folder above)"
        assert "a<U+001B>[31m.md" in names[1]
        await pilot.press("ctrl+a")
        assert "2 marked" in shown(pilot, "#marked")
        await pilot.press("ctrl+a")
        assert shown(pilot, "#marked") == ""
        await pilot.press("backspace")
        await settle(pilot)
        assert picker.query_one("#folder", Input).value.endswith("one")
        shutil.rmtree(inner)
        await pilot.press("enter")
        await settle(pilot)
        assert "cannot be read" in notices(pilot)


@pytest.fixture
def home_of_a_nurse(home: Path) -> None:
    """The samples as if they had been added from a folder that every machine could have."""
    with Library.open(paths.library_file()) as library, library.transaction() as db:
        db.execute("update handbooks set source_path = '/handbooks/' || file_name")
        for key in handbooks.keys(db).values():
            handbooks._seal_entry(db, key)


@LOOKS
@pytest.mark.usefixtures("home_of_a_nurse")
def test_the_screen_looks_as_before(
    looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    assert looks_as_before("library", theme, size)


@pytest.mark.usefixtures("home_of_a_nurse")
def test_the_form_looks_as_before(looks_as_before: Callable[..., bool]) -> None:
    async def edit(pilot: Pilot[None]) -> None:
        await pilot.press("e")

    assert looks_as_before("library", "dark", (80, 24), edit)


async def test_a_handbook_that_the_policy_keeps_cannot_be_removed_and_its_details_say_why(
    home: Path, open_app: Open
) -> None:
    signed = put_policy('[library]\nkeep_handbooks = ["*"]')
    async with open_app("library", rules=signed.rules) as pilot:
        reason = "It cannot be removed: fixed by the policy of District pharmacy"
        assert reason in " ".join(shown(pilot, "#details LinesView").split())
        await pilot.press("delete")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, Confirm)
        removing = [
            one for one in pilot.app.screen.active_bindings.values() if one.binding.action == "remove"
        ]
        assert [one.enabled for one in removing] == [False] * len(removing)
        assert len(rows(pilot)) == 4


async def test_what_was_done_when_the_library_was_opened_is_said(home: Path, open_app: Open) -> None:
    put_policy("")
    paths.policy_file().write_text("changed")
    async with open_app("library") as pilot:
        assert "is not a signature of policy.toml" in notices(pilot)
