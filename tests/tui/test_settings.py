from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, Select, Static

from edgerag import paths
from edgerag.config import Config, Interface, load, settings
from edgerag.errors import EdgeRagError
from edgerag.policy import Rules, decode
from edgerag.store.library import account
from tests.tui.conftest import LOOKS, Open, drawn, notices, settle
from tui.app import EdgeragApp, named_keys
from tui.desk import Desk
from tui.keys import misfits
from tui.program import Program, program_of
from tui.screens.remap import Remap
from tui.screens.settings import Row, SettingsScreen
from tui.widgets.navigation import LEAST_COLUMNS, LEAST_ROWS
from tui.widgets.press_key import PressKey

PASSAGES = Config().retrieval.passages

pytestmark = pytest.mark.usefixtures("home")


def row(pilot: Pilot[None], key: str) -> Row:
    return pilot.app.screen.query_one(f"#{key.replace('.', '-')}", Row)


def remark(pilot: Pilot[None], key: str) -> str:
    return str(row(pilot, key).query_one(".remark", Static).render())


async def enter(pilot: Pilot[None], key: str, value: str) -> None:
    """Type a value, or choose it, and go on."""
    field = row(pilot, key).field
    field.focus()
    await pilot.pause()
    field.value = value
    if isinstance(field, Input):
        await pilot.press("enter")
    await settle(pilot)


def saved() -> Config:
    return load(paths.config_file())


async def test_every_setting_is_in_the_form_with_its_explanation(open_app: Open) -> None:
    async with open_app("settings", config=Config()) as pilot:
        for setting in settings():
            assert setting.explanation in remark(pilot, setting.key)
        assert row(pilot, "retrieval.passages").field.value == str(PASSAGES)
        assert row(pilot, "interface.theme").field.value == "dark"


async def test_with_plain_borders_a_number_is_still_seen(open_app: Open) -> None:
    config = Config(interface=Interface(ascii_borders=True, lock_minutes=17))
    async with open_app("settings", config=config) as pilot:
        assert re.search(r"Cover the screen +17", drawn(pilot))


async def test_a_choice_is_saved_at_once_and_comments_are_kept(open_app: Open) -> None:
    file = paths.config_file()
    file.parent.mkdir(parents=True)
    file.write_text("# our clinic\n[interface]\ntheme = 'dark'  # at night\n")
    async with open_app("settings", config=Config()) as pilot:
        await enter(pilot, "interface.theme", "high-contrast")
        assert saved().interface.theme == "high-contrast"
        assert "# our clinic" in file.read_text()
        assert pilot.app.theme == "high-contrast"
        await enter(pilot, "interface.ascii_borders", "yes")
        assert pilot.app.has_class("-ascii")
        await enter(pilot, "interface.reduced_motion", "yes")
        assert pilot.app.animation_level == "none"
        await enter(pilot, "models.reranker", "ms-marco-minilm-l-12-v2")
        assert saved().models.reranker == "ms-marco-minilm-l-12-v2"
        await enter(pilot, "models.reranker", "the usual one")
        assert saved().models.reranker == ""


