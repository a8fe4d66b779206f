from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.figures import missing


def lost(said: str, known: str) -> list[str]:
    return [figure.text for figure in missing(said, known)]


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("0.5mℓ IM", "0.5 ml"),
        ("1 000 mg or 1,000 mg", "1000 mg"),
        ("9 months", "9–12 months"),
        ("12 months", "9–12 months"),
        ("two tablets", "2 tabs"),
        ("count ≥ 350", "count at least 350"),
        ("at least 9 months", "9 months or more"),
        ("within 72 hours", "up to 72 hours"),
        ("5.0 mg", "5 mg"),
        ("1 g", "1000 mg"),
        ("250 micrograms", "0.25 mg"),
        ("every 12 hours", "twice daily"),
        ("20 mg/kg daily", "20 mg/kg/day"),
        ("give 5", "give 5 mg"),
    ],
)
def test_one_amount_is_held_however_it_is_written(said: str, known: str) -> None:
    assert lost(said, known) == lost(known, known) == []
    assert lost(said, said) == []


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("5 mcg", "5 mg"),
        ("1 g", "1 mg"),
        ("5 mg", "give 5"),
        ("20 mg", "20 mg/kg"),
        ("9 months", "at least 9 months"),
        ("2 weeks or more", "2 weeks"),
        ("2", "2 weeks or more"),
        ("8 hourly", "8 weekly"),
        ("once", "twice daily"),
    ],
)
def test_another_unit_or_direction_is_missing(said: str, known: str) -> None:
    assert lost(said, known)


def test_what_is_missing_is_named_as_it_is_written() -> None:
    known = "Give 5 mg if CD4 < 350"
    assert lost("5 mg", known) == []
    assert lost("5 mcg", known) == ["5 mcg"]
    assert lost("CD4 > 350", known) == ["> 350"]
    assert lost("CD4 350", known) == ["350"]


@given(st.text(max_size=100))
def test_every_text_holds_its_own_figures(text: str) -> None:
    assert missing(text, text) == []


@given(st.integers(0, 10**6), st.sampled_from(["mg", "mL", "weeks", "%", "IU", "", "times", "x"]))
def test_digits_are_never_overlooked(value: int, unit: str) -> None:
    assert missing(f"give {value} {unit} now", "give it now")


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("Give it 168 hourly.", "Give it for 7 days."),
        ("Give it every 12 hours.", "Watch her for 12 hours."),
        ("Give it for 2 weeks.", "Give it every 2 weeks."),
    ],
)
def test_how_often_is_not_how_long(said: str, known: str) -> None:
    assert missing(said, known)


@pytest.mark.parametrize("said", ["twice daily", "every 12 hours", "12 hourly", "twice a day", "b.d."])
def test_how_often_is_the_same_in_other_words(said: str) -> None:
    assert not missing(f"Give 5 mg {said}.", "Give 5 mg twice daily, that is every 12 hours (12 hourly).")
