"""What the Audits screen has done in threads: list, begin, run, map and open; each posts what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import monotonic

from textual.message import Message

from edgerag.domain.audited import HeatRow
from edgerag.domain.audits import AuditState, AuditSummary, Terms
from edgerag.domain.ids import HandbookId
from tui.desk import Desk
from tui.messages import Folded, ReportWanted

Post = Callable[[Message], object]


@dataclass
class AuditsRead(Folded):
    """The audits of the library."""

    audits: tuple[AuditSummary, ...]


@dataclass
class AuditBegun(Message):
    """A new audit is in the library."""

    name: str
    n_questions: int
    n_alike: int
    """Pairs of questions that are the same, or nearly; more than are counted for the last one."""


@dataclass
class AuditAdvanced(Folded):
    """How far the running audit is."""

    state: AuditState
    n_timed: int
    """Questions that were finished after the first one."""
    seconds: float
    """Since then."""


@dataclass
class AuditStopped(Message):
    """The running audit has nothing left to ask."""

    state: AuditState


@dataclass
class MapRead(Message):
    """The map of an audit."""

    terms: Terms
    rows: tuple[HeatRow, ...]
    removed: frozenset[HandbookId]


MOST_ALIKE = 100


def list_audits(desk: Desk) -> Iterator[Message]:
    """Tell how far each audit is."""
    from edgerag.store.audits import Audits

    yield AuditsRead(Audits(desk.library().connections).summaries())


def begin_audit(desk: Desk, file: Path, name: str, post: Post, *, is_extractive: bool) -> None:
    """Begin an audit of all handbooks.

    Raises:
        EdgeRagError: as `read_questions` and `begin`.
    """
    from itertools import islice

    from edgerag.audit.begin import begin
    from edgerag.audit.questions import read_questions, twins
    from edgerag.engine.ask import Engine

    questions = read_questions(file)
    desk.library()
    with Engine.open(desk.config, extractive=is_extractive, name=desk.person) as engine:
        begin(engine, desk.config, name, questions, (), is_extractive=is_extractive)
    n_alike = sum(1 for _ in islice(twins(questions), MOST_ALIKE + 1))
    post(AuditBegun(name, len(questions), n_alike))


def run_audit(desk: Desk, name: str, cancel: Event, post: Post, *, is_retry: bool) -> None:
    """Ask what is left, with a core less than there are: somebody works at this machine.

    Raises:
        Cancelled: `cancel` was set; what was finished is kept.
        EdgeRagError: as `edgerag.audit.run.run`.
    """
    from edgerag import paths
    from edgerag.audit.begin import guard_of
    from edgerag.audit.run import Running, run, to_retry, usual_workers
    from edgerag.store.audits import Audits
    from edgerag.store.keyring import KEYRING

    audits = Audits(desk.library().connections)
    if is_retry:
        audits.forget(name, to_retry(audits, name))
    library_file = paths.library_file()
    first: list[tuple[int, float]] = []

    def tell(state: AuditState) -> None:
        first.append((state.n_left, monotonic())) if not first else None
        n_left, since = first[0]
        post(AuditAdvanced(state, n_left - state.n_left, monotonic() - since))

    running = Running(
        desk.config,
        max(1, usual_workers(audits.terms(name)) - 1),
        KEYRING.key_of(library_file) if KEYRING.holds(library_file) else b"",
        desk.person,
        cancel=cancel,
        tell=tell,
    )
    post(AuditStopped(run(audits, name, running, guard_of(audits, name))))


def remove_audit(desk: Desk, name: str) -> None:
    """Remove an audit, so that nothing of it stays on the disk.

    Raises:
        BusyError: it is being run.
        StoreError: the library cannot be written.
    """
    from edgerag.audit.begin import guard_of
    from edgerag.disk import locked
    from edgerag.store.audits import Audits

    library = desk.library()
    guard = guard_of(Audits(library.connections), name)
    with locked(guard, f"audit {name}"):
        library.remove_audit(name)
    guard.unlink(missing_ok=True)
    library.remove_older_copies()
    library.sweep()


def read_map(desk: Desk, name: str, cancel: Event) -> Iterator[Message]:
    """Tell what became of every question.

    Raises:
        DamagedError: a question or a result is damaged.
    """
    from edgerag.audit.findings import read_audited
    from edgerag.audit.heatmap import heat_rows
    from edgerag.store.audits import Audits

    audits = Audits(desk.library().connections)
    terms, rows = audits.terms(name), []
    for row in heat_rows(terms, read_audited(audits, name)):
        rows.append(row)
        if cancel.is_set():
            return
    yield MapRead(terms, tuple(rows), audits.removed(name))


def open_report(desk: Desk, name: str, position: int) -> Iterator[Message]:
    """Have the report on one question shown on the first screen.

    Raises:
        AuditError: the question failed.
        DamagedError: the report is damaged.
    """
    from edgerag.errors import AuditError
    from edgerag.present.json.report import report_from_json
    from edgerag.store.audits import Audits

    audits = Audits(desk.library().connections)
    result = audits.result(name, position)
    if not result.report:
        raise AuditError(
            f"this question failed: {result.failure}", hint="Retry on the Audits screen asks again"
        )
    report = report_from_json(result.report)
    asked = {answer.handbook.id for answer in report.answers}
    gone = tuple(sorted(asked & audits.removed(name)))
    yield ReportWanted(replace(report, removed=gone))
