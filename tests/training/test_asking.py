from __future__ import annotations

from pathlib import Path

import pytest

from asking import library_options


def test_a_script_that_asks_the_library_is_told_where_everything_is() -> None:
    given = ["--handbooks", "books", "--questions", "asked.jsonl", "--workspace", "kept"]
    options = library_options("Fit it.").parse_args(given)
    assert (options.handbooks, options.questions, options.workspace) == (
        Path("books"),
        Path("asked.jsonl"),
        Path("kept"),
    )
    with pytest.raises(SystemExit):
        library_options("Fit it.").parse_args(given[:4])
