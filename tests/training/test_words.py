from __future__ import annotations

from itertools import chain

from entailment.words import CLASS_OF, DRUGS, WORDS


def test_no_way_of_saying_something_says_something_else_too() -> None:
    for groups in (WORDS.frequencies, WORDS.routes, WORDS.synonyms, WORDS.drug_classes):
        terms = list(chain.from_iterable(groups))
        assert len(terms) == len(set(terms))


def test_every_drug_can_be_mistaken_for_another() -> None:
    assert all(set(CLASS_OF[drug]) - {drug} for drug in DRUGS)


def test_synonyms_and_opposites_are_apart() -> None:
    synonyms = {frozenset((a, b)) for group in WORDS.synonyms for a in group for b in group}
    assert not synonyms & {frozenset(pair) for pair in WORDS.opposites}


def test_conversions_go_from_the_larger_unit_to_the_smaller() -> None:
    assert all(factor > 1 and large != small for large, small, factor in WORDS.conversions)
