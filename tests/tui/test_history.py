from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList, Static

from edgerag import paths
from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.follow_ups import Before
from edgerag.domain.reports import Report, Verdict
from edgerag.present.json.report import report_json
from edgerag.store import reports
from edgerag.store.library import Library
from edgerag.store.reports import KeptReport, ReportId
from tests.policies import put_policy
from tests.tui.ask_screen import cards, program
from tests.tui.ask_screen import screen as ask_screen
from tests.tui.conftest import LOOKS, Open, drawn, notices, settle
from tui.screens.history import HistoryScreen
from tui.screens.lock import LockScreen
from tui.widgets.confirm import Confirm
from tui.widgets.form import Form
from tui.widgets.question import QuestionBox

pytestmark = pytest.mark.usefixtures("home")

QUESTIONS = ("What dose of adrenaline?", "How is malaria treated?", "[red]Oxygen[/red]\x1b[31m?")


def keep(library: Library, question: str) -> None:
    """Put a question into the history as if it had been asked."""
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 0.0, ())
    answers = tuple(
        Answer(book, Status.NOT_ADDRESSED, "", AnswerMode.EXTRACTIVE, (), trace, "")
        for book in library.handbooks()
    )
    report = Report(question, Verdict.NOT_ADDRESSED, answers, (), {})
    quoted = [answer.handbook.id for answer in answers]
    library.keep_report(question, report_json(report), quoted, verdict=report.verdict.value)


@pytest.fixture(autouse=True)
def asked_before(home: object) -> None:
    """Three questions of an earlier session."""
    with Library.open(paths.library_file()) as library:
        for question in QUESTIONS:
            keep(library, question)
        with library.transaction() as db:
            db.execute("update reports set asked_at = '2025-03-0' || id || ' 10:00:00'")
            for number in range(1, len(QUESTIONS) + 1):
                reports._seal(db, ReportId(number))


def rows(pilot: Pilot[None]) -> list[list[str]]:
    """The cells of the table."""
    table = pilot.app.screen.query_one("#kept", DataTable)
    return [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]


def kept() -> list[str]:
    with Library.open(paths.library_file()) as library:
        return [report.question for report in library.reports()]


async def test_questions_are_listed_newest_first_and_nothing_in_them_is_obeyed(open_app: Open) -> None:
    async with open_app("history") as pilot:
        assert [row[3] for row in rows(pilot)] == ["[red]Oxygen[/red]<U+001B>[31m?", *QUESTIONS[1::-1]]
        assert rows(pilot)[0][1:3] == ["3 Mar 2025", "- NOT ADDRESSED"]


async def test_words_are_searched_in_questions_and_names(open_app: Open) -> None:
    async with open_app("history") as pilot:
        await pilot.press("slash", *"ADRENALINE dose")
        assert [row[3] for row in rows(pilot)] == [QUESTIONS[0]]
        await pilot.press("escape")
        await pilot.press("slash", *"xyz")
        assert rows(pilot) == []
        assert "with these words" in str(pilot.app.screen.query_one("#nothing", Static).render())
        await pilot.press("escape")
        assert len(rows(pilot)) == 3
        assert isinstance(pilot.app.focused, DataTable)


async def test_enter_opens_the_only_question_with_the_words_and_goes_to_them_where_there_are_several(
    open_app: Open,
) -> None:
    async with open_app("history") as pilot:
        await pilot.press("slash", "a", "enter")
        await settle(pilot)
        assert len(rows(pilot)) > 1
        assert isinstance(pilot.app.focused, DataTable)
        await pilot.press("escape", "slash", *"ADRENALINE dose", "enter")
        await settle(pilot)
        assert pilot.app.current_mode == "ask"
        assert pilot.app.report.question == QUESTIONS[0]  # type: ignore[attr-defined]


