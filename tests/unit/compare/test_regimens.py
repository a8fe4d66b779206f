from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Finding, Relation
from edgerag.compare.regimens import compare_drugs, compare_routes
from edgerag.language.reading import Statement, read
from edgerag.understand.understand import understand

MALARIA = "Which drug is given for severe malaria?"
HIV = "Which first-line regimen is given to an adult with HIV?"
ROUTE = "By which route is adrenaline given?"


def leave(found: Finding, _a: Sequence[Statement], _b: Sequence[Statement]) -> Finding:
    return found


def drugs(question: str, a: str, b: str) -> Finding:
    return compare_drugs(understand(question), read(a), read(b), leave)


def routes(a: str, b: str) -> Finding:
    return compare_routes(understand(ROUTE), read(a), read(b))


def written(finding: Finding) -> tuple[str | None, str | None]:
    return finding.a.text if finding.a else None, finding.b.text if finding.b else None


@pytest.mark.parametrize(
    ("question", "a", "b", "relation"),
    [
        (MALARIA, "Give artesunate.", "Give quinine.", Relation.CONFLICT),
        (MALARIA, "Give artesunate or quinine.", "Give quinine or artesunate.", Relation.AGREE),
        (MALARIA, "Give artesunate.", "Give artesunate or quinine.", Relation.EXTRA),
        (HIV, "TDF + 3TC + DTG", "tenofovir with lamivudine and dolutegravir", Relation.AGREE),
        (HIV, "TDF + 3TC + DTG", "TDF + 3TC + EFV", Relation.CONFLICT),
        (MALARIA, "Give artesunate.", "Refer to hospital.", Relation.ONE_SIDED),
        (MALARIA, "Refer.", "Refer to hospital.", Relation.NOTHING),
        (MALARIA, "Adults: artesunate.", "Children: quinine.", Relation.OTHER_PEOPLE),
        (MALARIA, "Give artesunate.", "If pregnant, give quinine.", Relation.SPECIAL_PEOPLE),
    ],
)
def test_worked_examples_whichever_text_comes_first(
    question: str, a: str, b: str, relation: Relation
) -> None:
    finding = drugs(question, a, b)
    assert finding.relation is relation
    assert drugs(question, b, a) == finding.flipped()


@pytest.mark.parametrize(
    ("question", "text", "chosen"),
    [
        (HIV, "Patients failing on efavirenz: give dolutegravir.", "dolutegravir"),
        (HIV, "Intolerant to efavirenz: give dolutegravir.", "dolutegravir"),
        (MALARIA, "Give artesunate in 5% glucose.", "artesunate"),
        ("Which antibiotic is given for gonorrhoea?", "Give ceftriaxone and paracetamol.", "ceftriaxone"),
        ("What is given with paracetamol for pain?", "Give paracetamol and codeine.", "codeine"),
    ],
)
def test_what_was_given_before_dissolves_another_or_is_not_asked_for_is_no_choice(
    question: str, text: str, chosen: str
) -> None:
    finding = drugs(question, text, f"Give {chosen}.")
    assert (finding.relation, written(finding)) == (Relation.AGREE, (chosen, chosen))
    assert finding.share == 1


@given(
    st.sampled_from(["sodium chloride 0.9 %", "Ringer-Lactate"]),
    st.sampled_from(["sodium chloride 0.9 %", "Ringer-Lactate"]),
)
def test_what_runs_beside_a_medicine_is_no_choice_of_one(fluid: str, other: str) -> None:
    question = "Which drug lowers the blood pressure?"
    a, b = f"Give {fluid} 200 mL. Give nifedipine 10 mg.", f"Give {other} 300 mL. Give nifedipine 10 mg."
    assert drugs(question, a, b).relation is Relation.AGREE
    assert drugs(question, a, f"Give {other} 300 mL.").relation is not Relation.AGREE
    assert (
        drugs("Which fluid is given in shock?", f"Give {fluid}.", f"Give {fluid}.").relation is Relation.AGREE
    )


def test_a_ban_on_what_the_other_text_gives_is_opposite_and_shown() -> None:
    finding = drugs(MALARIA, "Give quinine.", "Never give quinine. Give artesunate.")
    assert (finding.relation, written(finding)) == (Relation.OPPOSITE, ("quinine", "Never give quinine."))
    assert drugs(MALARIA, "Never give quinine. Give artesunate.", "Give quinine.") == finding.flipped()


