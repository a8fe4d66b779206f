from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Input, RadioButton, Static

from edgerag import paths
from edgerag.domain.reports import Report
from edgerag.domain.trail import Deed, read
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.tui.ask_screen import (
    cards,
    program,
    show,
)
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, quoting, settle
from tui.screens.ask import AskScreen
from tui.screens.export import ExportScreen, Forms


async def test_copy_takes_one_answer_with_its_quotations_and_pages(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "xterm-256color")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+c")
        citation = cards(pilot)[0].card.answer.citations[0]  # type: ignore[union-attr]
        copied = pilot.app.clipboard
        assert ADRENALINE in copied
        assert " ".join(citation.quote.split()) in copied
        assert f"[p. {citation.page}]" in copied
        assert "Copied" in notices(pilot)


@pytest.mark.parametrize(
    ("place", "moved", "told"),
    [("ask", {}, "Ctrl+E"), ("compare", {}, "e"), ("ask", {"ask": {"export": "f9"}}, "F9")],
)
async def test_a_terminal_that_may_have_copied_is_told_with_the_key_that_saves_a_file(
    home: Path,
    open_app: Open,
    sample_report: Report,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    moved: dict[str, dict[str, str]],
    told: str,
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "xterm-256color")
    async with open_app(config=replace(quoting(), keys=moved)) as pilot:
        await show(pilot, sample_report)
        program(pilot).report = sample_report
        await pilot.app.run_action(f"app.go('{place}')")
        await settle(pilot)
        await pilot.press("ctrl+c")
        await settle(pilot)
        assert f"press {told} to save a file" in notices(pilot)


async def test_a_terminal_that_cannot_copy_says_so_and_offers_a_file(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "linux")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "cannot copy" in notices(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)
        path = pilot.app.screen.query_one("#path", Input)
        path.value = str(tmp_path / "answer.txt")
        path.focus()
        await pilot.press("enter")
        await settle(pilot)
    assert ADRENALINE in (tmp_path / "answer.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("ending", "begins"), [("md", "# What"), ("html", "<!doctype html>"), ("json", "{")])
async def test_a_report_is_exported_in_every_form(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path, ending: str, begins: str
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        dialog = pilot.app.screen
        path = dialog.query_one("#path", Input)
        path.value = str(tmp_path / "report.md")
        next(button for button in dialog.query(RadioButton) if button.name == ending).toggle()
        await pilot.pause()
        assert path.value.endswith(f"report.{ending}")
        marked = [str(one.label) for one in dialog.query(RadioButton) if str(one.render()).startswith("(x)")]
        assert [one.split(":")[0] for one in marked] == [{"md": "Markdown"}.get(ending, ending.upper())]
        await pilot.click("#save")
        await settle(pilot)
        assert "Saved" in notices(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
    assert (tmp_path / f"report.{ending}").read_text(encoding="utf-8").startswith(begins)


async def test_what_an_arrow_chose_is_saved_however_fast_enter_follows(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ExportScreen)
        screen.query_one("#path", Input).value = str(tmp_path / "report.md")
        screen.query_one(Forms).action_choose_next()
        screen.action_save()
        await settle(pilot)
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


async def test_a_saved_report_is_in_the_trail_without_the_name_that_its_question_gave_it(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    put_policy("[trail]\non = true")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        pilot.app.screen.query_one("#path", Input).value = str(tmp_path / "adrenaline.md")
        await pilot.click("#save")
        await settle(pilot)
    with Library.open(paths.library_file()) as library:
        entry = read(library.audit_trail()[0][-1].content)
    assert (entry.what, entry.note, len(entry.handbooks)) == (Deed.EXPORTED, "a report, md", 4)


async def save_as(pilot: Pilot[None], name: str) -> ExportScreen:
    """Type a name over the one that is offered, and press Enter."""
    dialog = pilot.app.screen
    if not isinstance(dialog, ExportScreen):
        await pilot.press("ctrl+e")
        await pilot.pause()
        dialog = pilot.app.screen
    assert isinstance(dialog, ExportScreen)
    path = dialog.query_one("#path", Input)
    path.focus()
    path.value = name
    await pilot.press("enter")
    await settle(pilot)
    return dialog


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("{}/file/report.md", "no folder {}/file: make it first, or choose another folder"),
        ("{}/not there/report.md", "no folder {}/not there: make it first"),
        ("{}", "{} is a folder: add the name of the file"),
        ("", "the file has no name"),
        ("   ", "the file has no name"),
        ("~no such person/report.md", "~no such person: make it first"),
        ("/dev/null", "/dev/null is there already and is no file: choose another name"),
    ],
)
async def test_what_cannot_be_a_file_leaves_the_dialog_and_says_what_to_do(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        dialog = await save_as(pilot, name.format(tmp_path))
        assert pilot.app.screen is dialog
        assert said.format(tmp_path) in str(dialog.query_one("#trouble", Static).render())
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AskScreen)
    assert [path.name for path in tmp_path.iterdir() if path != home] == ["file"]


async def test_a_file_that_is_there_is_replaced_only_if_the_person_says_so(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.md"
    mine.write_text("my own words")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        dialog = await save_as(pilot, str(mine))
        assert "Replace mine.md?" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen is dialog
        assert mine.read_text() == "my own words"
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
    assert mine.read_text(encoding="utf-8").startswith("# What")


async def test_the_name_that_is_offered_is_that_of_no_file(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder := tmp_path / "person").mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    async with open_app() as pilot:
        await show(pilot, sample_report)
        for keys in (("enter",), ("enter",), ("down", "enter")):
            await pilot.press("ctrl+e")
            await pilot.pause()
            await pilot.press(*keys)
            await settle(pilot)
    name = "what-dose-of-adrenaline-should-an-adult-with"
    assert sorted(path.name for path in folder.iterdir()) == [f"{name}-2.md", f"{name}.html", f"{name}.md"]


async def test_the_form_is_that_of_the_ending_that_was_typed(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        path = pilot.app.screen.query_one("#path", Input)
        path.focus()
        await pilot.pause()
        path.value = f"{tmp_path}/r.jso"
        await pilot.press("end", "n")
        await settle(pilot)
        assert pilot.app.screen.query_one(Forms).chosen == "json"
        await pilot.press(*["backspace"] * 4, *"html", "enter")
        await settle(pilot)
    assert [path.name for path in tmp_path.glob("r.*")] == ["r.html"]
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")


async def test_where_a_file_with_a_name_alone_was_saved_is_said(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await save_as(pilot, "relative.md")
        assert f"Saved: {tmp_path}/relative.md" in notices(pilot)
