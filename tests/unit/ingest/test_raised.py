from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.raised import Level, Placed, RaisedTags, in_line, level_of
from edgerag.language.quantities import quantities
from edgerag.language.text import folded

_LEVELS = {"<sup>": Level.RAISED, "<sub>": Level.LOWERED}


def set_in_line(marked: str) -> str:
    pieces: list[Placed] = []
    level = Level.LINE
    for part in re.split(r"(</?su[pb]>)", marked):
        if part.startswith(("<su", "</su")):
            level = _LEVELS.get(part, Level.LINE)
        else:
            pieces.append((part, level))
    return in_line(pieces)


def amounts(text: str) -> list[tuple[str, str]]:
    """Give the amounts that the program reads, in milligrams, and per what."""
    found = quantities(folded(text), text)
    return [(str(quantity.interval.low), "/".join(quantity.per)) for quantity in found]


@pytest.mark.parametrize("note", ["1", "2", "12", "1,2", "[1]", "(3)"])
@pytest.mark.parametrize("gap", ["", " "])
def test_a_note_behind_a_dose_leaves_the_dose_as_it_is(note: str, gap: str) -> None:
    for marked, amount in (
        (f"Give gentamicin 5{gap}<sup>{note}</sup> mg/kg", ("5", "kg")),
        (f"paracetamol 1{gap}<sup>{note}</sup> g", ("1000", "")),
        (f"10{gap}<sup>{note}</sup> mg/kg", ("10", "kg")),
        (f"0.5{gap}<sup>{note}</sup> mg", ("1/2", "")),
    ):
        assert amounts(set_in_line(marked)) == [amount]


@pytest.mark.parametrize("note", ["4", "5", "7", "8", "0", "a", "d", "g", "*", "†", "¶ 3", "+", "-2"])
def test_no_raised_mark_makes_another_dose(note: str) -> None:
    for level in ("sup", "sub"):
        found = amounts(set_in_line(f"Give 5<{level}>{note}</{level}> mg/kg"))
        assert found in ([], [("5", "kg")]) or note == "-2"


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("Give gentamicin 5<sup>1</sup> mg/kg", "Give gentamicin 5 (¹) mg/kg"),
        ("5<sup>1</sup>–10 mg/kg", "5 (¹)–10 mg/kg"),
        ("Give 5.<sup>2</sup> Then wait", "Give 5. (²) Then wait"),
        ("5<sup>a</sup> mg", "5 (a) mg"),
        ("5<sub>1</sub> mg", "5 (₁) mg"),
        ("120<sup>1</sup>/80 mmHg", "120 (¹)/80 mmHg"),
        ("CD4<sup>1</sup> 200", "CD4 (¹) 200"),
        ("<sup>1</sup> 500 mg", "(¹) 500 mg"),
        ("<sup>1</sup>500 mg", "(¹) 500 mg"),
    ],
)
def test_a_note_beside_a_number_stands_in_brackets(marked: str, written: str) -> None:
    assert set_in_line(marked) == written


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("50 x 10<sup>9</sup>/L", "50 x 10⁹/L"),
        ("50 × 10<sup>9</sup>/L", "50 × 10⁹/L"),
        ("50x10<sup>12</sup>/L", "50x10¹²/L"),
        ("Platelets (10<sup>9</sup>/L)", "Platelets (10⁹/L)"),
        ("10<sup>-3</sup>", "10⁻³"),
        ("10<sup>−3</sup> mol/L", "10⁻³ mol/L"),
        ("2 x 10<sup>6</sup> IU", "2 x 10⁶ IU"),
        ("10<sup>6</sup> CFU/mL", "10⁶ CFU/mL"),
    ],
)
def test_a_power_of_ten_keeps_its_exponent_raised(marked: str, written: str) -> None:
    assert set_in_line(marked) == written


def test_a_count_in_billions_a_litre_is_read_as_one() -> None:
    assert amounts(set_in_line("platelets 50 x 10<sup>9</sup>/L")) == amounts("platelets 50 x 10^9/L")
    assert amounts("platelets 50 x 10^9/L") == [("50000", "")]


@pytest.mark.parametrize(
    "marked",
    [
        "1<sup>1</sup>/<sub>2</sub> tablet",
        "1 <sup>1</sup>/<sub>2</sub> tablet",
        "1<sup>1</sup>⁄<sub>2</sub> tablet",
        "1<sup>1/2</sup> tablet",
        "1<sup>1</sup>/2 tablet",
    ],
)
def test_a_fraction_behind_a_whole_number_is_a_part_more(marked: str) -> None:
    assert set_in_line(marked).replace("⁄", "/") == "1 1/2 tablet"
    assert amounts(set_in_line(marked)) == [("3/2", "")]


