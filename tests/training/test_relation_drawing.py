from __future__ import annotations

import random
from collections import Counter
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.compare.weighing import READ_CHARS
from relation.drawing import (
    APART_PART,
    TOGETHER,
    apart,
    drawn,
    has_apart,
    learnt_from,
    n_shown,
    shown,
    steps,
)
from relation.judged import RELATIONS
from relation.pairs import Answers, Graded, Pair, Statement
from relation.reading import HEADING_CHARS, read_as, read_both_ways, written
from relation.short_pairs import ShortPair

APART = RELATIONS.index("apart")
GRADED = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=8)


def said(text: str) -> Statement:
    return Statement(("Chapter", "Section"), text)


def answers(
    question: str = "q", n_pairs: int = 0, graded: list[tuple[str, int]] | None = None, *, held: bool = False
) -> Answers:
    pairs = tuple(Pair(said(f"{question} a{n}"), said(f"{question} b{n}"), "same") for n in range(n_pairs))
    read = [
        Graded(book, said(f"{question} {book} {grade} {n}"), grade)
        for n, (book, grade) in enumerate(graded or [])
    ]
    return Answers((question, f"{question} again"), held, pairs, tuple(read))


def test_nothing_is_learnt_from_what_is_held_out() -> None:
    several = [answers("a"), answers("b", held=True)]
    assert learnt_from(several) == several[:1]


def test_statement_is_written_in_a_line_under_its_headings_or_alone() -> None:
    one = Statement(("Burns\n of children", "x" * 100), "Cool the burn\n\nfor 20 minutes.")
    alone = "Cool the burn for 20 minutes."
    assert written(one) == f"Burns of children > {'x' * HEADING_CHARS} | {alone}"
    assert written(one, is_headed=False) == written(Statement((), one.text)) == alone
    assert len(written(Statement((), "word " * 200))) == READ_CHARS


def test_question_stands_before_the_first_statement() -> None:
    assert read_as("q?", "a", "b") == ("q? [SEP] a", "b")
    ways = read_both_ways("q?", said("a"), said("b"))
    under = "Chapter > Section | "
    assert ways == (read_as("q?", f"{under}a", f"{under}b"), read_as("q?", f"{under}b", f"{under}a"))


@given(GRADED, st.integers(0, 1000))
def test_one_of_two_handbooks_does_not_answer_what_is_drawn_as_apart(
    graded: list[tuple[str, int]], seed: int
) -> None:
    one = answers(graded=graded)
    assert has_apart(one) == (len({book for book, _ in graded}) > 1 and any(g < 2 for _, g in graded))
    if has_apart(one):
        pair = apart(one, random.Random(seed))
        (_, book, grade, _), (_, other, _, _) = (side.text.split() for side in (pair.a, pair.b))
        assert pair.relation == "apart"
        assert book != other
        assert int(grade) < 2


def test_beside_what_does_not_answer_stands_mostly_what_helps() -> None:
    one = answers(graded=[("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 3)])
    rng = random.Random(1)
    pairs = [apart(one, rng) for _ in range(2000)]
    of_a = [pair for pair in pairs if pair.a.text.split()[1] == "a"]
    helps = sum(pair.b.text.split()[2] == "3" for pair in of_a) / len(of_a)
    bears = sum(pair.a.text.split()[2] == "1" for pair in of_a) / len(of_a)
    assert helps == pytest.approx(0.75, abs=0.05)
    assert bears == pytest.approx(0.75, abs=0.05)


@given(st.integers(1, 40), st.integers(0, 1000))
def test_every_judged_pair_comes_once_before_one_comes_again(n_pairs: int, seed: int) -> None:
    several = [answers("q", n_pairs), answers("z", graded=[("a", 3), ("b", 0)])]
    n_steps = -(-n_shown(several) // TOGETHER)
    made = list(islice(drawn(several, random.Random(seed)), 2 * n_steps))
    for epoch in (made[:n_steps], made[n_steps:]):
        seen = [one for step in epoch for one in step]
        assert len(seen) == n_shown(several)
        assert sum(relation == APART for _, relation in seen) == int(APART_PART * n_pairs)
        counted = Counter(
            tuple(sorted(text.split()[-1][1:] for text in texts))
            for texts, relation in seen
            if relation != APART
        )
        assert counted == {(str(n), str(n)): 1 for n in range(n_pairs)}


def test_without_statements_that_do_not_answer_judged_pairs_alone_are_shown() -> None:
    (step,) = islice(drawn([answers("q", 8)], random.Random(1)), 1)
    assert len(step) == 8


def test_short_pairs_are_shown_beside_the_judged_ones_and_alone() -> None:
    short = [ShortPair(f"s{n}", "a", "b", "CONSISTENT") for n in range(5)]
    (step,) = islice(drawn([answers("q", 8)], random.Random(1), short), 1)
    assert len(step) == n_shown([answers("q", 8)], short) - int(APART_PART * 8) == 13
    (alone,) = islice(drawn([], random.Random(1), short), 1)
    assert sorted(texts[0] for texts, _ in alone)[0].startswith("s0 [SEP]")


def test_no_pairs_make_no_steps() -> None:
    assert list(drawn([answers(graded=[("a", 0), ("b", 3)])], random.Random(1))) == []


@given(st.lists(st.integers(0, 50), max_size=150), st.integers(0, 1000))
def test_pairs_of_a_step_are_of_about_equal_length(lengths: list[int], seed: int) -> None:
    several = [(("x" * length, "x"), 0) for length in lengths]
    made = steps(several, random.Random(seed))
    assert sorted(one for step in made for one in step) == sorted(several)
    spans = sorted((len(step[0][0][0]), len(step[-1][0][0])) for step in made)
    assert all(1 <= len(step) <= TOGETHER for step in made)
    assert all(last <= first for (_, last), (first, _) in pairwise(spans))


def test_wordings_headings_and_orders_take_turns() -> None:
    one = answers("q", 1)
    rng = random.Random(1)
    drawings = [shown(one, one.pairs[0], rng) for _ in range(2000)]
    assert {relation for _, relation in drawings} == {RELATIONS.index("same")}
    firsts, seconds = [texts[0] for texts, _ in drawings], [texts[1] for texts, _ in drawings]
    n = len(drawings)
    assert sum(first.startswith("q again [SEP]") for first in firsts) / n == pytest.approx(0.5, abs=0.05)
    assert sum(first.endswith("a0") for first in firsts) / n == pytest.approx(0.5, abs=0.05)
    headed = ["Chapter" in first for first in firsts]
    assert headed == ["Chapter" in second for second in seconds]
    assert sum(headed) / n == pytest.approx(0.6, abs=0.05)
