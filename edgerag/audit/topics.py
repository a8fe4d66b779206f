"""Topics of questions to which nobody has given any: communities of alike questions, named by their terms.

Each question is joined to the `NEIGHBOURS` others whose vectors are nearest, by their cosine once the mean of
all is taken off: what is left is what a question is about, and less that it asks for a dose. The topics are
the communities of that graph (`edgerag.index.communities`), so that nobody has to say how many there are.
A topic is named by the words that its questions have and others have not (Grootendorst, "BERTopic", 2022,
equation 3, with questions counted in place of occurrences):

    W(t, c) = tf(t, c) log(1 + A / f(t))

    tf(t, c)   questions of topic c that have the word t      f(t)   questions that have it
    A          how many different words a topic's questions have, on average, each counted once a question

They are a proposal for a person to correct: a topic is a label of the question file like any other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from jaxtyping import Float32

from edgerag.domain.audits import AuditQuestion
from edgerag.domain.entities import EntityId
from edgerag.domain.letters import LETTERS
from edgerag.errors import AuditError
from edgerag.index.communities import Weights, find_communities
from edgerag.language.words import STOP_WORDS

TOPIC: Final = "topic"
"""The label under which topics are kept, and by which the report has its columns."""
NEIGHBOURS: Final = 3
"""Set by hand on 55 questions of the samples and of the real handbooks: with more, "dose" becomes a topic."""
N_NAMING: Final = 3
"""Words that name a topic."""
_SHORTEST_WORD: Final = 3
_NO_DIRECTION: Final = 1e-6
"""The length below which nothing is left of a vector."""


def with_topics(
    questions: Sequence[AuditQuestion], vectors: Float32[np.ndarray, "question dim"]
) -> list[AuditQuestion]:
    """Give each question the topic that is found for it; the same questions always get the same.

    Args:
        questions: of one file, none of which has a topic.
        vectors: of each question, of length 1.

    Raises:
        AuditError: a question has a topic already.
    """
    if any(TOPIC in question.labels for question in questions):
        raise AuditError("the questions have topics already", hint="remove the column `topic` to find others")
    groups = _groups(vectors)
    named = zip(groups, _names(questions, groups), strict=True)
    topics = {place: name for group, name in named for place in group}
    return [
        replace(question, labels={**question.labels, TOPIC: topics[place]})
        for place, question in enumerate(questions)
    ]


def topic_rows(questions: Sequence[AuditQuestion]) -> tuple[tuple[str, ...], Iterator[tuple[str, ...]]]:
    """Give the columns and rows of a question file that holds all labels, topics last."""
    labels = dict.fromkeys(name for question in questions for name in question.labels if name != TOPIC)
    columns = (*labels, TOPIC)
    rows = ((question.text, *(question.labels.get(name, "") for name in columns)) for question in questions)
    return ("question", *columns), rows


def _groups(vectors: Float32[np.ndarray, "question dim"]) -> list[list[int]]:
    """Divide questions into communities, the largest first; one that is joined to none is one of its own."""
    own = vectors - vectors.mean(axis=0, keepdims=True) if len(vectors) else vectors
    own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), _NO_DIRECTION)
    weights: Weights = {}
    for place, vector in enumerate(own):
        cosines = own @ vector
        cosines[place] = -1.0
        for other in np.argsort(-cosines, kind="stable")[:NEIGHBOURS]:
            if cosines[other] > 0:
                pair = _node(min(place, int(other))), _node(max(place, int(other)))
                weights[pair] = float(cosines[other])
    names = {_node(place): "" for place in range(len(vectors))}
    found = [[int(member) for member in one.members] for one in find_communities(weights, names)]
    alone = set(range(len(vectors))).difference(*found)
    return [*map(sorted, found), *([place] for place in sorted(alone))]


def _node(place: int) -> EntityId:
    return EntityId(f"{place:08d}")


def _names(questions: Sequence[AuditQuestion], groups: Sequence[Sequence[int]]) -> Iterator[str]:
    """Name each group by its central words; a name that is taken gets a number."""
    words = [_words(question.text) for question in questions]
    in_group = [Counter(word for place in group for word in words[place]) for group in groups]
    in_all = Counter(word for some in words for word in some)
    average = sum(in_all.values()) / max(1, len(groups))
    taken: Counter[str] = Counter()
    for counts in in_group:
        weights = {word: n * math.log(1 + average / in_all[word]) for word, n in counts.items()}
        central = sorted(weights, key=lambda word: (-weights[word], word))[:N_NAMING]
        name = ", ".join(central) or "other"
        taken[name] += 1
        yield name if taken[name] == 1 else f"{name} ({taken[name]})"


def _words(text: str) -> set[str]:
    found = {word.casefold() for word in LETTERS.findall(text)}
    return {word for word in found - STOP_WORDS if len(word) >= _SHORTEST_WORD}