def test_a_fraction_alone_stands_as_it_is() -> None:
    assert set_in_line("Give <sup>1</sup>/<sub>2</sub> tablet") == "Give 1/2 tablet"


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("CO<sub>2</sub>", "CO2"),
        ("vitamin B<sub>12</sub> 1000 mcg", "vitamin B12 1000 mcg"),
        ("B<sub>12</sub>1000 mcg", "B12 1000 mcg"),
        ("kg/m<sup>2</sup>", "kg/m2"),
        ("Ca<sup>2+</sup>", "Ca2+"),
        ("SO<sub>4</sub><sup>2-</sup>", "SO4²⁻"),
        ("CD4<sup>+</sup> count", "CD4+ count"),
        ("ceftriaxone<sup>1</sup> 250 mg", "ceftriaxone1 250 mg"),
        ("<sup>131</sup>I", "131I"),
        ("<sup>1</sup>Known with HIV", "1Known with HIV"),
        ("4<sup>th</sup> day", "4th day"),
        ("37<sup>o</sup>C", "37°C"),
        ("38<sup>0</sup>C", "38°C"),
        ("no <sup> </sup>marks", "no  marks"),
    ],
)
def test_what_is_no_note_of_a_number_stays_joined(marked: str, written: str) -> None:
    assert set_in_line(marked) == written


@given(
    st.lists(st.tuples(st.sampled_from(["5", " 10", "1", "/", "mg ", "CO", ". "]), st.sampled_from(Level)))
)
def test_no_number_is_longer_than_it_is_written_at_one_level(pieces: list[Placed]) -> None:
    joined: list[Placed] = []
    for text, level in pieces:
        if joined and joined[-1][1] is level:
            joined[-1] = (joined[-1][0] + text, level)
        else:
            joined.append((text, level))
    written_apart = {figure for text, _ in joined for figure in re.findall(r"[0-9]+", text)}
    assert set(re.findall(r"[0-9]+", in_line(pieces))) <= written_apart


@pytest.mark.parametrize(
    ("tag", "style", "level"),
    [
        ("sup", "", Level.RAISED),
        ("SUB", "", Level.LOWERED),
        ("span", "vertical-align: super; color: red", Level.RAISED),
        ("span", "VERTICAL-ALIGN:sub", Level.LOWERED),
        ("sup", "vertical-align: baseline", Level.LINE),
        ("span", "", None),
    ],
)
def test_a_tag_or_its_style_moves_text(tag: str, style: str, level: Level | None) -> None:
    assert level_of(tag, style) is level


@pytest.mark.parametrize(
    ("tags", "level"),
    [
        (["<sup class='note'>", "<a href='#1'>"], Level.RAISED),
        (["<sup>", "</SUP>", "</sup>"], Level.LINE),
        (["<sub>", "<sup>", "</sub>"], Level.LINE),
        (["<sup>", "<sub>"], Level.LOWERED),
        (["<support>"], Level.LINE),
    ],
)
def test_tags_that_come_one_by_one_are_followed_to_the_end_of_the_paragraph(
    tags: list[str], level: Level
) -> None:
    raised = RaisedTags()
    for tag in tags:
        raised.take(tag)
    assert raised.level is level
    raised.end()
    assert raised.level is Level.LINE


@pytest.mark.parametrize("unit", ["mg", "g", "mL", "mg/kg", "IU", "tablets", "days"])
@pytest.mark.parametrize(("note", "written"), [("2", "(²)"), ("a", "(a)")])
def test_a_note_behind_a_unit_stands_apart_from_it(unit: str, note: str, written: str) -> None:
    assert in_line([(f"Give 500 {unit}", Level.LINE), (note, Level.RAISED), (" daily", Level.LINE)]) == (
        f"Give 500 {unit} {written} daily"
    )


@pytest.mark.parametrize("unit", ["kg/m", "cells/mm", "cm"])
def test_a_power_of_a_length_stays_joined(unit: str) -> None:
    assert in_line([(f"25 {unit}", Level.LINE), ("2", Level.RAISED)]) == f"25 {unit}2"


@pytest.mark.parametrize(
    ("before", "after"), [("½", " tablet"), ("1½", " tablets"), ("10%", " solution"), ("38°", "")]
)
def test_a_note_behind_a_fraction_or_a_sign_is_no_figure(before: str, after: str) -> None:
    assert in_line([(before, Level.LINE), ("3", Level.RAISED), (after, Level.LINE)]) == f"{before} (³){after}"


def test_a_letter_before_an_amount_stands_apart_from_it() -> None:
    assert in_line([("b", Level.RAISED), ("5 mg", Level.LINE)]) == "(b) 5 mg"


@given(
    st.integers(1, 2000).filter(lambda n: n != 10),
    st.integers(1, 99),
    st.sampled_from(["mg", "mL", "mg/kg", "tablets"]),
    st.booleans(),
)
def test_whatever_the_note_the_amount_that_is_read_is_the_one_in_the_line(
    n: int, note: int, unit: str, is_behind_unit: bool
) -> None:
    raised = (str(note), Level.RAISED)
    written = (
        [(f"Give {n} {unit}", Level.LINE), raised, (" daily", Level.LINE)]
        if is_behind_unit
        else [(f"Give {n}", Level.LINE), raised, (f" {unit} daily", Level.LINE)]
    )
    text = in_line(written)
    plain = f"Give {n} {unit} daily"
    (read,), (meant,) = (list(quantities(folded(one), one)) for one in (text, plain))
    assert (read.interval, read.dimension, read.per) == (meant.interval, meant.dimension, meant.per)
