from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.entities import EntityType as T
from edgerag.extract.compounds import compounds
from edgerag.language.entities import named, plain
from tests.growth import is_linear


def found(text: str) -> list[tuple[T, str, str]]:
    return [(one.type, one.name, text[one.start : one.end]) for one in compounds(text, named(text))]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Check liver functions first", T.EXAMINATION, "liver function"),
        ("a purulent genital discharge", T.SYMPTOM, "genital discharge"),
        ("known renal disorders", T.DISEASE, "renal disorder"),
        ("bilateral pulmonary diseases", T.DISEASE, "bilateral pulmonary disease"),
        ("TB screening of all", T.EXAMINATION, "tb screening"),
        ("minor surgical procedures", T.TREATMENT, "surgical procedure"),
        ("abdominal masses", T.SYMPTOM, "abdominal mass"),
    ],
)
def test_a_phrase_is_what_the_word_says_that_it_turns_on(text: str, kind: T, name: str) -> None:
    assert (kind, name) in [(one[0], one[1]) for one in found(text)]


@pytest.mark.parametrize("adjective", sorted(plain())[::7])
def test_what_says_nothing_of_a_kind_makes_no_name(adjective: str) -> None:
    assert found(f"the {adjective} treatment and {adjective} tests") == []


@pytest.mark.parametrize(
    "text",
    ["an insulin infusion", "malaria treatment", "a test", "Test", "malaria anaemia", "amoxicillin therapy"],
)
def test_a_remedy_and_an_illness_that_is_treated_keep_their_own_names(text: str) -> None:
    assert found(text) == []


def test_one_name_over_and_over_is_not_one_long_name() -> None:
    assert found("malaria " * 5) == []


@given(st.text(max_size=200))
def test_a_phrase_lies_in_the_text_and_ends_where_a_word_does(text: str) -> None:
    for one in compounds(text, named(text)):
        assert 0 <= one.start < one.end <= len(text)
        assert not text[one.end : one.end + 1].isalpha()


@pytest.mark.parametrize("part", ["renal function ", "renal ", "function\n", "- "])
def test_the_time_grows_with_the_text(part: str) -> None:
    assert is_linear(lambda text: list(compounds(text, named(text))), part, n_chars=20_000)
