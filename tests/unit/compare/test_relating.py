"""What the relation model may change: properties, whatever it says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.judge import compare_texts
from edgerag.compare.weighing import conflict_share
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.language.questions import Asked
from edgerag.understand.understand import understand
from tests.answers import relating
from tests.unit.compare.alike import AlwaysAlike
from tests.unit.compare.test_judge_with_relations import Relating

LOGIT = st.floats(-9, 9)
LOGITS = st.tuples(LOGIT, LOGIT, LOGIT, LOGIT, LOGIT)
HOW_LONG = understand("For how many days is amoxicillin given in pneumonia?")
HOW_MUCH = understand("What dose of amoxicillin is given in pneumonia?")
WITHOUT = frozenset({Layer.RELATION})


@given(LOGITS)
@settings(max_examples=40)
def test_a_clash_is_never_called_the_same(logits: tuple[float, ...]) -> None:
    texts = "Give amoxicillin for 5 days.", "Amoxicillin: 7 days."
    assert compare_texts(HOW_LONG, *texts, Relating(*logits)).label is not Label.CONSISTENT


@given(LOGITS, st.sampled_from([("500 mg", "250 mg"), ("500 mg", "500 mg")]))
@settings(max_examples=40)
def test_amounts_that_are_asked_for_are_as_the_typed_comparison_finds_them(
    logits: tuple[float, ...], doses: tuple[str, str]
) -> None:
    texts = f"Give amoxicillin {doses[0]}.", f"Amoxicillin: {doses[1]} by mouth."
    models = Relating(*logits)
    judged = compare_texts(HOW_MUCH, *texts, models)
    assert judged == compare_texts(HOW_MUCH, *texts, models, without=WITHOUT)
    assert judged.decided_by is Layer.TYPED
    assert not models.asked


@given(LOGITS, st.sampled_from(["Amoxicillin: 5 days.", "Amoxicillin: 7 days.", "Let the child rest."]))
@settings(max_examples=60)
def test_of_what_it_reads_in_part_it_only_takes_back_that_both_agree(
    logits: tuple[float, ...], other: str
) -> None:
    texts = "Give amoxicillin for 5 days.\n\nCome back at once if the child gets worse.", other
    before = compare_texts(HOW_LONG, *texts, AlwaysAlike())
    after = compare_texts(HOW_LONG, *texts, Relating(*logits)).label
    assert after is before.label or (after is Label.NOT_CHECKED and before.label not in CONFLICTS)


@given(LOGITS)
@settings(max_examples=40)
def test_either_order_of_the_texts_gives_one_label(logits: tuple[float, ...]) -> None:
    a, b = "Give amoxicillin for 5 days.", "Give it until the fever is gone, then three days more."
    one, other = (compare_texts(HOW_LONG, *texts, Relating(*logits)) for texts in ((a, b), (b, a)))
    assert (one.label, one.probability) == (other.label, other.probability)


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("How is a nappy rash looked after?", True),
        ("nappy rash in a baby", True),
        ("Does zinc shorten a cold?", False),
        ("Zinc shortens a cold.", False),
    ],
)
def test_it_is_asked_for_practice_and_not_whether_a_thing_is_so(question: str, is_asked: bool) -> None:
    asked = understand(question)
    models = Relating(0, 0, 0, 0, 0)
    compare_texts(asked, "Leave it open to the air.", "It got better with paste.", models)
    assert asked.is_claim
    assert bool(models.asked) == is_asked


@given(LOGITS)
@settings(max_examples=40)
def test_a_clash_of_values_is_never_called_the_reverse(logits: tuple[float, ...]) -> None:
    texts = "Give amoxicillin for 5 days.", "Amoxicillin: 7 days."
    assert compare_texts(HOW_LONG, *texts, Relating(*logits)).label is not Label.CONTRADICTORY


@given(LOGITS, st.integers(1, 40))
@settings(max_examples=40)
def test_other_figures_of_one_unit_are_never_called_the_same(logits: tuple[float, ...], dose: int) -> None:
    question = understand("What is the dose of primaquine?")
    texts = f"Children: primaquine {dose} mg/kg.", f"Primaquine {2 * dose} mg/kg daily for 14 days."
    assert compare_texts(question, *texts, Relating(*logits)).label is not Label.CONSISTENT


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        (HOW_LONG, ("Give amoxicillin for 5 days.", "Amoxicillin: 5 days.")),
        (understand("Pneumonia: what is done?"), ("Give it for 5 days.", "For 5 days the child rests.")),
        (HOW_MUCH, ("Give amoxicillin 500 mg.", "Amoxicillin, be it 500 mg, must not be given.")),
    ],
)
def test_one_value_is_no_agreement_where_the_model_is_sure_of_a_difference(
    question: Asked, texts: tuple[str, str]
) -> None:
    assert compare_texts(question, *texts, Relating(-9, -9, 5, 5, -9)).label is not Label.CONSISTENT


def test_the_share_of_a_conflict_leaves_out_that_one_does_not_answer() -> None:
    even = relating(1, 1, 1, 1, 9)
    assert conflict_share(even) == pytest.approx(0.5)
    assert conflict_share(relating(-9, -9, 5, 5, 0)) == pytest.approx(1.0, abs=1e-4)
