from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.entities import named
from edgerag.language.spoken import by_name, written_out
from edgerag.language.text import lowered

TABLE = tomllib.loads(files("edgerag.language").joinpath("data", "spoken.toml").read_text())
SPOKEN = [(name, way) for name, ways in TABLE["spoken"].items() for way in ways]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("preg woman at 32 wks", "pregnant woman at 32 weeks"),
        ("hiv pos mom, rx for 4 mths", "hiv positive mother, treatment for 4 months"),
        ("pt's meds", "pt's medicines"),
        ("PT is raised, HR 120", "PT is raised, HR 120"),
        ("sugar 2.1 and unconscious", "blood sugar 2.1 and unconscious"),
        ("blood sugar was 18", "blood sugar was 18"),
        ("dissolve sugar 20 g in water", "dissolve sugar 20 g in water"),
        ("add sugar 6 teaspoons", "add sugar 6 teaspoons"),
    ],
)
def test_short_forms_are_written_out_and_nothing_else(written: str, read: str) -> None:
    assert written_out(written) == read


@given(st.sampled_from(sorted(TABLE["short"].items())), st.sampled_from(["a {} here", "{}, then", "({})"]))
def test_a_short_form_is_read_wherever_it_stands_alone(form: tuple[str, str], around: str) -> None:
    short, long = form
    assert written_out(around.format(short)) == around.format(long)
    assert written_out(around.format(f"x{short}")) == around.format(f"x{short}")


@pytest.mark.parametrize("name", TABLE["spoken"])
def test_what_is_said_in_lay_words_is_called_by_its_name(name: str) -> None:
    for way in TABLE["spoken"][name]:
        called, also = by_name(f"She says {way}: what is done?")
        assert called == f"She says {name}: what is done?"
        assert [(one.written, one.names) for one in also] == [(name, (way,))]
    assert by_name(f"She says {name}: what is done?")[1] == ()


def test_what_the_lexicon_knows_is_called_by_no_other_name() -> None:
    for name, way in SPOKEN:
        known = {one.name for one in named(way) if one.end - one.start == len(way)}
        assert known <= {one.name for one in named(name)}, way


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("Lice and nits: what is put on?", "Lice and head lice: what is put on?"),
        (
            "Is a birth control pill safe? Can she stay on the pill?",
            "Is a combined oral contraceptive safe? Can she stay on combined oral contraceptive?",
        ),
        ("waters broke (rupture of membranes) at home", "(rupture of membranes) at home"),
        ("rupture of membranes: waters broke at home", "rupture of membranes: at home"),
    ],
)
def test_a_name_is_put_in_wherever_it_is_said_but_not_beside_itself(question: str, called: str) -> None:
    assert by_name(question)[0] == called


@given(st.sampled_from(SPOKEN))
def test_a_question_that_has_the_name_beside_gets_it_no_second_time(said: tuple[str, str]) -> None:
    name, way = said
    called, _ = by_name(f"{way} ({name}), what is done?")
    assert lowered(called).count(lowered(name)) == 1


@pytest.mark.parametrize(
    "question",
    [
        "BP 160/110 at 34 weeks",
        "bleeding at 32-34 weeks",
        "waters gone at 30/40",
        "headache at 36 week",
    ],
)
def test_so_many_weeks_are_those_of_a_pregnancy(question: str) -> None:
    assert "pregnant" in by_name(question)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Which vaccine at 14 weeks for a baby?",
        "At 24 weeks of treatment the sputum is positive",
        "Anaemia in pregnancy at 34 weeks",
        "Infant at 14 weeks",
        "How often is blood taken at 6 weeks?",
        "a child at 40 weeks",
    ],
)
def test_weeks_of_something_else_are_none_of_a_pregnancy(question: str) -> None:
    assert "pregnant" not in by_name(question)[0]
