"""Audits: many questions asked of every handbook, overnight perhaps; the list, and the one that runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from edgerag.domain.audits import NAME_RULE, AuditSummary, is_name
from edgerag.errors import Cancelled
from edgerag.present.amounts import count
from edgerag.present.audits import COLUMNS, audit_lines, audit_row, progress_numbers
from edgerag.present.inert import one_line
from tui.auditing import (
    MOST_ALIKE,
    AuditAdvanced,
    AuditBegun,
    AuditsRead,
    AuditStopped,
    begin_audit,
    list_audits,
    remove_audit,
    run_audit,
)
from tui.keys import key
from tui.messages import HeatmapWanted, WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.widgets.confirm import Confirm
from tui.widgets.file_picker import FilePicker
from tui.widgets.form import Field, Form
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import OpeningTable, Table

READING = "reading the audits"
BEGINNING = "beginning an audit"
RUNNING = "running an audit"
REMOVING = "removing an audit"
LONG = (BEGINNING, RUNNING, REMOVING)
LOOK_EVERY_S = 2.0
"""How soon what another program has asked appears."""
NOTHING = "No audit yet. {audits.new} begins one: a file with a question a line will do."
STOPS = "{audits.stop} stops it"
_QUOTED, _WRITTEN = "in the handbooks' words", "written, where a generator is installed"
_SUFFIXES: Final = frozenset({".txt", ".csv", ".tsv", ".jsonl", ".ndjson"})


class AuditsScreen(MainScreen):
    """The audits in a table over what is known of one of them, and a bar for the one that runs."""

    PLACE = "audits"
    EXPLANATION = (
        "An audit asks many questions of every handbook and keeps what it finds: who is silent, who "
        "disagrees, and on what. {audits.new} begins one from a file with a question a line (or a CSV with "
        "a column question), {audits.run} runs it, {audits.stop} stops it; {audits.run} again goes on, also "
        "after a power cut. It runs while you work on other screens. Enter shows its map, a letter for each "
        "question and handbook. `edgerag audit report` writes it as a page and as tables."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#audits"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("audits.new", "n", "new", "New", "Begin an audit from a file of questions."),
        key("audits.run", "r", "run", "Run", "Ask what is left of the audit."),
        key("audits.stop", "escape", "stop", "Stop", "Stop asking; what was finished is kept."),
        key("audits.retry", "t", "retry", "Retry", "Ask again what failed, and what is left."),
        key("audits.remove", "delete,backspace", "remove", "Remove", "Delete the audit and its findings."),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._audits: tuple[AuditSummary, ...] | None = None
        """None before they are read."""
        self._folder = Path.home()
        self._wanted = ""
        """The audit on which the cursor shall stand."""

    def compose_body(self) -> ComposeResult:
        """Put the table over the details."""
        yield Static(self.spelled(NOTHING), id="nothing", markup=False)
        yield OpeningTable(id="audits")
        with VerticalScroll(id="details", can_focus=False):
            yield LinesView(lambda _: ())
        yield Progress()

    def on_mount(self) -> None:
        """Look from now on how far the audits are."""
        self.set_interval(LOOK_EVERY_S, self._look)

    def on_screen_resume(self) -> None:
        """Look what is there now."""
        self._read()

    def _look(self) -> None:
        if self.is_current and not self.program.jobs.is_running(READING):
            self._read()

    def _read(self) -> None:
        desk = self.program.desk
        self.program.jobs.look(self, lambda _: list_audits(desk), READING)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002  # Textual's
        """Offer what is done with an audit where there is one."""
        return bool(self._audits) or action not in {"run", "retry", "remove"}

    # What is shown

    def on_audits_read(self, message: AuditsRead) -> None:
        """Show the audits, the newest first."""
        if self._audits != message.audits[::-1]:
            self._audits = message.audits[::-1]
            self._show()

    @property
    def _table(self) -> Table:
        return self.query_one("#audits", Table)

    @property
    def _here(self) -> AuditSummary | None:
        """The audit under the cursor."""
        return self._table.under_cursor(self._audits or ())

    def _show(self) -> None:
        audits, now = self._audits or (), datetime.now().astimezone()
        names = [audit.state.name for audit in audits]
        cursor = names.index(self._wanted) if self._wanted in names else self._table.cursor_row
        self._table.fill(COLUMNS, [audit_row(audit.state, now) for audit in audits], cursor)
        self.set_class(self._audits is not None and not audits, "-nothing")
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        audit = self._here
        self._wanted = audit.state.name if audit else self._wanted
        view = self.query_one("#details LinesView", LinesView)
        view.show(lambda width: audit_lines(audit, width) if audit else [])

    @on(Table.RowSelected)
    def _open(self) -> None:
        """Ask for the map of the audit under the cursor."""
        if audit := self._here:
            self.post_message(HeatmapWanted(audit.state.name))

    # Work

    def _begin(self, group: str, doing: str, work: Callable[[Event], None]) -> None:
        if any(self.program.jobs.is_running(other) for other in LONG):
            self.notify(self.spelled("Wait for the work that is going on, or stop it with {audits.stop}."))
            return
        self.query_one(Progress).show(doing, None, self.spelled(STOPS))
        self.program.jobs.start(self, work, group)

    def on_work_failed(self, message: WorkFailed) -> None:
        """Say that it was stopped; other failures are told by the app."""
        if isinstance(message.error, Cancelled):
            message.stop()
            self.notify(self.spelled("Stopped. What was finished is kept: {audits.run} goes on."))

    def on_work_ended(self, message: WorkEnded) -> None:
        """Hide the bar, and look what is there now."""
        message.stop()
        if message.group in LONG:
            self.query_one(Progress).hide()
            self._read()

    def action_stop(self) -> None:
        """Stop what is going on."""
        for group in LONG:
            self.program.jobs.stop(group)

    def action_run(self) -> None:
        """Ask what is left of the audit under the cursor."""
        self._run(is_retry=False)

    def action_retry(self) -> None:
        """Ask again what failed."""
        self._run(is_retry=True)

    def _run(self, *, is_retry: bool) -> None:
        if (audit := self._here) is None:
            return
        name, desk = audit.state.name, self.program.desk
        if not audit.state.n_left and not is_retry:
            left = "Nothing is left to ask: Enter shows the map, {audits.retry} asks again what failed."
            self.notify(self.spelled(left))
            return

        def work(cancel: Event) -> None:
            run_audit(desk, name, cancel, self.post_message, is_retry=is_retry)

        self._begin(RUNNING, f"{name}: loading models", work)

    def on_audit_advanced(self, message: AuditAdvanced) -> None:
        """Show how far it is."""
        if self.program.jobs.is_running(RUNNING):
            state = message.state
            share = 1 - state.n_left / state.n_questions
            numbers = progress_numbers(state, message.n_timed, message.seconds)
            doing, told = f"asking {one_line(state.name)}", f"{numbers}   {self.spelled(STOPS)}"
            self.query_one(Progress).show(doing, share, told)

    def on_audit_stopped(self, message: AuditStopped) -> None:
        """Say that all is asked."""
        state = message.state
        failed = f", {state.n_failed} failed" if state.n_failed else ""
        self.notify(f"{state.name}: {count(state.n_answered, 'question')} answered{failed}.")

    def action_remove(self) -> None:
        """Ask, and delete the audit under the cursor."""
        if (audit := self._here) is None:
            return
        name, desk = audit.state.name, self.program.desk
        answered = count(audit.state.n_answered, "answered question")
        question = Confirm(
            f"Delete {name}?", f"{answered}, with all that was found.", yes="Delete", no="Keep"
        )
        work = lambda cancel: remove_audit(desk, name)  # noqa: ARG005, E731  # one transaction
        self.app.push_screen(question, lambda sure: self._begin(REMOVING, REMOVING, work) if sure else None)

    # A new audit

    def action_new(self) -> None:
        """Pick a file of questions, name the audit, and begin it."""
        picker = FilePicker(
            "Questions of an audit",
            "Text with a question a line, a CSV with a column `question`, or JSON lines.",
            lambda path: path.suffix.lower() in _SUFFIXES,
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Take",
        )
        self.app.push_screen(picker, self._picked)

    def _picked(self, picked: list[Path] | None) -> None:
        if not picked:
            return
        file = picked[0]
        self._folder = file.parent
        usual = {"name": file.stem if is_name(file.stem) else "", "how": _QUOTED}
        form = Form(
            "A new audit",
            "Questions, handbooks and models are fixed from now on.",
            [
                Field("name", "Name", usual["name"], problem=lambda name: "" if is_name(name) else NAME_RULE),
                Field("how", "Answers", _QUOTED, choices=(_QUOTED, _WRITTEN)),
            ],
            save="Begin",
        )

        def begin(changed: dict[str, str] | None) -> None:
            if changed is not None:
                values = usual | changed
                self._begin_audit(file, values["name"], is_extractive=values["how"] == _QUOTED)

        self.app.push_screen(form, begin)

    def _begin_audit(self, file: Path, name: str, *, is_extractive: bool) -> None:
        desk = self.program.desk

        def work(cancel: Event) -> None:  # noqa: ARG001  # loading models cannot be interrupted
            begin_audit(desk, file, name, self.post_message, is_extractive=is_extractive)

        self._begin(BEGINNING, f"beginning {one_line(name)}", work)

    def on_audit_begun(self, message: AuditBegun) -> None:
        """Say so, and how many questions are there twice."""
        self._wanted = message.name
        runs = self.spelled("{audits.run} runs it.")
        told = f"{message.name}: {count(message.n_questions, 'question')}. {runs}"
        if message.n_alike:
            many = f"More than {MOST_ALIKE}" if message.n_alike > MOST_ALIKE else str(message.n_alike)
            told += f" {many} of them are like another one; all are asked."
        self.notify(told)
