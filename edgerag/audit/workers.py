"""The processes that ask an audit's questions: each has its own models, and its share of the cores."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import suppress
from typing import Final

import msgspec

from edgerag import errors
from edgerag.audit.child import (
    CHILD_ARGUMENTS,
    Question,
    Ready,
    Refused,
    Reply,
    Reported,
    WorkerTask,
    read_frame,
    write_frame,
)
from edgerag.domain.audits import AuditQuestion
from edgerag.errors import EdgeRagError, WorkerDiedError
from edgerag.process import child_command, child_environment, last_words

_REPLY: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)
_ONE_THREAD: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Libraries beside the models would each take all cores."""


class Worker:
    """One process; use it in one thread, but for `kill`."""

    def __init__(self, task: WorkerTask) -> None:
        """Start it; it loads the models meanwhile."""
        # A file, for nobody reads a pipe while the process lives, and a full one would stop it.
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # `close` closes it
        self._child = subprocess.Popen(
            child_command(CHILD_ARGUMENTS),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            env=child_environment() | _ONE_THREAD,
        )
        self._send(task)

    def wait_until_ready(self) -> None:
        """Wait for the models, and for the terms to be compared.

        Raises:
            WorkerDiedError: the process ended.
            EdgeRagError: it refused, with the error that it met.
        """
        if not isinstance(self._reply(), Ready):
            raise WorkerDiedError("a worker answered before it was asked")

    def ask(self, question: AuditQuestion) -> Reported:
        """Ask one question and wait for its report.

        Raises:
            WorkerDiedError: the process ended.
            EdgeRagError: it can ask nothing more, with the error that it met.
        """
        self._send(Question(question.position, question.text))
        reply = self._reply()
        if not isinstance(reply, Reported) or reply.position != question.position:
            raise WorkerDiedError("a worker answered another question than it was asked")
        return reply

    def kill(self) -> None:
        """End the process at once, from any thread; what it was asked last is lost."""
        self._child.kill()

    def close(self) -> None:
        """End the process and its pipes."""
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout, self._complaints):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def _send(self, message: msgspec.Struct) -> None:
        assert self._child.stdin is not None
        with suppress(BrokenPipeError):  # why it ended is in what it wrote
            write_frame(self._child.stdin, message)  # type: ignore[arg-type]  # it is opened in binary

    def _reply(self) -> Reply:
        assert self._child.stdout is not None
        frame = read_frame(self._child.stdout)  # type: ignore[arg-type]  # it is opened in binary
        if not frame:
            raise self._died()
        reply = _REPLY.decode(frame)
        if isinstance(reply, Refused):
            raise _error(reply)
        return reply

    def _died(self) -> WorkerDiedError:
        code = self._child.wait()
        self._complaints.seek(0)
        words = last_words(self._complaints.read())
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        return WorkerDiedError(f"the worker {how}{f': {words}' if words else ''}", hint="edgerag selftest")


def _error(refused: Refused) -> EdgeRagError:
    """Give the error that a worker met."""
    kind = getattr(errors, refused.kind, EdgeRagError)
    error: EdgeRagError = kind(refused.message, hint=refused.hint)
    return error
