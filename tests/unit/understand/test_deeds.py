from __future__ import annotations

import pytest

from edgerag.language.reading import terms
from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.understand.deeds import Deed, deed_of


def read(question: str, *kinds: Kind) -> Deed:
    return deed_of(question, folded(question), kinds or (Kind.ACTION,))


@pytest.mark.parametrize(
    ("question", "deed"),
    [
        ("Should antibiotics be given for acute bronchitis?", "antibiotics"),
        ("Should a fever be treated with sponging?", "sponging"),
        ("Should pregnant women avoid alcohol?", "alcohol"),
        ("Should a newborn get BCG?", "bcg"),
        ("Should blisters of a burn be opened?", "blisters opened"),
        ("Should a snake bite be cut and sucked?", "cut sucked"),
    ],
)
def test_the_deed_is_what_is_done_and_not_that_something_is_done(question: str, deed: str) -> None:
    assert read(question).terms == terms(deed)


def test_how_it_is_done_is_told_by_grammar_alone() -> None:
    assert read("Should the wound be closed?").verbs == terms("closed")
    assert read("Should pregnant women avoid alcohol?").verbs == frozenset()


def test_a_deed_is_guessed_only_where_one_is_asked_for() -> None:
    question = "Does the newborn need a cold bath every day?"
    assert read(question).n_least == 2
    assert read(question, Kind.FREQUENCY).terms == frozenset()
