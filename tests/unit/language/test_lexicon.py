from __future__ import annotations

from collections import Counter

from edgerag.language.lexicon import medicines, members, others
from edgerag.language.spelling import spelling


def test_what_belongs_to_a_class_is_a_drug_or_a_class() -> None:
    known = medicines()
    assert set(known.members) == set(known.classes)
    assert {name for names in known.members.values() for name in names} <= {*known.drugs, *known.classes}


def test_combinations_and_choices_hold_drugs() -> None:
    known = medicines()
    for table in (known.combinations, known.interchangeable):
        assert {name for names in table.values() for name in names} <= set(known.drugs)


def test_no_name_is_that_of_two_drugs() -> None:
    named = [{name, *names_} for name, names_ in medicines().drugs.items()]
    keys = Counter(
        key
        for names_ in named
        for key in {
            n if n != n.lower() else " ".join(map(spelling, n.replace("-", " ").split())) for n in names_
        }
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_groups_of_people_are_of_people_who_are_listed() -> None:
    assert {name for group in others().exclusive.values() for name in group} <= set(others().populations)


def test_a_class_has_the_members_of_the_classes_within_it() -> None:
    assert {"amlodipine", "enalapril", "hydrochlorothiazide"} <= members("antihypertensive")
    assert "gentamicin" in members("antibiotic")


def test_the_words_for_a_condition_are_whole() -> None:
    assert not [word for words in others().conditions.values() for word in words if "*" in word]