@pytest.mark.parametrize(
    "given",
    ["First line: artesunate + doxycycline. Give quinine.", "Give artemether. Quinine is the choice."],
)
def test_the_regimen_that_holds_the_forbidden_drug_is_shown(given: str) -> None:
    finding = drugs(MALARIA, "Never give quinine. Give artesunate.", given)
    assert finding.relation is Relation.OPPOSITE
    assert [side and side.lower() for side in written(finding)] == ["never give quinine.", "quinine"]
    assert drugs(MALARIA, given, "Never give quinine. Give artesunate.") == finding.flipped()


@pytest.mark.parametrize(
    ("ban", "relation"),
    [
        ("Do not give quinine when artesunate is there.", Relation.OPPOSITE),
        ("Do not give quinine to pregnant women.", Relation.CONFLICT),
        ("Do not give quinine if the pulse is slow.", Relation.CONFLICT),
        ("Do not give quinine during the night.", Relation.CONFLICT),
        ("Never give a bolus of quinine.", Relation.CONFLICT),
    ],
)
def test_a_ban_for_some_or_for_a_time_or_on_a_way_to_give_it_is_none_on_the_drug(
    ban: str, relation: Relation
) -> None:
    assert drugs(MALARIA, "Give quinine.", f"Give artesunate. {ban}").relation is relation


def test_regimens_that_agree_are_looked_through_with_what_goes_on_about_them() -> None:
    seen: list[tuple[str, ...]] = []

    def beside(found: Finding, a: Sequence[Statement], b: Sequence[Statement]) -> Finding:
        seen.append(tuple(" ".join(s.text for s in side) for side in (a, b)))
        return replace(found, relation=Relation.CONFLICT, topic="seen")

    a, b = read("Give artesunate. Repeat it after 12 hours."), read("Give artesunate or quinine.")
    finding = compare_drugs(understand(MALARIA), a, b, beside)
    assert (finding.relation, finding.topic) == (Relation.CONFLICT, "seen")
    assert seen == [("Give artesunate. Repeat it after 12 hours.", "Give artesunate or quinine.")]


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        ("adrenaline 0.5 mg IM", "adrenaline 0.5 mg IV", Relation.CONFLICT),
        ("adrenaline 0.5 mg IM", "adrenaline by intramuscular injection", Relation.AGREE),
        ("adrenaline 0.5 mg IM", "adrenaline IM or IV", Relation.EXTRA),
        ("adrenaline 0.5 mg IM", "adrenaline 0.5 mg", Relation.ONE_SIDED),
        ("adrenaline 0.5 mg", "adrenaline", Relation.NOTHING),
        ("adrenaline IM. Hydrocortisone IV.", "adrenaline IM. Hydrocortisone orally.", Relation.AGREE),
        ("adrenaline 0.5 mg IM", "adrenaline IM with salbutamol 5 mg inhaled", Relation.AGREE),
        ("adrenaline 0.5 mg IM", "Salbutamol inhaled | adrenaline 0.5 mg", Relation.ONE_SIDED),
        ("adrenaline 0.5 mg IM", "oral prednisolone after IM adrenaline", Relation.AGREE),
        ("adrenaline 0.5 mg IM", "adrenaline IM, not IV", Relation.AGREE),
        ("adrenaline 0.5 mg IM", "adrenaline IM (intravenous injection is not used)", Relation.AGREE),
    ],
)
def test_routes_are_those_of_the_drug_in_question(a: str, b: str, relation: Relation) -> None:
    finding = routes(a, b)
    assert finding.relation is relation
    assert routes(b, a) == finding.flipped()


@given(
    st.sampled_from([
        "oral contraceptive", "combined oral contraceptives", "oral thrush", "rectal examination",
        "inhaled corticosteroids", "oral candidiasis",
    ]),
    st.sampled_from(["She uses an {}.", "Ask about {} first", "- {}: see below"]),
)  # fmt: skip
def test_a_route_inside_a_name_is_none(name: str, around: str) -> None:
    said = around.format(name)
    assert routes(said, said).relation is Relation.NOTHING
    assert routes(f"{said} Give it IV.", "Give it IV.").relation is Relation.AGREE


NAMES = ["artesunate", "quinine", "artemether", "doxycycline", "clindamycin"]
TOGETHER = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True)


@settings(deadline=None)
@given(TOGETHER, st.sampled_from([" + ", " and ", " plus ", "/"]))
def test_what_is_given_together_is_one_regimen_in_any_order_and_joined_by_any_word(
    names: list[str], join: str
) -> None:
    shuffled = sorted(names, reverse=True)
    finding = drugs(MALARIA, f"Give {' + '.join(names)}.", f"Give {join.join(shuffled)}.")
    assert finding.relation is Relation.AGREE


