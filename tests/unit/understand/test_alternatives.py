from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.vocabulary import Vocabulary
from edgerag.language.questions import Alternative
from edgerag.understand.alternatives import COMMONER, alternatives

COUNTS = {
    "the": 10_000,
    "adrenaline": 40,
    "epinephrine": 9,
    "metronidazole": 30,
    "fever": 100,
    "high": 90,
    "temperature": 80,
    "lamivudine": 50,
    "glucose": 90,
    "dextrose": 1,
}
LIBRARY = Vocabulary(COUNTS, frozenset())


def names(question: str, library: Vocabulary = LIBRARY) -> dict[str, tuple[str, ...]]:
    return {one.written: one.names for one in alternatives(question, library)}


def test_a_brand_that_no_handbook_has_is_searched_by_the_name_that_they_have() -> None:
    assert alternatives("Flagyl dose?", LIBRARY) == (Alternative("Flagyl", ("metronidazole",)),)


def test_a_name_that_the_handbooks_use_is_left_alone() -> None:
    assert names("Adrenaline for a fever?") == {}


@pytest.mark.parametrize(("n_chunks", "is_added"), [(9, True), (10, False)])
def test_a_name_is_rare_that_a_thousandth_of_the_commonest_words_chunks_have(
    n_chunks: int, is_added: bool
) -> None:
    library = Vocabulary({"the": 10_000, "epinephrine": n_chunks, "adrenaline": 500}, frozenset())
    assert names("epinephrine?", library) == ({"epinephrine": ("adrenaline",)} if is_added else {})


@pytest.mark.parametrize(("n_commoner", "is_added"), [(COMMONER, False), (COMMONER + 1, True)])
def test_another_name_must_be_so_much_commoner(n_commoner: int, is_added: bool) -> None:
    library = Vocabulary({"the": 10_000, "pyrexia": 3, "fever": 3 * n_commoner}, frozenset())
    assert names("pyrexia?", library) == ({"pyrexia": ("fever",)} if is_added else {})


def test_a_name_of_several_words_is_as_common_as_its_rarest() -> None:
    library = Vocabulary({"high": 90, "temperature": 80, "raised": 2}, frozenset())
    assert names("pyrexia?", library) == {"pyrexia": ("raised temperature",)}


def test_spellings_count_together() -> None:
    assert names("piles?", Vocabulary({"hemorrhoid": 4}, frozenset())) == {"piles": ("haemorrhoid",)}


def test_a_name_that_the_handbooks_use_in_another_spelling_is_left_alone() -> None:
    library = Vocabulary({"the": 10_000, "haemorrhoids": 50, "piles": 500}, frozenset())
    assert names("hemorrhoids?", library) == {}
    rare = Vocabulary({"the": 10_000, "haemorrhoids": 5, "piles": 500}, frozenset())
    assert names("hemorrhoids?", rare) == {"hemorrhoids": ("piles",)}


def test_a_word_for_a_condition_is_searched_by_its_chief_word() -> None:
    library = Vocabulary({"the": 10_000, "measles": 50}, frozenset())
    assert names("rubeola vaccine?", library) == {"rubeola": ("measles",)}


def test_an_old_name_is_searched_by_todays_and_a_foreign_brand_by_the_lexicons_name() -> None:
    library = Vocabulary({"the": 10_000, "syphilis": 50, "rifampicin": 50}, frozenset())
    assert names("lues", library) == {"lues": ("syphilis",)}
    assert names("Rifadin", library) == {"Rifadin": ("rifampicin",)}


def test_of_names_inside_each_other_the_longest_counts() -> None:
    library = Vocabulary({"the": 10_000, "meningitis": 50, "pyrexia": 50, "cerebrospinal": 1}, frozenset())
    found = names("Contacts of cerebrospinal fever?", library)
    assert found.keys() == {"cerebrospinal fever"}


def test_a_combination_has_no_other_name() -> None:
    assert names("May TLD be given?") == {}


def test_a_deed_has_no_other_name() -> None:
    library = Vocabulary({"the": 10_000, "stitched": 1, "suture": 500}, frozenset())
    assert names("May it be stitched?", library) == {}
    # It is a condition as well.
    library = Vocabulary({"the": 10_000, "birth": 1, "contraception": 500}, frozenset())
    assert names("Which birth control?", library) == {}


def test_a_name_that_the_question_has_as_well_is_not_added() -> None:
    assert names("glucose/dextrose strength?") == {}


def test_nothing_is_added_where_no_word_of_the_library_is_known() -> None:
    assert names("Flagyl for pyrexia?", Vocabulary({}, frozenset())) == {}


@given(st.text(max_size=80))
def test_any_text_gives_each_name_once_and_only_ones_that_the_library_may_have(text: str) -> None:
    found = alternatives(f"{text} Flagyl flagyl {text}", LIBRARY)
    assert len({one.written.lower() for one in found}) == len(found)
    assert all(one.names and len(set(one.names)) == len(one.names) for one in found)
