from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from edgerag import paths
from edgerag.audit.begin import begin, guard_of
from edgerag.audit.run import Running, run
from edgerag.disk import locked
from edgerag.domain.audits import AuditQuestion
from edgerag.domain.trail import Deed, read
from edgerag.engine.ask import Engine
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.tui.conftest import ADRENALINE, LOOKS, Open, drawn, notices, quoting, settle
from tui.screens.ask import AskScreen
from tui.screens.audits import AuditsScreen
from tui.screens.heatmap import HeatmapScreen
from tui.widgets.confirm import Confirm
from tui.widgets.file_picker import FilePicker
from tui.widgets.form import Form
from tui.widgets.progress import Progress
from tui.widgets.table import Table

pytestmark = pytest.mark.usefixtures("home")

QUESTIONS = [
    AuditQuestion(0, ADRENALINE, {"topic": "shock"}),
    AuditQuestion(1, "How is scurvy treated [red]today[/red]\x1b[31m?", {"topic": "fever"}),
]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory, sample_home: Path, models_folder: Path) -> Path:
    """The sample library with an audit `doses` in it: `begun.db`, and `asked.db` with answers."""
    folder = tmp_path_factory.mktemp("audits")
    own = home_with_models(folder / "home", models_folder)
    shutil.copytree(sample_home / "data" / "lexical", own / "data" / "lexical")
    shutil.copy2(sample_home / "data" / "library.db", own / "data" / "library.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EDGERAG_HOME", str(own))
        with Engine.open(quoting(), extractive=True) as engine:
            begin(engine, quoting(), "doses", QUESTIONS, (), is_extractive=True)
        shutil.copy2(paths.library_file(), folder / "begun.db")
        with Library.open(paths.library_file()) as library:
            audits = Audits(library.connections)
            run(audits, "doses", Running(quoting(), 1), guard_of(audits, "doses"))
        shutil.copy2(paths.library_file(), folder / "asked.db")
    return folder


@pytest.fixture
def begun(home: Path, libraries: Path) -> None:
    """An audit of two questions, neither of which has been asked."""
    shutil.copy2(libraries / "begun.db", paths.library_file())


@pytest.fixture
def asked(home: Path, libraries: Path) -> None:
    """The same, with real answers to both."""
    shutil.copy2(libraries / "asked.db", paths.library_file())


def audits(pilot: Pilot[None]) -> Audits:
    return Audits(pilot.app.desk.library().connections)  # type: ignore[attr-defined]


def rows(pilot: Pilot[None]) -> list[list[str]]:
    """The cells of the table."""
    table = pilot.app.screen.query_one("#audits", Table)
    return [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]


def words(pilot: Pilot[None]) -> str:
    """Everything on the screen, wherever a line ends."""
    return " ".join(drawn(pilot).split())


