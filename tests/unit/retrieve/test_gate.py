from __future__ import annotations

from edgerag.retrieve.gate import CHARS_PER_TOKEN, FALLBACK_STRETCH, fits


def test_a_short_handbook_is_given_whole() -> None:
    assert fits(1000 * CHARS_PER_TOKEN, 1000, weak_evidence=False)
    assert not fits(1000 * CHARS_PER_TOKEN + 1, 1000, weak_evidence=False)


def test_weak_evidence_stretches_the_limit() -> None:
    n_chars = 1000 * CHARS_PER_TOKEN * FALLBACK_STRETCH
    assert fits(n_chars, 1000, weak_evidence=True)
    assert not fits(n_chars, 1000, weak_evidence=False)


def test_nothing_is_given_whole_without_a_generator() -> None:
    assert not fits(1, 0, weak_evidence=True)
