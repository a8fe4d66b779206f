from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.unit.cli.conftest import Invoke


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_that_asks_the_program(invoke: Invoke, shell: str) -> None:
    script = invoke("completions", shell).stdout
    assert f"_EDGERAG_COMPLETE={shell}_complete" in script
    assert "<U+" not in script


def test_the_program_completes_its_commands() -> None:
    """As the script of bash asks it."""
    asking = {"_EDGERAG_COMPLETE": "bash_complete", "COMP_WORDS": "edgerag hist", "COMP_CWORD": "1"}
    program = "import sys; sys.argv = ['edgerag']; from edgerag.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=os.environ | asking,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.split() == ["plain,history"]
