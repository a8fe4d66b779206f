from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgerag.compare.findings import CLASHING
from edgerag.compare.typed import compare_typed
from edgerag.language import lexicon
from edgerag.language.examples import announced
from edgerag.language.reading import read
from edgerag.understand.understand import understand

WHICH = "Which medicine is given for gout?"
NARROW = sorted(
    of_class
    for of_class in lexicon.medicines().classes
    if not lexicon.holds_classes(of_class)
    and len(lexicon.members(of_class)) > 1
    and of_class not in lexicon.medicines().drugs
)


def named(text: str) -> list[tuple[str, str]]:
    """The medicines that stand for a class, with the class."""
    return [
        (drug.name, of_class)
        for statement in read(text)
        for drug in statement.drugs
        for start, of_class in sorted(statement.examples)
        if start == drug.start
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Give an NSAID, e.g. naproxen 500 mg.", [("naproxen", "NSAID")]),
        ("Give an NSAID (eg naproxen) twice daily.", [("naproxen", "NSAID")]),
        ("A macrolide such as erythromycin 500 mg or azithromycin 1 g.",
         [("erythromycin", "macrolide"), ("azithromycin", "macrolide")]),
        ("NSAIDs in high doses, e.g.:\n- Naproxen 500 mg\n- Diclofenac 75 mg",
         [("naproxen", "NSAID"), ("diclofenac", "NSAID")]),
        ("An NSAID, e.g. naproxen. Add omeprazole.", [("naproxen", "NSAID")]),
        ("An NSAID, e.g. naproxen, with omeprazole.", [("naproxen", "NSAID")]),
        ("Give naproxen, an NSAID.", []),
        ("An NSAID after food; for example give naproxen.", []),
        ("Give an antibiotic, e.g. amoxicillin.", []),
        ("Give fluids, e.g. ringer's lactate.", []),
    ],
)  # fmt: skip
def test_what_is_named_as_an_example_stands_for_its_class(text: str, expected: list[tuple[str, str]]) -> None:
    assert named(text) == expected


@pytest.mark.parametrize(
    ("line", "classes"),
    [("Macrolide, e.g.:", ["macrolide"]), ("Macrolide, e.g. erythromycin:", []), ("Macrolides:", [])],
)
def test_a_line_announces_examples_only_if_nothing_follows(line: str, classes: list[str]) -> None:
    assert announced(line) == classes


@given(st.sampled_from(NARROW), st.data(), st.sampled_from(["e.g.", "such as", "for example", "eg"]))
def test_an_example_of_a_class_is_no_other_choice_than_another_of_it(
    of_class: str, data: st.DataObject, cue: str
) -> None:
    one, other = (data.draw(st.sampled_from(sorted(lexicon.members(of_class)))) for _ in range(2))
    assume(one != other)
    a, b = (f"Give a {of_class}, {cue} {one}.", f"Give {other}.")
    for found in (
        compare_typed(understand(WHICH), read(a), read(b)),
        compare_typed(understand(WHICH), read(b), read(a)),
    ):
        assert found.relation not in CLASHING


@pytest.mark.parametrize("lead", ["Give", "Give an antibiotic, e.g."])
def test_two_medicines_that_are_chosen_by_name_are_two_choices(lead: str) -> None:
    found = compare_typed(understand(WHICH), read(f"{lead} amoxicillin."), read("Give erythromycin."))
    assert found.relation in CLASHING
