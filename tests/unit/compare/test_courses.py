from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.amounts import compare_amounts
from edgerag.compare.courses import of_all, with_whole
from edgerag.compare.findings import Finding, Relation
from edgerag.language.quantities import MONTH
from edgerag.language.reading import read
from edgerag.language.values import Kind, Stage, Value
from edgerag.understand.understand import understand

HOW_LONG = "How long is pneumonia treated?"
TOGETHER = st.lists(st.sampled_from(["isoniazid", "rifampicin", "ethambutol"]), min_size=1, unique=True)


def compare(kind: Kind, question: str, a: str, b: str) -> Finding:
    return compare_amounts(kind, understand(question), read(a), read(b), lambda found, _a, _b: found)


def durations(text: str) -> list[Value]:
    said = [(s, [v for v in s.values if v.kind is Kind.DURATION]) for s in read(text)]
    return [value for _, values in with_whole(said) for value in values]


def test_a_time_that_is_said_of_several_drugs_is_that_of_them_all() -> None:
    both, back = "Isoniazid and rifampicin for 2 months.", "For 2 months: rifampicin, isoniazid."
    assert compare(Kind.DURATION, HOW_LONG, both, back).relation is Relation.AGREE
    one = "Isoniazid for 4 months."
    assert compare(Kind.DURATION, HOW_LONG, both, one).relation is Relation.UNALIGNED


def test_a_course_in_two_stages_is_as_long_as_both_together() -> None:
    stages = "Intensive phase: isoniazid for 2 months\nContinuation phase: isoniazid for 4 months"
    found = compare(Kind.DURATION, HOW_LONG, stages, "Treat for 6 months.")
    assert (found.relation, found.is_exact) == (Relation.AGREE, True)
    assert (
        compare(Kind.DURATION, HOW_LONG, stages, "Treat for 9 months in all.").relation is Relation.CONFLICT
    )


@given(TOGETHER)
def test_the_order_in_which_drugs_are_named_makes_no_other_course(drugs: list[str]) -> None:
    for joint in (", ", " and ", " + ", "/"):
        one, other = (
            read(f"{joint.join(drugs)} for 2 months")[0],
            read(f"{joint.join(drugs[::-1])} for 2 months")[0],
        )
        assert (
            of_all(one.values[-1], one).drug
            == of_all(other.values[-1], other).drug
            == "+".join(sorted(drugs))
        )


@given(st.integers(1, 24), st.integers(1, 24))
def test_the_sum_is_quoted_from_the_first_time_to_the_last(first: int, later: int) -> None:
    (whole, *_) = [
        v for v in durations(f"Give {first} months, then {later} months.") if v.stage is Stage.WHOLE
    ]
    assert whole.interval.low == (first + later) * MONTH
    assert whole.text == f"{first} months, then {later} months"


def test_nothing_is_added_up_where_a_stage_is_told_twice_or_has_no_end() -> None:
    for text in (
        "Give 2 months, then 4 months, then 6 months.",
        "Give 2 months, then at least 4 months.",
        "Give 2 months.",
    ):
        assert not [value for value in durations(text) if value.stage is Stage.WHOLE]
