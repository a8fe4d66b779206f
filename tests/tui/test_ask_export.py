from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, RadioButton, Static

from edgerag import paths
from edgerag.domain.reports import Report
from edgerag.domain.trail import Deed, read
from edgerag.store.library import Library
from tests.policies import put_policy
from tests.tui.ask_screen import (
    cards,
    show,
)
from tests.tui.conftest import ADRENALINE, Open, notices, settle
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
        path.value = str(tmp_path / "new folder" / "report.md")
        next(button for button in dialog.query(RadioButton) if button.name == ending).toggle()
        await pilot.pause()
        assert path.value.endswith(f"report.{ending}")
        marked = [str(one.label) for one in dialog.query(RadioButton) if str(one.render()).startswith("(x)")]
        assert [one.split(":")[0] for one in marked] == [{"md": "Markdown"}.get(ending, ending.upper())]
        await pilot.click("#save")
        await settle(pilot)
        assert "Saved" in notices(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
    assert (tmp_path / "new folder" / f"report.{ending}").read_text(encoding="utf-8").startswith(begins)


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


async def test_an_export_folder_that_cannot_be_written_leaves_the_dialog_and_says_what_to_do(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        path = pilot.app.screen.query_one("#path", Input)
        path.value = str(tmp_path / "file" / "report.md")
        path.focus()
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)
        assert "choose another folder" in str(pilot.app.screen.query_one("#trouble", Static).render())
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AskScreen)
