from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from edgerag.compare.findings import CLASHING, Finding, Relation
from edgerag.compare.typed import compare_typed
from edgerag.language.reading import read
from edgerag.language.stages import are_apart, asked_stage, named_stage, stages
from edgerag.language.values import Kind, Stage, Value
from edgerag.understand.understand import understand

INITIAL = ("first dose", "initial dose", "loading dose", "starting dose", "intensive phase", "initially")
LATER = (
    "maintenance dose",
    "continuation phase",
    "thereafter",
    "afterwards",
    "then",
    "repeat",
    "next dose",
    "increase to",
    "titrate to",
)
WHOLE = ("in total", "in all", "altogether")
STAGES = st.sampled_from([None, *Stage])
DOSE = "What dose of zinc is given?"
HOW_LONG = "How long is tuberculosis treated?"


def compare(question: str, a: str, b: str) -> Finding:
    return compare_typed(understand(question), read(a), read(b))


def told(text: str, kind: Kind | None = None) -> list[tuple[str, Stage | None]]:
    values: list[Value] = [value for statement in read(text) for value in statement.values]
    return [(value.text, value.stage) for value in values if kind in {None, value.kind}]


@pytest.mark.parametrize("word", INITIAL)
def test_what_comes_first_is_told_by_a_word_before_or_behind_in_brackets(word: str) -> None:
    assert told(f"{word}: zinc 20 mg") == [("20 mg", Stage.INITIAL)]
    assert told(f"zinc 20 mg ({word})") == [("20 mg", Stage.INITIAL)]


@pytest.mark.parametrize("word", LATER)
def test_what_comes_later_is_told_by_a_word_before(word: str) -> None:
    assert told(f"{word} zinc 20 mg") == [("20 mg", Stage.LATER)]


@given(
    st.integers(2, 90),
    st.sampled_from(["increase", "reduce", "decrease", "taper", "escalate", "titrate"]),
    st.booleans(),
)
def test_how_much_a_dose_changes_by_is_a_step_and_what_it_is_raised_to_a_later_dose(
    n: int, verb: str, is_repeated: bool
) -> None:
    every = " every 2 weeks" if is_repeated else ""
    assert told(f"{verb} zinc by {n} mg{every}", Kind.DOSE) == [(f"{n} mg", Stage.STEP)]
    raised = f"Zinc {n} mg daily. Increase to {2 * n} mg daily. Or iron {n} mg daily."
    assert [stage for _, stage in told(raised, Kind.DOSE)][1:] == [Stage.LATER, None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zinc 4 g, then 2 g.", [Stage.INITIAL, Stage.LATER]),
        ("Zinc 4 g, then iron 2 g.", [None, Stage.LATER]),
        ("Zinc 20 mg (initial dose), 10 mg (maintenance dose)", [Stage.INITIAL, Stage.LATER]),
        ("Loading: zinc 4 g, then 2 g after 6 h.", [Stage.INITIAL, Stage.INITIAL]),
        ("After the first dose zinc 2 g.", [Stage.LATER]),
        ("Zinc 20 mg, no loading dose.", [None]),
        ("Zinc 20 mg if the viral load is high.", [None]),
        ("Inhale one puff at a time.", [Stage.STEP]),
        ("Zinc 20 mg as a test dose, then 40 mg after 2 weeks.", [Stage.TRIAL, Stage.LATER]),
        ("zinc im | 20 mg | as a test dose", [Stage.TRIAL]),
        ("Test dose of 20 mg zinc.", [Stage.TRIAL]),
        ("Zinc 200 mg after a test dose.", [None]),
        ("Zinc 200 mg daily; after a test dose of 25 mg", [None, Stage.TRIAL]),
        ("Two puffs at a time, twice a day.", [None]),
        ("Zinc 20 mg.", [None]),
    ],
)
def test_the_stage_of_a_dose(text: str, expected: list[Stage | None]) -> None:
    assert [stage for _, stage in told(text, Kind.DOSE)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Test at 6 months, 12 months and then every 12 months.", ["6 months"]),
        ("Test at 6 months, then every 12 months.", ["6 months"]),
        ("Test at month 6, month 12 and then every year.", ["month 6, month 12"]),
        ("Test at 6 months and every 12 months thereafter.", ["6 months"]),
        ("Test at 6 months.", []),
    ],
)
def test_of_moments_in_a_row_the_first_comes_first(text: str, expected: list[str]) -> None:
    first = [text for text, stage in told(text, Kind.TIMING) if stage is Stage.INITIAL]
    assert first == expected


@pytest.mark.parametrize(
    "text", ["6 months regimen", "6-month course", "a total of 6 months", "6 months in all"]
)
def test_the_whole_is_told_beside_its_amount(text: str) -> None:
    assert [stage for _, stage in told(f"Treat: {text}.", Kind.DURATION)] == [Stage.WHOLE]


def test_a_title_and_a_columns_head_name_the_stage_of_what_stands_below() -> None:
    assert told("Continuation phase:\n- zinc 20 mg") == [("20 mg", Stage.LATER)]
    table = "Medicine | Loading dose | Maintenance dose\nzinc | 40 mg | 20 mg"
    assert told(table) == [("40 mg", Stage.INITIAL), ("20 mg", Stage.LATER)]
    assert named_stage("dosage") is None


