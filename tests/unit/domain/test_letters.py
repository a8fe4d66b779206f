"""What a word is to the program, in whatever alphabet."""

from __future__ import annotations

import pytest

from edgerag.domain.letters import LETTERS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Give 40mg, i.v.", ["Give", "mg", "i", "v"]),
        ("l'œdème n_a", ["l", "œdème", "n", "a"]),
        ("発熱 38 سعال", ["発熱", "سعال"]),
        ("12-34", []),
    ],
)
def test_words_are_runs_of_letters_without_figures_and_signs(text: str, words: list[str]) -> None:
    assert LETTERS.findall(text) == words
