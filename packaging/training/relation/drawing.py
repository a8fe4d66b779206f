"""What the relation model is shown: the judged pairs, and pairs that are apart because one does not answer.

    pairs of an epoch = judged pairs + APART_PART * judged pairs, drawn anew and apart + short pairs

How a judged pair is shown is drawn anew too: in which wording of the question, under headings or not, and
which of the two statements comes first. Of short pairs (`relation.short_pairs`) only that is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from entailment.batches import chunks
from relation.judged import RELATIONS
from relation.pairs import Answers, Graded, Pair
from relation.reading import Read, read_as, written
from relation.short_pairs import ShortPair, shown_short
from selector.judged import HELPFUL

APART_PART: Final = 0.25
"""Pairs drawn for each judged one: what is compared has mostly been found to answer."""
BESIDE: Final = 1
"""The grade of what bears on the question and does not answer it."""
BESIDE_PART: Final = 0.5
"""How often the statement that does not answer is one that bears on the question."""
HELPFUL_PART: Final = 0.75
"""How often the statement beside it is helpful."""
HEADED_PART: Final = 0.6
"""How often statements are read under their headings."""
REWORDED_PART: Final = 0.5
"""How often the question is read in another wording."""
TOGETHER: Final = 16
"""Pairs of one step."""
SORTED_STEPS: Final = 16
"""Steps whose pairs are put in order of length at a time. All set by hand."""

Shown = tuple[Read, int]
"""What is read of a pair, and the number of its relation."""


def learnt_from(answers: Sequence[Answers]) -> list[Answers]:
    """Leave out the questions held out."""
    return [one for one in answers if not one.is_held]


def n_shown(answers: Sequence[Answers], short: Sequence[ShortPair] = ()) -> int:
    """Count the pairs of an epoch."""
    n_judged = sum(len(one.pairs) for one in answers)
    return n_judged + int(APART_PART * n_judged) + len(short)


def drawn(
    answers: Sequence[Answers], rng: random.Random, short: Sequence[ShortPair] = ()
) -> Iterator[list[Shown]]:
    """Yield steps without end, in which every pair comes once before one comes again."""
    judged = [(one, pair) for one in answers for pair in one.pairs]
    partly_silent = [one for one in answers if has_apart(one)]
    n_apart = int(APART_PART * len(judged)) if partly_silent else 0
    while judged or short:
        of_handbooks = judged + [(one, apart(one, rng)) for one in rng.choices(partly_silent, k=n_apart)]
        epoch = [shown(one, pair, rng) for one, pair in of_handbooks]
        epoch += [shown_short(pair, rng) for pair in short]
        rng.shuffle(epoch)
        for some in chunks(epoch, SORTED_STEPS * TOGETHER):
            yield from steps(some, rng)


def steps(several: Sequence[Shown], rng: random.Random) -> list[list[Shown]]:
    """Divide pairs among steps, those of about equal length together, in random order."""
    made = list(chunks(sorted(several, key=lambda one: sum(map(len, one[0]))), TOGETHER))
    rng.shuffle(made)
    return made


def has_apart(answers: Answers) -> bool:
    """Whether one of two handbooks states what does not answer."""
    is_silent = any(one.grade < HELPFUL for one in answers.graded)
    return is_silent and len({one.handbook for one in answers.graded}) > 1


def apart(answers: Answers, rng: random.Random) -> Pair:
    """Draw a statement that does not answer, and one of another handbook, mostly one that does."""
    one = silent(answers.graded, rng)
    others = [other for other in answers.graded if other.handbook != one.handbook]
    helpful = [other for other in others if other.grade >= HELPFUL]
    if helpful and (len(helpful) == len(others) or rng.random() < HELPFUL_PART):
        return Pair(one.statement, rng.choice(helpful).statement, "apart")
    return Pair(one.statement, silent(others, rng).statement, "apart")


def silent(graded: Sequence[Graded], rng: random.Random) -> Graded:
    """Draw a statement that does not answer: half of the time one that bears on the question, if any does."""
    unhelpful = [one for one in graded if one.grade < HELPFUL]
    beside = [one for one in unhelpful if one.grade == BESIDE]
    return rng.choice(beside if beside and rng.random() < BESIDE_PART else unhelpful)


def shown(answers: Answers, pair: Pair, rng: random.Random) -> Shown:
    """Draw how a pair is read."""
    question, *others = answers.asked
    if others and rng.random() < REWORDED_PART:
        question = rng.choice(others)
    is_headed = rng.random() < HEADED_PART
    a, b = rng.sample([written(one, is_headed=is_headed) for one in (pair.a, pair.b)], 2)
    return read_as(question, a, b), RELATIONS.index(pair.relation)
