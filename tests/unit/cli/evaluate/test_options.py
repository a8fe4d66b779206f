from __future__ import annotations

from pathlib import Path

import click
import pytest

from edgerag.cli.evaluate.options import all_of, limit, split
from edgerag.evaluate.halves import Half, half_of
from tests.unit.cli.conftest import Invoke
from tests.unit.cli.evaluate.conftest import PAIRS, QUESTIONS


@pytest.mark.usefixtures("models")
def test_the_two_halves_make_up_the_whole(invoke: Invoke, pairs: Path) -> None:
    sizes = {}
    for half in ("work", "held", "all"):
        first = invoke("evaluate", "pairs", "--data", pairs, "--half", half).stdout.splitlines()[0]
        sizes[half] = int(first.rpartition(" ")[2])
    n_held = sum(half_of(question) is Half.HELD for question in QUESTIONS)
    assert sizes == {"work": len(PAIRS) - n_held, "held": n_held, "all": len(PAIRS)}


def test_options_put_together_are_shown_in_their_order() -> None:
    @click.command()
    @all_of(limit, split)
    def command() -> None:
        """Nothing but options."""

    assert [parameter.name for parameter in command.params] == ["limit", "split"]
