"""All that handbooks state, as the selector reads it, by the digests that name it in the judgements.

A statement is read under its headings and after the line that governs it; what stands in several places of a
handbook is read as it stands in each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from edgerag.answer.candidates import Candidate
from edgerag.answer.extractive import read_as
from edgerag.domain.evidence import Passage
from edgerag.domain.handbooks import Chunk, ParsedHandbook
from edgerag.language.sentences import statements
from edgerag.retrieve.expand import expand
from edgerag.retrieve.first_stage import Candidate as Proposed
from edgerag.retrieve.rerank import Reranked
from selector.judged import digest

Stated = Mapping[str, tuple[str, ...]]
"""What the selector reads of each statement, by its digest."""


def stated(parsed: ParsedHandbook) -> Stated:
    """Read every statement of a handbook, in the passages to which its chunks grow."""
    read: dict[str, dict[str, None]] = defaultdict(dict)
    grown = (passage_of(chunk, parsed) for chunk in parsed.chunks)
    for passage in {(one.start, one.end): one for one in grown if one is not None}.values():
        around = statements(passage.text)
        for index in range(len(around)):
            candidate = Candidate(passage, around, index)
            read[digest(candidate.said)][read_as(candidate)] = None
    return {name: tuple(texts) for name, texts in read.items()}


def passage_of(chunk: Chunk, parsed: ParsedHandbook) -> Passage | None:
    """Grow a chunk as if it alone had been found; None if there is nothing in it."""
    proposed = Proposed(parsed.handbook.id, chunk, score=0.0, cosine=0.0)
    grown = expand([Reranked(proposed, logit=0.0, score=0.0)], parsed.sections, parsed.pages, 1)
    return next(iter(grown), None)