LISTED = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True)
ENDS = st.sampled_from([" {}", ", {}"])
AMOUNT = st.sampled_from(["", " 300 mg", " (1 tablet)", " 5 mg/kg once daily"])


def in_commas(names: list[str], amount: str, end: str, word: str) -> str:
    dosed = [f"{name}{amount}" for name in names]
    return f"Give {', '.join(dosed[:-1])}{end.format(word)} {dosed[-1]}."


@settings(deadline=None)
@given(LISTED, AMOUNT, ENDS, st.sampled_from(["and", "plus"]))
def test_commas_before_an_and_join_what_is_given_together(
    names: list[str], amount: str, end: str, word: str
) -> None:
    listed = in_commas(names, amount, end, word)
    finding = drugs(MALARIA, listed, f"Give {' + '.join(names)}.")
    assert finding.relation is Relation.AGREE
    assert finding.a is not None
    assert all(name in finding.a.text for name in names)
    assert drugs(MALARIA, listed, f"Give {names[0]}.").relation is Relation.CONFLICT
    assert drugs(MALARIA, f"Give {names[0]}.", listed).relation is Relation.CONFLICT


@settings(deadline=None)
@given(LISTED, AMOUNT, ENDS)
def test_commas_before_an_or_part_what_one_may_choose_from(names: list[str], amount: str, end: str) -> None:
    listed = in_commas(names, amount, end, "or")
    assert drugs(MALARIA, listed, f"Give {' or '.join(reversed(names))}.").relation is Relation.AGREE
    assert drugs(MALARIA, listed, f"Give {names[0]}.").relation is Relation.EXTRA
    assert drugs(MALARIA, listed, f"Give {' + '.join(names)}.").relation is Relation.CONFLICT


@pytest.mark.parametrize(
    "text",
    [
        "Give artesunate to adults, quinine and doxycycline to children.",
        "Give artesunate for severe malaria, quinine and doxycycline for other malaria.",
        "Give artesunate and quinine, artemether and doxycycline.",
        "Give artesunate, quinine. Add doxycycline and artemether.",
    ],
)
def test_a_comma_joins_nothing_across_people_conditions_sentences_or_another_list(text: str) -> None:
    finding = drugs(MALARIA, text, "Give artesunate and quinine, doxycycline and artemether together.")
    assert finding.a is not None
    assert not {"artesunate", "quinine", "doxycycline"} <= set(finding.a.text.split())


@settings(deadline=None)
@given(TOGETHER, TOGETHER)
def test_two_regimens_agree_only_if_they_are_the_same_drugs(one: list[str], other: list[str]) -> None:
    finding = drugs(MALARIA, f"Give {' + '.join(one)}.", f"Give {' + '.join(other)}.")
    assert finding.relation is (Relation.AGREE if set(one) == set(other) else Relation.CONFLICT)


TEXTS = st.lists(
    st.sampled_from(
        [
            "Give artesunate.",
            "Give quinine.",
            "Give artesunate or quinine.",
            "Children: give artemether.",
            "If pregnant, give quinine.",
            "Second line: quinine.",
            "Never give artemether.",
            "Wash hands.",
        ]
    ),
    min_size=1,
    max_size=3,
    unique=True,
).map(" ".join)


@settings(deadline=None)
@given(TEXTS, TEXTS, st.integers(1, 999))
def test_neither_order_nor_page_number_changes_the_relation(a: str, b: str, page: int) -> None:
    finding = drugs(MALARIA, a, b)
    other = drugs(MALARIA, b, a)
    assert (other.relation, other.topic) == (finding.relation, finding.topic)
    assert drugs(MALARIA, f"{a}\n\nSee page {page}.", f"{b}\n\n{page}") == finding


@pytest.mark.parametrize("question", ["Which drugs treat tuberculosis?", MALARIA])
def test_what_is_given_at_two_stages_is_no_other_choice(question: str) -> None:
    first, later = "Intensive phase: isoniazid + rifampicin", "Continuation phase: isoniazid"
    assert drugs(question, first, later).relation is Relation.UNALIGNED
    assert drugs(question, later, later.replace("isoniazid", "rifampicin")).relation is Relation.CONFLICT


def test_a_question_for_a_stage_chooses_what_is_given_then() -> None:
    asked = "Which drugs are given in the intensive phase of tuberculosis?"
    both = "Continuation phase: isoniazid and ethambutol.\nIntensive phase: isoniazid and rifampicin."
    assert drugs(asked, both, "Give isoniazid and rifampicin.").relation is Relation.AGREE


