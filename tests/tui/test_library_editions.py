"""What the Library screen asks of editions of one work when handbooks were added."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from edgerag import paths
from edgerag.store.library import Library
from tests.tui.conftest import Open, drawn, notices, settle
from tests.tui.library_screen import rows
from tui.screens.library import LibraryScreen
from tui.widgets.choose import Choose
from tui.widgets.form import Form

CHAPTERS = "\n\n".join(
    f"## Illness {n}\n\n" + " ".join(f"Measure {n} {at} is taken at once." for at in range(8))
    for n in range(30)
)
"""Long enough to be told from a chapter that two books share."""


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick with three editions whose titles tell them, and two whose text alone does."""
    folder = tmp_path / "stick"
    folder.mkdir()
    for year, dose in ((2009, "0.3 mg"), (2013, "0.5 mg"), (2019, "1 mg")):
        text = (
            f"# Harbour Guide {year}\n\n## Anaphylaxis\n\nGive an adult adrenaline {dose} into the thigh.\n"
        )
        (folder / f"harbour-{year}.md").write_text(text)
    (folder / "tb-2009.md").write_text(f"# Tuberculosis in Districts 2009\n\n{CHAPTERS}\n")
    changed = CHAPTERS.replace("Measure 3", "Step 3")
    (folder / "web-2014.md").write_text(f"# Final for Web 2014\n\n{changed}\n")
    return folder


async def add(pilot: Pilot[None], *files: Path) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, LibraryScreen)
    screen.add(files)
    await settle(pilot)


def told(pilot: Pilot[None]) -> str:
    """What a dialog says, in one line."""
    return " ".join(drawn(pilot).replace("│", " ").split())


def titles() -> dict[str, str]:
    """The titles of the library, by file name."""
    with Library.open(paths.library_file()) as library:
        return {book.file_name: book.title for book in library.handbooks()}


async def test_of_a_newer_edition_it_is_asked_whether_it_replaces_the_older_one(
    no_library: Path, open_app: Open, stick: Path
) -> None:
    async with open_app("library") as pilot:
        await add(pilot, stick / "harbour-2013.md")
        assert not isinstance(pilot.app.screen, Choose)
        await add(pilot, stick / "harbour-2019.md")
        assert isinstance(pilot.app.screen, Choose)
        assert "Keep both" in drawn(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert len(rows(pilot)) == 2
        with Library.open(paths.library_file()) as library:
            library.remove(library.handbook("harbour-2019.md").id)
        await add(pilot, stick / "harbour-2019.md")
        await pilot.press("end", "enter")
        await settle(pilot)
        (left,) = rows(pilot)
        assert "2019" in left


async def test_an_edition_that_was_replaced_is_not_asked_about_again(
    no_library: Path, open_app: Open, stick: Path
) -> None:
    async with open_app("library") as pilot:
        await add(pilot, *sorted(stick.glob("harbour-*.md")))
        for _ in range(2):
            assert isinstance(pilot.app.screen, Choose)
            await pilot.press("end", "enter")
            await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        (left,) = rows(pilot)
        assert "2019" in left


async def test_handbooks_that_share_their_text_stay_as_they_are_if_a_person_says_they_are_two_works(
    no_library: Path, open_app: Open, stick: Path
) -> None:
    async with open_app("library") as pilot:
        await add(pilot, stick / "tb-2009.md")
        assert isinstance(pilot.app.screen, LibraryScreen)
        await add(pilot, stick / "web-2014.md")
        assert isinstance(pilot.app.screen, Choose)
        assert "Two editions of one work?" in told(pilot)
        assert "of the passages of the shorter one share text with the other" in told(pilot)
        before = titles()
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert titles() == before


async def test_a_person_makes_handbooks_that_share_their_text_editions_of_one_work(
    no_library: Path, open_app: Open, stick: Path
) -> None:
    async with open_app("library") as pilot:
        await add(pilot, stick / "tb-2009.md")
        await add(pilot, stick / "web-2014.md")
        await pilot.press("end", "enter")
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, Form)
        title, maker = form.query(Input)
        assert title.value == "Final for Web", "without its year"
        title.value, maker.value = "Tuberculosis", "Ministry of Health"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert set(titles().values()) == {"Tuberculosis"}
        assert isinstance(pilot.app.screen, Choose)
        assert "Replace Tuberculosis (2009)?" in told(pilot)
        await pilot.press("end", "enter")
        await settle(pilot)
        (left,) = rows(pilot)
        assert "2014" in left


async def test_a_form_that_is_left_joins_nothing(no_library: Path, open_app: Open, stick: Path) -> None:
    async with open_app("library") as pilot:
        await add(pilot, stick / "tb-2009.md", stick / "web-2014.md")
        before = titles()
        await pilot.press("end", "enter")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, LibraryScreen)
        assert titles() == before


async def test_who_has_gone_to_another_screen_is_asked_when_they_come_back(
    no_library: Path, open_app: Open, stick: Path
) -> None:
    async with open_app("library") as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LibraryScreen)
        screen.add([stick / "harbour-2013.md", stick / "harbour-2019.md"])
        await pilot.press("f2")
        await settle(pilot)
        assert "2 handbooks added" in notices(pilot)
        assert pilot.app.current_mode == "ask"
        assert not isinstance(pilot.app.screen, Choose)
        await pilot.press("f4")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Choose)
