from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.cli.output import note, note_migrations, progress, table
from edgerag.store.library import Library

few = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), max_size=4))
def test_a_row_is_one_line_and_a_cell_one_field_whatever_is_in_it(
    capsys: pytest.CaptureFixture[str], rows: list[list[str]]
) -> None:
    capsys.readouterr()
    table(("a", "b"), rows)
    printed = capsys.readouterr().out
    lines = printed.split("\n")[:-1]
    assert len(lines) == len(rows) + 1
    assert all(line.count("\t") == 1 for line in lines)
    assert "\x1b" not in printed


def test_notes_go_to_stderr_and_act_on_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    note("bad.pdf\x1b[2J is damaged")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "\x1b" not in shown.err
    assert "is damaged" in shown.err


def test_progress_in_a_pipe_says_each_step_once(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as advance:
        for done in range(3):
            advance("reading a.pdf", done, 3)
        advance("reading b.pdf", 0, 1)
    assert capsys.readouterr().err == "reading a.pdf\nreading b.pdf\n"


def test_a_library_that_was_brought_up_to_date_says_what_cannot_be_known(
    library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    note_migrations(library)
    assert capsys.readouterr().err == ""
    library.migrated = ("0004_seals",)
    note_migrations(library)
    assert "hashed as it was found" in capsys.readouterr().err
