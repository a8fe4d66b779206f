from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from edgerag import cli
from edgerag.errors import PARTIAL


def test_the_program_leaves_with_the_code_that_a_command_ends_with(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def in_part() -> None:
        raise click.exceptions.Exit(PARTIAL)

    monkeypatch.setattr(cli, "cli", in_part)
    monkeypatch.setattr(sys, "argv", ["edgerag"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == PARTIAL


def _sh(command: str) -> subprocess.CompletedProcess[str]:
    edgerag = f"{shlex.quote(sys.executable)} -m edgerag"
    return subprocess.run(
        ["sh", "-c", f"{edgerag} {command}"], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no file that is always full")
@pytest.mark.parametrize("command", ["--help", "--version", "manual", "licences", "list --json"])
def test_what_cannot_be_printed_is_told_in_a_line(command: str) -> None:
    told = _sh(f"{command} > /dev/full")
    assert told.returncode == 1
    assert told.stderr.splitlines() == [
        "edgerag: what was to be printed is lost: no space left on device",
        "  what to do: free some space where the output goes, or send it elsewhere",
    ]


def test_with_a_closed_output_nothing_is_printed_and_nothing_goes_wrong() -> None:
    for command in ("licences >&-", "list <&- >&- 2>&-"):
        done = _sh(command)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_question_without_anybody_to_answer_it_is_a_wrong_use_and_no_ctrl_c() -> None:
    done = _sh("history clear </dev/null")
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == [
        "edgerag: nothing was deleted: the question was not answered",
        "  what to do: answer it, or give --yes",
    ]
