from __future__ import annotations

import shutil
import subprocess
from itertools import pairwise

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.cli import COMMANDS, cli
from edgerag.cli.manual import page
from tests.unit.cli.conftest import Invoke


def test_every_command_and_option_is_in_the_manual(invoke: Invoke) -> None:
    manual = invoke("manual").stdout.replace("\\-", "-")
    for name in COMMANDS:
        assert f'.SS "edgerag {name}"' in manual
    assert '.SS "edgerag audit run"' in manual
    for option in ("--extractive", "--questions", "--passphrase-fd", "--until"):
        assert f"\\fB{option}" in manual
    assert "edgerag add handbooks/*.pdf" in manual


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=60))
def test_no_text_is_a_request_of_roff(text: str) -> None:
    lines = list(page(click.Command("edgerag", help=f"Does it.\n\n\b\n{text}\n\n{text}")))
    known = (".TH", ".SH", ".SS", ".PP", ".TP", ".nf", ".fi")
    assert all(line.startswith(known) for line in lines if line.startswith((".", "'")))
    assert not any(char == "\\" and after not in "e-&f(" for line in lines for char, after in pairwise(line))


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_say_against_it() -> None:
    source = "\n".join(page(cli)) + "\n"
    run = subprocess.run(
        ["groff", "-Kutf8", "-man", "-ww", "-Tutf8", "-P-cbou"],
        input=source,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    assert "COMMANDS" in run.stdout
