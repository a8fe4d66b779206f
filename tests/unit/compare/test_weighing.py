from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.fitted import calibration
from edgerag.compare.similarity import Answering
from edgerag.compare.weighing import READ_CHARS, SAID, feature_names, features, read_as, weighed
from edgerag.domain.reports import CONFLICTS, Label
from tests.answers import relating

LOGIT = st.floats(-6, 6)
LOGITS = st.tuples(LOGIT, LOGIT, LOGIT, LOGIT, LOGIT)
VERDICT = st.sampled_from(SAID)


def of_conflict(said: Label, related: Answering) -> float:
    """Give how surely a pair is called a conflict: below 0 how surely an agreement."""
    label, probability = weighed(said, related)
    return probability if label in CONFLICTS else -probability


def test_features_by_hand() -> None:
    quarter = np.log(0.25).item()
    half = Answering(same=np.log(0.125), more=quarter, differs=quarter, opposite=quarter, apart=np.log(0.125))
    named = features(Label.DIVERGENT, half)
    assert named["said_divergent"] == 1
    assert sum(named[name] for name in feature_names() if name.startswith("said_")) == 1
    assert named["differs_or_same"] == pytest.approx(np.log(4))
    assert named["differs_or_more"] == pytest.approx(np.log(2))
    assert named["more_or_same"] == pytest.approx(np.log(2))
    assert named["opposite_or_differs"] == pytest.approx(0)
    assert not any(named[name] for name in feature_names() if name.startswith("typed_"))
    typed = features(Label.DIVERGENT, half, is_typed=True)
    assert typed == named | {"typed_divergent": 1.0}


def test_where_both_say_so_it_is_so() -> None:
    assert weighed(Label.CONSISTENT, relating(5, 0, -3, -5, 0))[0] is Label.CONSISTENT
    assert weighed(Label.DIVERGENT, relating(-3, 0, 5, 0, 0))[0] is Label.DIVERGENT


def test_where_nothing_was_told_how_the_answers_relate_decides() -> None:
    assert weighed(Label.NOT_CHECKED, relating(-3, -3, 5, 0, 0))[0] is Label.DIVERGENT
    assert weighed(Label.NOT_CHECKED, relating(5, 0, -4, -5, 0))[0] is Label.CONSISTENT


def test_an_agreement_takes_more_than_a_conflict() -> None:
    floors = calibration().floors
    assert floors["related_agreement"] > floors["related_conflict"]


@given(VERDICT, LOGITS, st.floats(0, 4))
def test_the_likelier_they_differ_the_less_they_agree(
    said: Label, logits: tuple[float, ...], more: float
) -> None:
    same, extra, differs, opposite, apart = logits
    before = of_conflict(said, relating(same, extra, differs, opposite, apart))
    after = of_conflict(said, relating(same, extra, differs + more, opposite + more, apart))
    assert after >= before - 1e-9 or after > 0 >= before or before < 0 == after


@given(VERDICT, LOGITS, LOGIT)
def test_how_likely_one_of_them_does_not_answer_changes_nothing(
    said: Label, logits: tuple[float, ...], apart: float
) -> None:
    one, other = weighed(said, relating(*logits)), weighed(said, relating(*logits[:4], apart))
    assert one[1] == pytest.approx(other[1], abs=1e-6)


@given(st.text(max_size=2 * READ_CHARS))
def test_a_text_is_read_in_one_line_and_not_beyond_what_was_trained(text: str) -> None:
    assert len(read_as(text)) <= READ_CHARS
    assert "\n" not in read_as(text)
