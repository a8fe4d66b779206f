"""Two hops: a passage that names what another section is about leads there.

Chen et al., "Traceable Cross-Source RAG for Chinese Tibetan Medicine Question Answering" (DAKS), section
3.4.2, bridge retrieval over a graph of chunks and entities:

    E_seed = E(q) + E(c) for c in the best S candidates                        (9)
    R_graph = chunks at most h steps from an entity of E_seed                  (10)

An entity is what the heading of a section names: a chunk has the entities whose headings stand in its words,
and the section under a heading is one step from it. So "directed by Ingmar Bergman" leads to the section
"Ingmar Bergman", and "give as for severe malaria" to "Severe malaria". What is reached is read with the
question and the name that led there,

    score(c) = a score(bridge) + b normalised logit(question + name, c)

so that it stands below its bridge unless it answers, and keeps its own score where that is better.

Differs from the paper: the chunks reached are those of one handbook, E(q) is left to the titles' own ranking
of the first stage, and what is reached is scored along the path, for a second step often shares no word
with the question. `README.md` beside this file has the measurements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.domain.handbooks import Chunk, Section
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.inference.roles import Reranker
from edgerag.language.matching import Matcher
from edgerag.language.spelling import spelling
from edgerag.retrieve.rerank import Reranked, normalised

BRIDGES: Final = 3
"""S of the paper: candidates from which the second step is taken."""
STEPS: Final = 12
"""Sections that one bridge leads to at most, in the order in which it names them."""
BRIDGE_WEIGHT, LOGIT_WEIGHT = 0.6, 0.3
"""a and b. The best of a grid over seven tenths of the questions of three sets, on a flat top."""
_FEWEST_LETTERS: Final = 4
"""A shorter heading is a sign or an abbreviation, which stands for much."""
_MOST_BEARERS: Final = 8
"""A heading that more sections of a handbook bear, such as "Treatment", names none of them."""


class Headings:
    """The headings of one handbook, as names of what the sections under them are about."""

    def __init__(self, sections: Sequence[Section]) -> None:
        names = {section.id: name_of(section.heading) for section in sections}
        bearers = Counter(map(spelling, names.values()))
        self._matcher: Matcher[SectionId] = Matcher()
        for section, name in names.items():
            if bearers[spelling(name)] <= _MOST_BEARERS and sum(map(str.isalpha, name)) >= _FEWEST_LETTERS:
                for written in as_written(name):
                    self._matcher.add(written, section)
        self._names = names

    def name(self, section: SectionId) -> str:
        """Give what the heading of a section names."""
        return self._names[section]

    def named_in(self, text: str) -> tuple[SectionId, ...]:
        """Give the sections whose headings a text names, in its order; no name inside a longer one counts."""
        found = sorted(self._matcher.find(text), key=lambda one: (one[0], -one[1], one[2]))
        reached: dict[SectionId, None] = {}
        outer = (0, 0)
        for start, end, section in found:
            if end > outer[1] or (start, end) == outer:
                outer = max(outer, (start, end), key=lambda span: span[1])
                reached.setdefault(section)
        return tuple(reached)


@dataclass(frozen=True, slots=True)
class Step:
    """A section that a bridge leads to, by its first chunk."""

    handbook: HandbookId
    chunk: Chunk
    score: float
    """Comparable with what the cross-encoder's round gave."""


def name_of(heading: str) -> str:
    """Give what a heading names, without its number and what stands in parentheses behind it."""
    return heading.lstrip("0123456789. ").partition(" (")[0].strip(" :")


def as_written(name: str) -> set[str]:
    """Give the forms in which a text may write a name: small letters too if its capitals are a heading's.

    "Snake bite" and "SNAKE BITE" are "snake bite" in a sentence, "Ingmar Bergman" is never "ingmar bergman".
    """
    more = name.partition(" ")[2]
    return {name, name.lower()} if name.isupper() or more == more.lower() else {name}


def steps_from(
    question: str,
    bridge: Reranked,
    name: str,
    reached: Sequence[Chunk],
    reranker: Reranker,
) -> list[Step]:
    """Read the chunks that one bridge leads to.

    Args:
        question: as it was asked.
        bridge: the chunk that names them.
        name: what the bridge's own heading names.
        reached: the first chunk of each section that it leads to.
        reranker: the cross-encoder.
    """
    if not reached:
        return []
    logits = reranker.score(f"{question} {name}", [chunk.indexed_text for chunk in reached]).tolist()
    handbook = bridge.candidate.handbook
    return [
        Step(handbook, chunk, BRIDGE_WEIGHT * bridge.score + LOGIT_WEIGHT * normalised(logit))
        for chunk, logit in zip(reached, logits, strict=True)
    ]
