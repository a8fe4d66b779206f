from __future__ import annotations

import io
import subprocess

import msgspec
import pytest

from edgerag.audit.child import CHILD_ARGUMENTS, Question, WorkerTask, read_frame, write_frame
from edgerag.config import Config
from edgerag.process import child_command, child_environment
from edgerag.store.audits import Audits
from tests.unit.audit.conftest import QUESTIONS


def test_a_frame_that_is_cut_short_is_none() -> None:
    whole = io.BytesIO()
    write_frame(whole, Question(3, "Why?"))
    content = whole.getvalue()
    assert msgspec.msgpack.decode(read_frame(io.BytesIO(content)), type=Question) == Question(3, "Why?")
    for length in range(len(content)):
        assert read_frame(io.BytesIO(content[:length])) == b""


@pytest.mark.usefixtures("home")
def test_a_child_whose_parent_is_gone_ends_in_the_middle_of_a_question(audits: Audits) -> None:
    with subprocess.Popen(
        child_command(CHILD_ARGUMENTS),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        write_frame(child.stdin, WorkerTask(Config(), audits.terms("doses"), b"", ""))  # type: ignore[arg-type]
        assert read_frame(child.stdout)  # type: ignore[arg-type]
        for _ in range(1000):
            write_frame(child.stdin, Question(0, QUESTIONS[0].text))  # type: ignore[arg-type]
        child.stdin.close()
        assert child.wait(timeout=60) == 0
