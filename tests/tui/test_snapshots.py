"""Pictures of the screens: Ask, Compare, Page, Help, the tour and the export dialog."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import NewerEdition, Report
from edgerag.present.wording import in_reading_order
from tests.tui.conftest import quoting, settle
from tui.app import EdgeragApp
from tui.messages import ReportWanted

SIZES = [(80, 24), (120, 40)]
THEMES = ["dark", "high-contrast"]
KEYS = {
    "ask": (),
    "answers": (),
    "compare": ("f3",),
    "page": ("enter",),
    "pages": ("f3", "enter"),
    "help": ("slash", "f1"),
    "tour": ("slash", "f1", "t"),
}
Matches = Callable[..., bool]
Before = Callable[[Pilot[None]], Awaitable[None]]


def after(keys: tuple[str, ...], report: Report | None) -> Before:
    """Show a report, press keys, and wait until all is drawn."""

    async def run(pilot: Pilot[None]) -> None:
        await settle(pilot)
        if report is not None:
            pilot.app.post_message(ReportWanted(report))
            await settle(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)

    return run


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", list(KEYS))
def test_screen(
    snap_compare: Matches,
    home: Path,
    make_app: Callable[..., EdgeragApp],
    sample_report: Report,
    name: str,
    size: tuple[int, int],
    theme: str,
) -> None:
    before = after(KEYS[name], None if name == "ask" else sample_report)
    assert snap_compare(make_app(quoting(theme=theme)), terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("keys", [(), ("enter",)], ids=["card", "page"])
def test_a_dose_table(
    snap_compare: Matches,
    home: Path,
    make_app: Callable[..., EdgeragApp],
    dosed_report: Report,
    keys: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    assert snap_compare(make_app(quoting()), terminal_size=size, run_before=after(keys, dosed_report))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_was_understood(
    snap_compare: Matches,
    home: Path,
    make_app: Callable[..., EdgeragApp],
    sample_report: Report,
    size: tuple[int, int],
) -> None:
    misspelt = 'Did you mean adrenaline? That was searched; no handbook has "adrenalline"'
    understood = Understood("anaphylaxis · adrenaline · adult · dose", (Notice(Concern.MISSPELT, misspelt),))
    before = after((), replace(sample_report, understood=understood))
    assert snap_compare(make_app(quoting()), terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_of_what_collection_and_how_old_a_handbook_is(
    snap_compare: Matches,
    home: Path,
    make_app: Callable[..., EdgeragApp],
    sample_report: Report,
    size: tuple[int, int],
) -> None:
    shelf = Stated("guideline", Origin.PERSON)
    answers = tuple(
        replace(one, handbook=replace(book, metadata=replace(book.metadata, collection=shelf)))
        for one in sample_report.answers
        for book in [one.handbook]
    )
    foremost = in_reading_order(sample_report)[:2]
    newer = tuple(NewerEdition(one.handbook.id, HandbookId("newer"), "2024") for one in foremost)
    before = after((), replace(sample_report, answers=answers, newer_editions=newer))
    assert snap_compare(make_app(quoting()), terminal_size=size, run_before=before)