async def test_a_stored_report_is_reopened(open_app: Open) -> None:
    async with open_app("history") as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        assert pilot.app.current_mode == "ask"
        assert pilot.app.report.question == QUESTIONS[1]  # type: ignore[attr-defined]


async def recall(pilot: Pilot[None]) -> QuestionBox:
    """Reopen the second question, with its first answer in focus."""
    await pilot.press("f5")
    await settle(pilot)
    await pilot.press("home", "down", "enter")
    await settle(pilot)
    box = pilot.app.screen.query_one(QuestionBox)
    assert (pilot.app.focused, box.value) == (cards(pilot)[0], QUESTIONS[1])
    return box


async def test_what_is_typed_or_pasted_replaces_a_recalled_question(open_app: Open) -> None:
    async with open_app() as pilot:
        await pilot.press(*"fever")
        box = await recall(pilot)
        await pilot.press(*"mno")
        assert box.value == "mno"
        box = await recall(pilot)
        cards(pilot)[0].post_message(Paste("How is\nscurvy treated?"))
        await pilot.pause()
        assert box.value == "How is scurvy treated?"
        assert pilot.app.focused is box


async def test_a_recalled_question_can_be_added_to(open_app: Open) -> None:
    async with open_app() as pilot:
        box = await recall(pilot)
        await pilot.press("slash", "end", *"mno")
        assert box.value == f"{QUESTIONS[1]}mno"


@pytest.mark.parametrize("pressed", ["ctrl+x", "ctrl+w", "ctrl+u"])
async def test_a_key_for_an_answer_leaves_a_recalled_question_as_it_is(open_app: Open, pressed: str) -> None:
    async with open_app() as pilot:
        box = await recall(pilot)
        await pilot.press(pressed)
        await settle(pilot)
        assert box.value == QUESTIONS[1]


async def test_a_pinned_question_stays_on_top_until_it_is_let_go(open_app: Open) -> None:
    async with open_app("history") as pilot:
        await pilot.press("end", "p")
        await settle(pilot)
        assert rows(pilot)[0][0] == "*"
        assert rows(pilot)[0][3] == QUESTIONS[0]
        await pilot.press("p")
        await settle(pilot)
        assert [row[0] for row in rows(pilot)] == ["", "", ""]
        assert rows(pilot)[-1][3] == QUESTIONS[0]


async def test_a_question_is_renamed_and_goes_by_its_own_words_again(open_app: Open) -> None:
    async with open_app("history") as pilot:
        for name in ("ward round", ""):
            await pilot.press("r")
            assert isinstance(pilot.app.screen, Form)
            pilot.app.screen.query_one("#name", Input).value = name
            await pilot.press("enter")
            await settle(pilot)
            assert rows(pilot)[0][3] == (name or "[red]Oxygen[/red]<U+001B>[31m?")