@pytest.mark.parametrize(
    ("question", "stage"),
    [
        ("What is the loading dose of zinc?", Stage.INITIAL),
        ("At how many months is the first viral load taken?", Stage.INITIAL),
        ("How long is the first (intensive) part of treatment?", Stage.INITIAL),
        ("How often is it given afterwards?", Stage.LATER),
        ("How long is the continuation phase?", Stage.LATER),
        ("How long does treatment take in total?", Stage.WHOLE),
        ("How often is a smear taken if the first smear is normal?", None),
        ("How soon after the first dose is it repeated?", None),
        ("When is the first dose given, and when the second dose?", None),
        ("What is given in the first trimester?", None),
        ("What is given in the first three months?", None),
        ("What is the first-line drug?", None),
        ("What dose of zinc is given?", None),
    ],
)
def test_a_question_may_ask_for_a_stage(question: str, stage: Stage | None) -> None:
    assert asked_stage(question.lower()) is stage
    assert understand(question).stage is stage


@given(STAGES, STAGES)
def test_stages_are_apart_either_way_and_never_from_themselves(
    one: Stage | None, other: Stage | None
) -> None:
    assert are_apart(one, other) is are_apart(other, one)
    assert not are_apart(one, one)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_any_text_has_stages(low: str, start: int, end: int) -> None:
    assert stages(low.lower())(min(start, end), max(start, end)) in {None, *Stage}


@given(st.sampled_from(INITIAL), st.sampled_from(LATER), st.integers(1, 500), st.integers(1, 500))
def test_values_of_two_stages_never_clash(initial: str, later: str, one: int, other: int) -> None:
    a, b = f"{initial}: zinc {one} mg", f"{later}: zinc {other} mg"
    there, back = compare(DOSE, a, b), compare(DOSE, b, a)
    assert there.relation not in CLASHING
    assert there == back.flipped()


@given(st.sampled_from([INITIAL, LATER]), st.data(), st.integers(1, 99), st.integers(1, 99))
def test_values_of_one_stage_clash_as_before(
    words: tuple[str, ...], data: st.DataObject, one: int, other: int
) -> None:
    assume(one != other)
    first, second = data.draw(st.sampled_from(words)), data.draw(st.sampled_from(words))
    a, b = f"{first}: zinc {one} mg", f"{second}: zinc {other} mg"
    there, back = compare(DOSE, a, b), compare(DOSE, b, a)
    assert there.relation is Relation.CONFLICT
    assert there == back.flipped()


@given(st.integers(1, 99), st.integers(1, 99))
def test_the_same_amounts_in_the_other_order_are_another_course(one: int, other: int) -> None:
    assume(one != other)
    found = compare(DOSE, f"Zinc {one} mg, then {other} mg.", f"Zinc {other} mg, then {one} mg.")
    assert found.relation is Relation.CONFLICT


@given(st.integers(1, 24), st.integers(1, 24), st.sampled_from(WHOLE))
def test_the_stages_of_a_course_add_up_to_the_whole(first: int, second: int, whole: str) -> None:
    a = f"Treat for {first} months, then for {second} months."
    alike = f"Treat for {first + second} months {whole}."
    longer = f"Treat for {2 * (first + second)} months {whole}."
    assert compare(HOW_LONG, a, alike).relation is Relation.AGREE
    assert compare(HOW_LONG, a, longer).relation is Relation.CONFLICT


@given(st.integers(1, 99), st.integers(1, 99), st.integers(1, 99))
def test_a_question_for_the_first_dose_is_answered_by_the_first_alone(one: int, two: int, three: int) -> None:
    asked = "What is the first dose of zinc?"
    a, b = f"Zinc {one} mg, then {two} mg.", f"Zinc {one} mg, then {three} mg."
    assert compare(asked, a, b).relation is Relation.AGREE


@given(
    st.sampled_from(["Test dose: zinc {} mg.", "Zinc {} mg as a test dose."]),
    st.integers(1, 99),
    st.integers(1, 99),
)
def test_a_test_dose_clashes_with_no_dose_but_another_test_dose(text: str, one: int, other: int) -> None:
    assume(one != other)
    for dose in (f"Zinc {other} mg.", f"Loading dose: zinc {other} mg.", f"Then zinc {other} mg."):
        assert compare(DOSE, text.format(one), dose).relation not in CLASHING
    assert compare(DOSE, text.format(one), text.format(other)).relation is Relation.CONFLICT


def test_what_a_day_comes_to_in_total_is_no_whole_course() -> None:
    assert stages("zinc 400 mg per day in total")(5, 19) is None
    assert stages("zinc 400 mg in total")(5, 11) is Stage.WHOLE


@pytest.mark.parametrize("more", ["another", "a further", "an additional", "for another", "for a further"])
def test_what_comes_on_top_of_what_was_given_is_a_step(more: str) -> None:
    assert told(f"Give {more} 2 days.") == [("2 days", Stage.STEP)]


def test_what_is_added_to_what_came_first_comes_later() -> None:
    assert told("Give it for 2 months, then continue for another 5 months.")[1] == ("5 months", Stage.LATER)


def test_a_further_time_does_not_clash_with_the_whole() -> None:
    found = compare("For how many days is it given?", "Give it for 3 days.", "Give it for another 2 days.")
    assert found.relation not in CLASHING
