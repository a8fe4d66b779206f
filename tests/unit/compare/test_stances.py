from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Finding, Relation
from edgerag.compare.stances import compare_stances
from edgerag.language.reading import Statement, read
from edgerag.understand.understand import understand

TOURNIQUET = "Should a tourniquet be applied after a snake bite?"
CORD = "What should be put on the cord?"
PREGNANT = "Can metronidazole be given in the first trimester?"
OPEN = "What about a tourniquet after a snake bite?"
APPLY, DO_NOT_APPLY = "Apply a tourniquet.", "Do not apply a tourniquet."
ONLY_IF = "Apply a tourniquet only if the bite bleeds."


def leave(found: Finding, _a: Sequence[Statement], _b: Sequence[Statement]) -> Finding:
    return found


def compare(question: str, a: str, b: str) -> Finding:
    return compare_stances(understand(question), read(a), read(b), leave)


@pytest.mark.parametrize(
    ("question", "a", "b", "relation"),
    [
        (TOURNIQUET, APPLY, DO_NOT_APPLY, Relation.OPPOSITE),
        (TOURNIQUET, APPLY, "A tourniquet should be applied.", Relation.AGREE),
        (TOURNIQUET, APPLY, "A tourniquet may be applied.", Relation.AGREE),
        (TOURNIQUET, DO_NOT_APPLY, "Never apply a tourniquet.", Relation.AGREE),
        (TOURNIQUET, APPLY, ONLY_IF, Relation.EXTRA),
        (TOURNIQUET, DO_NOT_APPLY, ONLY_IF, Relation.CONFLICT),
        (TOURNIQUET, "Yes, apply it.", DO_NOT_APPLY, Relation.OPPOSITE),
        (TOURNIQUET, "Yes, apply it.", "No.", Relation.OPPOSITE),
        (TOURNIQUET, DO_NOT_APPLY, "Wash the bite.", Relation.ONE_SIDED),
        (TOURNIQUET, "Keep the limb still.", "Wash the bite.", Relation.NOTHING),
        (TOURNIQUET, "Adults: apply a tourniquet.", "Children: no tourniquet.", Relation.OTHER_PEOPLE),
        (PREGNANT, "Avoid metronidazole.", "Yes.", Relation.OPPOSITE),
        (PREGNANT, "Yes.", "No.", Relation.OPPOSITE),
        (TOURNIQUET, DO_NOT_APPLY, "If a tourniquet is contraindicated, apply ice.", Relation.ONE_SIDED),
        (CORD, "Put nothing on the cord.", "Do not put anything on its stump.", Relation.AGREE),
        (CORD, "Put nothing on the cord.", "Apply chlorhexidine to the cord.", Relation.OPPOSITE),
        (CORD, "Apply alcohol to the cord.", "Apply chlorhexidine to the cord.", Relation.UNALIGNED),
        (CORD, "Put nothing on the cord.", "Put nothing else on the cord.", Relation.UNALIGNED),
        (OPEN, "Apply a tourniquet to a snake bite.", "Never apply one to a snake bite.", Relation.OPPOSITE),
        (OPEN, "Apply a tourniquet to a snake bite.", "A snake bite should be cleaned.", Relation.UNALIGNED),
    ],
)
def test_worked_examples_whichever_text_comes_first(
    question: str, a: str, b: str, relation: Relation
) -> None:
    finding = compare(question, a, b)
    assert finding.relation is relation
    assert compare(question, b, a) == finding.flipped()


def test_a_clash_names_the_deed_and_shows_both_statements() -> None:
    finding = compare(TOURNIQUET, f"Wash the bite. {APPLY}", f"{DO_NOT_APPLY} Refer.")
    assert finding.topic == "apply tourniquet"
    assert finding.a is not None
    assert finding.b is not None
    assert (finding.a.text, finding.b.text) == (APPLY, DO_NOT_APPLY)


def test_a_ban_in_one_paragraph_alone_says_more_than_the_other_text() -> None:
    with_ban = f"{APPLY} Do not leave it on."
    assert compare(TOURNIQUET, APPLY, with_ban).relation is Relation.EXTRA
    assert compare(TOURNIQUET, with_ban, with_ban).relation is Relation.AGREE
    assert compare(TOURNIQUET, APPLY, f"{APPLY}\n\nDo not cut the bite.").relation is Relation.AGREE


def test_a_ban_in_a_case_is_no_stance_where_no_deed_is_asked_for() -> None:
    apply = "Apply a tourniquet to a snake bite."
    in_case = "Do not apply a tourniquet to a snake bite if it swells."
    assert compare(OPEN, apply, in_case).relation is Relation.ONE_SIDED


