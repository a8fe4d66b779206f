from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.fitted import Calibration, Model, calibration, probabilities
from edgerag.domain.reports import Label

COIN = Model(
    means={"cosine": 0.5},
    scales={"cosine": 0.1},
    weights={
        "CONSISTENT": {"intercept": 0.0, "cosine": math.log(3)},
        "CONTRADICTORY": {"intercept": 0.0, "cosine": 0.0},
    },
)
MODELS = [calibration().similarity, calibration().entailment]


def at_means(model: Model) -> dict[str, float]:
    return dict(model.means)


def test_by_hand() -> None:
    # One scale above the mean the logits are log 3 and 0: three to one.
    measured = probabilities(COIN, {"cosine": 0.6})
    assert measured == pytest.approx({Label.CONSISTENT: 0.75, Label.CONTRADICTORY: 0.25})
    assert probabilities(COIN, {"cosine": 0.5}) == pytest.approx(
        {Label.CONSISTENT: 0.5, Label.CONTRADICTORY: 0.5}
    )


@given(st.floats(-1e6, 1e6))
def test_probabilities_are_shares_of_one_whatever_is_measured(cosine: float) -> None:
    shares = probabilities(COIN, {"cosine": cosine})
    assert all(0 <= share <= 1 for share in shares.values())
    assert sum(shares.values()) == pytest.approx(1)


@given(st.floats(-5, 5), st.floats(0.01, 5))
def test_more_of_a_feature_makes_the_label_that_it_speaks_for_likelier(cosine: float, more: float) -> None:
    low, high = (probabilities(COIN, {"cosine": x})[Label.CONSISTENT] for x in (cosine, cosine + more))
    assert low <= high


@given(st.floats(-20, 20), st.floats(-5, 5))
def test_the_same_added_to_all_intercepts_changes_nothing(added: float, cosine: float) -> None:
    raised = {label: w | {"intercept": w["intercept"] + added} for label, w in COIN.weights.items()}
    shifted = Model(COIN.means, COIN.scales, raised)
    assert probabilities(shifted, {"cosine": cosine}) == pytest.approx(
        probabilities(COIN, {"cosine": cosine})
    )


@given(st.floats(0.1, 10), st.floats(-5, 5))
def test_a_feature_in_another_unit_changes_nothing(unit: float, cosine: float) -> None:
    means = {name: mean * unit for name, mean in COIN.means.items()}
    scales = {name: scale * unit for name, scale in COIN.scales.items()}
    other = probabilities(Model(means, scales, COIN.weights), {"cosine": cosine * unit})
    assert other == pytest.approx(probabilities(COIN, {"cosine": cosine}))


def test_what_the_model_does_not_know_is_ignored_and_what_it_needs_is_missed() -> None:
    known = {"cosine": 0.6}
    assert probabilities(COIN, known | {"unheard_of": 9.0}) == probabilities(COIN, known)
    with pytest.raises(KeyError, match="cosine"):
        probabilities(COIN, {})


@pytest.mark.parametrize("model", MODELS, ids=["similarity", "entailment"])
def test_the_shipped_models_weigh_exactly_what_they_scale(model: Model) -> None:
    assert model.means.keys() == model.scales.keys()
    assert all(scale > 0 for scale in model.scales.values())
    for weights in model.weights.values():
        assert weights.keys() == {"intercept", *model.means}
    assert sum(probabilities(model, at_means(model)).values()) == pytest.approx(1)


def test_either_shipped_model_can_stand_in_for_the_other_because_they_know_the_same_labels() -> None:
    similarity, entailment = MODELS
    assert similarity.weights.keys() == entailment.weights.keys() <= set(map(str, Label))


def test_the_shipped_shares_and_floors_are_such_as_can_be_reached() -> None:
    shipped = calibration()
    assert all(0 < share <= 1 for share in shipped.typed.values())
    assert all(0 < floor < 1 for floor in shipped.floors.values())
    assert 0.5 <= shipped.floors["conflict"] <= shipped.floors["agreement"]


def test_a_misspelt_entry_is_refused() -> None:
    written = msgspec.to_builtins(calibration())
    assert msgspec.convert(written, Calibration) == calibration()
    with pytest.raises(msgspec.ValidationError, match="flors"):
        msgspec.convert(written | {"flors": {}}, Calibration)
