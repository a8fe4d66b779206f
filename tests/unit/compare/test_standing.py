from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import AGREEING, CLASHING, Finding, Relation, Span
from edgerag.compare.standing import Weighed, stand


def relate(x: int, y: int) -> Finding:
    """Equal numbers agree, 0 is for other people, 9 cannot be put beside anything."""
    if 9 in (x, y):
        return Finding(Relation.UNALIGNED)
    if 0 in (x, y):
        return Finding(Relation.OTHER_PEOPLE)
    return Finding(Relation.AGREE if x == y else Relation.CONFLICT)


def said(**weights: float) -> list[Weighed[int]]:
    return [Weighed(int(name[1:]), weight) for name, weight in weights.items()]


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        (said(n1=1.0), said(n1=1.0), Relation.AGREE),
        (said(n1=1.0), said(n2=1.0), Relation.CONFLICT),
        (said(n1=0.9, n3=0.1), said(n1=0.8, n4=0.2), Relation.AGREE),
        (said(n1=0.9, n2=0.1), said(n3=0.9, n2=0.1), Relation.CONFLICT),
        (said(n1=0.5, n2=0.5), said(n2=0.5, n1=0.5), Relation.AGREE),
        (said(n0=0.9, n1=0.1), said(n2=1.0), Relation.OTHER_PEOPLE),
        (said(n0=0.1, n1=0.9), said(n2=1.0), Relation.CONFLICT),
        (said(n9=1.0), said(n2=1.0), Relation.UNALIGNED),
        ([], [], Relation.NOTHING),
    ],
)
def test_aside_neither_raises_an_alarm_nor_hides_one(
    a: list[Weighed[int]], b: list[Weighed[int]], relation: Relation
) -> None:
    assert stand(a, b, relate).relation is relation
    assert stand(b, a, relate).relation is relation


def test_share_is_how_much_bears_the_relation_out() -> None:
    assert stand(said(n1=1.0), said(n1=1.0), relate).share == 1.0
    assert stand(said(n1=0.9, n2=0.1), said(n1=1.0), relate).share == pytest.approx(0.9)
    assert stand(said(n1=0.7, n2=0.3), said(n3=1.0), relate).share == 1.0


texts = st.lists(st.tuples(st.integers(1, 4), st.floats(0.05, 1.0)), min_size=1, max_size=5).map(
    lambda pairs: [Weighed(number, weight) for number, weight in pairs]
)


@settings(deadline=None)
@given(texts, texts)
def test_order_of_the_texts_never_matters(a: list[Weighed[int]], b: list[Weighed[int]]) -> None:
    forth, back = stand(a, b, relate), stand(b, a, relate)
    assert forth.relation is back.relation
    assert forth.share == pytest.approx(back.share)


RELATIONS = st.sampled_from([one for one in Relation if one is not Relation.NOTHING])


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_of_pairs_that_weigh_the_same_the_same_decides_in_both_orders(
    n_a: int, n_b: int, data: st.DataObject
) -> None:
    a, b = ([Weighed(n, 1 / size) for n in range(size)] for size in (n_a, n_b))
    table = {(x, y): data.draw(RELATIONS) for x in range(n_a) for y in range(n_b)}

    def forth(x: int, y: int) -> Finding:
        return Finding(table[x, y], None, "", Span(x, x + 1, "a"), Span(y, y + 1, "b"))

    assert stand(b, a, lambda y, x: forth(x, y).flipped()) == stand(a, b, forth).flipped()


@settings(deadline=None)
@given(texts)
def test_text_agrees_with_itself(text: list[Weighed[int]]) -> None:
    assert stand(text, text, relate).relation in AGREEING | CLASHING
    heaviest = max(one.weight for one in text)
    if all(2 * one.weight >= heaviest for one in text):
        assert stand(text, text, relate).relation is Relation.AGREE


def test_agreement_on_what_each_text_stresses_least_is_none() -> None:
    def same_or_unlike(x: int, y: int) -> Finding:
        return Finding(Relation.AGREE if x == y else Relation.UNALIGNED)

    found = stand(said(n1=0.9, n2=0.1), said(n1=0.1, n2=0.9), same_or_unlike)
    assert found.relation is Relation.UNALIGNED
