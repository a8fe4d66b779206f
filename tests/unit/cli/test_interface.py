from __future__ import annotations

from edgerag import paths
from tests.unit.cli.conftest import Invoke


def test_without_a_terminal_there_is_help_and_no_library(invoke: Invoke) -> None:
    shown = invoke()
    assert shown.exit_code == 0
    assert "Usage:" in shown.stdout
    assert "Answer a question once per handbook" in shown.stdout
    assert not paths.library_file().exists()
