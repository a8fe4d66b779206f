from __future__ import annotations

from edgerag.language.other_names import find, lines
from edgerag.language.spelling import spelling


def names(text: str) -> dict[str, tuple[str, ...]]:
    return {text[start:end]: names for start, end, names in find(text)}


def test_an_old_name_leads_to_todays() -> None:
    assert names("Pregnant, with lues")["lues"][0] == "syphilis"
    assert "kerosene" in names("He drank lamp oil.")["lamp oil"]


def test_a_brand_is_found_in_any_case() -> None:
    assert names("Is RIFADIN or rifadin given?").keys() == {"RIFADIN", "rifadin"}


def test_a_word_that_also_means_something_else_names_nothing() -> None:
    assert names("The consumption of salt, a coma, a cold, a stroke of luck, a pox on it") == {}


def test_every_line_has_several_names_of_which_no_two_are_spellings_of_one() -> None:
    assert len(lines()) > 1000
    for line in lines():
        spelt = [tuple(map(spelling, name.replace("-", " ").split())) for name in line]
        assert len(set(spelt)) == len(line) > 1, line
