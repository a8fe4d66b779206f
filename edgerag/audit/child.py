"""The process that asks questions of an audit: `python -m edgerag.audit.child`.

It reads a `WorkerTask` and then questions from standard input, and writes an answer to each of these to
standard output; both are frames, a length of four bytes and MessagePack. It ends when its input does. It
writes nothing of the audit: whoever started it keeps the reports, so that one process alone does.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import msgspec

from edgerag import paths
from edgerag.audit.terms import refuse_changed, refuse_unkept, terms_of
from edgerag.config import Config
from edgerag.domain.audits import Terms
from edgerag.engine.ask import Engine
from edgerag.engine.events import AskEvent, Impaired
from edgerag.errors import DamagedError, EdgeRagError, QuestionError
from edgerag.present.json.report import report_json
from edgerag.store.keyring import KEYRING

CHILD_ARGUMENTS = ("-m", "edgerag.audit.child")
LENGTH_BYTES: Final = 4


class WorkerTask(msgspec.Struct, frozen=True):
    """What a worker asks, of what, and on which terms."""

    config: Config
    terms: Terms
    key: bytes
    """The library's, which comes through no argument and no environment; empty if it is plain."""
    person: str
    """Whom the audit trail names beside the account."""


class Question(msgspec.Struct, frozen=True):
    """One question."""

    position: int
    text: str


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The library and the models are those of the audit."""


class Reported(msgspec.Struct, frozen=True, tag="reported"):
    """What became of a question."""

    position: int
    report: bytes
    """JSON; empty if there is none."""
    failure: str = ""


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """No question can be asked any more, and why."""

    kind: str
    """The name of a class of `edgerag.errors`."""
    message: str
    hint: str


Reply = Ready | Reported | Refused


def main() -> None:
    """Ask until the input ends."""
    for name in ("SIGINT", "SIGTERM", "SIGUSR2"):  # the parent gets them too, and ends this process
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with os.fdopen(os.dup(1), "wb") as replies:
        os.dup2(2, 1)  # what a native library prints is no reply
        try:
            _serve(sys.stdin.buffer, replies)
        except EdgeRagError as error:
            write_frame(replies, Refused(type(error).__name__, str(error), error.hint))


def write_frame(stream: BinaryIO, message: msgspec.Struct) -> None:
    """Write one message, at once."""
    content = msgspec.msgpack.encode(message)
    stream.write(len(content).to_bytes(LENGTH_BYTES, "big") + content)
    stream.flush()


def read_frame(stream: BinaryIO) -> bytes:
    """Read one message; nothing if the stream ends before it is whole."""
    length = stream.read(LENGTH_BYTES)
    if len(length) < LENGTH_BYTES:
        return b""
    content = stream.read(int.from_bytes(length, "big"))
    return content if len(content) == int.from_bytes(length, "big") else b""


def _serve(requests: BinaryIO, replies: BinaryIO) -> None:
    task = msgspec.msgpack.decode(read_frame(requests), type=WorkerTask)
    if task.key:
        KEYRING.hold(paths.library_file(), task.key)
    with Engine.open(task.config, extractive=task.terms.is_extractive, name=task.person) as engine:
        asking = _Asking(engine, task)
        write_frame(replies, Ready())
        for question in _questions(requests):
            write_frame(replies, asking.ask(question))


def _questions(requests: BinaryIO) -> Iterator[Question]:
    """Yield the questions as they come; a process whose parent is gone ends at once, whatever it does."""
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        while frame := read_frame(requests):
            waiting.put(frame)
        os._exit(0)

    Thread(target=read, daemon=True).start()
    while True:
        yield msgspec.msgpack.decode(waiting.get(), type=Question)


class _Asking:
    """Asks questions for as long as the terms hold."""

    def __init__(self, engine: Engine, task: WorkerTask) -> None:
        self._engine, self._task = engine, task
        self._handbooks = [book.id for book in task.terms.handbooks]
        self._generation = engine.library.generation
        refuse_unkept(engine.library)
        self._refuse_changed()

    def ask(self, question: Question) -> Reported:
        """Ask one question; a failure of it alone is told, any other is raised."""
        lacking: list[str] = []

        def tell(event: AskEvent) -> None:
            if isinstance(event, Impaired):
                lacking.append(str(event.error))

        try:
            report = self._engine.report(
                question.text, handbooks=self._handbooks, keep=self._is_kept, tell=tell
            )
        except (QuestionError, DamagedError) as error:
            return Reported(question.position, b"", str(error))
        except EdgeRagError:
            self._refuse_if_changed()  # a handbook that was removed meanwhile: say that, not what it led to
            raise
        except Exception as error:  # noqa: BLE001  # a bug that one question meets must not end the night
            return Reported(question.position, b"", f"unexpected {type(error).__name__} {_where(error)}")
        self._refuse_if_changed()
        if lacking:
            return Reported(question.position, b"", "; ".join(lacking))
        return Reported(question.position, report_json(report))

    def _refuse_if_changed(self) -> None:
        if self._engine.library.generation != self._generation:
            self._refuse_changed()
            self._generation = self._engine.library.generation

    def _refuse_changed(self) -> None:
        terms = self._task.terms
        there = {book.id for book in self._engine.library.handbooks()}
        asked = [book for book in self._handbooks if book in there]
        now = terms_of(self._engine, self._task.config, asked, is_extractive=terms.is_extractive)
        refuse_changed(terms, now)

    @property
    def _is_kept(self) -> bool:
        """Whether the question also goes into the history: only if the policy demands that each one does."""
        return self._engine.library.rules.policy.history.keep is True


def _where(error: BaseException) -> str:
    """Name the line that raised, and nothing of what it was told: that may hold the question."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"in {Path(last.filename).name}, line {last.lineno}"


if __name__ == "__main__":
    main()
