"""The self-test inside the executable."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

from tests.binary.conftest import Run

MOST_S = 60.0
"""Seconds: about three times what two quiet cores need, so that a busy machine is no failure."""


def test_every_part_works_within_the_time(run: Run) -> None:
    run("config", "set", "models.generator", "smollm2-135m-instruct")
    checked = run("selftest", "--json")
    assert checked.returncode == 0, checked.stdout
    results = json.loads(checked.stdout)
    without_version = {"folders", "reading process", "page pictures", "questions", "generator"}
    for result in results:
        assert result["outcome"]["type"] == "passed"
        assert bool(result["outcome"]["version"]) == (result["part"] not in without_version)
    assert sum(result["seconds"] for result in results) < MOST_S


def test_ctrl_c_leaves_nothing_behind(program: Path, home: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with subprocess.Popen(
        [program, "selftest", "--quick"],
        env={**os.environ, "EDGERAG_HOME": str(home), "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as checking:
        assert checking.stderr is not None
        while "Tantivy" not in checking.stderr.readline():
            assert checking.poll() is None
        os.killpg(checking.pid, signal.SIGINT)
        assert "Traceback" not in checking.stderr.read()
    assert checking.returncode == 130
    assert list(temporary.iterdir()) == []
    assert {path.name for path in (home / "data").iterdir()} == {"models"}
