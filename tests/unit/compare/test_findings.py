from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.findings import (
    AGREEING,
    APART,
    CLASHING,
    SIGNIFICANCE,
    Finding,
    Relation,
    Span,
    foremost,
    of_values,
    statement_span,
    value_span,
    value_topic,
)
from edgerag.domain.reports import Significance
from edgerag.language.quantities import Interval
from edgerag.language.reading import read
from edgerag.language.values import Kind, Value

SPANS = st.none() | st.builds(Span, st.integers(0, 9), st.integers(10, 20), st.text(max_size=9))
FINDINGS = st.builds(
    Finding,
    st.sampled_from(Relation),
    st.none() | st.sampled_from(Kind),
    st.text(max_size=9),
    SPANS,
    SPANS,
    st.floats(0, 1),
    st.booleans(),
)


def dose(drug: str) -> Value:
    return Value(Kind.DOSE, "mass", Interval(Fraction(5), Fraction(5)), 3, 7, "5 mg", drug)


def threshold(text: str) -> Value:
    return next(v for s in read(text) for v in s.values if v.kind is Kind.THRESHOLD)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Start if CD4 < 350 cells/mm3.", "CD4 threshold"),
        ("Failure: viral load > 1000 copies/mL", "viral load threshold"),
        ("glucose > 11.1 mmol/L", "glucose threshold"),
        ("urate below 6 mg/dL", "urate threshold"),
    ],
)
def test_a_limit_is_called_after_what_is_measured(text: str, topic: str) -> None:
    assert value_topic(Kind.THRESHOLD, threshold(text)) == topic


def test_a_dose_is_called_after_its_drug_where_the_text_names_one() -> None:
    assert value_topic(Kind.DOSE, dose("adrenaline")) == "adrenaline dose"
    assert value_topic(Kind.DOSE, dose("")) == "dose"


def test_two_values_are_called_after_whichever_names_a_drug() -> None:
    for x, y in ((dose("zinc"), dose("")), (dose(""), dose("zinc"))):
        assert of_values(Relation.CONFLICT, Kind.DOSE, x, y).topic == "zinc dose"


@given(FINDINGS)
def test_flipping_changes_only_the_sides(finding: Finding) -> None:
    flipped = finding.flipped()
    assert (flipped.a, flipped.b) == (finding.b, finding.a)
    assert (flipped.relation, flipped.kind, flipped.topic) == (finding.relation, finding.kind, finding.topic)
    assert (flipped.share, flipped.is_exact) == (finding.share, finding.is_exact)
    assert flipped.flipped() == finding


@given(st.sampled_from(["zinc", ""]), st.sampled_from(["zinc", ""]), st.sampled_from(Relation))
def test_values_reported_in_the_other_order_are_the_flipped_finding(
    one: str, other: str, relation: Relation
) -> None:
    x, y = dose(one), dose(other)
    assert of_values(relation, Kind.DOSE, y, x) == of_values(relation, Kind.DOSE, x, y).flipped()


@given(st.lists(FINDINGS, min_size=1, max_size=5), st.randoms())
def test_the_foremost_finding_depends_neither_on_their_order_nor_on_that_of_the_texts(
    findings: list[Finding], random: Random
) -> None:
    first = foremost(findings)
    shuffled = random.sample(findings, len(findings))
    for again in (foremost(shuffled), foremost(finding.flipped() for finding in shuffled)):
        assert (again.relation, again.topic, again.is_exact) == (first.relation, first.topic, first.is_exact)


@pytest.mark.parametrize(
    ("graver", "lighter"),
    [
        (Relation.OPPOSITE, Relation.CONFLICT),
        (Relation.CONFLICT, Relation.SPECIAL_PEOPLE),
        (Relation.SPECIAL_PEOPLE, Relation.OTHER_PEOPLE),
        (Relation.UNALIGNED, Relation.OTHER_PEOPLE),
        (Relation.EXTRA, Relation.AGREE),
    ],
)
def test_a_clash_and_what_cannot_be_judged_come_before_what_both_allow(
    graver: Relation, lighter: Relation
) -> None:
    assert foremost([Finding(lighter), Finding(graver)]).relation is graver


def test_a_span_is_the_characters_of_its_value() -> None:
    text = "Wash it. Give zinc 20 mg."
    (value,) = read(text)[1].values
    span = value_span(value)
    assert text[span.start : span.end] == span.text == "20 mg"


def test_a_statement_over_several_lines_is_shown_in_one() -> None:
    text = "Give zinc to every child\n  who has diarrhoea."
    span = statement_span(read(text)[0])
    assert span.text == "Give zinc to every child who has diarrhoea."
    assert (span.start, span.end) == (0, len(text))


def test_no_relation_means_two_things() -> None:
    assert not AGREEING & CLASHING
    assert not (AGREEING | CLASHING) & APART
    assert not {Relation.NOTHING, Relation.ONE_SIDED, Relation.UNALIGNED} & (AGREEING | CLASHING | APART)


def test_every_kind_of_value_has_a_significance_and_a_dose_weighs_more_than_a_time() -> None:
    assert set(Kind) == SIGNIFICANCE.keys()
    assert SIGNIFICANCE[Kind.DOSE] is Significance.HIGH
    assert SIGNIFICANCE[Kind.DURATION] is Significance.MEDIUM
