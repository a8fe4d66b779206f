from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.comparison import (
    OPEN,
    Comparison,
    agreement_of,
    conflict_of,
    fitted,
    plain,
    swapped,
    typed_as,
    unchecked,
    worded,
)
from edgerag.compare.findings import Finding, Relation, Span
from edgerag.compare.fitted import calibration
from edgerag.domain.reports import CONFLICTS, Label, Layer, Significance
from edgerag.language.values import Kind

TWO = Finding(Relation.CONFLICT, Kind.DOSE, "zinc dose", Span(0, 5, "10 mg"), Span(5, 10, "20 mg"))
LABELS = st.sampled_from([Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.CONTRADICTORY])


def test_a_clash_is_told_with_both_values_in_the_order_of_the_texts() -> None:
    clash = conflict_of(TWO)
    assert (clash.label, clash.significance, clash.decided_by) == (
        Label.DIVERGENT,
        Significance.HIGH,
        Layer.TYPED,
    )
    assert worded(clash).reasoning == "They differ in zinc dose: “10 mg” against “20 mg”."
    assert worded(swapped(clash)).reasoning == "They differ in zinc dose: “20 mg” against “10 mg”."


def test_what_one_denies_is_contradictory() -> None:
    opposite = Finding(Relation.OPPOSITE, Kind.ACTION, "", TWO.a, TWO.b)
    assert conflict_of(opposite).label is Label.CONTRADICTORY
    assert conflict_of(opposite).topic == str(Kind.ACTION)


def test_what_is_open_says_so_of_every_finding() -> None:
    assert set(OPEN) == set(Relation)
    left = unchecked("Nothing to compare.", TWO)
    assert (left.label, left.probability, left.a, left.b) == (Label.NOT_CHECKED, 0.0, TWO.a, TWO.b)
    assert left.reasoning == "Nothing to compare. Look at both."
    assert unchecked("Nothing.").a is None


@given(LABELS, st.floats(0, 1))
def test_a_conflict_that_a_model_reads_has_a_topic_and_a_gravity_and_an_agreement_none(
    label: Label, probability: float
) -> None:
    said = fitted(label, probability, Finding(Relation.NOTHING), Layer.RELATION)
    assert (said.label, said.probability, said.decided_by) == (label, probability, Layer.RELATION)
    assert bool(said.topic) == (said.significance is not None) == (label in CONFLICTS)


def test_the_same_and_what_can_be_followed_at_once_are_told_apart() -> None:
    same = Finding(Relation.AGREE, Kind.DOSE, "zinc dose", TWO.a, TWO.a, is_exact=True)
    inside = Finding(Relation.AGREE, Kind.DOSE, "zinc dose", TWO.a, TWO.b, is_exact=False)
    assert worded(agreement_of(same)).reasoning == "Both state the same: “10 mg” against “10 mg”."
    assert agreement_of(inside).reasoning.startswith("Both can be followed at once")


def test_the_typed_comparison_is_as_sure_as_it_is_mostly_right() -> None:
    said = typed_as(Label.COMPLEMENTARY, TWO, "Both.")
    assert said.probability == pytest.approx(calibration().typed[Relation.CONFLICT])
    assert plain(Label.ABSENT, 1.0, "One is silent.", Layer.ABSENCE) == Comparison(
        Label.ABSENT, 1.0, "", None, "One is silent.", Layer.ABSENCE
    )


def test_a_long_quotation_is_cut_between_words() -> None:
    long = Finding(Relation.CONFLICT, Kind.ACTION, "rest", Span(0, 300, "rest " * 60), TWO.b)
    quoted = worded(conflict_of(long)).reasoning.split("“")[1].split("”")[0]
    assert quoted.endswith("rest …")
    assert len(quoted) <= 123
