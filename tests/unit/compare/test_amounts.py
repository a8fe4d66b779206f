from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.amounts import compare_amounts, relate_values
from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation
from edgerag.language.reading import Statement, read
from edgerag.language.values import Kind, Value
from edgerag.understand.understand import understand

ZINC = "What dose of zinc is given?"
CD4 = "At what CD4 count should ART start?"
HOW_LONG = "How long is pneumonia treated?"
UP_TO_350 = "Start ART if CD4 < 350 cells/mm3."
UP_TO_500 = "Start ART if CD4 < 500 cells/mm3."


def leave(found: Finding, _a: Sequence[Statement], _b: Sequence[Statement]) -> Finding:
    return found


def compare(kind: Kind, question: str, a: str, b: str) -> Finding:
    return compare_amounts(kind, understand(question), read(a), read(b), leave)


def values(text: str) -> list[Value]:
    return [value for statement in read(text) for value in statement.values]


def written(finding: Finding) -> tuple[str | None, str | None]:
    return finding.a.text if finding.a else None, finding.b.text if finding.b else None


@pytest.mark.parametrize(
    ("kind", "question", "a", "b", "relation"),
    [
        (Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc 10 mg.", Relation.CONFLICT),
        (Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc 0.02 g.", Relation.AGREE),
        (Kind.DOSE, ZINC, "Give zinc 20 mg.", "Zinc 20 mg, zinc 30 mg if severe.", Relation.EXTRA),
        (Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc 1 mL.", Relation.UNALIGNED),
        (Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc.", Relation.ONE_SIDED),
        (Kind.DOSE, ZINC, "Give zinc.", "Wash your hands.", Relation.NOTHING),
        (Kind.DOSE, ZINC, "Adults: zinc 20 mg", "Children: zinc 10 mg", Relation.OTHER_PEOPLE),
        (Kind.DOSE, ZINC, "zinc 20 mg", "Pregnant women: zinc 10 mg", Relation.SPECIAL_PEOPLE),
        (Kind.DOSE, ZINC, "Zinc 20 mg, iron 60 mg.", "Zinc 20 mg, iron 100 mg.", Relation.AGREE),
        (Kind.DURATION, HOW_LONG, "Treat for 5 days.", "Treat for a week.", Relation.CONFLICT),
        (Kind.DURATION, HOW_LONG, "Treat for 7 days.", "Treat for a week.", Relation.AGREE),
        (Kind.THRESHOLD, CD4, UP_TO_350, UP_TO_500, Relation.CONFLICT),
        (Kind.THRESHOLD, CD4, UP_TO_350, "Start ART at any CD4 count.", Relation.CONFLICT),
        (Kind.THRESHOLD, CD4, UP_TO_350, f"{UP_TO_350} TB patients: at any CD4.", Relation.AGREE),
        (Kind.THRESHOLD, CD4, UP_TO_350, "Stop if CD4 > 350 cells/mm3.", Relation.ONE_SIDED),
        (Kind.THRESHOLD, CD4, UP_TO_350, "Start ART if viral load > 1000 copies/mL.", Relation.ONE_SIDED),
    ],
)
def test_worked_examples_whichever_text_comes_first(
    kind: Kind, question: str, a: str, b: str, relation: Relation
) -> None:
    finding = compare(kind, question, a, b)
    assert finding.relation is relation
    assert compare(kind, question, b, a) == finding.flipped()


def test_a_value_in_the_range_of_the_other_agrees_and_is_not_the_same() -> None:
    in_range = compare(Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc 10-20 mg.")
    same = compare(Kind.DOSE, ZINC, "Give zinc 20 mg.", "Give zinc 0.02 g.")
    assert (in_range.relation, in_range.is_exact) == (Relation.AGREE, False)
    assert (same.relation, same.is_exact) == (Relation.AGREE, True)


def test_a_limit_further_down_that_takes_in_more_people_leaves_open_which_one_holds() -> None:
    wider = f"{UP_TO_350}\n\nNote.\n\nMore:\n\nStart if CD4 < 500 cells/mm3."
    narrower = wider.replace("500", "100")
    assert compare(Kind.THRESHOLD, CD4, UP_TO_350, wider).relation is Relation.UNALIGNED
    assert compare(Kind.THRESHOLD, CD4, UP_TO_350, narrower).relation is Relation.AGREE


def test_the_value_for_others_stands_in_for_none_and_shows_nothing() -> None:
    question = "What dose of zinc does a child get?"
    finding = compare(Kind.DOSE, question, "Children: zinc 10 mg", "Adults: zinc 10 mg")
    assert finding.relation is Relation.FOR_OTHERS
    both = "Adults: zinc 20 mg. Children: zinc 10 mg."
    assert compare(Kind.DOSE, question, "Children: zinc 10 mg", both).relation is Relation.AGREE


def test_only_the_most_counts_where_the_most_is_asked_for_and_only_the_first_where_that_is() -> None:
    most = "What is the maximum dose of zinc?"
    finding = compare(Kind.DOSE, most, "zinc 20 mg, up to 40 mg", "zinc 10 mg, maximum 40 mg")
    assert (finding.relation, written(finding)) == (Relation.AGREE, ("up to 40 mg", "maximum 40 mg"))
    loading = "What is the loading dose of magnesium sulphate?"
    a, b = "Magnesium sulphate 4 g, then 5 g every 4 hours", "Magnesium sulphate 4 g, then 1 g hourly"
    assert compare(Kind.DOSE, loading, a, b).relation is Relation.AGREE
    assert compare(Kind.DOSE, "What dose of magnesium sulphate?", a, b).relation is not Relation.AGREE


def test_a_dose_per_kilogram_meets_the_dose_for_the_weight_in_question() -> None:
    question = "How much diazepam does a child of 12 kg get?"
    for milligrams, relation in ((6, Relation.AGREE), (8, Relation.CONFLICT)):
        by_band = f"10-14 kg: diazepam {milligrams} mg"
        assert compare(Kind.DOSE, question, "Diazepam 0.5 mg/kg.", by_band).relation is relation


@given(
    st.integers(1, 40),
    st.integers(1, 40),
    st.sampled_from([500, 1000]),
    st.sampled_from(["", "Zinc | 500 mg | "]),
)
def test_beside_what_is_for_a_child_what_is_for_nobody_by_name_is_no_answer_for_one(
    child: int, other: int, general: int, row: str
) -> None:
    question, plain = "What dose of zinc does a child of 14 kg need?", f"Zinc {other} mg/kg for a child."
    beside = f"{row or 'Zinc '}{general} mg; child {child} mg/kg"
    alone = compare(Kind.DOSE, question, f"Zinc, child {child} mg/kg", plain).relation
    assert compare(Kind.DOSE, question, beside, plain).relation is alone
    assert alone is (Relation.AGREE if child == other else alone)


def test_to_change_an_interval_and_to_leave_it_are_opposite() -> None:
    question = "How often is the contraceptive injection given with efavirenz?"
    changed = "With efavirenz give the injection 8 weekly instead of 12 weekly."
    kept = "With efavirenz there is no need to change the interval of the injection."
    finding = compare(Kind.FREQUENCY, question, changed, kept)
    assert (finding.relation, written(finding)) == (Relation.OPPOSITE, ("8 weekly", kept))
    assert compare(Kind.FREQUENCY, question, kept, changed) == finding.flipped()


def test_what_belongs_to_a_value_is_looked_for_beside_it() -> None:
    seen: list[tuple[str, ...]] = []

    def beside(found: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
        seen.append(tuple(" ".join(s.text for s in side) for side in (a, b)))
        return replace(found, relation=Relation.CONFLICT, topic="seen")

    a, b = read("Give zinc 20 mg. Repeat it daily.\n\nWash."), read("Zinc 20 mg.")
    finding = compare_amounts(Kind.DOSE, understand(ZINC), a, b, beside)
    assert (finding.relation, finding.topic) == (Relation.CONFLICT, "seen")
    assert seen == [("Give zinc 20 mg. Repeat it daily.", "Zinc 20 mg.")]


def test_strictly_only_values_of_one_drug_are_put_beside_each_other() -> None:
    asked = understand(ZINC)
    named, bare = values("zinc 20 mg"), values("20 mg")
    for is_strict, relation in ((False, Relation.AGREE), (True, Relation.UNALIGNED)):
        assert relate_values(Kind.DOSE, asked, named, bare, is_strict=is_strict).relation is relation
        assert relate_values(Kind.DOSE, asked, named, named, is_strict=is_strict).relation is Relation.AGREE
    assert relate_values(Kind.DOSE, asked, named, values("iron 20 mg")).relation is Relation.UNALIGNED


DOSES = st.builds(
    lambda whom, low, more, unit: f"{whom}zinc {f'{low}-{low + more}' if more else low} {unit}.",
    st.sampled_from(["Give ", "Children: ", "Adults: ", "If pregnant, ", "Up to "]),
    st.integers(1, 60),
    st.sampled_from([0, 0, 10]),
    st.sampled_from(["mg", "mL", "g"]),
)


@settings(deadline=None)
@given(DOSES, DOSES)
def test_swapping_the_texts_changes_only_the_sides(a: str, b: str) -> None:
    assert compare(Kind.DOSE, ZINC, b, a) == compare(Kind.DOSE, ZINC, a, b).flipped()


@settings(deadline=None)
@given(DOSES, DOSES, st.integers(1, 999))
def test_a_page_number_changes_nothing(a: str, b: str, page: int) -> None:
    paged = compare(Kind.DOSE, ZINC, f"{a}\n\nSee page {page}.", f"{b}\n\n{page}")
    assert paged == compare(Kind.DOSE, ZINC, a, b)


@settings(deadline=None)
@given(st.lists(DOSES, min_size=1, max_size=3).map("\n\n".join))
def test_no_text_clashes_with_itself(text: str) -> None:
    assert compare(Kind.DOSE, ZINC, text, text).relation not in CLASHING


def test_when_another_thing_is_measured_is_no_answer() -> None:
    asked = "At how many months is the viral load measured?"
    a, b = "CD4 count at 12 months. Viral load at 6 months.", "Viral load at 6 months. CD4 count at 3 months."
    assert compare(Kind.TIMING, asked, a, b).relation is Relation.AGREE


@given(st.integers(2, 30), st.sampled_from(["Cough for", "Fever lasting", "Persistent diarrhoea of"]))
def test_how_long_somebody_is_ill_is_no_answer_to_how_long_a_medicine_is_given(days: int, ill: str) -> None:
    asked = "For how many days is amoxicillin given for pneumonia?"
    a, b = f"{ill} more than {days} days: refer.", f"Give amoxicillin 500 mg for {days + 1} days."
    assert compare(Kind.DURATION, asked, a, b).relation is Relation.ONE_SIDED
    given_it = f"Give amoxicillin 500 mg for {days + 3} days."
    assert compare(Kind.DURATION, asked, given_it, b).relation is Relation.CONFLICT


@given(st.integers(1, 11), st.sampled_from(["VL", "viral load", "Viral load test"]))
def test_when_something_else_begins_is_no_answer_where_a_measurement_is_told(n: int, test: str) -> None:
    asked = "At how many months is the first viral load taken?"
    a, b = f"Start ART within 7 days of this. {test} at {n} months.", f"Take the first {test} at {n} months."
    assert compare(Kind.TIMING, asked, a, b).relation in AGREEING
    assert compare(Kind.TIMING, asked, "Start it at 12 months.", b).relation is Relation.CONFLICT


@given(st.integers(1, 30), st.sampled_from(["days", "weeks"]))
def test_two_sides_of_one_cut_are_no_difference_unless_the_limit_is_asked_for(n: int, unit: str) -> None:
    late, early = f"If > {n} {unit} late: refer.", f"If \u2264 {n} {unit} late: give it."
    open_question = "What is done if the injection is late?"
    found = compare(Kind.DURATION, open_question, late, early)
    assert found.relation is Relation.UNALIGNED
    assert compare(Kind.DURATION, "How long may it be late?", late, early).relation is Relation.CONFLICT


def test_how_long_ago_it_was_is_compared_only_where_a_time_is_asked_for() -> None:
    a, b = "If a fit in the past 2 hours: refer.", "If a fit in the past 9 hours: refer."
    assert compare(Kind.TIMING, "Must she be referred?", a, b).relation is Relation.NOTHING
    assert compare(Kind.TIMING, "When is she referred?", a, b).relation is Relation.CONFLICT


def test_the_dose_of_a_childs_age_is_none_of_an_adults() -> None:
    bands = "8-12 years: zinc 10 mg\nOver 12 years: zinc 20 mg"
    asked = "What dose of zinc does an adult get?"
    assert compare(Kind.DOSE, asked, bands, "Zinc 20 mg").relation is Relation.AGREE


@given(st.integers(30, 90), st.integers(0, 20))
def test_a_limit_within_which_it_is_forbidden_is_one_from_which_it_is_allowed(
    limit: int, further: int
) -> None:
    question = "From which eGFR on may tenofovir be given?"
    allowed = f"Give tenofovir only if eGFR > {limit}."
    for ban in (
        f"If eGFR < {limit + further}: avoid tenofovir.",
        f"Do not give tenofovir if eGFR < {limit + further}.",
    ):
        found = compare(Kind.THRESHOLD, question, ban, allowed).relation
        assert (found in AGREEING) is (further == 0)
        assert (found in CLASHING) is (further > 0)


def test_where_the_end_is_asked_for_to_stop_is_no_ban() -> None:
    stop, until = "Stop cotrimoxazole if CD4 > 350 cells/mm3.", "Cotrimoxazole until CD4 > 350 cells/mm3."
    assert (
        compare(Kind.THRESHOLD, "At what CD4 count is cotrimoxazole stopped?", stop, until).relation
        in AGREEING
    )


@given(st.sampled_from(["morphine", "metoclopramide", "paracetamol"]), st.integers(1, 90))
def test_what_is_given_of_another_class_than_the_one_asked_for_is_no_answer(other: str, mg: int) -> None:
    question, asked_for = "Which laxative and how much?", "Give bisacodyl 5 mg at night."
    found = compare(Kind.DOSE, question, f"Give {other} {mg} mg 6 hourly.", asked_for)
    assert (found.relation, found.a) == (Relation.ONE_SIDED, None)
    assert compare(Kind.DOSE, question, "Give bisacodyl 5 mg.", asked_for).relation in AGREEING


@given(low=st.integers(110, 125), high=st.integers(130, 150))
def test_asked_what_is_aimed_at_where_something_begins_is_another_matter(low: int, high: int) -> None:
    question = "What systolic BP are we aiming for in a diabetic?"
    mixed = f"Diagnose it if the systolic BP is > 160 mmHg. Target: systolic BP {low}-{high} mmHg."
    alone = f"Aim for a systolic BP of {low}-{high} mmHg."
    assert compare(Kind.THRESHOLD, question, mixed, alone).relation in AGREEING


@given(days=st.integers(3, 21), minutes=st.integers(5, 59))
def test_asked_for_days_minutes_are_of_another_thing(days: int, minutes: int) -> None:
    question = "Cloxacillin for mastitis, for how many days?"
    mixed = f"Cloxacillin: warm packs for {minutes} minutes. Give cloxacillin for {days} days."
    assert compare(Kind.DURATION, question, mixed, f"Give cloxacillin for {days} days.").relation in AGREEING


@given(
    st.sampled_from([
        ("a child of 12 kg", "children under 20 kg: {own} mg/kg", "{own} mg/kg in children under 20 kg"),
        ("a child of 3 years", "under 5 years: {own} mg/kg", "{own} mg/kg if under 5 years"),
        ("a woman of 70 years", "over 65 years: {own} mg/kg", "persons over 65 years {own} mg/kg"),
    ]),
    st.integers(1, 9), st.integers(10, 30), st.booleans(),
)  # fmt: skip
def test_what_is_for_the_age_or_weight_in_question_takes_the_place_of_what_is_for_all(
    whose: tuple[str, str, str], own: int, general: int, in_bracket: bool
) -> None:
    who, bracketed, joined = (part.format(own=own) for part in whose)
    text = (
        f"Give zinc {general} mg/kg ({bracketed})."
        if in_bracket
        else f"Give zinc {general} mg/kg and {joined}."
    )
    question = f"What dose of zinc does {who} get?"
    assert compare(Kind.DOSE, question, text, f"Zinc {own} mg/kg").relation is Relation.AGREE
    assert compare(Kind.DOSE, question, text, f"Zinc {general} mg/kg").relation is Relation.CONFLICT


@pytest.mark.parametrize(
    "question", ["How often does an adult take zinc?", "How often does a man of 40 years take zinc?"]
)
def test_what_is_for_the_pregnant_is_not_compared_for_those_who_are_not(question: str) -> None:
    a, b = (
        "Zinc twice daily, pregnant women once daily.",
        "Zinc once daily in adults and twice daily in pregnancy.",
    )
    finding = compare(Kind.FREQUENCY, question, a, b)
    assert (finding.relation, written(finding)) == (Relation.CONFLICT, ("twice daily", "once daily"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The total must not exceed 2 hours.", "The maximum time for a leg is 90 minutes."),
        ("It must not stay longer than 2 hours.", "At most 90 minutes."),
        ("Never leave it on for more than 3 hours.", "Maximum: 2 hours"),
    ],
)
def test_two_different_limits_that_must_not_be_exceeded_conflict(a: str, b: str) -> None:
    question = "How long may a tourniquet stay inflated?"
    assert compare(Kind.DURATION, question, a, b).relation is Relation.CONFLICT


@pytest.mark.parametrize(
    ("who", "own", "others"),
    [("child of 5 years", "children", "adults"), ("man of 40 years", "adults", "children"),
     ("baby of 10 days", "newborns", "adults"), ("woman of 80 years", "the elderly", "children")],
)  # fmt: skip
def test_who_is_called_by_another_age_than_in_question_is_not_meant(who: str, own: str, others: str) -> None:
    question = f"What dose of zinc does a {who} get?"
    text = f"Zinc 7 mg in {own} ({others}: 9 mg)."
    assert compare(Kind.DOSE, question, text, "Zinc 7 mg").relation is Relation.AGREE
    assert compare(Kind.DOSE, question, text, "Zinc 9 mg").relation is Relation.CONFLICT


@pytest.mark.parametrize(
    "other",
    [
        "As long as Hb stays at 7 g/dL or higher, patients are not transfused.",
        "No red cells as long as Hb is 7 g/dL or more.",
        "A patient with Hb 7 g/dL or more needs no blood.",
    ],
)
def test_a_limit_from_which_nothing_is_done_is_the_one_below_which_it_is(other: str) -> None:
    question = "At what Hb is a stable patient transfused?"
    below = "Transfuse when Hb is below 7 g/dL."
    assert compare(Kind.THRESHOLD, question, below, other).relation is Relation.AGREE
    assert compare(Kind.THRESHOLD, question, below.replace("7", "8"), other).relation is Relation.CONFLICT


@pytest.mark.parametrize("ban", ["but never frozen", "and are never frozen", "but must not be frozen"])
def test_a_ban_beside_a_limit_leaves_its_side_alone(ban: str) -> None:
    question = "At what temperature is the vaccine stored?"
    a, b = "Store the vaccine at 2-8 °C.", f"Vaccines are kept very cold (under 8 °C) {ban}."
    assert compare(Kind.THRESHOLD, question, a, b).relation is not Relation.CONFLICT


def test_what_is_for_a_child_of_another_weight_is_for_others() -> None:
    question = "What dose of zinc does a child of 20 kg get?"
    a, b = "Children under 10 kg: zinc 10 mg.", "Children under 10 kg get zinc 10 mg."
    assert compare(Kind.DOSE, question, a, b).relation is Relation.FOR_OTHERS


def test_what_is_for_children_is_not_told_to_be_for_others_than_a_baby() -> None:
    question = "When is a newborn tested?"
    a, b = "Children are tested at 6 weeks.", "Newborns are tested at 2 weeks."
    assert compare(Kind.TIMING, question, a, b).relation is Relation.UNALIGNED
    assert compare(Kind.TIMING, question, a.replace("Children", "Adults"), b).relation is Relation.FOR_OTHERS


@given(st.integers(2, 20), st.integers(200, 900))
def test_the_most_that_may_be_given_is_no_dose_beside_one(per_kg: int, most: int) -> None:
    asked = "What dose of paracetamol is given?"
    one, other = f"Paracetamol {per_kg} mg/kg, at most {most} mg.", f"Give paracetamol {per_kg} mg/kg."
    assert compare(Kind.DOSE, asked, one, other).relation in AGREEING
    limits = f"Paracetamol {per_kg} mg/kg, at most {most + 50} mg."
    maximum = "What is the maximum dose of paracetamol?"
    assert compare(Kind.DOSE, maximum, one, limits).relation is Relation.CONFLICT
