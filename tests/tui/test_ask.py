from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, RadioButton, Select, Static

import tui.desk
from edgerag import paths
from edgerag.answer.answer import STOPPED
from edgerag.config import Answers, Config, Interface, Models
from edgerag.domain.answers import Status
from edgerag.domain.corrections import Correction
from edgerag.domain.handbooks import Handbook
from edgerag.domain.notices import Concern, Notice, Understood
from edgerag.domain.reports import Report
from edgerag.domain.trail import Deed, read
from edgerag.errors import DiskFullError
from edgerag.present.cards import State
from edgerag.store.library import Library
from edgerag.summarise.summarise import summarise
from tests.policies import put_policy
from tests.tui.conftest import ADRENALINE, Open, drawn, notices, quoting, settle
from tui import asking
from tui.app import EdgeragApp
from tui.screens.ask import ASKING, SUMMARY_LINES, AskScreen
from tui.screens.export import ExportScreen
from tui.screens.page import PageScreen
from tui.widgets.cards import Cards, CardView
from tui.widgets.correcting import AS_TYPED
from tui.widgets.form import Form
from tui.widgets.lines import LinesView
from tui.widgets.question import QuestionBox
from tui.widgets.reader import Reader

BY_MODEL = Config(
    models=Models(generator="smollm2-135m-instruct"),
    answers=Answers(max_tokens=400, prompt_tokens=500),
    interface=Interface(reduced_motion=True, lock_minutes=0),
)

BUSY = 3
"""So much longer may take what a person waits for while other tests run beside it."""
EXPLAINED = Understood("adrenaline · dose", (Notice(Concern.ABSENT, "keppra is in none of your handbooks"),))


def screen(pilot: Pilot[None]) -> AskScreen:
    """The screen under test."""
    shown = pilot.app.screen
    assert isinstance(shown, AskScreen)
    return shown


def program(pilot: Pilot[None]) -> EdgeragApp:
    """The program under test."""
    assert isinstance(pilot.app, EdgeragApp)
    return pilot.app


def cards(pilot: Pilot[None]) -> list[CardView]:
    """The cards from top to bottom."""
    return screen(pilot).query_one(Cards).views


def status(pilot: Pilot[None]) -> str:
    """The line below the question."""
    return str(screen(pilot).query_one("#status", Static).render())


def banner(pilot: Pilot[None]) -> str:
    """The verdict."""
    return str(screen(pilot).query_one(".banner", LinesView).render())


def summary(pilot: Pilot[None]) -> str:
    """The summary, its spaces that hold amounts together included."""
    return str(screen(pilot).query_one(".summary", LinesView).render())


async def ask(pilot: Pilot[None], question: str) -> None:
    """Type a question, press Enter, and wait for the report."""
    screen(pilot).query_one(QuestionBox).value = question
    screen(pilot).query_one(QuestionBox).focus()
    await pilot.press("enter")
    await settle(pilot)


async def show(pilot: Pilot[None], report: Report) -> None:
    """Show a report as if it had just been finished, with the first card in focus."""
    screen(pilot).post_message(asking.ReportFinished(report))
    await settle(pilot)
    screen(pilot).query_one(Cards).focus_first()
    await pilot.pause()


async def until(pilot: Pilot[None], happened: object, *, within_s: float = 60) -> None:
    """Let the program run until `happened()` is true."""
    assert callable(happened)
    end = time.monotonic() + within_s
    while not happened():
        assert time.monotonic() < end, drawn(pilot)
        await pilot.pause(0.02)


