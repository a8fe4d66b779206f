from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from textual.widgets import Input

from edgerag import paths
from edgerag.domain.handbooks import Origin, Stated
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook
from tests.tui.conftest import Open, drawn, settle
from tui.screens.compare import CompareScreen
from tui.screens.explore import ExploreScreen
from tui.screens.map import MapScreen
from tui.screens.page import PageScreen
from tui.widgets.table import Table

DOSES = {"Harbour": "0.5 mg", "Quarry": "1 mg"}


@pytest.fixture
def two_books(no_library: Path) -> Path:
    """Two handbooks that differ on a dose and on a duration."""
    with Library.open(paths.library_file()) as library:
        for title, dose in DOSES.items():
            days = 5 if title == "Harbour" else 7
            texts = [f"Give adrenaline {dose} IM at once.", f"Give amoxicillin 500 mg for {days} days."]
            row = np.full((2, 16), 0.25, dtype=np.float32)
            library.add(make_handbook(title, texts, headings=["Anaphylaxis", "Pneumonia"]), row, EMBEDDER)
    return no_library


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_map_lists_differences_and_quotes_both_sides(
    two_books: Path, open_app: Open, size: tuple[int, int]
) -> None:
    async with open_app("compare", size=size) as pilot:
        await pilot.press("m")
        await settle(pilot)
        text = drawn(pilot)
        assert "adrenaline" in text
        assert "amoxicillin" in text
        assert "Give adrenaline 0.5 mg IM at once." in text
        assert "Give adrenaline 1 mg IM at once." in text
        await pilot.press("down")
        await settle(pilot)
        assert "for 7 days." in drawn(pilot)


async def test_words_narrow_the_list_and_escape_leads_back(two_books: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("m")
        await settle(pilot)
        await pilot.press("slash", *"pneumonia")
        await settle(pilot)
        assert "adrenaline" not in drawn(pilot)
        pilot.app.screen.query_one(Input).value = "nowhere"
        await settle(pilot)
        assert "None of 2 differences has these words." in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, MapScreen)
        assert "adrenaline" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, CompareScreen)


async def test_enter_opens_both_pages_at_their_quotations(two_books: Path, open_app: Open) -> None:
    async with open_app("compare", size=(120, 40)) as pilot:
        await pilot.press("m")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        assert "> Give adrenaline 0.5 mg" in drawn(pilot)
        assert "> Give adrenaline 1 mg" in drawn(pilot)


async def test_x_leads_to_what_the_handbooks_say_of_what_is_named(two_books: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("m")
        await settle(pilot)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExploreScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, MapScreen)


async def test_a_library_of_no_handbooks_says_what_is_missing(no_library: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("m")
        await settle(pilot)
        assert "A difference needs two handbooks" in drawn(pilot)


async def test_a_key_shows_what_an_edition_changed_dropped_or_added_and_the_differences_again(
    no_library: Path, open_app: Open
) -> None:
    texts = {
        "2012": ["Give adrenaline 0.5 mg IM at once.", "Malaria: give quinine for 7 days."],
        "2019": ["Give adrenaline 1 mg IM at once.", "Malaria: give artesunate 60 mg."],
    }
    with Library.open(paths.library_file()) as library:
        for edition, said in texts.items():
            made = make_handbook(
                "Clinic Guide", said, source=f"/{edition}.txt", headings=["Anaphylaxis", "Malaria"]
            )
            dated = replace(made.handbook.metadata, edition=Stated(edition, Origin.DOCUMENT))
            row = np.full((2, 16), 0.25, dtype=np.float32)
            library.add(replace(made, handbook=replace(made.handbook, metadata=dated)), row, EMBEDDER)
    async with open_app("compare", size=(120, 40)) as pilot:
        await pilot.press("m")
        await settle(pilot)
        await pilot.press("e")
        await settle(pilot)
        text = drawn(pilot)
        assert text.index("Give adrenaline 0.5 mg IM") < text.index("Give adrenaline 1 mg IM")
        table = pilot.app.screen.query_one("#groups", Table)
        kinds = set()
        for _ in range(table.row_count):
            kinds |= {kind for kind in ("dropped", "new") if f"  {kind}  " in drawn(pilot)}
            await pilot.press("down")
            await settle(pilot)
        assert kinds == {"dropped", "new"}
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        await pilot.press("escape", "e")
        await settle(pilot)
        assert "dropped" not in drawn(pilot)


async def test_without_editions_of_one_work_it_is_said_that_there_are_none(
    two_books: Path, open_app: Open
) -> None:
    async with open_app("compare") as pilot:
        await pilot.press("m", "e")
        await settle(pilot)
        assert "No two handbooks are editions of one work" in drawn(pilot)


async def test_the_footer_offers_no_key_that_does_nothing_in_the_search_or_on_an_empty_map(
    two_books: Path, open_app: Open
) -> None:
    async with open_app("compare", size=(120, 40)) as pilot:
        await pilot.press("m")
        await settle(pilot)
        assert {"Search", "Explore"} <= set(drawn(pilot).splitlines()[-1].split())
        await pilot.press("slash")
        await settle(pilot)
        assert "Search" not in drawn(pilot).splitlines()[-1]
        await pilot.press(*"nowhere", "enter")
        await settle(pilot)
        offered = set(drawn(pilot).splitlines()[-1].split())
        assert {"Search", "Editions"} <= offered
        assert not {"Explore", "Open"} & offered
