from __future__ import annotations

import pytest

from edgerag.domain.entities import EntityType as T
from edgerag.domain.own_names import NameSource, OwnName
from edgerag.extract.naming import LONGEST_NAME, Naming, surface


def naming(*names: tuple[str, str, NameSource]) -> Naming:
    return Naming([OwnName(*name) for name in names])


def names(found: Naming, text: str) -> list[tuple[T, str]]:
    return [(entity.type, entity.name) for entity in found.named(text)]


def test_one_abbreviation_is_a_device_in_one_handbook_and_a_death_in_another() -> None:
    clinic = naming(("IUD", "intrauterine device", NameSource.DEFINITION))
    maternity = naming(("IUD", "intrauterine death", NameSource.LIST))
    assert names(clinic, "an IUD") == [(T.INSTRUMENT, "copper iud")]
    assert names(maternity, "an IUD") == [(T.DISEASE, "stillbirth")]
    assert names(naming(), "an IUD") == []


def test_what_a_handbook_defines_goes_before_what_the_lexicon_knows() -> None:
    found = naming(("PE", "pelvic examination", NameSource.DEFINITION))
    assert names(found, "PE") == [(T.EXAMINATION, "pelvic examination")]
    assert names(naming(), "PE") == [(T.DISEASE, "pulmonary embolism")]


def test_an_abbreviation_of_what_is_no_entity_names_nothing() -> None:
    assert names(naming(("ART", "Assessment of Rural Teams", NameSource.LIST)), "ART meets") == []


@pytest.mark.parametrize(
    ("abbreviation", "meaning", "name"),
    [
        ("ECG", "electrocardiographic tracing", "ecg"),
        ("ALT", "alanine transaminase in the serum", "liver function test"),
        ("CTG", "cardiotocograph", "cardiotocography"),
    ],
)
def test_an_abbreviation_is_what_it_usually_is_where_its_meaning_says_so_in_other_words(
    abbreviation: str, meaning: str, name: str
) -> None:
    found = naming((abbreviation, meaning, NameSource.LIST))
    assert names(found, f"the {abbreviation}") == [(T.EXAMINATION, name)]


def test_a_list_of_abbreviations_is_surer_than_a_bracket() -> None:
    both = (("CRT", "capillary refill time", NameSource.DEFINITION), ("CRT", "X therapy", NameSource.LIST))
    assert names(naming(*both), "CRT") == [(T.TREATMENT, "x therapy")]


def test_a_new_entity_is_named_by_its_abbreviation_and_in_full() -> None:
    found = naming(("ZLT", "zinc loading therapy", NameSource.LIST))
    assert names(found, "ZLT, or zinc loading therapy") == [(T.TREATMENT, "zinc loading therapy")] * 2


def test_a_brand_of_the_index_is_the_drug_that_it_holds() -> None:
    found = naming(("Malorix", "artemether", NameSource.INDEX), ("Zolvix", "", NameSource.INDEX))
    assert names(found, "Malorix or Zolvix") == [(T.DRUG, "artemether"), (T.DRUG, "zolvix")]


def test_control_characters_and_whole_sentences_become_no_name() -> None:
    found = naming(
        ("XYZ", "very\x1b[2J\nodd syndrome", NameSource.LIST),
        ("LNG", "a" * LONGEST_NAME + " syndrome", NameSource.LIST),
    )
    assert names(found, "XYZ and LNG") == [(T.DISEASE, "very [2j odd syndrome")]


def test_a_name_is_kept_as_the_handbook_uses_it_but_for_the_capitals_of_headings() -> None:
    assert surface("MALARIA") == surface("Malaria") == "malaria"
    assert surface("MDR-TB") == "MDR-TB"
    assert surface("low\nback  pain") == "low back pain"