async def test_a_reading_that_a_later_one_overtook_is_not_shown(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app("history") as pilot:
        overtaken, reports = Event(), Library.reports

        def slow(library: Library) -> tuple[KeptReport, ...]:
            kept = reports(library)
            if not overtaken.is_set():
                overtaken.wait(10)
            return kept

        monkeypatch.setattr(Library, "reports", slow)
        pilot.app.screen._read()  # type: ignore[attr-defined]
        await pilot.pause()
        monkeypatch.setattr(Library, "reports", reports)
        await pilot.press("r")
        pilot.app.screen.query_one("#name", Input).value = "ward round"
        await pilot.press("enter")
        while rows(pilot)[0][3] != "ward round":
            await pilot.pause(0.02)
        overtaken.set()
        await settle(pilot)
        assert rows(pilot)[0][3] == "ward round"


async def test_a_question_is_deleted_only_after_yes_and_leaves_no_trace(open_app: Open) -> None:
    async with open_app("history") as pilot:
        await pilot.press("end", "delete")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("n")
        await settle(pilot)
        assert len(rows(pilot)) == 3
        await pilot.press("delete", "y")
        await settle(pilot)
        assert [row[3] for row in rows(pilot)][-1] == QUESTIONS[1]
    for file in paths.data_folder().glob("library.db*"):
        assert b"What dose of adrenaline?" not in file.read_bytes()


async def test_this_session_or_everything_is_cleared(open_app: Open) -> None:
    async with open_app("history") as pilot:
        keep(pilot.app.desk.library(), "asked now")  # type: ignore[attr-defined]
        await pilot.press("f4", "f5")
        await settle(pilot)
        assert len(rows(pilot)) == 4
        await pilot.press("x")
        words = [str(option.prompt) for option in pilot.app.screen.query_one(OptionList).options]
        assert words[1].endswith("1 question")
        assert words[2].endswith("4 questions")
        await pilot.press("enter")
        await settle(pilot)
        assert len(kept()) == 4
        await pilot.press("x", "down", "enter")
        await settle(pilot)
        assert kept() == list(QUESTIONS[::-1])
        await pilot.press("x", "down", "down", "enter")
        await settle(pilot)
        assert kept() == []
        assert "No question" in str(pilot.app.screen.query_one("#nothing", Static).render())


async def test_a_report_that_was_deleted_meanwhile_is_told(open_app: Open) -> None:
    async with open_app("history") as pilot:
        with Library.open(paths.library_file()) as other:
            other.clear_reports()
        await pilot.press("enter")
        await settle(pilot)
        assert "deleted meanwhile" in notices(pilot)
        assert isinstance(pilot.app.screen, HistoryScreen)


async def test_the_cover_hides_questions_until_a_key_which_does_nothing_else(open_app: Open) -> None:
    async with open_app("history") as pilot:
        idle = pilot.app._idle  # type: ignore[attr-defined]
        idle.check()
        assert isinstance(pilot.app.screen, HistoryScreen)  # 0 minutes mean never
        idle.cover()
        await pilot.pause()
        assert isinstance(pilot.app.screen, LockScreen)
        assert "malaria" not in drawn(pilot)
        assert "covered" in drawn(pilot)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HistoryScreen)
        assert "malaria" in drawn(pilot)