async def test_a_number_is_saved_and_goes_back_to_its_default(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        assert isinstance(pilot.app, EdgeragApp)
        await enter(pilot, "retrieval.passages", "9")
        assert saved().retrieval.passages == 9
        assert pilot.app.desk.config.retrieval.passages == 9
        await pilot.press("ctrl+r")
        await settle(pilot)
        assert saved().retrieval.passages == PASSAGES


async def test_a_value_that_cannot_be_is_explained_and_not_saved(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        for typed in ("many", "0", "51", "", "5.5", "-1", "²"):
            await enter(pilot, "retrieval.passages", typed)
            assert "It must be a whole number from 1 to 50." in remark(pilot, "retrieval.passages")
            assert not paths.config_file().exists()
        await pilot.press("escape")
        assert row(pilot, "retrieval.passages").field.value == str(PASSAGES)
        assert "Passages of each handbook" in remark(pilot, "retrieval.passages")


async def test_a_value_that_does_not_go_with_another_is_not_saved(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        await enter(pilot, "ingest.overlap_words", "400")
        assert "overlap_words must be at most half of chunk_words" in notices(pilot)
        assert "Not saved" in remark(pilot, "ingest.overlap_words")
        assert not paths.config_file().exists()


async def test_a_file_that_cannot_be_written_is_told(open_app: Open, home: Path) -> None:
    (home / "config").write_text("a file where the folder should be")
    async with open_app("settings") as pilot:
        await enter(pilot, "retrieval.passages", "9")
        assert "Not a directory" in notices(pilot)
        assert "What to do: is the stick write-protected" in notices(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)


async def test_the_list_of_keys_shows_rows_in_the_smallest_window(open_app: Open) -> None:
    async with open_app("settings", size=(LEAST_COLUMNS, LEAST_ROWS)) as pilot:
        await pilot.press("f9")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Remap)
        table = pilot.app.screen.query_one(DataTable)
        n_shown = sum(str(cells[1]) in drawn(pilot) for cells in map(table.get_row_at, range(6)))
        assert n_shown >= 3
        assert pilot.app.screen.query_one("#save").region.bottom < LEAST_ROWS


async def test_a_key_is_given_to_an_action_and_back(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        await pilot.press("f9")
        dialog = pilot.app.screen
        assert isinstance(dialog, Remap)
        names = [action.id for action in dialog._actions]
        dialog.query_one(DataTable).move_cursor(row=names.index("library.add"))
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PressKey)
        await pilot.press("e")
        assert "e is taken" in notices(pilot)
        await pilot.press("enter", "plus", "ctrl+s")
        await settle(pilot)
        assert saved().keys == {"library": {"add": "plus"}}
        await pilot.press("f4")
        await settle(pilot)
        await pilot.press("plus")
        assert type(pilot.app.screen).__name__ == "FilePicker"
        await pilot.press("escape", "f7", "f9")
        pilot.app.screen.query_one(DataTable).move_cursor(row=names.index("library.add"))
        await pilot.press("ctrl+r", "ctrl+s")
        await settle(pilot)
        assert saved().keys == {"library": {}}


async def test_the_dialog_for_a_new_key_takes_one_that_has_another_meaning(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        await pilot.press("f9")
        dialog = pilot.app.screen
        await settle(pilot)
        for taken in ("f4", "f1", "ctrl+p", "ctrl+q", "tab"):
            await pilot.press("enter")
            assert isinstance(pilot.app.screen, PressKey)
            await pilot.press(taken)
            await settle(pilot)
            assert pilot.app.screen is dialog
        for taken in ("f4", "f1", "ctrl+p", "ctrl+q"):
            assert f"{taken} is taken: " in notices(pilot)


async def test_a_key_that_is_needed_to_type_is_given_to_no_action_where_a_person_types(
    open_app: Open,
) -> None:
    async with open_app("settings") as pilot:
        await pilot.press("f9")
        dialog = pilot.app.screen
        assert isinstance(dialog, Remap)
        names = [action.id for action in dialog._actions]
        for name, pressed in (("everywhere.audits", "x"), ("everywhere.library", "enter"), ("ask.why", "up")):
            dialog.query_one(DataTable).move_cursor(row=names.index(name))
            await pilot.press("enter", pressed)
            await settle(pilot)
        assert "x is needed to type: everywhere.audits takes a key such as F9 or Ctrl+K." in notices(pilot)
        assert "everywhere.library takes" in notices(pilot)
        assert "ask.why takes" in notices(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert not paths.config_file().exists()


async def test_a_setting_can_be_changed_with_keys_alone(open_app: Open) -> None:
    async with open_app("settings", size=(40, 10), config=Config()) as pilot:
        assert isinstance(pilot.app.focused, Select)
        await pilot.press("enter", "down", "enter")
        await settle(pilot)
        assert saved().interface.theme == "light"


@LOOKS
def test_the_screen_looks_as_before(
    looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    assert looks_as_before("settings", theme, size)


async def test_nothing_in_a_notice_or_an_error_is_obeyed_by_the_terminal(open_app: Open) -> None:
    async with open_app("settings", config=Config()) as pilot:
        app = program_of(pilot.app.screen)
        Program.notify(app, "saved [b]a\x1b[2J\u202e.md[/b]")
        app.tell(EdgeRagError("bad\x1b]0;x\x07 name\nforged", hint="rename \x9b31m it"))
        await pilot.pause()
        shown = "\n".join([*(notice.message for notice in app._notifications), notices(pilot)])
        assert "[b]a<U+001B>[2J<U+202E>.md[/b]" in shown
        assert "bad<U+001B>]0;x<U+0007> name forged" in shown
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(shown)


FIXED = Rules(
    decode(
        b'format = "edgerag.policy/1"\nby = "District pharmacy"\n[models]\nreranker = ""\n[trail]\non = true'
    ),
    "fixed by the policy of District pharmacy, signed on 2026-11-23",
)


async def test_what_the_policy_fixes_is_greyed_with_the_reason(open_app: Open) -> None:
    async with open_app("settings", config=Config(), rules=FIXED) as pilot:
        assert row(pilot, "models.reranker").field.disabled
        reason = "Fixed by the policy of District pharmacy, signed on 2026-11-23."
        assert reason in remark(pilot, "models.reranker")
        assert not row(pilot, "models.generator").field.disabled
        assert reason not in remark(pilot, "models.generator")
        said = [str(line.render()) for line in pilot.app.screen.query(".fixed").results(Static)]
        assert said == ["An audit trail is written.", "The reranker is the usual one.", reason]


async def test_what_the_policy_fixes_cannot_be_saved(open_app: Open) -> None:
    async with open_app("settings", config=Config(), rules=FIXED) as pilot:
        await enter(pilot, "models.reranker", "ms-marco-minilm-l-12-v2")
        assert "cannot be changed: fixed by the policy" in notices(pilot)
        assert not paths.config_file().exists()


async def test_the_audit_trail_names_whom_the_settings_name_from_then_on(open_app: Open) -> None:
    async with open_app("settings", config=Config()) as pilot:
        library = program_of(pilot.app.screen).desk.library()
        assert library.who == account()
        await enter(pilot, "interface.person", "Nurse Moyo")
        assert saved().interface.person == "Nurse Moyo"
        assert library.who == f"Nurse Moyo ({account()})"
        await enter(pilot, "interface.person", "")
        assert library.who == account()
        await enter(pilot, "interface.person", "N" * 101)
        assert "Not saved" in remark(pilot, "interface.person")
        assert library.who == account()


async def test_whom_a_person_says_they_are_stands_above_the_settings(tmp_path: Path) -> None:
    desk = Desk(Config(interface=Interface(person="Nurse Moyo")), tmp_path / "config.toml", name="Dr Phiri")
    assert desk.library().who == f"Dr Phiri ({account()})"
    desk.close()


async def test_actions_that_share_a_key_are_given_another_one_together(open_app: Open) -> None:
    async with open_app("settings") as pilot:
        await pilot.press("f9")
        dialog = pilot.app.screen
        assert isinstance(dialog, Remap)
        names = [action.id for action in dialog._actions]
        for name in ("ask.alone", "ask.join"):
            dialog.query_one(DataTable).move_cursor(row=names.index(name))
            await pilot.press("enter", "f12")
            await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "is taken" not in notices(pilot)
        assert saved().keys == {"ask": {"alone": "f12", "join": "f12"}}
        assert misfits(saved().keys, named_keys()) == []
