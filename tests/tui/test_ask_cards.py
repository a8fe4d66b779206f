from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from edgerag.domain.answers import Status
from edgerag.domain.points import NO_SUMMARY
from edgerag.domain.reports import Report
from edgerag.present.cards import State, cards_of
from tests.tui.ask_screen import (
    ask,
    cards,
    screen,
    show,
)
from tests.tui.conftest import ADRENALINE, Open, drawn, settle
from tui import asking
from tui.messages import ReportWanted
from tui.screens.library import LibraryScreen
from tui.screens.page import PageScreen
from tui.widgets.cards import Cards, CardView


async def test_silent_handbooks_go_to_the_end_while_others_are_still_read(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    first, second = sample_report.answers[:2]
    silent = replace(first, status=Status.NOT_ADDRESSED, text="", citations=())
    async with open_app() as pilot:
        screen(pilot).post_message(
            asking.AskBegun(tuple(answer.handbook for answer in sample_report.answers))
        )
        await pilot.pause()
        for answer in (silent, second):
            screen(pilot).post_message(asking.HandbookQuoted(answer))
        await pilot.pause()
        assert cards(pilot)[-1].card.handbook.id == first.handbook.id
        assert cards(pilot)[0].has_focus


async def test_whoever_is_on_the_first_card_stays_on_the_first_however_fast_others_take_its_place(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    *silent, last = sample_report.answers
    async with open_app() as pilot:
        screen(pilot).post_message(
            asking.AskBegun(tuple(answer.handbook for answer in sample_report.answers))
        )
        await settle(pilot)
        for answer in silent:
            screen(pilot)._quoted(
                asking.HandbookQuoted(replace(answer, status=Status.NOT_ADDRESSED, text="", citations=()))
            )
        await settle(pilot)
        assert cards(pilot)[0].card.handbook.id == last.handbook.id
        assert cards(pilot)[0].has_focus


async def test_arrows_go_from_card_to_card_and_enter_opens_the_page(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("down")
        assert cards(pilot)[1].has_focus
        await pilot.press("up", "up")
        assert cards(pilot)[0].has_focus
        await pilot.press("end")
        assert cards(pilot)[-1].has_focus
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)


async def test_a_card_opens_by_double_click(home: Path, open_app: Open, sample_report: Report) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.click(cards(pilot)[0], times=2)
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)


async def test_whoever_has_not_left_the_first_card_stays_on_the_first_when_all_are_put_in_order(
    home: Path, open_app: Open
) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert cards(pilot)[0].has_focus
        turned = [view.card.handbook.id for view in reversed(cards(pilot))]
        screen(pilot).query_one(Cards).put_in_order(turned)
        await settle(pilot)
        assert [view.card.handbook.id for view in cards(pilot)] == turned
        assert cards(pilot)[0].has_focus
        await pilot.press("down")
        screen(pilot).query_one(Cards).put_in_order(turned[::-1])
        await settle(pilot)
        assert next(view.card.handbook.id for view in cards(pilot) if view.has_focus) == turned[1]


async def test_an_authority_that_nobody_gave_is_said_in_the_library_and_on_no_card(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        await show(pilot, sample_report)
        assert "not ranked" not in drawn(pilot)
        await pilot.press("f4")
        await settle(pilot)
        assert drawn(pilot).count("Authority: not ranked") == 1


async def test_what_the_model_did_is_one_line_and_no_doubt_of_a_quotation(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    told = replace(sample_report.answers[0], note="quoted: the model added nothing")
    report = replace(sample_report, answers=(told, *sample_report.answers[1:]))
    async with open_app() as pilot:
        await show(pilot, report)
        card = next(view for view in cards(pilot) if view.card.handbook.id == told.handbook.id)
        said = [line for line in str(card.render()).splitlines() if "the model" in line]
        assert len(said) == 1
        assert card.card.state is State.ANSWERED
        assert "found no answer" not in drawn(pilot)


async def test_a_tall_first_card_is_shown_from_its_beginning(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    first, *others = sample_report.answers
    tall = replace(first, text="\n".join([first.text] * 30), citations=first.citations * 30)
    report = replace(sample_report, answers=(tall, *others))
    async with open_app() as pilot:
        await show(pilot, report)
        await pilot.press("down", "home")
        await settle(pilot)
        assert cards(pilot)[0].has_focus
        assert screen(pilot).query_one(Cards).scroll_y == 0
        await pilot.press("pagedown", "pagedown", "home")
        await settle(pilot)
        assert screen(pilot).query_one(Cards).scroll_y == 0


async def test_the_first_card_has_the_focus_and_keys_work_after_a_report_on_other_handbooks(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    fewer = replace(
        sample_report, question="How?", answers=sample_report.answers[:2], pairs=(), summary=NO_SUMMARY
    )
    async with open_app() as pilot:
        for report in (sample_report, fewer, sample_report):
            pilot.app.post_message(ReportWanted(report))
            await settle(pilot)
            assert len(cards(pilot)) == len(report.answers)
            assert cards(pilot)[0].has_focus
        await pilot.press("down")
        assert cards(pilot)[1].has_focus
        await pilot.press("f4")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_cards_that_others_take_the_place_of_are_counted_and_focused_no_more(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    async with open_app() as pilot:
        await show(pilot, sample_report)
        screen(pilot)._begin(asking.AskBegun(books[:3]))
        assert [view.card.handbook.id for view in cards(pilot)] == [book.id for book in books[:3]]
        assert screen(pilot).focused is cards(pilot)[0]
        screen(pilot).query_one(Cards).put_silent_last()
        await settle(pilot)
        assert len(screen(pilot).query(CardView)) == 3
        assert cards(pilot)[0].has_focus


async def test_the_card_in_focus_stays_in_sight_when_the_report_puts_all_in_order(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    foremost = [card.handbook for card in cards_of(sample_report)]
    async with open_app() as pilot:
        screen(pilot).post_message(asking.AskBegun(tuple(reversed(foremost))))
        await settle(pilot)
        await pilot.press("down")
        focused = cards(pilot)[1]
        screen(pilot).post_message(asking.ReportFinished(sample_report))
        await settle(pilot)
        assert cards(pilot).index(focused) == len(foremost) - 2
        assert focused.has_focus
        shown = screen(pilot).query_one(Cards).region
        assert shown.y <= focused.region.y < shown.bottom
