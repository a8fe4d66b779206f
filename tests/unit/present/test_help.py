from __future__ import annotations

from edgerag.present.help import KeyHelp, help_lines
from edgerag.present.lines import cells, plain
from edgerag.present.readiness import library_size, loading, trouble
from edgerag.present.tour import STEPS


def test_help_lists_keys_with_the_names_that_move_them() -> None:
    lines = help_lines("Ask", "Type a question.", [KeyHelp("c", "Copy the answer.", "ask.copy")], 60)
    assert "c             Copy the answer.  ask.copy" in plain(lines)
    assert all(cells("".join(part.text for part in line)) <= 60 for line in lines)


def test_the_tour_has_six_steps() -> None:
    assert len(STEPS) == 6
    assert len({step.title for step in STEPS}) == 6


def test_readiness_is_said_in_words_of_a_nurse() -> None:
    assert loading("reranker") == "loading the model for reading …"
    assert loading("") == ""
    assert library_size(None) == ""
    assert library_size(0) == "The library is empty."
    assert library_size(1) == "1 handbook"
    assert trouble("no embedder is installed", "edgerag models install") == (
        "no embedder is installed: edgerag models install"
    )
