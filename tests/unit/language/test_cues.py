from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import edgerag.language.cues
from edgerag.language.cues import Cue, says, table

PLAIN = st.sampled_from([
    (cue, written) for cue in Cue for written in table()[cue] if not written.startswith("!")
])  # fmt: skip


def test_every_idea_has_its_list_and_every_list_its_idea() -> None:
    assert set(table()) == set(Cue)
    assert all(table()[cue] for cue in Cue)


def test_no_cue_stands_twice_in_a_list() -> None:
    for cue in Cue:
        assert sorted(set(table()[cue])) == sorted(table()[cue]), cue


def test_every_idea_is_used_by_some_reader() -> None:
    package = Path(edgerag.language.cues.__file__).parents[1]
    read = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    assert set(re.findall(r"\bCue\.([A-Z_]+)\b", read)) == {cue.name for cue in Cue}


@given(PLAIN, st.sampled_from(["{}", "He {} it", "({})", "x\n{}\ny"]))
def test_a_cue_is_found_wherever_it_stands_and_in_any_case(cue: tuple[Cue, str], around: str) -> None:
    idea, written = cue
    words = written.replace(" *", " x").removesuffix("*")
    assert says(around.format(words), idea)
    assert says(around.format(words.upper()), idea)
    assert says(around.format(words.replace(" ", "\n  ")), idea)


@given(PLAIN)
def test_a_cue_is_not_found_inside_a_longer_word(cue: tuple[Cue, str]) -> None:
    idea, written = cue
    assert not Cue(idea).opens(f"x{written.removesuffix('*')}")


@pytest.mark.parametrize("text", ["first-line", "first line", "firstline", "FIRST-LINE drugs"])
def test_a_hyphen_is_a_hyphen_a_space_or_nothing(text: str) -> None:
    assert says(text, Cue.FIRST_LINE)


def test_a_star_is_any_ending() -> None:
    assert says("stop, stopped, stopping", Cue.STOPS)
    assert not says("nonstop", Cue.STOPS)
    assert not says("ends meet, tendency", Cue.STOPS)


def test_what_is_passed_over_hides_the_cue_in_it_and_no_other() -> None:
    assert not says("a woman who is not pregnant", Cue.PREGNANT)
    assert not says("no more than two", Cue.DENIES)
    assert says("no difference", Cue.DENIES)


def test_the_longest_cue_is_met() -> None:
    met = Cue.SEQUEL.search("to be continued with 5 mg")
    assert met is not None
    assert met[0] == "continued with"


def test_a_text_may_say_one_of_several_ideas() -> None:
    assert says("stop at 5 days", Cue.STARTS, Cue.STOPS)
    assert not says("at 5 days", Cue.STARTS, Cue.STOPS)
    assert not says("stop")


def test_a_cue_follows_a_name_with_a_sign_or_two_between() -> None:
    text = "iron-deficiency, iron - deficiency, iron (deficient), irondeficiency"
    found = [Cue.NO_DRUG.follows(text, name.end()) for name in re.finditer("iron", text)]
    assert found == [True, False, True, False]


def test_a_cue_precedes_a_name_with_nothing_but_space_between() -> None:
    for text, is_before in [("the blood  glucose", True), ("blood, glucose", False), ("bloodglucose", False)]:
        assert Cue.IN_BODY.precedes(text, text.index("glucose")) is is_before


def test_a_cue_stands_before_a_place_in_its_clause_and_near() -> None:
    def is_near(text: str) -> bool:
        return Cue.MAXIMUM.is_near_before(text, text.index("4 g"), 10)

    assert is_near("maximum dose: 4 g")
    assert not is_near("maximum dose. 4 g")
    assert not is_near("maximum dose in a whole day: 4 g")
    assert not is_near("4 g maximum")


@given(st.lists(st.sampled_from(["the", "about"]), max_size=4), st.integers(0, 4))
def test_a_cue_precedes_a_place_over_as_many_words_as_are_passed(between: list[str], most: int) -> None:
    text = " ".join(["over", *between, "10 minutes"])
    passed = {"the", "about"}.__contains__
    is_before = Cue.OVER.precedes(text, text.index("10"), most=most, over=passed)
    assert is_before is (len(between) <= most)


def test_no_other_word_and_no_sign_is_passed_over() -> None:
    for text, is_before in [("in the water", True), ("in cold water", False), ("in (the water", False)]:
        found = Cue.INTO.precedes(text, text.index("water"), most=2, over={"the"}.__contains__)
        assert found is is_before
    assert Cue.INTO.precedes("in (the water", 8, most=2, over={"the"}.__contains__, signs="(")
