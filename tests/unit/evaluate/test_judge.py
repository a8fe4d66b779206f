from __future__ import annotations

import numpy as np
import pytest

from edgerag.compare.comparison import Comparison
from edgerag.compare.pair import NO_LAYERS, Layers
from edgerag.domain.reports import Label, Layer
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.judge import Judge, calibration_error, evaluate_judge, gained, judge_pairs, kappa
from edgerag.evaluate.pairs import GOLD, SAID, cells_from
from edgerag.evaluate.results import Measurements

S, D, X, N = Label.CONSISTENT, Label.DIVERGENT, Label.CONTRADICTORY, Label.NOT_CHECKED


def said(label: Label, probability: float = 0.9) -> Comparison:
    return Comparison(label, probability, "", None, "", Layer.TYPED)


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def pair(text: str, label: Label, source: str = "") -> LabelledPair:
    return LabelledPair("question", text, "b", label, source_dataset=source)


def by_first_letter(_question: str, a: str, b: str, without: Layers) -> Comparison:
    """Reads the label from the texts; without the typed layer it leaves everything open."""
    letter = a[0] if a != "b" else b[0]
    labels = {"s": S, "d": D, "x": X, "n": N}
    return said(N if without else labels[letter], 0.8 if letter == "s" else 0.6)


def measured(pairs: list[LabelledPair], judge: Judge = by_first_letter) -> Measurements:
    return evaluate_judge(judge_pairs(pairs, judge, quiet), judge, quiet)


def test_by_hand() -> None:
    pairs = [pair("s1", S), pair("s2", X), pair("x1", X), pair("d1", S), pair("n1", D)]
    values = {name: measure.value for name, measure in measured(pairs).measures.items()}
    assert values["accuracy"] == pytest.approx(2 / 5)
    assert values["false_agreement"] == pytest.approx(1 / 3)
    assert values["sure_false_agreement"] == pytest.approx(1 / 2)
    assert values["false_alarm"] == pytest.approx(1 / 2)
    assert values["not_checked"] == pytest.approx(1 / 5)
    assert values["order_agreement"] == 1.0
    assert values["accuracy without typed comparison"] == 0.0
    assert values["accuracy gained by typed comparison"] == pytest.approx(2 / 5)
    assert values["precision_CONTRADICTORY"] == 1.0
    assert values["recall_CONTRADICTORY"] == pytest.approx(1 / 2)


def test_what_a_layer_adds_is_measured_on_the_same_pairs() -> None:
    better = cells_from([(S, S), (D, D), (X, D), (S, N)])
    lesser = cells_from([(S, D), (D, D), (X, X), (S, N)])
    gain = gained(better, lesser)
    assert gain["accuracy"].value == pytest.approx(0.0)
    assert gain["conflict_macro_f1"].value > 0
    assert all(measure.value == 0.0 == measure.low for measure in gained(better, better).values())


def test_each_source_has_its_rows() -> None:
    pairs = [pair("s1", S, "one"), pair("s1", X, "two")]
    measures = measured(pairs).measures
    assert (measures["accuracy [one]"].value, measures["accuracy [two]"].value) == (1.0, 0.0)


def test_two_labels_of_conflict_count_as_one_relation() -> None:
    pairs = [pair("s1", S), pair("d1", X), pair("x1", D), pair("x2", X)]
    measures = measured(pairs).measures
    assert measures["relation_macro_f1"].value == 1.0
    assert measures["macro_f1"].value == pytest.approx((1.0 + 0.5 + 0.0) / 3)


def test_label_that_depends_on_the_order_is_seen() -> None:
    def fickle(_question: str, a: str, _b: str, _without: Layers) -> Comparison:
        return said(S if a == "b" else X)

    assert measured([pair("x", X)], fickle).measures["order_agreement"].value == 0.0


def test_no_pairs_give_no_numbers() -> None:
    nothing = measured([])
    assert nothing.n == 0
    assert np.isnan(nothing.measures["accuracy"].value)


def test_kappa_of_cohens_worked_example() -> None:
    # 50 proposals, two readers: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no; p_o = 0.7, p_e = 0.5.
    assert kappa(np.array([[20, 5], [10, 15]])) == pytest.approx(0.4)
    assert kappa(np.eye(3, dtype=np.int64) * 4) == 1.0


def test_calibration_error_is_the_gap_between_claim_and_truth() -> None:
    right = [GOLD.index(S), SAID.index(S)]
    wrong = [GOLD.index(S), SAID.index(X)]
    left_open = [GOLD.index(S), SAID.index(N)]
    cells = np.array([right, wrong, right, wrong, left_open])
    probability = np.array([0.85, 0.85, 0.85, 0.85, 0.0])
    assert calibration_error(probability, cells) == pytest.approx(0.35)
    assert np.isnan(calibration_error(probability[4:], cells[4:]))
    assert frozenset() == NO_LAYERS
