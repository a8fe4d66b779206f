from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.confirm.names import parts_of, read_by, read_names, read_part, same, unglued, words_of

NAMES = st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=1, max_size=4).map(tuple)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Knuth, Donald E.", [("donald", "e", "knuth")]),
        ("Mary Rosson, John Carroll", [("mary", "rosson"), ("john", "carroll")]),
        ("Aho, Alfred V.; Sethi, Ravi", [("alfred", "v", "aho"), ("ravi", "sethi")]),
        ("Castle, Nick, Jr.", [("nick", "castle", "jr")]),
        ("Garcia-Molina, Hector", [("hector", "garcia", "molina")]),
        ("Campione, Mary Walrath, Kathy", [("mary", "campione"), ("kathy", "walrath")]),
        ("Huston, Stephen D. Johnson, James", [("stephen", "d", "huston"), ("james", "johnson")]),
        ("Castle, Nick Falk, Jr.", [("nick", "falk", "castle", "jr")]),
        ("van Dam, Andries", [("andries", "van", "dam")]),
        ("Jean Dréville & Joachim Rønning", [("jean", "dreville"), ("joachim", "ronning")]),
        ("by (author) Bowman Doug A. (edt)", [("bowman", "doug", "a")]),
        ("Sells, Chris (Author) Weinhardt, Michael (Author)", [("chris", "sells"), ("michael", "weinhardt")]),
        ("Timothy Oandapos;Leary et al.", [("timothy", "oleary")]),
        ("Ed Smith", [("ed", "smith")]),
        ("Not Available", []),
        (" , ; - ", []),
    ],
)
def test_names_are_read_whatever_stands_between_them(text: str, names: list[tuple[str, ...]]) -> None:
    assert list(read_names(text)) == names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Donald E. Knuth", "Knuth, D."),
        ("Bob Farrelly", "Robert Farrelly"),
        ("Mathew Miller", "Matthew Miller"),
        ("Kornelia Korm?kur", "Kornelia Kormakur"),
        ("Donald Knuth", "Knuth"),
    ],
)
def test_one_person_written_in_two_ways(one: str, other: str) -> None:
    assert same(read_names(one)[0], read_names(other)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Chris Weitz", "Paul Weitz"),
        ("John A. Smith", "John B. Smith"),
        ("J. S.", "John Smith"),
        ("David Lee", "David Lea"),
        ("John Smith", "Smith Jane Mary"),
    ],
)
def test_two_people_with_a_name_in_common(one: str, other: str) -> None:
    assert not same(words_of(one), words_of(other))


def test_a_list_without_separators_is_cut_where_known_names_are() -> None:
    known = {("bull", "david", "r"), ("a", "nix", "r")}
    (part,) = parts_of("David R. Bull C. Nishan Canagarajah A. R. Nix")
    assert read_by(part, known) == (("david", "r", "bull"), ("c", "nishan", "canagarajah"), ("a", "r", "nix"))


def test_commas_in_the_wrong_places_do_not_hide_known_names() -> None:
    known = {("cheek", "matthew"), ("fafrak", "scott"), ("hancock", "steve")}
    (part,) = parts_of("Cheek, Matthew Fafrak, Scott Hancock, Steve")
    assert set(map(frozenset, read_by(part, known))) == set(map(frozenset, known))


def test_without_a_known_name_nothing_is_cut() -> None:
    assert read_by("ivan engler ralph etter", {("toby", "genkel")}) == ()


def test_a_single_word_left_over_is_no_name() -> None:
    assert read_by("mike de seve judge", {("de", "mike", "seve")}) == ()


def test_words_that_a_lost_mark_has_run_together_are_cut_where_both_are_known() -> None:
    known = [("daniel", "jennings"), ("boyce", "joseph")]
    assert unglued("boyce, josephjennings, daniel", known) == "boyce joseph jennings daniel"
    assert unglued("boyce, josephfalk, daniel", known) == "boyce josephfalk daniel"


def test_a_known_word_is_not_cut_and_none_in_two_ways() -> None:
    assert unglued("johnson", [("john", "son"), ("johnson",)]) == "johnson"
    assert unglued("annabella", [("ann", "abella"), ("anna", "bella")]) == "annabella"


@given(st.lists(st.text("abcdef", min_size=1, max_size=8), min_size=1), st.lists(NAMES))
def test_cutting_keeps_every_letter(words: list[str], known: list[tuple[str, ...]]) -> None:
    part = " ".join(words)
    assert unglued(part, known).replace(" ", "") == part.replace(" ", "")


FAMILIES = st.lists(st.text("bcf", min_size=2, max_size=6), min_size=2, max_size=5, unique=True)


@given(FAMILIES, st.data())
def test_names_turned_round_without_a_mark_between_them_are_all_whole(
    families: list[str], data: st.DataObject
) -> None:
    given_names = [data.draw(st.text("aeu", min_size=2, max_size=6)) for _ in families]
    pairs = list(zip(families, given_names, strict=True))
    text = " ".join(f"{family}, {first}" for family, first in pairs)
    assert read_part(text) == tuple((first, family) for family, first in pairs)


@given(NAMES, NAMES)
def test_being_the_same_does_not_depend_on_the_order(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert same(one, other) == same(other, one)


@given(st.text(max_size=60))
def test_whatever_is_read_is_made_of_words_of_the_text(text: str) -> None:
    for part in parts_of(text):
        for name in read_part(part):
            assert set(name) <= set(words_of(part))
