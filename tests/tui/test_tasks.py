"""What a person comes to do, each from a fresh start with keys alone, in as few as they are today."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from edgerag import paths
from edgerag.engine.ask import Engine
from edgerag.store.library import Library
from tests.tui.ask_screen import program
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, quoting, settle
from tests.tui.test_first_start import nothing  # noqa: F401  # the fixture
from tui.app import EdgeragApp
from tui.screens.compare import CompareScreen
from tui.screens.page import PageScreen
from tui.widgets.page import PagePane

FOLLOW_UP = "And if she is pregnant?"


class Hands:
    """Press keys and count them; the letters of a question or a name are not counted."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self._pilot = pilot
        self.n_keys = 0

    async def press(self, *keys: str) -> None:
        """Press keys, and wait after each until the screen has followed."""
        for key in keys:
            self.n_keys += 1
            await self._pilot.press(key)
            await settle(self._pilot)

    async def type(self, words: str) -> None:
        """Type words."""
        await self._pilot.press(*words)
        await settle(self._pilot)


def add(*files: Path) -> None:
    """Put files into the library before the program starts."""
    with Engine.open(quoting()) as engine:
        list(engine.intake.add(files))


def ask_before(question: str) -> None:
    """Ask a question on an earlier day."""
    with Engine.open(quoting()) as engine:
        engine.report(question)


async def test_a_first_answer_from_an_empty_folder_takes_four_keys(
    nothing: Path,  # noqa: F811  # the fixture above
    make_app: Callable[..., EdgeragApp],
) -> None:
    app = make_app(models=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        hands = Hands(pilot)
        await hands.press("s", "enter", "f2")
        await hands.type(ADRENALINE)
        await hands.press("enter")
        assert "! DISAGREE" in drawn(pilot)
        assert hands.n_keys <= 4


async def test_to_find_a_word_and_read_its_page_takes_four_keys(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        hands = Hands(pilot)
        await hands.press("f4", "slash")
        await hands.type("adrenaline")
        await hands.press("enter", "enter")
        assert isinstance(pilot.app.screen, PageScreen)
        page = pilot.app.screen.query_one(PagePane).page
        assert page is not None
        assert "adrenaline" in page.text.lower()
        assert hands.n_keys <= 4


async def test_to_compare_two_editions_page_beside_page_takes_three_keys(
    no_library: Path, open_app: Open, tmp_path: Path
) -> None:
    for year, dose in ((2013, "0.5 mg"), (2019, "1 mg")):
        text = (
            f"# Harbour Guide {year}\n\n## Anaphylaxis\n\nGive an adult adrenaline {dose} into the thigh.\n"
        )
        (tmp_path / f"harbour-{year}.md").write_text(text)
    add(*sorted(tmp_path.glob("harbour-*.md")))
    async with open_app(models=True) as pilot:
        hands = Hands(pilot)
        await hands.type(ADRENALINE)
        await hands.press("enter", "f3")
        assert isinstance(pilot.app.screen, CompareScreen)
        assert "0.5 mg" in drawn(pilot)
        assert "1 mg" in drawn(pilot)
        await hands.press("enter")
        titles = {pane.handbook.edition for pane in pilot.app.screen.query(PagePane) if pane.handbook}
        assert titles == {"2013", "2019"}
        assert hands.n_keys <= 3


async def test_to_save_an_answer_for_printing_takes_four_keys(
    home: Path, open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with open_app(models=True) as pilot:
        hands = Hands(pilot)
        await hands.type(ADRENALINE)
        await hands.press("enter", "ctrl+e", "down", "enter")
        assert "Saved" in notices(pilot)
        assert hands.n_keys <= 4
    (saved,) = tmp_path.glob("*.html")
    assert "@page" in saved.read_text(encoding="utf-8")


async def test_to_bookmark_an_answer_takes_three_keys(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        hands = Hands(pilot)
        await hands.type(ADRENALINE)
        await hands.press("enter", "ctrl+n", "enter")
        assert hands.n_keys <= 3
    with Library.open(paths.library_file()) as library:
        (note,) = library.reader_notes()
        assert note.report is not None


async def test_to_correct_a_title_takes_four_keys(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        hands = Hands(pilot)
        await hands.press("f4", "e", "ctrl+u")
        await hands.type("Standing orders of our clinic")
        await hands.press("enter")
        assert hands.n_keys <= 4
    with Library.open(paths.library_file()) as library:
        assert "Standing orders of our clinic" in {book.title for book in library.handbooks()}


async def test_to_install_the_models_from_a_stick_and_add_handbooks_takes_four_keys(
    nothing: Path,  # noqa: F811  # the fixture above
    make_app: Callable[..., EdgeragApp],
    models_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"):
        shutil.copytree(models_folder / name, tmp_path / "media" / "stick" / "models" / name)
    monkeypatch.setenv("HOME", str(tmp_path / "media"))
    app = make_app(models=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        hands = Hands(pilot)
        await hands.press("s", "down", "enter", "ctrl+s")
        assert "4 handbooks added" in notices(pilot)
        assert hands.n_keys <= 4


async def test_to_ask_a_follow_up_takes_one_key_more_than_the_question(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        hands = Hands(pilot)
        await hands.type(ADRENALINE)
        await hands.press("enter")
        await hands.type(FOLLOW_UP)
        await hands.press("enter")
        report = program(pilot).report
        assert report is not None
        assert report.question == FOLLOW_UP
        assert "anaphylaxis" in report.understood.searched
        assert hands.n_keys <= 2


async def test_to_find_an_old_question_by_its_words_takes_three_keys(home: Path, open_app: Open) -> None:
    for question in (ADRENALINE, "How is a burn treated?", "When is oxygen given?"):
        ask_before(question)
    async with open_app() as pilot:
        hands = Hands(pilot)
        await hands.press("f5", "slash")
        await hands.type("burn")
        await hands.press("enter")
        report = program(pilot).report
        assert report is not None
        assert report.question == "How is a burn treated?"
        assert pilot.app.current_mode == "ask"
        assert hands.n_keys <= 3


async def test_to_remove_a_handbook_takes_three_keys_and_its_answers_stay(home: Path, open_app: Open) -> None:
    ask_before(ADRENALINE)
    with Library.open(paths.library_file()) as library:
        first = library.handbooks()[0]
    async with open_app() as pilot:
        hands = Hands(pilot)
        await hands.press("f4", "home", "delete", "y")
        assert hands.n_keys <= 4
        await Hands(pilot).press("f5", "enter")
        report = program(pilot).report
        assert report is not None
        answer = next(one for one in report.answers if one.handbook.id == first.id)
        assert answer.citations
    with Library.open(paths.library_file()) as library:
        assert first.id not in {book.id for book in library.handbooks()}