def test_statements_that_agree_are_looked_through_for_what_belongs_to_them() -> None:
    seen: list[tuple[list[str], list[str]]] = []

    def beside(found: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
        seen.append(([s.text for s in a], [s.text for s in b]))
        return replace(found, relation=Relation.CONFLICT, topic="seen")

    asked, other = understand(TOURNIQUET), "A tourniquet should be applied."
    finding = compare_stances(asked, read(APPLY), read(f"{other} Rest."), beside)
    assert (finding.relation, finding.topic, seen) == (Relation.CONFLICT, "seen", [([APPLY], [other])])
    compare_stances(asked, read(APPLY), read(DO_NOT_APPLY), beside)
    assert len(seen) == 1


ON_DEED = st.sampled_from(
    [
        APPLY,
        DO_NOT_APPLY,
        ONLY_IF,
        "A tourniquet may be applied.",
        "Children: do not apply a tourniquet.",
        "Never apply a tourniquet.",
        "No, do not apply one.",
    ]
)
QUESTIONS = st.sampled_from(
    [
        TOURNIQUET,
        PREGNANT,
        "Can ice be used on a snake bite?",
        "After a dog bite, should the wound be stitched?",
        "In a burn, should ice be applied?",
    ]
)
YES, NO = st.sampled_from(["Yes.", "Yes", "Yes!", "**Yes.**"]), st.sampled_from(["No.", "No", "No!"])
MORE = st.sampled_from(["", "\n\nWash it.", "\nSee page 7."])


@settings(deadline=None)
@given(QUESTIONS, YES, NO, MORE)
def test_a_bare_yes_is_the_opposite_of_a_bare_no_and_agrees_with_itself(
    question: str, yes: str, no: str, more: str
) -> None:
    assert compare(question, yes, f"{no}{more}").relation is Relation.OPPOSITE
    assert compare(question, f"{yes}{more}", yes).relation is Relation.AGREE
    assert compare(question, f"{no}{more}", no).relation is Relation.AGREE


@settings(deadline=None)
@given(YES, NO, ON_DEED)
def test_a_bare_yes_or_no_stands_to_each_stance_as_that_of_the_deed_does(
    yes: str, no: str, stance: str
) -> None:
    assert compare(TOURNIQUET, yes, stance).relation is compare(TOURNIQUET, APPLY, stance).relation
    assert compare(TOURNIQUET, no, stance).relation is compare(TOURNIQUET, DO_NOT_APPLY, stance).relation


ASIDES = ["Wash the bite.", "Keep the limb still.", "Reassure the patient."]


@settings(deadline=None)
@given(ON_DEED, ON_DEED, st.lists(st.sampled_from(ASIDES), max_size=2, unique=True))
def test_swapping_the_texts_changes_only_the_sides(a: str, b: str, asides: list[str]) -> None:
    b = " ".join([b, *asides])
    finding = compare(TOURNIQUET, a, b)
    assert compare(TOURNIQUET, b, a) == finding.flipped()


@settings(deadline=None)
@given(ON_DEED, ON_DEED, st.lists(st.sampled_from(ASIDES), max_size=2, unique=True), st.integers(1, 999))
def test_neither_asides_nor_page_numbers_change_the_relation(
    a: str, b: str, asides: list[str], page: int
) -> None:
    finding = compare(TOURNIQUET, a, b)
    paged = compare(TOURNIQUET, "\n\n".join([a, *asides, f"See page {page}."]), f"{b}\n\n{page}")
    assert (paged.relation, paged.topic) == (finding.relation, finding.topic)


@settings(deadline=None)
@given(ON_DEED)
def test_every_stance_agrees_with_itself(text: str) -> None:
    finding = compare(TOURNIQUET, text, text)
    assert finding.relation is Relation.AGREE
    assert finding.a == finding.b


@given(
    st.sampled_from(
        [
            "Exclude pregnancy before you give doxycycline.",
            "Doxycycline may be given except in pregnancy.",
            "Give doxycycline, but not in pregnancy.",
            "Doxycycline can be used unless pregnant.",
        ]
    ),
    st.sampled_from(["Do not give doxycycline in pregnancy.", "Never use doxycycline."]),
)
def test_advice_that_leaves_out_the_people_in_question_forbids_it_to_them(leaving: str, ban: str) -> None:
    assert compare("Can a pregnant woman take doxycycline?", leaving, ban).relation is Relation.AGREE
    assert compare("Can a child take doxycycline?", leaving, ban).relation is not Relation.AGREE
