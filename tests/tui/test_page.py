from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from textual import events
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Tree
from textual_image.widget._base import Image as Picture

from edgerag import paths
from edgerag.domain.answers import Answer
from edgerag.domain.reports import Report
from edgerag.store.library import Library
from tests.tui.conftest import Open, drawn, notices, settle
from tui.messages import AnswersWanted
from tui.screens.ask import AskScreen
from tui.screens.page import PageScreen
from tui.widgets.page import PagePane


def answer_with_several(report: Report) -> Answer:
    """An answer that quotes two pages."""
    answer = report.answers[0]
    with Library.open(paths.library_file()) as library:
        page = library.page(answer.handbook.id, answer.citations[0].page_ordinal + 2)
    end = min(len(page.text), 30)
    more = replace(
        answer.citations[0],
        page=page.number,
        page_ordinal=page.ordinal,
        quote=page.text[:end],
        start=0,
        end=end,
    )
    return replace(answer, citations=(*answer.citations, more))


async def opened(pilot: Pilot[None], *answers: Answer) -> list[PagePane]:
    """Open the pages of answers; the panes."""
    pilot.app.post_message(AnswersWanted(answers))
    await settle(pilot)
    return list(pilot.app.screen.query(PagePane))


def ordinal(pane: PagePane) -> int:
    """The page that a pane shows."""
    assert pane.page is not None
    return pane.page.ordinal


