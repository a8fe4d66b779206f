"""Runs an audit: hands its questions to workers and keeps what comes back, until it is done or stopped.

The unit is the question: its answers and its pairs are kept together, in one transaction. A question's
handbooks share one scan of the vectors, one pass of the cross-encoder and one judgement for each two distinct
answers, so a part of them is hardly cheaper than all; and what is dear, a generated answer, the library keeps
as soon as it is made, by question and handbook. So a kill costs each worker the question that it was at, less
its generated answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Final

from msgspec import structs

from edgerag.audit.child import Reported, WorkerTask
from edgerag.audit.workers import Worker
from edgerag.config import Config
from edgerag.disk import locked
from edgerag.domain.answers import Status
from edgerag.domain.audits import AuditQuestion, AuditState, Terms
from edgerag.errors import Cancelled, EdgeRagError, WorkerDiedError
from edgerag.inference.machine import available_memory_bytes, physical_cores
from edgerag.present.json.report import report_from_json
from edgerag.store.audits import AuditResult, Audits

WORKER_BYTES: Final = 1_200_000_000
"""What a worker without a generator may take; set by hand, with room to spare."""
MOST_DEATHS: Final = 3
"""Workers that may die one after the other, each over its question, before the machine is to blame."""
_POLL_S: Final = 0.2
"""How soon Ctrl-C and the end of the time are noticed."""


@dataclass(frozen=True, slots=True)
class Running:
    """How an audit is run."""

    config: Config
    n_workers: int
    key: bytes = b""
    """The library's, for the workers; empty if it is plain."""
    person: str = ""
    is_over: Callable[[], bool] = lambda: False
    """Says when no further question is to be begun."""
    cancel: Event = field(default_factory=Event)
    """Set it to stop at once: what is being asked is asked again next time."""
    tell: Callable[[AuditState], object] = lambda _: None
    """Hears how far the audit is, after each question."""


def run(audits: Audits, name: str, running: Running, guard: Path) -> AuditState:
    """Ask what is left of an audit.

    Args:
        audits: the file that holds it.
        name: which one.
        running: how.
        guard: a file that only one process at a time may hold: two would ask everything twice.

    Raises:
        AuditError: there is no such audit, or its terms do not hold any more.
        BusyError: another process runs it.
        Cancelled: `running.cancel` was set; what was finished is kept.
        DiskFullError: a result could not be kept; those before it are.
        EdgeRagError: a worker met what stops every question, such as a missing model.
    """
    with locked(guard, f"audit {name}"):
        running.tell(audits.state(name))  # a run that was killed may have kept what it has not told
        done = audits.finished(name)
        left = [question for question in audits.questions(name) if question.position not in done]
        if left:
            crew = _Crew(_task(audits.terms(name), running), left, running)
            try:
                crew.work(lambda told: _keep(audits, name, told, running))
            finally:
                crew.end()
    if running.cancel.is_set():
        raise Cancelled(f"audit {name}: stopped", hint=f"`edgerag audit run {name}` goes on")
    return audits.state(name)


def to_retry(audits: Audits, name: str) -> list[int]:
    """Find the questions that failed, or in which a handbook's answer did.

    Raises:
        AuditError: there is no such audit.
        DamagedError: a result is damaged.
    """
    return [result.position for result in audits.results(name) if _has_failed(result)]


def usual_workers(terms: Terms) -> int:
    """Say how many workers suit this machine: one with a generator, else one a core, as memory allows."""
    if not terms.is_extractive and terms.versions.get("generator"):
        return 1
    return max(1, min(physical_cores(), available_memory_bytes() // WORKER_BYTES))


def until(clock: str, now: datetime) -> datetime:
    """Give the next moment at which a clock shows "06:00".

    Raises:
        ValueError: it is no time of day.
    """
    hour, minute = map(int, clock.split(":"))
    today = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


def _task(terms: Terms, running: Running) -> WorkerTask:
    config = running.config
    threads = config.models.threads or max(1, physical_cores() // running.n_workers)
    models = structs.replace(config.models, threads=threads)
    return WorkerTask(structs.replace(config, models=models), terms, running.key, running.person)


def _keep(audits: Audits, name: str, told: Reported, running: Running) -> None:
    audits.keep(name, AuditResult(told.position, told.report, told.failure))
    running.tell(audits.state(name))


def _has_failed(result: AuditResult) -> bool:
    if result.failure:
        return True
    return any(answer.status is Status.FAILED for answer in report_from_json(result.report).answers)


class _Crew:
    """Workers, and the threads that wait for them."""

    def __init__(self, task: WorkerTask, questions: Iterable[AuditQuestion], running: Running) -> None:
        self._task, self._running = task, running
        self._left = deque(questions)
        self._told: SimpleQueue[Reported | EdgeRagError | None] = SimpleQueue()
        """Results, the error that stops all, and None from each thread that has ended."""
        self._stopping = Event()
        self._lock = Lock()
        self._workers: set[Worker] = set()
        self._n_deaths = 0
        n_threads = min(running.n_workers, len(self._left))
        self._threads = [Thread(target=self._ask_some, daemon=True) for _ in range(n_threads)]

    def work(self, keep: Callable[[Reported], object]) -> None:
        """Have questions asked until none is left, or it is stopped; `keep` gets each result.

        Raises:
            EdgeRagError: what `keep` raises, or what stops every question.
        """
        for thread in self._threads:
            thread.start()
        n_busy = len(self._threads)
        while n_busy and not self._running.cancel.is_set():
            try:
                told = self._told.get(timeout=_POLL_S)
            except Empty:
                continue
            if told is None:
                n_busy -= 1
            elif isinstance(told, EdgeRagError):
                raise told
            else:
                keep(told)

    def end(self) -> None:
        """End every process and thread; what is being asked is lost."""
        self._stopping.set()
        with self._lock:
            for worker in self._workers:
                worker.kill()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _ask_some(self) -> None:
        """In a thread: ask with one worker, and with another one if it dies, until nothing is left."""
        try:
            while not self._stopping.is_set() and self._has_more():
                self._ask_with_one()
        except EdgeRagError as error:
            self._told.put(error)
        self._told.put(None)

    def _ask_with_one(self) -> None:
        """Ask until nothing is left or the worker dies, of which the question that it was at is told."""
        worker = self._started()
        try:
            worker.wait_until_ready()
            while (question := self._next()) is not None:
                try:
                    self._told.put(worker.ask(question))
                    self._n_deaths = 0
                except WorkerDiedError as death:
                    self._mourn(question, death)
                    return
        finally:
            with self._lock:
                self._workers.discard(worker)
            worker.close()

    def _mourn(self, question: AuditQuestion, death: WorkerDiedError) -> None:
        """Let a question fail over which a worker died, if nobody killed it.

        Raises:
            WorkerDiedError: too many died one after the other.
        """
        if self._stopping.is_set():
            return
        self._n_deaths += 1
        if self._n_deaths >= MOST_DEATHS:
            raise death
        self._told.put(Reported(question.position, b"", str(death)))

    def _started(self) -> Worker:
        with self._lock:
            worker = Worker(self._task)
            self._workers.add(worker)
            if self._stopping.is_set():
                worker.kill()
        return worker

    def _next(self) -> AuditQuestion | None:
        with self._lock:
            return self._left.popleft() if self._has_more() and not self._stopping.is_set() else None

    def _has_more(self) -> bool:
        return bool(self._left) and not self._running.is_over()
