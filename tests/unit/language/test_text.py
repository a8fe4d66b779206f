from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import edgerag
from edgerag.language.kinds import values_in
from edgerag.language.quantities import quantities
from edgerag.language.text import folded, without_references

_HERE = Path(edgerag.__file__).parent
_SOURCES = [*_HERE.glob("language/data/names.toml"), *_HERE.glob("*/*.py"), *_HERE.parent.glob("*.md")]
_FOUND = {word for path in _SOURCES for word in re.findall(r"[A-Za-z]+", path.read_text("utf-8"))}
WORDS = [*sorted(_FOUND), "dally", "lo", "log", "loll", "oil", "Io", "doll", "idol", "noil"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("O.5 mg", "0.5 mg"), ("l0 mg", "10 mg"), ("1OO mg", "100 mg"), ("I5 mL", "15 ml"),
        ("dai1y", "daily"), ("Ioading", "loading"), ("D0 not", "do not"),
    ],
)  # fmt: skip
def test_letters_and_digits_that_a_scanner_confuses(written: str, meant: str) -> None:
    assert folded(written) == meant


def test_no_word_becomes_a_number_or_another_word() -> None:
    assert len(WORDS) > 5000
    for word in WORDS:
        assert folded(word) == word.lower()
        assert folded(f"{word} mg") == f"{word.lower()} mg"


@pytest.mark.parametrize("text", ["HbA1c", "O2 5 l/min", "CO2", "B12", "H1N1", "T1 N0 M0", "IL-2", "q1o"])
def test_names_with_digits_stay_as_they_are(text: str) -> None:
    assert folded(text) == text.lower()


@given(
    reference=st.sampled_from(
        ["(see page 214)", "[17]", "[3, 4]", "(table 6.2)", "2019 edition", "(updated 2023)", "p. 30",
         "chapter 9", "tel. 0800 123 456", "(2013)"]
    ),
    text=st.sampled_from(["Carbimazole 30 mg daily for 5 days", "eGFR under 45", "2-5 years: 2.5 mg bd"]),
    is_first=st.booleans(),
)  # fmt: skip
def test_a_reference_changes_no_value(reference: str, text: str, *, is_first: bool) -> None:
    longer = f"{reference}: {text}" if is_first else f"{text} {reference}"
    offset = longer.index(text)
    plain = [(v.kind, v.unit, v.interval, v.start + offset) for v in values_in(folded(text), text)]
    assert [(v.kind, v.unit, v.interval, v.start) for v in values_in(folded(longer), longer)] == plain


@given(st.text(max_size=200))
def test_blanking_keeps_every_offset(text: str) -> None:
    assert len(without_references(folded(text))) == len(text)


def test_an_amount_in_the_thousands_is_no_year() -> None:
    assert without_references("give 2000 to 2500 ml (2000 units)") == "give 2000 to 2500 ml (2000 units)"


@given(st.integers(1, 999), st.sampled_from("¹²³⁴⁵⁶⁷⁸⁹"), st.sampled_from(["mg/kg", "mg", "tablets"]))
def test_a_raised_note_is_no_figure_of_the_number_before_it(n: int, note: str, unit: str) -> None:
    assume(n != 10)
    low = folded(f"give {n}{note} {unit}")
    assert low == f"give {n}  {unit}"


@pytest.mark.parametrize("written", ["10³ IU", "10⁻³ mg", "10¹ mg/kg", "10³ copies/mL"])
def test_a_raised_figure_behind_ten_makes_no_other_number(written: str) -> None:
    low = folded(written)
    assert len(low) == len(written)
    assert not list(quantities(low, written))


@pytest.mark.parametrize("written", ["10⁹/L", "10⁹ / l", "10⁹ cells/L"])
def test_a_count_per_litre_keeps_its_power_of_ten(written: str) -> None:
    assert folded(written).startswith("109")
