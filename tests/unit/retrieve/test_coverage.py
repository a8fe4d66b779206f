from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.questions import Alternative
from edgerag.language.words import content_concepts
from edgerag.retrieve.coverage import coverage, says_together, terms_said


def test_rare_terms_count_by_their_weight() -> None:
    assert coverage({"treatment": 1.0, "rotor": 4.0}, ["the", "treatment", "of", "graves"]) == pytest.approx(
        0.2
    )


def test_a_question_without_terms_is_not_covered() -> None:
    assert coverage({}, ["anything"]) == 0.0


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 10)),
    st.lists(st.sampled_from("abcdef")),
    st.sampled_from("abcdef"),
)
def test_more_text_never_covers_less(weights: dict[str, float], terms: list[str], more: str) -> None:
    assert 0 <= coverage(weights, terms) <= coverage(weights, [*terms, more]) + 1e-9 <= 1 + 1e-6


FLAGYL = Alternative("Flagyl", ("metronidazole", "metronidazole benzoate"))


def test_a_passage_says_what_it_calls_by_another_name() -> None:
    assert terms_said("Give metronidazole.", [FLAGYL]) == {"give", "metronidazol", "flagyl"}


def test_a_passage_without_all_words_of_another_name_does_not_say_it() -> None:
    assert terms_said("a bite", [Alternative("viper", ("snake bite",))]) == {"a", "bite"}


NAME = content_concepts("squamous cell carcinoma of the head and neck")


@pytest.mark.parametrize(
    "text",
    [
        "Squamous-cell carcinomas of the head and the neck",
        "cancer of head and neck: squamous cell carcinoma",
        "HEAD AND NECK SQUAMOUS CELL CARCINOMA",
    ],
)
def test_a_name_is_said_however_its_parts_are_turned(text: str) -> None:
    assert says_together(NAME, text)


@pytest.mark.parametrize(
    "text",
    ["Pain of the neck or head. Cell counts, squamous epithelium, a carcinoma.", "", "carcinoma of the neck"],
)
def test_words_of_a_name_apart_do_not_say_it(text: str) -> None:
    assert not says_together(NAME, text)


@given(
    st.lists(st.sampled_from(["rotor", "crouzon", "ollier", "barth", "west"]), min_size=2, unique=True),
    st.text(),
)
def test_a_text_that_has_a_name_in_it_says_it(name: list[str], around: str) -> None:
    assert says_together(content_concepts(" ".join(name)), f"{around} | {' '.join(name)} | {around}")