async def wait_for(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait for work in another process, a minute at most."""
    for _ in range(600):
        if is_so():
            return
        await pilot.pause(0.1)
    raise AssertionError(drawn(pilot))


async def test_without_audits_the_screen_says_how_to_begin_one(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        assert "n begins one" in str(pilot.app.screen.query_one("#nothing", Static).render())
        await pilot.press("r", "t", "delete", "enter", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AuditsScreen)


async def test_an_audit_is_begun_from_a_file(open_app: Open, home: Path) -> None:
    (home / "fever.csv").write_text(f"question,topic\n{ADRENALINE},shock\n{ADRENALINE.upper()},shock\n")
    async with open_app("audits") as pilot:
        pilot.app.screen._folder = home  # type: ignore[attr-defined]
        await pilot.press("n")
        await settle(pilot)
        picker = pilot.app.screen
        assert isinstance(picker, FilePicker)
        options = picker.query_one(OptionList)
        names = [str(option.prompt) for option in options.options]
        options.highlighted = next(n for n, name in enumerate(names) if "fever.csv" in name)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Form)
        pilot.app.screen.query_one("#name", Input).value = "a/b"
        await pilot.press("ctrl+s")
        assert isinstance(pilot.app.screen, Form)  # no file could be called so
        pilot.app.screen.query_one("#name", Input).value = "fever"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert rows(pilot)[0][:5] == ["fever", "2", "0", "0", "2"]
        assert "1 of them are like another one" in notices(pilot)
        assert audits(pilot).terms("fever").is_extractive


async def test_a_bad_file_begins_nothing_and_its_line_is_named(open_app: Open, home: Path) -> None:
    (home / "bad.csv").write_text("topic\nshock\n")
    async with open_app("audits") as pilot:
        pilot.app.screen._begin_audit(home / "bad.csv", "bad", is_extractive=True)  # type: ignore[attr-defined]
        await settle(pilot)
        assert "bad.csv, line 1: no column is called 'question'" in notices(pilot)
        assert rows(pilot) == []


@pytest.mark.usefixtures("begun")
async def test_an_audit_runs_while_other_screens_are_used_and_tells_when_it_is_done(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert pilot.app.screen.query_one(Progress).display
        await pilot.press("f4")
        await settle(pilot)
        await wait_for(pilot, lambda: "doses: 2 questions answered." in notices(pilot))
        await pilot.press("f8")
        await settle(pilot)
        assert rows(pilot)[0][1:5] == ["2", "2", "0", "0"]
        assert not pilot.app.screen.query_one(Progress).display
        await pilot.press("r")
        await settle(pilot)
        assert "Nothing is left to ask" in notices(pilot)


@pytest.mark.usefixtures("begun")
async def test_escape_stops_an_audit_and_r_goes_on(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        await pilot.press("r")
        await wait_for(pilot, lambda: audits(pilot).state("doses").n_answered > 0)
        await pilot.press("escape")
        await settle(pilot)
        first = next(iter(audits(pilot).results("doses")))
        assert "r goes on" in notices(pilot) or "2 questions answered" in notices(pilot)
        await pilot.press("r")
        await settle(pilot)
        await wait_for(pilot, lambda: audits(pilot).state("doses").n_left == 0)
        assert next(iter(audits(pilot).results("doses"))) == first


@pytest.mark.usefixtures("begun")
async def test_an_audit_that_another_program_runs_is_not_run_twice_nor_removed(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        with locked(guard_of(audits(pilot), "doses"), "another program"):
            await pilot.press("r")
            await settle(pilot)
            assert "audit doses" in notices(pilot)
            await pilot.press("delete", "y")
            await settle(pilot)
        assert audits(pilot).names() == ("doses",)


@pytest.mark.usefixtures("begun")
async def test_what_another_program_has_asked_appears(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        audits(pilot).keep("doses", AuditResult(0, b"", "the worker ended"))
        pilot.app.screen._look()  # type: ignore[attr-defined]
        await settle(pilot)
        assert rows(pilot)[0][1:5] == ["2", "0", "1", "1"]
        assert "1 question failed: t asks again" in drawn(pilot)


@pytest.mark.usefixtures("begun")
async def test_an_audit_is_removed_only_after_yes(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        await pilot.press("delete")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        await settle(pilot)
        assert audits(pilot).names() == ("doses",)
        library = pilot.app.desk.library()  # type: ignore[attr-defined]
        library.switch_trail(is_on=True)
        await pilot.press("delete", "y")
        await settle(pilot)
        assert audits(pilot).names() == ()
        assert read(library.audit_trail()[0][-1].content).what is Deed.AUDIT_REMOVED
        assert rows(pilot) == []


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_map_has_a_letter_for_each_question_and_handbook(
    open_app: Open, size: tuple[int, int]
) -> None:
    async with open_app("audits", size=size) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HeatmapScreen)
        cells = [row.cells for row in pilot.app.screen._all]
        assert [len(row) for row in cells] == [4, 4]
        assert "D" in cells[0]
        assert set(cells[1]) <= {"-", "?"}
        text = drawn(pilot)
        assert "2 questions asked of 4 handbooks" in text
        assert ADRENALINE in text
        assert "answers, and another handbook disagrees" in words(pilot)
        await pilot.press("down")
        await settle(pilot)
        assert "[red]today[/red]<U+001B>[31m?" in drawn(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert "1 with a disagreement" in drawn(pilot)
        assert "scurvy" not in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AuditsScreen)


@pytest.mark.usefixtures("asked")
async def test_enter_on_a_cell_opens_the_report_of_its_question(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("right", "left", "left", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
        report = pilot.app.report  # type: ignore[attr-defined]
        assert report.question == ADRENALINE
        assert len(report.answers) == 4


@pytest.mark.usefixtures("asked")
async def test_a_handbook_that_was_removed_since_is_named_as_such(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        library = pilot.app.desk.library()  # type: ignore[attr-defined]
        gone = library.handbooks()[0]
        library.remove(gone.id)
        await pilot.press("f2", "f8")
        await settle(pilot)
        assert "1 handbook is not in the library any more" in drawn(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "removed from the library since" in words(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert pilot.app.report.removed == (gone.id,)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("begun")
async def test_a_failed_question_opens_no_report_and_an_empty_map_says_so(open_app: Open) -> None:
    async with open_app("audits") as pilot:
        await pilot.press("enter")
        await settle(pilot)
        assert "Nothing has been asked yet" in drawn(pilot)
        await pilot.press("enter", "d", "escape")
        audits(pilot).keep("doses", AuditResult(1, b"", "the worker ended"))
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert "could not be asked" in words(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HeatmapScreen)
        assert "this question failed: the worker ended" in notices(pilot)


@pytest.mark.usefixtures("asked")
def test_a_map_that_nobody_waits_for_is_not_read_to_its_end() -> None:
    from tui.auditing import read_map
    from tui.desk import Desk

    desk, cancel = Desk(quoting(), paths.config_file()), Event()
    cancel.set()
    assert list(read_map(desk, "doses", cancel)) == []
    desk.close()


@LOOKS
@pytest.mark.usefixtures("asked")
def test_the_map_looks_as_before(
    looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    async def open_map(pilot: Pilot[None]) -> None:
        await pilot.press("enter")

    assert looks_as_before("audits", theme, size, open_map)