async def test_the_cited_page_is_shown_with_the_quotation_marked_and_scrolled_to(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    for answer in sample_report.answers:
        async with open_app() as pilot:
            (pane,) = await opened(pilot, answer)
            assert ordinal(pane) == answer.citations[0].page_ordinal
            marked = [line for line in drawn(pilot).splitlines() if line.lstrip(" ▌").startswith("> ")]
            first_words = " ".join(answer.citations[0].quote.split()[:3])
            assert any(first_words in " ".join(line.split()) for line in marked), marked


async def test_a_page_of_a_removed_handbook_is_said_to_be_gone_beside_one_that_is_not(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    gone, kept = sample_report.answers[:2]
    with Library.open(paths.library_file()) as library:
        library.remove(gone.handbook.id)
    async with open_app(size=(120, 40)) as pilot:
        first, second = await opened(pilot, gone, kept)
        assert "Removed from the library" in drawn(pilot)
        assert " ".join(gone.citations[0].quote.split()[:2]) in drawn(pilot)
        assert (first.page, ordinal(second)) == (None, kept.citations[0].page_ordinal)
        await pilot.press("n", "q", "v", "o", "escape")
        await settle(pilot)
        assert notices(pilot) == ""


async def test_of_a_page_that_is_gone_no_key_is_offered_but_the_way_back(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    answer = sample_report.answers[0]
    with Library.open(paths.library_file()) as library:
        library.remove(answer.handbook.id)
    async with open_app() as pilot:
        await opened(pilot, answer)
        assert drawn(pilot).splitlines()[-1].split() == ["esc", "Back"]


async def test_the_quotation_stays_in_sight_when_the_window_changes(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    def is_marked() -> bool:
        return re.search(r"(^|[ ▌])> ", drawn(pilot), re.MULTILINE) is not None

    for answer in sample_report.answers:
        async with open_app(size=(200, 15)) as pilot:
            await opened(pilot, answer)
            for size in ((60, 15), (200, 15), (60, 15)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                assert is_marked(), drawn(pilot)


async def test_pages_turn_and_stop_at_both_ends(home: Path, open_app: Open, sample_report: Report) -> None:
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        begin = ordinal(pane)
        await pilot.press("n")
        assert ordinal(pane) == begin + 1
        await pilot.press("p", "left")
        assert ordinal(pane) == begin - 1
        await pilot.press(*["p"] * 20)
        assert ordinal(pane) == 1
        assert f"page 1 of {sample_report.answers[0].handbook.n_pages}" in drawn(pilot)


async def test_q_goes_to_the_next_quotation_of_the_answer(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    answer = answer_with_several(sample_report)
    n = len(answer.citations)
    assert n > 1
    async with open_app() as pilot:
        (pane,) = await opened(pilot, answer)
        for position in [*range(1, n), 0]:
            await pilot.press("q")
            await pilot.pause()
            assert f"quotation {position + 1} of {n}" in drawn(pilot)
            assert ordinal(pane) == answer.citations[position].page_ordinal


async def test_the_tree_of_sections_leads_to_their_pages(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        tree = pilot.app.screen.query_one("#sections", Tree)
        assert tree.display
        last = pane.sections[-1]
        tree.focus()
        await pilot.press("end", "enter")
        await pilot.pause()
        assert pane.page is not None
        assert pane.page.number == last.first_page


async def test_sections_show_and_hide_where_there_is_little_room(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await opened(pilot, sample_report.answers[0])
        tree = pilot.app.screen.query_one("#sections", Tree)
        assert not tree.display
        await pilot.press("s")
        assert tree.display
        assert tree.has_focus
        await pilot.press("s")
        assert not tree.display
        assert isinstance(pilot.app.screen.focused, VerticalScroll)


async def test_two_handbooks_lie_side_by_side_and_tab_goes_between_them(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        first, second = await opened(pilot, *sample_report.answers[:2])
        before = ordinal(first), ordinal(second)
        await pilot.press("tab", "n")
        assert (ordinal(first), ordinal(second)) == (before[0], before[1] + 1)


async def test_the_original_opens_at_the_page_in_the_systems_viewer(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    viewer = tmp_path / "bin" / "evince"
    viewer.parent.mkdir()
    viewer.write_text(f'#!/bin/sh\necho "$@" > {seen}.new && mv {seen}.new {seen}\n')
    viewer.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setenv("PATH", f"{viewer.parent}:/usr/bin:/bin")
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("o")
        for _ in range(200):
            if seen.exists() and not psutil.Process().children():
                break
            await pilot.pause(0.02)
        assert not psutil.Process().children(), "nobody has waited for the viewer"
        assert pane.handbook is not None
        number = sample_report.answers[0].citations[0].page
        assert seen.read_text().split() == [f"--page-index={number}", pane.handbook.source_path]


async def test_without_a_viewer_it_says_where_the_file_is(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("o")
        assert pane.handbook is not None
        assert "no viewer" in notices(pilot)
        assert pane.handbook.source_path in notices(pilot)


async def test_v_shows_the_page_as_it_is_printed_and_its_text_again(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("v")
        await settle(pilot)
        assert pane.has_picture
        first = pane.query_one(Picture).image
        await pilot.press("n")
        await settle(pilot)
        assert pane.query_one(Picture).image is not first
        await pilot.press("v")
        await settle(pilot)
        assert not pane.has_picture
        assert "page " in drawn(pilot)


def parts(pilot: Pilot[None]) -> dict[str, bool]:
    """Which of the sections, the text and the picture can be seen."""
    screen = pilot.app.screen
    return {name: screen.query_one(name).display for name in ("#sections", ".text", ".printed")}


async def test_where_there_is_room_the_page_as_it_is_printed_stands_beside_its_text(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        assert parts(pilot) == {"#sections": True, ".text": True, ".printed": False}
        await pilot.press("v")
        await settle(pilot)
        assert parts(pilot) == {"#sections": False, ".text": True, ".printed": True}
        picture, text = pane.query_one(Picture), pane.query_one(".text")
        assert picture.region.x >= text.region.right
        assert picture.region.width > 50
        assert re.search(r"^ *> ", drawn(pilot), re.MULTILINE), "the quotation is marked beside it"
        assert text.has_focus
        await pilot.press("v")
        await settle(pilot)
        assert parts(pilot) == {"#sections": True, ".text": True, ".printed": False}


async def test_where_there_is_little_room_the_printed_page_stands_in_place_of_its_text(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("v")
        await settle(pilot)
        assert parts(pilot) == {"#sections": False, ".text": False, ".printed": True}
        assert pane.query_one(".printed").has_focus
        await pilot.press("v")
        await settle(pilot)
        assert parts(pilot) == {"#sections": False, ".text": True, ".printed": False}
        assert pane.query_one(".text").has_focus


async def test_the_picture_is_as_wide_as_its_room_when_the_window_or_the_sections_change_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("v")
        await settle(pilot)
        wide = pane.query_one(Picture).region.width
        await pilot.press("s")
        await settle(pilot)
        assert parts(pilot) == {"#sections": True, ".text": True, ".printed": True}
        narrow = pane.query_one(Picture).region.width
        assert 0 < narrow < wide
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        await pilot.press("s")
        await settle(pilot)
        assert parts(pilot) == {"#sections": False, ".text": False, ".printed": True}
        assert pane.query_one(Picture).region.width > wide


async def test_a_picture_stays_when_the_terminal_tells_the_size_that_it_had_before(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("v")
        await settle(pilot)
        picture = pane.query_one(Picture)
        pilot.app.screen.post_message(events.Resize(pilot.app.size, pilot.app.size))
        await settle(pilot)
        assert pane.query_one(Picture) is picture


async def test_the_picture_of_another_page_never_stands_beside_a_text(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        await pilot.press("v")
        await settle(pilot)
        pane.turn(1)
        pane.begin_picture()
        await pilot.pause()
        assert not pane.query_one(Picture).display
        assert "Drawing the page" in drawn(pilot)


async def test_of_two_handbooks_side_by_side_one_is_shown_as_printed_and_the_other_as_text(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        first, second = await opened(pilot, *sample_report.answers[:2])
        await pilot.press("tab", "v")
        await settle(pilot)
        assert (first.has_picture, second.has_picture) == (False, True)
        assert second.has_focus_within
        assert first.query_one(".text").display
        assert not second.query_one(".text").display
        await pilot.press("n", "v")
        await settle(pilot)
        assert not second.has_picture
        assert second.has_focus_within


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_printed_page_looks_as_before(
    home: Path,
    looks_as_before: Callable[..., bool],
    sample_report: Report,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv("TMUX", "half blocks are all that can be drawn")

    async def open_page(pilot: Pilot[None]) -> None:
        await opened(pilot, sample_report.answers[0])
        await pilot.press("v")

    assert looks_as_before("ask", "dark", size, open_page)


async def test_a_page_whose_file_is_gone_cannot_be_shown_as_printed_and_says_what_to_do(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        assert pane.handbook is not None
        pane.handbook = replace(pane.handbook, source_path="/nowhere/gone.pdf")
        await pilot.press("v")
        await settle(pilot)
        assert not pane.has_picture
        assert "not the one that was added" in notices(pilot)
        assert "press o" in notices(pilot)


async def test_a_handbook_that_was_removed_is_told_and_escape_goes_back(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    with Library.open(paths.library_file()) as library:
        library.remove(sample_report.answers[0].handbook.id)
    async with open_app() as pilot:
        await opened(pilot, sample_report.answers[0])
        assert "Removed from the library" in drawn(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        await pilot.press("n", "q", "o", "s", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)


async def test_the_row_for_the_child_of_the_question_is_marked_on_the_page(
    home: Path, open_app: Open, dosed_report: Report
) -> None:
    async with open_app() as pilot:
        pilot.app.post_message(AnswersWanted(dosed_report.answers[:1], dosed_report.question))
        await settle(pilot)
        lines = [line.strip() for line in drawn(pilot).splitlines()]
        assert "Weight of child │ Rectal diazepam" in lines
        assert "> ► 11 to 15 kg     │ 6 mg (1.2 mL)" in lines
        assert "► The row for 14 kg" in lines


async def test_no_row_is_marked_where_the_question_names_no_child(
    home: Path, open_app: Open, dosed_report: Report
) -> None:
    async with open_app() as pilot:
        await opened(pilot, dosed_report.answers[0])
        assert "Weight of child │ Rectal diazepam" in drawn(pilot)
        assert "►" not in drawn(pilot)


async def test_which_quotation_it_is_is_said_only_on_a_page_that_holds_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    answer = answer_with_several(sample_report)
    async with open_app() as pilot:
        (pane,) = await opened(pilot, answer)
        assert "quotation 1 of" in drawn(pilot)
        await pilot.press("g", "1", "enter")
        await settle(pilot)
        assert ordinal(pane) == 1 != answer.citations[0].page_ordinal
        assert "quotation" not in drawn(pilot).splitlines()[1]
        await pilot.press("q")
        await settle(pilot)
        assert "quotation 2 of" in drawn(pilot)


async def test_enter_on_a_chapter_opens_its_page_and_space_folds_its_sections(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        (pane,) = await opened(pilot, sample_report.answers[0])
        tree = pilot.app.screen.query_one("#sections", Tree)
        chapter = next(node for node in reversed(tree.root.children) if node.children)
        tree.focus()
        tree.move_cursor(chapter)
        await pilot.press("enter")
        await settle(pilot)
        assert chapter.is_expanded
        assert pane.page is not None
        assert chapter.data is not None
        assert pane.page.number == chapter.data.first_page
        await pilot.press("space")
        assert not chapter.is_expanded
