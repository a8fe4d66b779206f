from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.matching import Matcher, Wording
from tests.growth import is_linear

NAMES = (
    "co-trimoxazole",
    "magnesium sulphate",
    "TDF",
    "i.v.",
    "ringer's lactate",
    "vitamin b1",
    "vitamin b",
    "anti-d",
    "injury",
    "CD4+",
)


def found(text: str) -> list[tuple[str, str]]:
    matcher: Matcher[str] = Matcher()
    for name in NAMES:
        matcher.add(name, name)
    return list(dict.fromkeys((text[start:end], name) for start, end, name in matcher.find(text)))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Cotrimoxazole", "co-trimoxazole"),
        ("CO-TRIMOXAZOLE", "co-trimoxazole"),
        ("co\u2011trimoxazole", "co-trimoxazole"),
        ("co trimoxazole", "co-trimoxazole"),
        ("co-\ntrimoxazole", "co-trimoxazole"),
        ("cotrimox-\nazole", "co-trimoxazole"),
        ("magnesium\nsulfate", "magnesium sulphate"),
        ("Magnesium-sulphate", "magnesium sulphate"),
        ("TDF", "TDF"),
        ("I.V.", "i.v."),
        ("Ringers lactate", "ringer's lactate"),
        ("ringer\u2019s  lactate", "ringer's lactate"),
        ("injuries", "injury"),
        ("Anti-D", "anti-d"),
        ("CD4+", "CD4+"),
    ],
)
def test_a_name_is_met_in_every_case_hyphen_spelling_number_and_over_line_ends(text: str, name: str) -> None:
    assert (text, name) in found(text)
    assert (text, name) in found(f"Give ({text}), or not.")


@pytest.mark.parametrize(
    "text", ["tdf", "Tdf", "TDFs2", "xmagnesium sulphate", "magnesium. Sulphate", "IV", ""]
)
def test_other_words_and_codes_in_small_letters_are_not_met(text: str) -> None:
    assert found(text) == []


def test_a_number_belongs_to_a_name_and_a_footnote_does_not() -> None:
    assert ("vitamin b1", "vitamin b1") in found("vitamin b1")
    assert found("vitamin b12") == []
    assert found("Co-trimoxazole1 960 mg") == [("Co-trimoxazole", "co-trimoxazole")]


def test_names_inside_each_other_are_all_given() -> None:
    matcher: Matcher[int] = Matcher()
    for number, name in enumerate(("vitamin", "vitamin k", "k")):
        matcher.add(name, number)
    assert set(matcher.find("vitamin K")) == {(0, 7, 0), (0, 9, 1), (8, 9, 2)}


def test_codes_can_be_without_a_plural() -> None:
    matcher: Matcher[str] = Matcher()
    matcher.add("ABC", "drug", codes_have_plural=False)
    matcher.add("ARV", "class")
    assert [meaning for *_, meaning in matcher.find("the ABCs of ARVs")] == ["class"]


def test_a_wording_is_searched_like_a_pattern() -> None:
    wording = Wording(["shingles", "herpes zoster"])
    assert wording.search("In Herpes\nzoster give") == (3, 16)
    assert list(wording.spans("shingles, shingles")) == [(0, 8), (10, 18)]
    assert wording.fullmatch("herpes zoster")
    assert not wording.fullmatch("shingles today")
    assert wording.search("") is None


@given(st.text(max_size=200))
def test_what_is_found_stands_in_the_text_in_order(text: str) -> None:
    matcher: Matcher[str] = Matcher()
    for name in NAMES:
        matcher.add(name, name)
    places = [(start, end) for start, end, _ in matcher.find(text)]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert [start for start, _ in places] == sorted(start for start, _ in places)


def _read(text: str) -> list[tuple[int, int, str]]:
    matcher: Matcher[str] = Matcher()
    for name in NAMES:
        matcher.add(name, name)
    return list(matcher.find(text))


@pytest.mark.parametrize(
    "part", ["magnesium ", "co-", "a", "1", "\u836f", "-", "vitamin b ", "i.", "x'"], ids=ascii
)
def test_time_grows_with_the_text_and_not_with_its_square(part: str) -> None:
    assert is_linear(_read, part)
