"""What the handbooks say together: of each that answers its best statement, packed over collections.

DAKS, Algorithm 2 (see `edgerag.answer.packing`) over the collections of a library: a statement is a chunk,
its words are its tokens l(c), its handbook is doc(c), and s_final the likelihood that the handbook answers.
Required are the collections that the question names ("what do guideline and formulary say?"), or, if it
names none, all that answer.

Differs from the paper: no model writes one text from several handbooks, for it would have to choose between
them; what each says stands beside the others in its own words. A statement is never cut, and of a handbook
one is taken, for only its best is sure to stand with all that completes it ("Do not:").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from edgerag.answer.answer import Quoted
from edgerag.answer.cite import cite
from edgerag.answer.packing import Caps, Piece, pack
from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.collections import sayings, sure_collection
from edgerag.domain.handbooks import Page
from edgerag.domain.together import Excerpt, Together

WORDS: Final = 400
"""Room for all excerpts: two screens of 80 columns and 24 lines."""
_ONE_EACH: Final = Caps(most_of_document=1, most_of_section=1)


@dataclass(frozen=True, slots=True)
class Said:
    """What one handbook says best."""

    answer: Answer
    citations: tuple[Citation, ...]
    """Empty if not all of it stands in the stored pages."""


def best_said(answer: Answer, quoted: Quoted, pages: Sequence[Page]) -> Said:
    """Cite the best statement of a handbook, all of it or nothing.

    Args:
        answer: what the handbook answers in the end.
        quoted: what was quoted of it.
        pages: its pages, in order; at least those that the statement lies on.
    """
    cited = cite(quoted.statements[0].quotes if quoted.statements else (), pages)
    return Said(answer, () if cited.n_dropped else cited.citations)


def together(question: str, said: Sequence[Said], words: int = WORDS) -> Together:
    """Put what the handbooks say side by side.

    Args:
        question: as it was typed; it may name collections.
        said: what each handbook says, in the library's order; those that do not answer are passed over.
        words: room for all excerpts.
    """
    answering = [one for one in said if one.answer.status is Status.ANSWERED]
    ranked = sorted(answering, key=lambda one: -one.answer.trace.relevance)
    quotable = [one for one in ranked if one.citations]
    pieces = [
        Piece(_n_words(one), one.answer.handbook.id, one.answer.handbook.id, frozenset({_collection(one)}))
        for one in quotable
    ]
    of_answers = list(dict.fromkeys(_collection(one) for one in ranked))
    named = tuple(sayings(question))
    taken = pack(pieces, words, _ONE_EACH, named or of_answers)
    excerpts = tuple(Excerpt(quotable[at].answer.handbook.id, quotable[at].citations) for at in taken)
    quoted = {excerpt.handbook for excerpt in excerpts}
    return Together(
        excerpts,
        named,
        silent=tuple(collection for collection in named if collection not in of_answers),
        left_out=tuple(one.answer.handbook.id for one in ranked if one.answer.handbook.id not in quoted),
    )


def _collection(said: Said) -> str:
    return sure_collection(said.answer.handbook)


def _n_words(said: Said) -> int:
    return sum(len(citation.quote.split()) for citation in said.citations)
