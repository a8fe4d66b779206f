from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Report
from edgerag.present.lines import Style
from edgerag.present.matrix import Cell
from tests.tui.conftest import Open, drawn, settle
from tui.screens.ask import AskScreen
from tui.screens.compare import CompareScreen
from tui.screens.export import ExportScreen
from tui.screens.page import PageScreen
from tui.widgets.lines import COLOURS, LinesView
from tui.widgets.matrix import MatrixView
from tui.widgets.page import PagePane


async def show(pilot: Pilot[None], report: Report) -> MatrixView:
    """Make a report the current one and go to Compare."""
    pilot.app.report = report  # type: ignore[attr-defined]
    await pilot.press("f3")
    await settle(pilot)
    return pilot.app.screen.query_one(MatrixView)


async def test_before_a_question_it_says_what_to_do(home: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        assert "ask a question (F2)" in drawn(pilot)
        await pilot.press("d", "enter", "c", "right", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)


async def test_the_cursor_begins_on_a_disagreement_and_shows_both_sides(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        assert view.matrix is not None
        pair = view.matrix.pair(view.cursor)
        assert pair is not None
        assert pair.label in CONFLICTS
        text = drawn(pilot)
        assert f"{pair.label.value}   on adrenaline dose   significance: high" in text
        assert "decided by: typed comparison" in text
        assert "S same   M more   D differ   X opposite   - silent   ? not checked" in text
        sides = [view.render() for view in pilot.app.screen.query(LinesView) if view.name]
        marked = [
            side.plain[span.start : span.end]
            for side in sides
            for span in side.spans
            if span.style == COLOURS[Style.MARKED]
        ]
        assert {"0.3 mg", "1 mL"} <= {" ".join(mark.split()) for mark in marked}


async def test_arrows_move_over_pairs_and_step_over_the_diagonal(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        view.put(view.matrix)  # type: ignore[arg-type]
        assert view.cursor == Cell(0, 1)
        await pilot.press("down")
        assert view.cursor == Cell(2, 1)
        await pilot.press("right")
        assert view.cursor == Cell(2, 3)
        await pilot.press("right", "right")
        assert view.cursor == Cell(2, 3)
        await pilot.press("left")
        assert view.cursor == Cell(2, 1)


async def test_d_goes_from_disagreement_to_disagreement_and_round(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        assert view.matrix is not None
        places = view.matrix.conflicts()
        seen = [view.cursor]
        for _ in places:
            await pilot.press("d")
            seen.append(view.cursor)
        assert seen == [*places, places[0]]


async def test_the_numbers_of_the_columns_stay_in_sight_below_which_the_rows_scroll(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    books = [replace(sample_report.answers[0].handbook, id=HandbookId(f"{n:016x}")) for n in range(12)]
    answers = tuple(replace(sample_report.answers[0], handbook=book) for book in books)
    async with open_app() as pilot:
        matrix = await show(pilot, replace(sample_report, answers=answers, pairs=()))
        await pilot.press(*["down"] * 11)
        await settle(pilot)
        assert matrix.cursor.row == 11
        for row, up in ((12, 0), (1, 11)):
            await pilot.press(*["up"] * up)
            await settle(pilot)
            assert re.search(r"^ +1 +2 +3 .* 12$", drawn(pilot), re.MULTILINE)
            assert re.search(rf"^ +{row}  .*\[", drawn(pilot), re.MULTILINE)


async def test_the_mouse_chooses_a_pair_and_a_double_click_opens_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        assert view.matrix is not None
        width = view.content_size.width
        x = 4 + view.matrix.name_columns(width) + 3 * 3 + 1
        await pilot.click(view, offset=(x, 1))
        assert view.cursor == Cell(1, 3)
        await pilot.click(view, offset=(x, 1), times=2)
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)


async def test_enter_opens_both_cited_pages_side_by_side(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        assert view.matrix is not None
        both = [view.matrix.answers[at] for at in (view.cursor.row, view.cursor.column)]
        await pilot.press("enter")
        await settle(pilot)
        panes = list(pilot.app.screen.query(PagePane))
        assert [pane.wanted.handbook for pane in panes] == [answer.handbook.id for answer in both]
        assert [pane.page.ordinal for pane in panes if pane.page] == [
            answer.citations[0].page_ordinal for answer in both
        ]
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, CompareScreen)


async def test_a_pair_is_copied_and_the_report_exported(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "xterm")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("c")
        assert "DIVERGENT on adrenaline dose" in pilot.app.clipboard
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ExportScreen)
