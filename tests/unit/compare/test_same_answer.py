"""What is the same answer to a question, whatever else one of two texts tells."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.judge import compare_texts
from edgerag.compare.similarity import Verdicts
from edgerag.domain.reports import Label, Layer
from edgerag.understand.understand import understand
from tests.unit.compare.alike import AlwaysAlike, judge


@given(
    st.sampled_from(
        [
            "For how long is scabies treated?",
            "Which drug is given for scabies?",
            "Scabies: number of days and strength of benzyl benzoate?",
        ]
    ),
    st.sampled_from(["Treat the whole household too.", "Refer if there is pus.", "Wash the bedding."]),
    st.booleans(),
)
def test_more_to_do_changes_no_value_and_no_choice_of_a_medicine(
    question: str, more: str, is_a: bool
) -> None:
    lotion = "Benzyl benzoate 25 % at night for 3 days."
    texts = (f"{lotion} {more}", lotion)
    assert judge(question, *(texts if is_a else texts[::-1])).label is Label.CONSISTENT


@given(
    st.integers(100, 400),
    st.sampled_from(
        [
            "Maximum dose: {most} mg 8 hourly.",
            "Max: {most} mg 8 hourly.",
            "Increase to {most} mg 8 hourly if needed.",
            "Titrate up to {most} mg 8 hourly.",
        ]
    ),
)
def test_the_most_and_what_a_dose_is_raised_to_are_no_further_dose(mg: int, more: str) -> None:
    a, b = f"Methyldopa {mg} mg 8 hourly.", f"Methyldopa {mg} mg 8 hourly. {more.format(most=3 * mg)}"
    assert judge("What dose of methyldopa is she started on?", a, b).label is Label.CONSISTENT


def test_whoever_may_choose_between_two_medicines_gives_the_one_that_the_other_names() -> None:
    question, a, b = "Which antibiotic treats gonorrhoea?", "Ceftriaxone or cefixime.", "Ceftriaxone."
    for judged in (judge(question, a, b), judge(question, b, a)):
        assert judged.label is Label.CONSISTENT
        assert "Both can be followed at once" in judged.reasoning


class Complementing(AlwaysAlike):
    """Models that find any two texts to be on one subject, and neither to follow from the other."""

    def cosine(self, a: str, b: str) -> float:
        return 0.75

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return [Verdicts(0.03, 0.96, 0.01) for _ in pairs]


def test_what_models_read_as_agreeing_is_the_same_answer_to_may_i_whatever_else_each_covers() -> None:
    a = (
        "Support the varicose veins with elastic stockings or bandages. Keep the feet up after the ulcer"
        " heals."
    )
    b = (
        "Venous ulcer likely\n- Encourage exercise.\n- Advise elevating the leg when possible and to avoid"
        " prolonged standing.\n- Apply compression bandage from foot to knee."
    )
    question = "Should I put on a compression bandage for an ulcer of the leg?"
    judged = compare_texts(understand(question), a, b, Complementing())
    assert (judged.label, judged.decided_by) == (Label.CONSISTENT, Layer.ENTAILMENT)
