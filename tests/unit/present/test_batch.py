from __future__ import annotations

from dataclasses import replace

from edgerag.present.batch import Batch, batch_state, batch_title

HALF = Batch("indexing", "a\x1b[31m.pdf", 2, 4, 380, 0.5, 60.0)


def test_count_rate_and_time_left_are_told() -> None:
    assert batch_state(HALF) == "2 of 4 handbooks   6 passages a second   about 1 min left"


def test_a_slow_machine_is_told_by_the_minute() -> None:
    assert "12 passages a minute" in batch_state(replace(HALF, n_passages=12))


def test_nothing_is_estimated_too_early_nor_at_the_end() -> None:
    assert batch_state(replace(HALF, n_passages=0, elapsed_s=1.0)) == "2 of 4 handbooks"
    assert "left" not in batch_state(replace(HALF, share=0.0))
    assert batch_state(replace(HALF, share=1.0)).endswith("finishing")


def test_a_file_name_is_not_obeyed() -> None:
    assert batch_title(HALF) == "indexing a<U+001B>[31m.pdf"
