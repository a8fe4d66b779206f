"""The judge with a relation model: when it is asked, and what it may say."""

from __future__ import annotations

import pytest

from edgerag.compare.judge import compare_texts
from edgerag.compare.similarity import Answering
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.understand.understand import understand
from tests.answers import relating
from tests.unit.compare.alike import AlwaysAlike
from tests.unit.compare.test_judge import DOSE


class Relating(AlwaysAlike):
    """A relation model that says the same of every two texts, and remembers of which it was asked."""

    def __init__(self, *logits: float) -> None:
        self._answering = relating(*logits)
        self.asked: list[tuple[str, str, str]] = []

    def answering(self, question: str, a: str, b: str) -> Answering | None:
        self.asked.append((question, a, b))
        return self._answering


OPEN = (
    "How is a nappy rash treated?",
    "Leave the bottom bare to the air as often as can be.",
    "Put zinc paste on at each change.",
)


def test_what_is_left_open_is_told_by_how_the_texts_relate_as_answers() -> None:
    before = compare_texts(understand(OPEN[0]), *OPEN[1:], AlwaysAlike())
    differing, alike = Relating(-3, -3, 6, 0, 0), Relating(7, 0, -4, -5, 0)
    judged = compare_texts(understand(OPEN[0]), *OPEN[1:], differing)
    assert before.label not in CONFLICTS
    assert (judged.label, judged.decided_by) == (Label.DIVERGENT, Layer.RELATION)
    assert compare_texts(understand(OPEN[0]), *OPEN[1:], alike).label is Label.CONSISTENT
    assert differing.asked == [OPEN]
    unread = compare_texts(understand(OPEN[0]), *OPEN[1:], differing, without=frozenset({Layer.RELATION}))
    assert unread == before


class RelatingUnlike(Relating):
    def cosine(self, a: str, b: str) -> float:
        return 0.1


@pytest.mark.parametrize(
    ("other", "label"),
    [("Do not use plastic pants.", Label.NOT_CHECKED), ("Air the bottom.", Label.CONSISTENT)],
)
def test_where_one_text_alone_forbids_no_model_makes_both_the_same(other: str, label: Label) -> None:
    judged = compare_texts(understand(OPEN[0]), OPEN[1], other, RelatingUnlike(7, 0, -4, -5, 0))
    assert judged.label is label


def test_where_one_text_alone_states_a_dose_no_model_makes_both_the_same() -> None:
    texts = "Adrenaline, by weight band", "Adrenaline 0.5 mg IM"
    assert compare_texts(understand(DOSE), *texts, RelatingUnlike(7, 0, -4, -5, 0)).label is Label.NOT_CHECKED


def test_doses_that_differ_do_so_whatever_a_model_says_of_them() -> None:
    alike = Relating(9, 0, -6, -6, 0)
    judged = compare_texts(understand(DOSE), "Give adrenaline 1 mL IM.", "Give adrenaline 0.5 mL IM.", alike)
    assert (judged.label, judged.decided_by) == (Label.DIVERGENT, Layer.TYPED)
    assert not alike.asked


def test_of_a_claim_it_is_not_asked_how_answers_relate() -> None:
    claim = "Vitamin C shortens a cold."
    assert understand(claim).is_claim
    differing = Relating(-3, -3, 6, 0, 0)
    compare_texts(understand(claim), "It made colds shorter.", "Colds were as long with it.", differing)
    assert not differing.asked


def test_one_value_on_both_sides_is_no_difference_whatever_the_model_says() -> None:
    asked = understand("For how long after sex can emergency contraception be taken?")
    a, same = "It can be given up to 5 days after sex.", "It is taken early and not more than 5 days later."
    models = RelatingUnlike(-3, -3, 6, 0, 0)
    assert compare_texts(asked, a, same, models).label is Label.NOT_CHECKED
    assert compare_texts(asked, a, "It is taken early.", models).label is Label.DIVERGENT


def test_doses_that_are_alike_are_so_whatever_a_model_says_of_them() -> None:
    differing = Relating(-6, -6, 9, 0, 0)
    judged = compare_texts(
        understand(DOSE), "Give adrenaline 1 mg IM.", "Adrenaline 1 mg IM at once.", differing
    )
    assert (judged.label, judged.decided_by) == (Label.CONSISTENT, Layer.TYPED)
    assert not differing.asked


COURSE = "For how many days is amoxicillin given in pneumonia?"


@pytest.mark.parametrize(
    ("logits", "label", "layer"),
    [
        ((-5, 8, -5, -5, 0), Label.COMPLEMENTARY, Layer.RELATION),
        ((8, -5, -5, -5, 0), Label.NOT_CHECKED, Layer.NONE),
        ((0, 0, 0, 0, 0), Label.DIVERGENT, Layer.TYPED),
    ],
)
def test_a_clash_gives_way_to_more_but_never_to_the_same_and_stands_in_doubt(
    logits: tuple[float, ...], label: Label, layer: Layer
) -> None:
    texts = "Give amoxicillin for 5 days.", "Amoxicillin: 7 days."
    assert compare_texts(understand(COURSE), *texts, AlwaysAlike()).decided_by is Layer.TYPED
    judged = compare_texts(understand(COURSE), *texts, Relating(*logits))
    assert (judged.label, judged.decided_by) == (label, layer)


def test_of_several_paragraphs_what_the_typed_comparison_found_stands() -> None:
    one, other = "Give amoxicillin for 5 days.", "Amoxicillin: 7 days.\n\nCome back if it does not help."
    alike = Relating(-5, 8, -5, -5, 0)
    judged = compare_texts(understand(COURSE), one, other, alike)
    assert (judged.label, judged.decided_by) == (Label.DIVERGENT, Layer.TYPED)
    assert not alike.asked


LONG = "Put zinc paste on at each change. " * 15


@pytest.mark.parametrize("more", ["\n\nWash the skin with water.", LONG])
def test_what_is_not_read_whole_is_neither_flagged_nor_called_the_same_by_how_answers_relate(
    more: str,
) -> None:
    asked = understand(OPEN[0])
    before = compare_texts(asked, OPEN[1], OPEN[2] + more, AlwaysAlike())
    for logits in ((-3, -3, 6, 0, 0), (7, 0, -4, -5, 0)):
        judged = compare_texts(asked, OPEN[1], OPEN[2] + more, Relating(*logits))
        assert judged.label in {before.label, Label.NOT_CHECKED}


def test_a_question_that_asks_for_no_value_is_no_claim() -> None:
    asked = understand("How is succimer used in a child with lead poisoning?")
    assert asked.is_claim
    differing = Relating(-3, -3, 6, 0, 0)
    compare_texts(asked, "It is given by mouth, and the child stays in.", "The child goes home.", differing)
    assert differing.asked
