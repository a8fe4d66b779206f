from __future__ import annotations

from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static, Tree

from edgerag import paths
from edgerag.engine.ask import Engine
from edgerag.store.library import Library
from tests.tui.conftest import Open, drawn, notices, quoting, settle
from tui.screens.find import FindScreen
from tui.screens.page import PageScreen
from tui.widgets.page import PagePane

WORD = "adrenaline"


async def look(pilot: Pilot[None], words: str) -> None:
    """Type words into the dialog, and look for them."""
    await pilot.press("slash")
    await settle(pilot)
    assert isinstance(pilot.app.screen, FindScreen)
    pilot.app.screen.query_one("#words", Input).value = words
    await pilot.press("enter")
    await settle(pilot)


def pane(pilot: Pilot[None]) -> PagePane:
    assert isinstance(pilot.app.screen, PageScreen)
    return pilot.app.screen.query_one(PagePane)


async def test_words_are_found_in_all_handbooks_and_the_place_is_opened(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await look(pilot, WORD)
        assert "handbooks" in str(pilot.app.screen.query_one("#told", Static).render())
        assert WORD in drawn(pilot).lower()
        await pilot.press("enter")
        await settle(pilot)
        assert WORD in pane(pilot).page.text.lower()  # type: ignore[union-attr]
        assert any(line.lstrip(" ▌").startswith("> ") for line in drawn(pilot).splitlines())


async def test_q_goes_to_the_next_place_and_shift_q_back(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await look(pilot, "the")
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("q")
        await settle(pilot)
        assert "place 2 of" in drawn(pilot)
        await pilot.press("Q")
        await settle(pilot)
        assert "place 1 of" in drawn(pilot)


async def test_words_are_found_within_the_handbook_whose_page_is_open(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        here = pane(pilot).wanted.handbook
        await look(pilot, "the")
        assert "in 1 handbook" in str(pilot.app.screen.query_one("#told", Static).render())
        await pilot.press("down", "enter")
        await settle(pilot)
        assert (pane(pilot).wanted.handbook, pane(pilot).wanted.first) == (here, 1)


async def test_what_nothing_has_is_said_and_escape_goes_back(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await look(pilot, "zzzz")
        assert "Nothing has these words" in drawn(pilot)
        assert not pilot.app.screen.query_one(OptionList).option_count
        await pilot.press("x")
        await settle(pilot)
        assert "Nothing has these words" not in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen.PLACE == "library"  # type: ignore[attr-defined]


async def test_no_place_of_other_words_stands_under_words_that_are_typed(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await look(pilot, WORD)
        assert pilot.app.screen.query_one(OptionList).option_count
        await pilot.press("slash", "x")
        await settle(pilot)
        assert not pilot.app.screen.query_one(OptionList).option_count
        assert str(pilot.app.screen.query_one("#told", Static).render()) == ""


async def test_a_handbook_opens_at_its_contents_which_follow_the_page(home: Path, open_app: Open) -> None:
    with Library.open(paths.library_file()) as library:
        book = library.handbooks()[0]
        sections = library.sections(book.id)
    async with open_app("library") as pilot:
        await pilot.press("home", "enter")
        await settle(pilot)
        tree = pilot.app.screen.query_one(Tree)
        assert tree.has_focus
        last = sections[-1]
        pane(pilot).go_to_offset(last.start)
        await pilot.press("n", "p")
        await settle(pilot)
        assert tree.cursor_node is not None
        assert tree.cursor_node.data.first_page == pane(pilot).page.number  # type: ignore[union-attr]


async def test_g_goes_to_a_page_by_its_number(home: Path, open_app: Open) -> None:
    async with open_app("library") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        for number, shown in (("2", 2), ("999", 2)):
            await pilot.press("g")
            await settle(pilot)
            pilot.app.screen.query_one("#number", Input).value = number
            await pilot.press("ctrl+s")
            await settle(pilot)
            assert pane(pilot).page.ordinal == shown  # type: ignore[union-attr]
        assert "No page 999" in notices(pilot)


async def test_the_number_that_is_printed_on_a_page_is_shown_and_leads_to_it(
    no_library: Path, open_app: Open, tmp_path: Path
) -> None:
    canvas = Canvas(str(tmp_path / "guide.pdf"), pagesize=A4)
    for number in range(361, 369):
        canvas.drawString(60, 815, "Clinic Handbook 2020")
        canvas.drawString(290, 30, str(number))
        canvas.drawString(60, 500, f"Give paracetamol {'abcdefgh'[number - 361]} to whoever has a fever.")
        canvas.showPage()
    canvas.save()
    with Engine.open(quoting()) as engine:
        list(engine.intake.add([tmp_path / "guide.pdf"]))
    async with open_app("library") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert "page 1 (printed 361) of 8" in drawn(pilot)
        await pilot.press("g", *"367", "enter")
        await settle(pilot)
        assert "page 7 (printed 367) of 8" in drawn(pilot)


async def test_words_that_are_typed_before_the_field_is_there_are_looked_for(
    home: Path, open_app: Open
) -> None:
    async with open_app("library") as pilot:
        pilot.app.simulate_key("slash")
        for letter in WORD:
            pilot.app.post_message(Key(letter, letter))
        await settle(pilot)
        assert pilot.app.screen.query_one("#words", Input).value == WORD
