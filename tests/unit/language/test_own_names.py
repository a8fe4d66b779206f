from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.own_names import NameSource, OwnName
from edgerag.language.abbreviations import harvest
from edgerag.language.conditions import conditions
from edgerag.language.matching import Wording
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames

DEATH = OwnNames(harvest("After intrauterine death (IUD) induce labour."))
DEVICE = OwnNames(harvest("An intrauterine device (IUD) prevents pregnancy."))


def test_a_name_is_followed_by_what_it_stands_for() -> None:
    own_names = OwnNames(harvest("Soft tissue and skin infections (STSI) are common."))
    assert own_names.spelt_out("For STSI: rest") == "For STSI Soft tissue and skin infections: rest"


def test_one_abbreviation_means_what_its_handbook_says() -> None:
    (contraception,) = conditions("Which contraception is safe?")
    assert contraception.search(DEVICE.spelt_out("Remove the IUD."))
    assert not contraception.search(DEATH.spelt_out("Confirm the IUD."))
    assert contraception.search(NO_OWN_NAMES.spelt_out("Remove the IUD."))


def test_a_meaning_of_another_kind_overrules_nothing() -> None:
    own_names = OwnNames(harvest("ABBREVIATIONS\nAZT | antiretroviral of the old days\n"))
    assert own_names.spelt_out("Give AZT.").startswith("Give AZT ")


def test_both_meanings_of_one_handbook_are_written_out() -> None:
    both = OwnNames(tuple(sorted({*DEATH.names, *DEVICE.names})))
    spelt = both.spelt_out("the IUD")
    assert "death" in spelt
    assert "device" in spelt


def test_a_medicine_of_the_index_is_one_in_its_handbook_alone() -> None:
    own_names = OwnNames((OwnName("Zyxalone", "", NameSource.INDEX),))
    assert own_names.names_medicine("Give zyxalone 5 mg.")
    assert not NO_OWN_NAMES.names_medicine("Give zyxalone 5 mg.")


@given(st.text(max_size=200))
def test_a_text_without_own_names_stays_as_it_is(text: str) -> None:
    assert NO_OWN_NAMES.spelt_out(text) == text


@given(st.text(alphabet="IUDs ()-\n.", max_size=60))
def test_nothing_of_a_text_is_lost_where_the_lexicon_agrees(text: str) -> None:
    spelt = DEVICE.spelt_out(text)
    assert spelt.replace(" intrauterine device", "") == text


SEVERAL = OwnNames(
    harvest(
        "After intrauterine death (IUD) give ferrous sulphate (FS). Multidrug resistant tuberculosis (MDR TB)"
        " and acid fast bacilli (AFB) are told. Carbon monoxide (CO) and co trimoxazole (CTX) are not one."
    )
)
WORDINGS = [
    Wording(names)
    for names in (
        ("tuberculosis", "TB"),
        ("cotrimoxazole", "co-trimoxazole", "CTX"),
        ("intrauterine death",),
        ("ferrous sulphate", "iron"),
        ("intrauterine device", "IUD", "IUCD"),
        ("fast bacilli smear",),
    )
]
WORDS = (
    "IUD", "FS", "MDR TB", "MDR", "TB", "AFB", "CO", "CTX", "trimoxazole", "cotrimoxazole", "tuberculosis",
    "smear", "bacilli", "iron", "sulfate", "intrauterine", "device", "in", "Treat",
)  # fmt: skip


@given(
    st.sampled_from([SEVERAL, DEATH, DEVICE, NO_OWN_NAMES]),
    st.sampled_from(WORDINGS),
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "-", "-\n", ". ", "1 "]))),
)
def test_something_is_named_if_the_text_with_all_names_written_out_names_it(
    own_names: OwnNames, wording: Wording, written: list[tuple[str, str]]
) -> None:
    text = "".join(word + gap for word, gap in written)
    assert own_names.is_named(wording, text) == (wording.search(own_names.spelt_out(text)) is not None)