async def test_the_cover_comes_after_the_minutes_of_the_settings(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.tui.conftest import quoting

    async with open_app("history", config=quoting(lock_minutes=1)) as pilot:
        idle = pilot.app._idle  # type: ignore[attr-defined]
        idle._touched -= 30
        idle.check()
        assert isinstance(pilot.app.screen, HistoryScreen)
        idle._touched -= 31
        idle.check()
        await pilot.pause()
        assert isinstance(pilot.app.screen, LockScreen)
        await pilot.press("space")
        idle.check()
        await pilot.pause()
        assert isinstance(pilot.app.screen, HistoryScreen)


@LOOKS
def test_the_screen_looks_as_before(
    looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    assert looks_as_before("history", theme, size)


async def test_a_question_that_is_answered_meanwhile_appears(open_app: Open) -> None:
    async with open_app("history") as pilot:
        assert isinstance(pilot.app.screen, HistoryScreen)
        keep(pilot.app.desk.library(), "asked now")  # type: ignore[attr-defined]
        pilot.app.screen._look()
        await settle(pilot)
        assert rows(pilot)[0][3] == "asked now"


async def test_an_empty_history_says_so_and_takes_no_letters_for_a_search(open_app: Open) -> None:
    with Library.open(paths.library_file()) as library:
        library.clear_reports()
    async with open_app("history") as pilot:
        await pilot.press("p", "r", "delete", "enter")
        await settle(pilot)
        assert "No question has been asked yet." in drawn(pilot)
        assert pilot.app.screen.query_one("#search", Input).value == ""


async def test_what_the_policy_keeps_cannot_be_deleted_and_the_details_say_why(open_app: Open) -> None:
    signed = put_policy("[history]\nkeep = true")
    async with open_app("history", rules=signed.rules) as pilot:
        reason = "It cannot be deleted: fixed by the policy of District pharmacy"
        assert reason in " ".join(drawn(pilot).split())
        for key, action in (("delete", "delete"), ("x", "clear")):
            await pilot.press(key)
            await settle(pilot)
            assert isinstance(pilot.app.screen, HistoryScreen)
            bound = [one for one in pilot.app.screen.active_bindings.values() if one.binding.action == action]
            assert bound
            assert not any(one.enabled for one in bound)
        assert len(kept()) == len(QUESTIONS)


async def test_a_question_stands_above_what_goes_on_from_it_and_takes_it_along_when_deleted(
    open_app: Open,
) -> None:
    with Library.open(paths.library_file()) as library:
        library.keep_report("And in pregnancy?", b"{}", [], before=ReportId(1))
    async with open_app("history") as pilot:
        assert [row[3] for row in rows(pilot)][:2] == [QUESTIONS[0], "└ And in pregnancy?"]
        await pilot.press("delete")
        await settle(pilot)
        said = " ".join(drawn(pilot).replace("│", " ").split())
        assert "With it goes what went on from it: 1 question." in said
        await pilot.press("y")
        await settle(pilot)
    assert kept() == [QUESTIONS[2], QUESTIONS[1]]


async def test_the_report_that_is_shown_is_shown_no_more_once_it_is_deleted(open_app: Open) -> None:
    async with open_app() as pilot:
        box = await recall(pilot)
        await pilot.press("f5")
        await settle(pilot)
        await pilot.press("delete", "y")
        await settle(pilot)
        assert QUESTIONS[1] not in kept()
        app = program(pilot)
        assert (app.report, app.report_number, app.question_before) == (None, None, None)
        await pilot.press("f2")
        await settle(pilot)
        assert pilot.app.focused is box
        assert (box.value, cards(pilot)) == ("", [])
        assert "malaria" not in drawn(pilot)
        assert ask_screen(pilot)._before() is None
        await pilot.press("f3")
        await settle(pilot)
        assert "Nothing to compare yet" in drawn(pilot)


async def test_a_report_stays_shown_when_another_is_deleted_and_no_question_goes_on_from_that_one(
    open_app: Open,
) -> None:
    async with open_app() as pilot:
        await recall(pilot)
        shown = program(pilot).report
        program(pilot).question_before = Before(QUESTIONS[2], number=3)
        await pilot.press("f5")
        await settle(pilot)
        await pilot.press("home", "delete", "y")
        await settle(pilot)
        assert kept() == [*QUESTIONS[1::-1]]
        assert (program(pilot).report, program(pilot).report_number) == (shown, 2)
        assert program(pilot).question_before is None


async def test_a_note_is_refused_before_it_is_typed_where_another_program_deleted_the_report(
    open_app: Open,
) -> None:
    async with open_app() as pilot:
        await recall(pilot)
        with Library.open(paths.library_file()) as other:
            other.clear_reports()
        await pilot.press("ctrl+n")
        await settle(pilot)
        assert "deleted meanwhile" in notices(pilot)
        assert not isinstance(pilot.app.screen, Form)


async def test_the_footer_offers_no_key_that_does_nothing(open_app: Open) -> None:
    def offered() -> set[str]:
        return set(drawn(pilot).splitlines()[-1].split())

    of_one, of_all = {"Pin", "Delete"}, {"Search", "Clear"}
    async with open_app("history", size=(120, 40)) as pilot:
        assert of_one | of_all <= offered()
        await pilot.press("slash")
        await settle(pilot)
        assert "Search" not in offered()
        await pilot.press(*"xyz", "tab")
        await settle(pilot)
        assert of_all | {"Notes"} <= offered()
        assert not of_one & offered()
        with Library.open(paths.library_file()) as library:
            library.clear_reports()
        await pilot.press("escape", "f4", "f5")
        await settle(pilot)
        assert "Notes" in offered()
        assert not (of_one | of_all) & offered()
