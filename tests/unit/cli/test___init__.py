from __future__ import annotations

import sys

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
