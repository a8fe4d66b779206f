from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.language.abbreviations import harvest, long_form
from tests.growth import is_linear


def meanings(text: str) -> dict[str, str]:
    return {name.name: name.meaning for name in harvest(text)}


@pytest.mark.parametrize(
    ("text", "name", "meaning"),
    [
        ("Give isoniazid preventive therapy (IPT) for 6 months.", "IPT", "isoniazid preventive therapy"),
        ("Treat pelvic inflammatory\ndisease (PID) at once.", "PID", "pelvic inflammatory disease"),
        ("PID (pelvic inflammatory disease) is common.", "PID", "pelvic inflammatory disease"),
        ("In pain. Intrauterine death (IUD) is rare.", "IUD", "Intrauterine death"),
        ("use an intra-uterine device (IUD)", "IUD", "intra-uterine device"),
    ],
)
def test_definitions_are_found(text: str, name: str, meaning: str) -> None:
    assert meanings(text) == {name: meaning}


@pytest.mark.parametrize(
    "text",
    [
        "Give amoxicillin (500 mg) daily.",
        "See the table (Table 3).",
        "Refer to hospital (see page 12).",
        "Give paracetamol (XYZ) now.",
        "(IPT)",
        "the drug. (TB)",
    ],
)
def test_other_brackets_define_nothing(text: str) -> None:
    assert harvest(text) == ()


def test_the_long_form_begins_with_the_first_letter_of_a_word() -> None:
    assert long_form("HSF", "the heat shock transcription factor") == "heat shock transcription factor"
    assert long_form("XY", "nothing of that") == ""


LIST = """ABBREVIATIONS
IUD | intrauterine death
BP | blood pressure
Page 4 of the book
| PMTCT | prevention of mother-to-child transmission |
d4T: stavudine
1 INTRODUCTION
"""


def test_a_list_of_abbreviations_is_read_over_headers_between_its_lines() -> None:
    assert meanings(LIST) == {
        "IUD": "intrauterine death",
        "BP": "blood pressure",
        "PMTCT": "prevention of mother-to-child transmission",
        "d4T": "stavudine",
    }
    assert {name.source for name in harvest(LIST)} == {NameSource.LIST}


def test_a_table_elsewhere_is_no_list_of_abbreviations() -> None:
    assert harvest("Doses\nABC | once daily\n") == ()


def test_an_index_of_medicines_gives_brands_and_what_nobody_listed() -> None:
    text = "INDEX OF MEDICINES\nAntiplexin (suramin)\nZyxalone | 12, 14\nParacetamol | 3\n"
    assert harvest(text) == (
        OwnName("Antiplexin", "suramin", NameSource.INDEX),
        OwnName("Zyxalone", "", NameSource.INDEX),
    )


def test_one_name_may_have_two_meanings() -> None:
    text = "An intrauterine device (IUD). After intrauterine death (IUD) wait."
    assert len(harvest(text)) == 2


WORDS = st.lists(
    st.sampled_from(["acute", "renal", "failure", "blood", "count", "heart", "rate"]), min_size=2
)


@given(words=WORDS.filter(lambda words: len(words) <= 6))
def test_initials_in_brackets_are_always_read(words: list[str]) -> None:
    initials = "".join(word[0].upper() for word in words)
    assert meanings(f"It is {' '.join(words)} ({initials}).")[initials].endswith(words[-1])


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert all(name.name for name in harvest(text))


@pytest.mark.parametrize(
    "part", ["a", "(", "(AB) ", "AB (", "x\n", "Abbreviations\n", "Index of drugs\nab\n"]
)
def test_time_grows_with_the_text_and_not_with_its_square(part: str) -> None:
    assert is_linear(harvest, part)