TRIPLE = ("omeprazole", "amoxicillin", "clarithromycin")


@given(st.permutations(TRIPLE), st.permutations(TRIPLE))
@settings(deadline=None)
def test_a_set_is_the_same_listed_apart_or_joined_and_in_any_order(one: list[str], other: list[str]) -> None:
    question = "Which three drugs treat Helicobacter pylori?"
    listed, joined = "\n".join(f"- {name}" for name in one), " plus ".join(other)
    assert drugs(question, listed, joined).relation is Relation.AGREE
    assert drugs(question, listed, "\n".join(f"- {name}" for name in other)).relation is Relation.AGREE
    assert (
        drugs(question, listed, joined.replace("omeprazole", "metronidazole")).relation is not Relation.AGREE
    )
    assert drugs(question, listed, " plus ".join(other[:2])).relation is not Relation.AGREE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("First choice: artesunate. Or quinine.", "First choice: quinine. Or artesunate."),
        ("Artesunate or quinine.", "Artesunate plus quinine."),
        ("Adults: artesunate. Children: quinine.", "Artesunate plus quinine."),
    ],
)  # fmt: skip
def test_a_choice_a_line_and_other_people_make_no_set(a: str, b: str) -> None:
    assert drugs(MALARIA, a, b).relation is not Relation.AGREE


@given(st.permutations(("artesunate", "quinine", "artemether")))
@settings(deadline=None)
def test_two_first_choices_clash_though_each_names_the_other_later(names: list[str]) -> None:
    first, second, third = names
    a, b = f"First choice: {first}. Later: {second}.", f"Later: {first}. First choice: {second}."
    assert drugs(MALARIA, a, b).relation is Relation.CONFLICT
    same = f"First choice: {first}. Later: {third}."
    assert drugs(MALARIA, a, same).relation is Relation.AGREE


TREATED, WHICH = "How is otitis media treated?", "Which drug is given for otitis media?"
PAINKILLER = st.sampled_from(["paracetamol", "ibuprofen"])
ANTIBIOTIC = st.sampled_from(["amoxicillin", "erythromycin", "ciprofloxacin", "ceftriaxone"])


@given(PAINKILLER, ANTIBIOTIC)
def test_medicines_of_two_classes_are_a_difference_only_where_one_medicine_is_asked_for(
    painkiller: str, antibiotic: str
) -> None:
    texts = f"Give {painkiller}.", f"Give {antibiotic}."
    assert drugs(TREATED, *texts).relation is Relation.UNALIGNED
    assert drugs(WHICH, *texts).relation is Relation.CONFLICT


@given(ANTIBIOTIC, ANTIBIOTIC)
def test_two_medicines_of_one_class_differ_whatever_is_asked(one: str, other: str) -> None:
    relation = Relation.AGREE if one == other else Relation.CONFLICT
    for question in (TREATED, WHICH):
        assert drugs(question, f"Give {one}.", f"Give {other}.").relation is relation


@given(ANTIBIOTIC, st.sampled_from(["metronidazole", "prednisolone", "paracetamol"]))
def test_a_further_medicine_is_a_difference_only_where_one_medicine_is_asked_for(one: str, more: str) -> None:
    texts = f"Give {one}.", f"Give {one} and {more}."
    assert drugs(TREATED, *texts).relation is Relation.UNALIGNED
    assert drugs(WHICH, *texts).relation is Relation.CONFLICT


def test_a_medicine_of_no_known_class_may_stand_against_any() -> None:
    assert drugs("How is gout treated?", "Give colchicine.", "Give ibuprofen.").relation is Relation.CONFLICT


@given(
    st.sampled_from(["dextrose saline", "normal saline", "5% dextrose", "Ringer's lactate"]),
    st.integers(1, 1000),
)
def test_what_a_medicine_is_dissolved_in_is_no_part_of_the_choice(fluid: str, ml: int) -> None:
    finding = drugs(MALARIA, f"Give quinine 20 mg/kg in {ml} mL of {fluid}.", "Give quinine 20 mg/kg.")
    assert finding.relation is Relation.AGREE


def test_a_route_that_is_lacking_is_none() -> None:
    question = "By which route is midazolam given?"
    a, b = "No IV access: midazolam intranasally.", "Midazolam intranasally."
    found = compare_routes(understand(question), read(a), read(b))
    assert found.relation is Relation.AGREE
