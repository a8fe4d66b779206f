from __future__ import annotations

import pytest

from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.pairs import evaluate_pairs, measure_labels

A, S, M, D, X, N = (
    Label.ABSENT,
    Label.CONSISTENT,
    Label.COMPLEMENTARY,
    Label.DIVERGENT,
    Label.CONTRADICTORY,
    Label.NOT_CHECKED,
)


def test_by_hand() -> None:
    gold = [S, S, X, X, D, M]
    said = [S, X, X, S, X, M]
    measured = measure_labels(gold, said)
    values = {name: measure.value for name, measure in measured.measures.items()}
    assert values["f1_CONSISTENT"] == pytest.approx(1 / 2)
    assert values["f1_CONTRADICTORY"] == pytest.approx(2 / 5)
    assert values["f1_DIVERGENT"] == 0.0
    assert values["f1_COMPLEMENTARY"] == 1.0
    # Conflict: 2 of 3 found, 1 false alarm. No conflict: 2 of 3 found, 1 false.
    assert values["conflict_macro_f1"] == pytest.approx((4 / 6 + 4 / 6) / 2)
    assert "f1_ABSENT" not in values


def test_mixing_up_the_two_conflicts_is_no_error_of_the_conflict_measure() -> None:
    assert measure_labels([D, X, S], [X, D, S]).measures["conflict_macro_f1"].value == 1.0


def test_pair_left_open_is_a_miss_of_its_label_and_no_conflict() -> None:
    measures = measure_labels([X, X, S, S], [X, N, S, N]).measures
    assert measures["f1_CONSISTENT"].value == pytest.approx(2 / 3)
    assert measures["f1_CONTRADICTORY"].value == pytest.approx(2 / 3)
    # Conflict: found 1 of 2, no false alarm. The rest: found 2 of 2, 1 false.
    assert measures["conflict_macro_f1"].value == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert measures["not_checked"].value == 0.5


def test_confusion_has_gold_as_rows_and_counts_not_checked() -> None:
    confusion = measure_labels([S, S, A], [S, N, A]).confusion
    assert confusion is not None
    assert confusion["CONSISTENT"] == {
        "ABSENT": 0,
        "CONSISTENT": 1,
        "COMPLEMENTARY": 0,
        "DIVERGENT": 0,
        "CONTRADICTORY": 0,
        "NOT CHECKED": 1,
    }
    assert "NOT CHECKED" not in confusion


def test_judge_sees_each_pair_once_and_progress_ends() -> None:
    pairs = [LabelledPair("?", "a", "b", S), LabelledPair("?", "c", "d", X)]
    told: list[tuple[str, int, int]] = []
    measured = evaluate_pairs(pairs, lambda pair: pair.label, lambda *event: told.append(event))
    assert measured.n == 2
    assert measured.measures["conflict_macro_f1"].value == 1.0
    assert told[-1] == ("comparing pairs", 2, 2)


def test_wrong_verdicts_that_could_hurt_are_told_apart() -> None:
    measures = measure_labels([D, X, D, X, S, S, M], [S, M, N, X, D, S, M]).measures
    assert measures["accuracy"].value == pytest.approx(3 / 7)
    assert measures["false_consistent"].value == pytest.approx(1 / 4)
    assert measures["false_agreement"].value == pytest.approx(2 / 4)
    assert measures["false_alarm"].value == pytest.approx(1 / 2)
    assert measures["false_conflict"].value == pytest.approx(1 / 3)
    assert measures["not_checked"].value == pytest.approx(1 / 7)


def test_accuracy_is_given_for_each_capability() -> None:
    pairs = [
        LabelledPair("?", "a", "b", S, capability="units", group="units"),
        LabelledPair("?", "c", "d", X, capability="units", group="units"),
        LabelledPair("?", "e", "f", D, capability="bands", group="bands"),
    ]
    groups = evaluate_pairs(pairs, lambda pair: S, lambda *_: None).groups
    assert list(groups) == ["capability"]
    accuracies = {
        name: (part.n, part.measures["accuracy"].value) for name, part in groups["capability"].items()
    }
    assert accuracies == {"bands": (1, 0.0), "units": (2, 0.5)}


def test_groups_stand_in_where_no_capability_is_named() -> None:
    pairs = [LabelledPair("?", "a", "b", S, group="first"), LabelledPair("?", "c", "d", S)]
    groups = evaluate_pairs(pairs, lambda pair: S, lambda *_: None).groups
    assert {what: list(parts) for what, parts in groups.items()} == {"group": ["first"]}
    assert evaluate_pairs(pairs[1:], lambda pair: S, lambda *_: None).groups == {}
