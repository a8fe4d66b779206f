from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from edgerag import paths
from edgerag.domain.entities import EntityType, RelationType
from edgerag.domain.reports import Report
from edgerag.store.library import Library
from tests.graphs import make_entity, make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.tui.conftest import LOOKS, Open, drawn, notices, settle
from tui.messages import ExploreWanted, ReportWanted
from tui.screens.compare import CompareScreen
from tui.screens.explore import ExploreScreen
from tui.screens.page import PageScreen

TREATS, CAUSES = RelationType.TREATS, RelationType.CAUSES
QUININE = make_entity("quinine", kind=EntityType.DRUG)
FEVER = make_entity("fever", kind=EntityType.SYMPTOM)


@pytest.fixture
def two_books(no_library: Path) -> Path:
    """Two handbooks on malaria, one of which says what it causes."""
    harbour = make_handbook("Harbour", ["Quinine treats malaria.", "Malaria causes fever."])
    quarry = make_handbook("Quarry", ["Give quinine for malaria."])
    said = [("quinine", TREATS, "malaria"), ("malaria", CAUSES, "fever")]
    with Library.open(paths.library_file()) as library:
        extracted = make_extracted(harbour, said, [QUININE, FEVER])
        library.add(harbour, make_vectors(2), EMBEDDER, extracted)
        library.add(quarry, make_vectors(1, seed=1), EMBEDDER, make_extracted(quarry, said[:1], [QUININE]))
    return no_library


async def explore(pilot: Pilot[None], text: str) -> None:
    pilot.app.post_message(ExploreWanted(text))
    await settle(pilot)


async def test_an_entity_is_shown_with_its_relations_and_followed_to_the_next(
    two_books: Path, open_app: Open
) -> None:
    async with open_app("compare") as pilot:
        await explore(pilot, "What treats malaria?")
        text = drawn(pilot)
        assert "malaria   disease" in text
        assert "is treated by" in text
        assert "A Harbour   B Quarry" in text
        await pilot.press("down")
        await settle(pilot)
        assert '"Quinine treats malaria."' in drawn(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "quinine   drug" in drawn(pilot)
        await pilot.press("backspace")
        await settle(pilot)
        assert "malaria   disease" in drawn(pilot)
        assert '"Quinine treats malaria."' in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, CompareScreen)


async def test_the_pages_that_state_a_relation_are_opened(two_books: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await explore(pilot, "malaria")
        await pilot.press("down", "o")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PageScreen)
        assert "Quinine treats malaria." in drawn(pilot)
        assert "Give quinine for malaria." in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExploreScreen)


async def test_of_several_names_one_is_chosen(two_books: Path, open_app: Open) -> None:
    async with open_app("compare") as pilot:
        await explore(pilot, "Quinine for fever")
        assert "2 names in these words" in drawn(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "quinine   drug" in drawn(pilot)
        await pilot.press("backspace")
        await settle(pilot)
        assert "2 names in these words" in drawn(pilot)


async def test_a_name_is_looked_for_and_one_that_nobody_has_leaves_the_screen(
    two_books: Path, open_app: Open
) -> None:
    async with open_app("compare") as pilot:
        await explore(pilot, "nothing that anybody names")
        assert "No handbook speaks of anything" in drawn(pilot)
        await pilot.press("slash", *"fever", "enter")
        await settle(pilot)
        assert "fever   symptom" in drawn(pilot)
        await pilot.press("slash", *"malria", "enter")
        await settle(pilot)
        assert "did you mean malaria?" in notices(pilot)
        assert "fever   symptom" in drawn(pilot)


async def test_an_answer_leads_to_what_it_and_the_question_name(
    two_books: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app("ask") as pilot:
        await pilot.press("down", "ctrl+x")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, ExploreScreen)
        pilot.app.post_message(ReportWanted(replace(sample_report, question="Is quinine for fever?")))
        await settle(pilot)
        await pilot.press("down", "ctrl+x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExploreScreen)
        assert "quinine" in drawn(pilot)


@LOOKS
def test_screen(
    two_books: Path, looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await explore(pilot, "malaria")
        await pilot.press("down")

    assert looks_as_before("compare", theme, size, before)


async def test_the_footer_offers_no_key_that_does_nothing(two_books: Path, open_app: Open) -> None:
    def offered() -> set[str]:
        return set(drawn(pilot).splitlines()[-1].split())

    async with open_app("compare", size=(120, 40)) as pilot:
        await explore(pilot, "Quinine for fever")
        assert "Search" in offered()
        assert not {"Pages", "Before"} & offered()
        await pilot.press("enter")
        await settle(pilot)
        assert {"Pages", "Before", "Search"} <= offered()
        await pilot.press("slash")
        await settle(pilot)
        assert "Search" not in offered()
