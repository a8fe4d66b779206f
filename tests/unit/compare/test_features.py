from __future__ import annotations

from collections.abc import Sequence

import pytest

from edgerag.compare import features
from edgerag.compare.similarity import Answering, Verdicts
from edgerag.compare.typed import compare_typed
from edgerag.language.reading import read
from edgerag.understand.understand import understand

DRUG = "Does the drug lower the blood pressure of adults?"
HELPS, FAILS = "The drug lowered blood pressure.", "The drug did not lower blood pressure."


class Reader:
    """Takes what denies for a no, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def cosine(self, a: str, b: str) -> float:
        return 0.9

    def relevance(self, a: str, b: str) -> float:
        return 1.0

    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        self.asked += pairs
        denied = [("not" in premise) != ("not" in hypothesis) for premise, hypothesis in pairs]
        return [Verdicts(0.05, 0.05, 0.9) if one else Verdicts(0.9, 0.05, 0.05) for one in denied]

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        return None


class NoEntailment(Reader):
    def entailment(self, pairs: Sequence[tuple[str, str]]) -> list[Verdicts] | None:
        return None


def test_question_is_affirmed_once_whatever_its_mark() -> None:
    assert features.affirmed("Does it help?") == features.affirmed(" Does it help ") == "Does it help? Yes."


def test_entailment_is_asked_of_the_other_text_and_of_the_question() -> None:
    reader = Reader()
    features.entailment_features(understand(DRUG), HELPS, FAILS, reader)
    yes = features.affirmed(DRUG)
    assert reader.asked == [(HELPS, FAILS), (FAILS, HELPS), (HELPS, yes), (FAILS, yes)]


def test_opposed_answers_stand_out() -> None:
    apart = features.entailment_features(understand(DRUG), HELPS, FAILS, Reader())
    alike = features.entailment_features(understand(DRUG), HELPS, HELPS, Reader())
    assert apart is not None
    assert alike is not None
    assert apart["conflict"] > 0 > alike["conflict"]
    assert apart["opposed"] > 0 > alike["opposed"]
    assert apart["yes_no_opposed"] == apart["opposed"]


def test_swapping_the_texts_changes_no_feature() -> None:
    forth = features.entailment_features(understand(DRUG), HELPS, FAILS, Reader())
    assert forth == pytest.approx(features.entailment_features(understand(DRUG), FAILS, HELPS, Reader()))
    denied = features.denial_features(understand(DRUG), HELPS, FAILS)
    assert denied == features.denial_features(understand(DRUG), FAILS, HELPS)
    assert denied["denial_gap"] == denied["yes_no_denial_gap"] == 1.0


def test_denial_weighs_as_an_answer_only_where_yes_or_no_is_asked() -> None:
    assert features.denial_features(understand("What lowers it?"), HELPS, FAILS)["yes_no_denial_gap"] == 0.0


def test_without_an_entailment_model_there_is_nothing_to_measure() -> None:
    assert features.entailment_features(understand(DRUG), HELPS, FAILS, NoEntailment()) is None


@pytest.mark.parametrize("reader", [Reader(), NoEntailment()])
def test_features_are_those_that_are_named(reader: Reader) -> None:
    asked, a, b = understand(DRUG), read(HELPS), read(FAILS)
    measured = features.measured(asked, a, b, compare_typed(asked, a, b), reader)
    has_entailment = not isinstance(reader, NoEntailment)
    assert set(measured) == set(features.feature_names(with_entailment=has_entailment))


def test_a_product_is_that_of_its_features() -> None:
    asked, a, b = understand(DRUG), read(HELPS), read(FAILS)
    measured = features.measured(asked, a, b, compare_typed(asked, a, b), Reader())
    assert measured["asks_claim"] == 1.0
    assert measured["asks_claim_conflict"] == measured["conflict"] > 0


def test_a_bare_answer_is_read_with_its_question_and_advice_without_it() -> None:
    asked = understand("Can zinc be given to a newborn?")
    assert features.focused(read("Yes."), asked) == "Can zinc be given to a newborn? Yes."
    assert features.focused(read("Give zinc 10 mg."), asked) == "Give zinc 10 mg."
    assert features.focused(read("Yes."), understand("What dose of zinc?")) == "Yes."
