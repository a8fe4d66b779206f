from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from edgerag.domain.answers import Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Mark, Report
from edgerag.present.json.report import report_json
from edgerag.present.lines import Style
from edgerag.present.matrix import Cell
from tests.tui.conftest import Open, drawn, notices, settle
from tui.messages import ReportWanted
from tui.screens.ask import AskScreen
from tui.screens.compare import CompareScreen
from tui.screens.export import ExportScreen
from tui.screens.page import PageScreen
from tui.widgets.confirming import called
from tui.widgets.form import Form
from tui.widgets.lines import COLOURS, LinesView
from tui.widgets.marking import TAKEN_BACK, wrong_form
from tui.widgets.matrix import MatrixView
from tui.widgets.page import PagePane
from tui.widgets.table import Table


async def show(pilot: Pilot[None], report: Report) -> MatrixView:
    """Make a report the current one and go to Compare."""
    pilot.app.report = report  # type: ignore[attr-defined]
    await pilot.press("f3")
    await settle(pilot)
    return pilot.app.screen.query_one(MatrixView)


async def test_before_a_question_it_says_what_to_do(home: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        assert "ask a question (F2)" in drawn(pilot)
        await pilot.press("d", "enter", "c", "w", "right", "escape")
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
        assert "S agree   M add more   D differ   X opposite   - silent   ? not checked" in text
        sides = [view.render() for view in pilot.app.screen.query(LinesView) if view.name]
        marked = [
            side.plain[span.start : span.end]
            for side in sides
            for span in side.spans
            if span.style == COLOURS[Style.MARKED]
        ]
        assert {"0.5 mg", "1 mL"} <= {" ".join(mark.split()) for mark in marked}


async def test_arrows_move_over_pairs_and_step_over_the_diagonal(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        view = await show(pilot, sample_report)
        view.put(view.matrix)  # type: ignore[arg-type]
        assert view.cursor == Cell(0, 2)
        await pilot.press("left")
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


async def keep(pilot: Pilot[None], report: Report) -> None:
    """Put a report into the history, and show it."""
    library = pilot.app.desk.library()  # type: ignore[attr-defined]
    number = library.keep_report(report.question, report_json(report), [])
    pilot.app.post_message(ReportWanted(report, number))
    await settle(pilot)
    await pilot.press("f3")
    await settle(pilot)


async def test_a_verdict_is_marked_as_wrong_shown_so_and_the_mark_taken_back(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(100, 40)) as pilot:
        await keep(pilot, sample_report)
        view = pilot.app.screen.query_one(MatrixView)
        place = view.cursor
        for right, note in (("COMPLEMENTARY", "[b]both[/b] can be followed"), (TAKEN_BACK, "")):
            await pilot.press("w")
            await settle(pilot)
            assert isinstance(pilot.app.screen, Form)
            pilot.app.screen.query_one("#right", Select).value = right
            pilot.app.screen.query_one("#note", Input).value = note
            await pilot.press("ctrl+s")
            await settle(pilot)
            assert view.cursor == place
            is_marked = right != TAKEN_BACK
            said = f"Marked by a reader as wrong, COMPLEMENTARY as right: {note}"
            assert (said in drawn(pilot)) is is_marked
            assert ("* marked as wrong" in drawn(pilot)) is is_marked
        library = pilot.app.desk.library()  # type: ignore[attr-defined]
        assert library.marked_reports() == ()


def test_the_verdict_itself_is_no_choice_of_what_is_right_instead(sample_report: Report) -> None:
    pair = sample_report.pairs[0]
    for right in (None, pair.label):
        marked = replace(sample_report, marks=(Mark(pair.a, pair.b, right),))
        field = wrong_form(marked, pair)._fields[0]
        assert pair.label.value not in field.choices
        assert field.value in field.choices


async def test_a_report_that_is_not_kept_cannot_be_marked(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("w")
        await settle(pilot)
        assert "not kept in the history" in notices(pilot)
        assert isinstance(pilot.app.screen, CompareScreen)


async def test_r_keeps_which_of_two_was_found_right_and_the_library_shows_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(100, 40)) as pilot:
        await keep(pilot, sample_report)
        library = pilot.app.desk.library()  # type: ignore[attr-defined]
        view = pilot.app.screen.query_one(MatrixView)
        assert view.matrix is not None
        right = view.matrix.answers[view.cursor.row]
        await pilot.press("r")
        await settle(pilot)
        pilot.app.screen.query_one(Select).value = called(right)
        await pilot.press("ctrl+s")
        await settle(pilot)
        credit = {fact.handbook: fact.credit for fact in library.facts()}
        assert credit[right.handbook.id] == 1.0
        assert set(credit.values()) == {0.0, 1.0}
        await pilot.press("f4")
        await settle(pilot)
        titles = [book.title for book in library.handbooks()]
        pilot.app.screen.query_one(Table).move_cursor(row=titles.index(right.handbook.title))
        await settle(pilot)
        assert "Its record: found right by people in 1 of 1." in drawn(pilot)
        await pilot.press("f3", "r")
        await settle(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert library.facts() == ()


async def test_of_a_report_that_is_not_kept_or_of_silence_nothing_is_found_right(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("r")
        await settle(pilot)
        assert "not kept in the history" in notices(pilot)
        silent = tuple(replace(one, status=Status.NOT_ADDRESSED) for one in sample_report.answers)
        await keep(pilot, replace(sample_report, answers=silent))
        await pilot.press("r")
        await settle(pilot)
        assert "Only of two that answer" in notices(pilot)
