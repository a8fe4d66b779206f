from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.vocabulary import Vocabulary

WORDS = Vocabulary({"ceftriaxone": 7, "co-trimoxazole": 2, "anaemia": 3, "injected": 4}, {"inject"})


def test_words_are_counted_by_the_chunks_that_have_them() -> None:
    assert (WORDS.n_chunks("Ceftriaxone"), WORDS.n_chunks("trimoxazole"), WORDS.n_chunks("ceftriaxon")) == (
        7,
        2,
        0,
    )


def test_another_spelling_is_the_same_word_and_another_word_is_not() -> None:
    assert WORDS.respellings("anemia") == {"anaemia"}
    assert WORDS.respellings("ceftriaxon") == frozenset()


def test_a_word_is_rare_beside_the_commonest() -> None:
    words = Vocabulary({"the": 5000, "help": 5, "ebola": 4}, frozenset())
    assert [words.is_rare(word) for word in ("the", "help", "ebola", "marburg")] == [False, False, True, True]


def test_another_ending_is_known() -> None:
    assert WORDS.has_stem_of("injecting")
    assert not WORDS.has_stem_of("ejecting")


def test_near_words_come_with_the_edits_to_them() -> None:
    assert WORDS.near("ceftraixon", 2) == {"ceftriaxone": 2}
    assert WORDS.near("ceftraixon", 1) == {}


@given(
    st.sampled_from(["ceftriaxone", "trimoxazole", "injected"]), st.integers(0, 8), st.sampled_from("aeiou")
)
def test_one_letter_too_much_is_one_edit(word: str, place: int, letter: str) -> None:
    assert WORDS.near(word[:place] + letter + word[place:], 1) == {word: 1}


@given(st.text(max_size=40))
def test_any_text_can_be_looked_up(text: str) -> None:
    assert all(0 <= edits <= 2 for edits in WORDS.near(text, 2).values())
    assert WORDS.n_chunks(text) >= 0
    WORDS.respellings(text)
