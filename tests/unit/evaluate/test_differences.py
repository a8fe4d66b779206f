from __future__ import annotations

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.differences import evaluate_differences
from tests.unit.present.map_of_differences import DOSES, ONE, TWO

NAMES = {ONE.id: "one", TWO.id: "two"}


def gold(label: Label, page: int, quote: str, *, hard: bool = False) -> HandbookQuestion:
    answers = [GoldAnswer("one", page=page), GoldAnswer("two", quote=quote)]
    return HandbookQuestion("Dose?", answers, [], [GoldPair("two", "one", label, hard)])


def measured(*questions: HandbookQuestion) -> dict[str, float]:
    result = evaluate_differences(questions, NAMES, [DOSES])
    return {name: measure.value for name, measure in result.measures.items()}


def test_a_pair_is_found_by_its_page_on_one_side_and_its_quotation_on_the_other() -> None:
    found = gold(Label.DIVERGENT, 3, "we give adrenaline 1 mL.")
    other_page = gold(Label.DIVERGENT, 4, "we give adrenaline 1 mL.")
    other_words = gold(Label.DIVERGENT, 3, "oxygen is given by mask at once")
    assert measured(found)["unasked_recall"] == 1
    assert measured(other_page)["unasked_recall"] == 0
    assert measured(other_words)["unasked_recall"] == 0
    assert measured(found, other_page)["unasked_recall"] == 0.5


def test_only_conflicts_are_looked_for_and_hard_ones_can_be_left_out() -> None:
    found = gold(Label.CONTRADICTORY, 3, "we give adrenaline 1 mL.")
    agreeing = gold(Label.CONSISTENT, 9, "we give adrenaline 1 mL.")
    hard = gold(Label.DIVERGENT, 9, "we give adrenaline 1 mL.", hard=True)
    assert measured(found, agreeing)["unasked_recall"] == 1
    assert measured(found, hard) == {"unasked_recall": 0.5, "unasked_recall_without_hard": 1.0}