async def test_the_question_box_is_ready_before_any_model_is_loaded(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        assert isinstance(screen(pilot).focused, QuestionBox)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"
        assert "4 handbooks" in status(pilot)


async def test_every_handbook_answers_and_those_that_disagree_come_first(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert "! DISAGREE" in banner(pilot)
        assert "They differ on adrenaline dose: “0.3" in summary(pilot)
        first = cards(pilot)[0].card
        assert first.standing is not None
        assert first.standing.word == "DISAGREES"
        assert "! DISAGREES" in str(cards(pilot)[0].render())
        assert {view.card.state for view in cards(pilot)} == {State.ANSWERED}
        assert program(pilot).report is not None
    with Library.open(paths.library_file()) as library:
        assert [kept.question for kept in library.reports()] == [ADRENALINE]


async def test_each_handbook_says_how_far_it_is(home: Path, open_app: Open, sample_report: Report) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    answer = sample_report.answers[0]
    async with open_app() as pilot:
        for message, state in (
            (asking.AskBegun(books), State.SEARCHING),
            (asking.HandbookRead(books[0].id), State.READING),
            (asking.HandbookQuoted(answer), State.QUOTED),
            (asking.HandbookWritten(books[0].id, "Give"), State.WRITING),
            (asking.HandbookAnswered(answer), State.ANSWERED),
        ):
            screen(pilot).post_message(message)
            await pilot.pause()
            assert cards(pilot)[0].card.state is state
        assert [view.card.state for view in cards(pilot)[1:]] == [State.SEARCHING] * 3
        assert answer.citations[0].quote[:20] in str(cards(pilot)[0].render())


async def test_while_answers_come_the_cards_stand_right_below_the_status(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    books = tuple(answer.handbook for answer in sample_report.answers)
    async with open_app() as pilot:
        await show(pilot, sample_report)
        assert screen(pilot).query_one(".banner").display
        screen(pilot).post_message(asking.AskBegun(books))
        await settle(pilot)
        assert not screen(pilot).query_one(".banner").display
        below = screen(pilot).query_one("#status").region.bottom
        assert screen(pilot).query_one(Cards).region.y == below + 1


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


def test_a_flood_of_tokens_is_folded_into_its_newest(sample_report: Report) -> None:
    first, second = (answer.handbook.id for answer in sample_report.answers[:2])
    older, newer = asking.HandbookWritten(first, "Give"), asking.HandbookWritten(first, "Give 1 mL")
    assert older.can_replace(newer)
    assert not older.can_replace(asking.HandbookWritten(second, "Give"))
    assert not older.can_replace(asking.PairsJudged(1))


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


async def test_escape_and_slash_go_back_to_the_question(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        for back in ("escape", "slash"):
            await show(pilot, sample_report)
            await pilot.press(back)
            assert isinstance(screen(pilot).focused, QuestionBox)


async def test_copy_takes_one_answer_with_its_quotations_and_pages(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "xterm-256color")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+c")
        citation = cards(pilot)[0].card.answer.citations[0]  # type: ignore[union-attr]
        copied = pilot.app.clipboard
        assert ADRENALINE in copied
        assert " ".join(citation.quote.split()) in copied
        assert f"[p. {citation.page}]" in copied
        assert "Copied" in notices(pilot)


async def test_a_terminal_that_cannot_copy_says_so_and_offers_a_file(
    home: Path, open_app: Open, sample_report: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "elsewhere")
    monkeypatch.setenv("TERM", "linux")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "cannot copy" in notices(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)
        path = pilot.app.screen.query_one("#path", Input)
        path.value = str(tmp_path / "answer.txt")
        path.focus()
        await pilot.press("enter")
        await settle(pilot)
    assert ADRENALINE in (tmp_path / "answer.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("ending", "begins"), [("md", "# What"), ("html", "<!doctype html>"), ("json", "{")])
async def test_a_report_is_exported_in_every_form(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path, ending: str, begins: str
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        dialog = pilot.app.screen
        path = dialog.query_one("#path", Input)
        path.value = str(tmp_path / "new folder" / "report.md")
        next(button for button in dialog.query(RadioButton) if button.name == ending).toggle()
        await pilot.pause()
        assert path.value.endswith(f"report.{ending}")
        marked = [str(one.label) for one in dialog.query(RadioButton) if str(one.render()).startswith("(x)")]
        assert [one.split(":")[0] for one in marked] == [{"md": "Markdown"}.get(ending, ending.upper())]
        await pilot.click("#save")
        await settle(pilot)
        assert "Saved" in notices(pilot)
        assert isinstance(pilot.app.screen, AskScreen)
    assert (tmp_path / "new folder" / f"report.{ending}").read_text(encoding="utf-8").startswith(begins)


async def test_a_saved_report_is_in_the_trail_without_the_name_that_its_question_gave_it(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    put_policy("[trail]\non = true")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        pilot.app.screen.query_one("#path", Input).value = str(tmp_path / "adrenaline.md")
        await pilot.click("#save")
        await settle(pilot)
    with Library.open(paths.library_file()) as library:
        entry = read(library.audit_trail()[0][-1].content)
    assert (entry.what, entry.note, len(entry.handbooks)) == (Deed.EXPORTED, "a report, md", 4)


async def test_an_export_folder_that_cannot_be_written_leaves_the_dialog_and_says_what_to_do(
    home: Path, open_app: Open, sample_report: Report, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+e")
        await pilot.pause()
        path = pilot.app.screen.query_one("#path", Input)
        path.value = str(tmp_path / "file" / "report.md")
        path.focus()
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)
        assert "choose another folder" in str(pilot.app.screen.query_one("#trouble", Static).render())
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AskScreen)


async def test_escape_stops_a_model_soon_and_keeps_what_is_finished(home: Path, open_app: Open) -> None:
    async with open_app(config=BY_MODEL, models=True) as pilot:
        await settle(pilot)
        screen(pilot).query_one(QuestionBox).value = ADRENALINE
        await pilot.press("enter")
        await until(pilot, lambda: any(view.card.state is State.WRITING for view in cards(pilot)))
        assert "…" in drawn(pilot)
        stopped_at = time.monotonic()
        await pilot.press("escape")
        await until(pilot, lambda: not program(pilot).jobs.is_running(ASKING))
        assert time.monotonic() - stopped_at < 2 * BUSY
        await settle(pilot)
        assert program(pilot).report is not None
        answers = [view.card.answer for view in cards(pilot)]
        assert all(answer is not None and answer.citations for answer in answers)
        assert any(answer is not None and answer.note and STOPPED in answer.note for answer in answers)


async def test_a_question_of_5001_characters_is_refused_with_what_to_do(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, "dose? " * 833 + "abc")
        assert "at most 5000" in notices(pilot)
        assert "What to do: tell the case in at most 500 words" in notices(pilot)
        assert isinstance(screen(pilot).focused, QuestionBox)


async def test_what_is_typed_while_an_answer_comes_is_kept(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await pilot.press(*"next")
        screen(pilot).post_message(asking.ReportFinished(sample_report))
        await settle(pilot)
        assert screen(pilot).query_one(QuestionBox).value == "next"


async def test_several_pasted_lines_become_one(home: Path, open_app: Open) -> None:
    from textual.events import Paste

    async with open_app() as pilot:
        screen(pilot).query_one(QuestionBox).post_message(Paste("What dose\nof adrenaline?\n"))
        await pilot.pause()
        assert screen(pilot).query_one(QuestionBox).value == "What dose of adrenaline?"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_question_box_grows_with_the_question_to_five_lines(
    home: Path, open_app: Open, size: tuple[int, int]
) -> None:
    async with open_app(size=size) as pilot:
        box = screen(pilot).query_one(QuestionBox)
        heights = []
        for n_words in (1, 20, 400):
            box.value = " ".join(["adrenaline"] * n_words)
            await settle(pilot)
            heights.append(box.content_size.height)
        assert heights[0] == 1
        assert 1 < heights[1] < 5
        assert heights[2] == 5
        assert drawn(pilot).splitlines()[6].strip(" │").startswith("adrenaline")


@pytest.mark.parametrize("breaking", ["ctrl+j", "shift+enter", "alt+enter"])
async def test_another_key_than_enter_breaks_the_line(home: Path, open_app: Open, breaking: str) -> None:
    async with open_app() as pilot:
        await pilot.press(*"fever", breaking, *"rash")
        assert screen(pilot).query_one(QuestionBox).value == "fever\nrash"


@pytest.mark.parametrize(
    ("sent", "key"), [("\n", "ctrl+j"), ("\x1b[13;2u", "shift+enter"), ("\x1b[13;3u", "alt+enter")]
)
def test_terminals_tell_these_keys_from_enter(sent: str, key: str) -> None:
    (pressed,) = [event for event in XTermParser().feed(sent) if isinstance(event, Key)]
    assert pressed.key == key


async def test_down_goes_through_the_question_before_it_goes_to_the_answers(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press(*"two", "ctrl+j", *"lines", "up", "down")
        assert isinstance(screen(pilot).focused, QuestionBox)
        await pilot.press("down")
        assert cards(pilot)[0].has_focus


async def test_what_is_typed_on_an_answer_begins_a_new_question(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press(*"define jaundice")
        assert isinstance(screen(pilot), AskScreen)
        assert screen(pilot).query_one(QuestionBox).value == "define jaundice"


async def test_nothing_is_lost_of_what_is_typed_faster_than_the_screen_follows(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        for first in ("on an answer", "after escape"):
            screen(pilot).query_one(Cards).focus_first()
            await settle(pilot)
            if first == "after escape":
                pilot.app.post_message(Key("escape", None))
            for character in "and if she":
                pilot.app.post_message(Key("space" if character == " " else character, character))
            await settle(pilot)
            assert screen(pilot).query_one(QuestionBox).value == "and if she"


async def test_a_letter_that_the_settings_give_to_an_action_stays_with_it(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    still = quoting()
    config = Config(answers=still.answers, interface=still.interface, keys={"ask": {"export": "x"}})
    async with open_app(config=config) as pilot:
        await show(pilot, sample_report)
        await pilot.press("x")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ExportScreen)


async def test_without_models_the_first_screen_says_what_to_do(home: Path, open_app: Open) -> None:
    (home / "data" / "models").unlink()
    async with open_app(models=True) as pilot:
        await until(pilot, lambda: "install" in status(pilot), within_s=10)
        await ask(pilot, ADRENALINE)
        assert "What to do: " in notices(pilot)
        await pilot.press("f4")
        assert program(pilot).screen.has_class("-low")


async def test_a_library_of_a_newer_version_is_refused_with_what_to_do(home: Path, open_app: Open) -> None:
    db = apsw.Connection(str(home / "data" / "library.db"))
    db.execute("insert into _migrations (name, sha256) values ('9999_future', '')")
    db.close()
    async with open_app() as pilot:
        assert "newer" in notices(pilot)
        assert "What to do: " in notices(pilot)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"


async def test_a_library_that_another_program_holds_still_answers_and_says_that_nothing_was_kept(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.desk, "CHANGE_TIMEOUT_S", 0.2)
    async with open_app(models=True) as pilot:
        with Library.open(paths.library_file()) as other, other.transaction():
            await ask(pilot, ADRENALINE)
        assert "DISAGREE" in banner(pilot)
        assert "the history could not keep them" in notices(pilot)
        assert "wait until it is done" in notices(pilot)


async def test_a_disk_that_fills_while_the_report_is_stored_is_told(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise DiskFullError("no room", hint="free some space on that disk")

    monkeypatch.setattr(Library, "keep_report", full)
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE)
        assert "DISAGREE" in banner(pilot)
        assert "free some space" in notices(pilot)


async def test_markup_and_escape_codes_in_a_title_are_shown_as_they_are(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    hostile = "[bold red]Guide[/] \x1b[31m \x1b]52;c;AAAA\x07 [@click=app.quit]x[/]"
    with Library.open(paths.library_file()) as library:
        for book in library.handbooks():
            library.edit(book.id, "title", hostile)
        books: tuple[Handbook, ...] = library.handbooks()
    async with open_app(size=(120, 40)) as pilot:
        screen(pilot).post_message(asking.AskBegun(books))
        await pilot.pause()
        text = drawn(pilot)
        assert "[bold red]Guide[/] <U+001B>[31m" in text
        assert "\x1b" not in text


async def test_a_tiny_terminal_says_so_and_stays_usable(home: Path, open_app: Open) -> None:
    async with open_app(size=(40, 10)) as pilot:
        assert "Window too small" in drawn(pilot)
        await pilot.press(*"dose")
        assert screen(pilot).query_one(QuestionBox).value == "dose"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Window too small" not in drawn(pilot)


async def test_an_empty_library_says_where_handbooks_come_from(no_library: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        await pilot.press("escape")
        assert "There is no handbook to ask yet" in drawn(pilot)


@pytest.mark.parametrize(
    "keys", [(), ("f3",), ("f3", "enter"), ("f1",), ("ctrl+e",), ("ctrl+p",)], ids=" ".join
)
async def test_plain_borders_are_drawn_with_plain_characters(
    home: Path, open_app: Open, sample_report: Report, keys: tuple[str, ...]
) -> None:
    async with open_app(config=quoting(ascii_borders=True)) as pilot:
        await show(pilot, sample_report)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        found = set(drawn(pilot)) & set("╭╮╰╯│─┌┐└┘▔▁▊▎🔎")
        assert not found, drawn(pilot)


def understood(pilot: Pilot[None]) -> str:
    """What the screen says of how the question was understood; empty if that is not shown."""
    view = screen(pilot).query_one(".understood", LinesView)
    return str(view.render()) if view.display else ""


async def test_what_was_understood_is_shown_before_any_answer(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        assert understood(pilot) == ""
        screen(pilot).post_message(asking.QuestionUnderstood(EXPLAINED))
        await settle(pilot)
        assert "Understood as: adrenaline · dose" in understood(pilot)
        assert "keppra is in none of your handbooks" in understood(pilot)


async def test_the_next_question_begins_without_what_was_understood_of_the_last(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, replace(sample_report, understood=EXPLAINED))
        assert "Understood as: adrenaline" in drawn(pilot)
        screen(pilot).post_message(asking.AskBegun(()))
        await settle(pilot)
        assert understood(pilot) == ""


async def test_a_question_in_another_language_is_not_understood(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, "Jinsi ya kutibu nyoka akiuma")
        assert "The question was not understood" in understood(pilot)
        assert "? NOT UNDERSTOOD" in banner(pilot)
        assert "NOT ADDRESSED" not in drawn(pilot)
        assert "NOTHING FOUND" in drawn(pilot)


async def test_w_explains_how_each_handbook_was_searched_and_escape_goes_back(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app(size=(80, 24)) as pilot:
        screen(pilot).action_why()
        await pilot.pause()
        assert "There is no answer to explain yet." in notices(pilot)
        await show(pilot, sample_report)
        cards(pilot)[0].focus()
        await pilot.press("ctrl+w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Reader)
        shown = drawn(pilot)
        assert "Why these answers" in shown
        assert sample_report.answers[0].handbook.title in shown
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AskScreen)


async def test_what_was_misunderstood_is_corrected_and_asked_again(home: Path, open_app: Open) -> None:
    async with open_app(models=True) as pilot:
        await ask(pilot, ADRENALINE.replace("adrenaline", "adrenalline"))
        assert "Understood as: anaphylaxis · adrenaline · adult · dose" in understood(pilot)
        await pilot.press("ctrl+u")
        await settle(pilot)
        form = pilot.app.screen
        assert isinstance(form, Form)
        assert [field.value for field in form.query(Input)] == ["anaphylaxis", "adrenaline", "adult"]
        assert form.query_one("#spelling0", Select).value == "adrenaline"
        form.query_one("#part2", Input).value = ""
        form.query_one("#asked", Select).value = "route"
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "Understood as: anaphylaxis · adrenaline · route" in understood(pilot)
        assert "Corrected by the reader: not: adult; asked for: route" in understood(pilot)
        await pilot.press("ctrl+u")
        await settle(pilot)
        pilot.app.screen.query_one("#typed", Select).value = AS_TYPED
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "asked as typed; not: adult; asked for: route" in understood(pilot)
        report = program(pilot).report
        assert report is not None
        assert report.understood.correction == Correction(
            is_as_typed=True, parts=(("adult", ""),), asked_for="route"
        )


async def test_nothing_is_asked_again_unless_something_is_changed(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    async with open_app() as pilot:
        await show(pilot, sample_report)
        await pilot.press("ctrl+u")
        assert "There is nothing to correct" in notices(pilot)
        explained = replace(sample_report, understood=EXPLAINED)
        await show(pilot, explained)
        for leave in ("escape", "ctrl+s"):
            await pilot.press("ctrl+u")
            await settle(pilot)
            assert isinstance(pilot.app.screen, Form)
            await pilot.press(leave)
            await settle(pilot)
            assert program(pilot).report is explained


async def test_a_long_summary_leaves_room_for_the_answers_until_all_of_it_is_wanted(
    home: Path, open_app: Open, sample_report: Report
) -> None:
    pairs = tuple(replace(pair, topic=f"topic {n}") for n, pair in enumerate(sample_report.pairs))
    report = replace(sample_report, pairs=pairs, summary=summarise(sample_report.answers, pairs))
    async with open_app() as pilot:
        await show(pilot, report)
        assert len(summary(pilot).splitlines()) == SUMMARY_LINES
        assert "more lines, with differences: Ctrl+S shows all" in summary(pilot)
        assert "topic 4" not in summary(pilot)
        assert "! DISAGREES" in drawn(pilot)
        await pilot.press("ctrl+s")
        await settle(pilot)
        assert "topic 4" in summary(pilot)
        await pilot.click(".summary")
        await settle(pilot)
        assert "topic 4" not in summary(pilot)


async def test_there_is_no_summary_before_there_are_answers(home: Path, open_app: Open) -> None:
    async with open_app() as pilot:
        screen(pilot).action_summary()
        assert not screen(pilot).query_one(".summary").display


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


async def test_a_second_question_is_answered_although_the_first_is_not_done(
    home: Path, open_app: Open
) -> None:
    other = "How is a burn treated?"
    async with open_app(models=True) as pilot:
        await pilot.press(*ADRENALINE, "enter")
        await pilot.press(*other, "enter")
        await settle(pilot)
        report = program(pilot).report
        assert report is not None
        assert report.question == other
        assert {view.card.state for view in cards(pilot)} <= {State.ANSWERED, State.NOT_ADDRESSED}


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
