"""What is worth the cross-encoder: a fixed number of passages is shared out among the handbooks.

The cross-encoder is nearly all the cost of a question, so handbooks whose best chunk is hopeless by
the first stage get none, and the others get passages by their promise. Chunks that never name the medicine
asked about are not read at all: their doses are another medicine's. Chunks that name the condition asked
about come before others, which may call it by a word that nobody listed:

    score = fused - w (1 - named),  named the share of the question's conditions that chunk or title name

DAKS shares such a budget by a softmax over features of each handbook's scores; `README.md` beside this file
has the measurements by which that was left out.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from edgerag.domain.ids import HandbookId
from edgerag.language.matching import Wording
from edgerag.language.meets import meets
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames
from edgerag.language.questions import Asked
from edgerag.language.sentences import is_record
from edgerag.retrieve.first_stage import Candidate, Proposal

HOPELESS = 0.4
"""Share of the best handbook's promise below which a handbook is not read further.

Of handbooks known to hold an answer 1 % were below it, of those known to be silent a quarter where nurses'
words were asked and two thirds where a handbook's were.
"""
LEAST = 3
"""Passages that every plausible handbook gets, while there are any."""
MOST = 8
"""Passages that one handbook gets at most; with twice as many the cited page is no righter."""
NAMED_WEIGHT = 0.1
"""0.05 to 0.2 order alike."""

Share = Callable[[Mapping[HandbookId, Proposal], int], Mapping[HandbookId, int]]
"""Says how many of its best candidates each handbook may have read; at most so many in all."""


def on_subject(
    asked: Asked,
    proposals: Mapping[HandbookId, Proposal],
    titles: Mapping[HandbookId, str],
    own_names: Mapping[HandbookId, OwnNames],
) -> dict[HandbookId, Proposal]:
    """Keep the candidates that name the medicine asked about; those that name the conditions come first.

    What cannot come among the `MOST` of a handbook that may be read is left out.

    Args:
        asked: The question.
        proposals: The candidates of each handbook.
        titles: Of each handbook; a book on tuberculosis need not name it on every page.
        own_names: Of each handbook, which may say "PID" for what the question calls by its full name.
    """
    if asked.medicine is None and not asked.conditions:
        return dict(proposals)

    def read(handbook: HandbookId, candidate: Candidate) -> Candidate | None:
        text, own = candidate.chunk.indexed_text, own_names[handbook]
        if asked.medicine_or_class is not None and not own.is_named(asked.medicine_or_class, text):
            return None
        named = share_named(asked, text, titles[handbook], own)
        return replace(candidate, named=named, score=candidate.score + NAMED_WEIGHT * (named - 1))

    def foremost(handbook: HandbookId, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        kept: list[Candidate] = []
        for candidate in candidates:
            if len(kept) >= MOST and kept[MOST - 1].score > candidate.score:
                break  # nobody names more than all, so that no other comes among the first
            on_it = read(handbook, candidate)
            if on_it is not None:
                insort(kept, on_it, key=lambda c: (-c.score, c.chunk.id))
        return tuple(kept)

    return {
        handbook: replace(proposal, candidates=foremost(handbook, proposal.candidates))
        for handbook, proposal in proposals.items()
    }


def share_named(asked: Asked, text: str, title: str, own_names: OwnNames = NO_OWN_NAMES) -> float:
    """Give the share of the question's conditions that a text or its title names; 1 if it has none.

    A row of a formulary tells how its medicine is given and need not say for what.
    """
    if asked.medicine is not None and asked.kinds and _is_row_on(asked, asked.medicine, text, own_names):
        return 1.0
    named = [
        own_names.is_named(condition, text) or condition.search(title) is not None
        for condition in asked.conditions
    ]
    return sum(named) / len(named) if named else 1.0


def _is_row_on(asked: Asked, medicine: Wording, text: str, own_names: OwnNames) -> bool:
    """Whether a row of data names the medicine asked about and tells of it what is asked."""
    rows = (line for line in text.splitlines() if is_record(line))
    return any(own_names.is_named(medicine, row) and meets(asked.kinds, row) == 1 for row in rows)


def allot(proposals: Mapping[HandbookId, Proposal], budget: int) -> dict[HandbookId, int]:
    """Say how many of its best candidates each handbook may have reranked; at most `budget` in all.

    Handbooks come in order of promise, the best first; those that get nothing are left out.
    """
    best = max((proposal.promise for proposal in proposals.values()), default=0.0)
    plausible = sorted(
        (
            handbook
            for handbook, proposal in proposals.items()
            if proposal.candidates and proposal.promise >= HOPELESS * best > 0
        ),
        key=lambda handbook: (-proposals[handbook].promise, handbook),
    )
    shares: dict[HandbookId, int] = {}
    for handbook in plausible:
        shares[handbook] = min(LEAST, len(proposals[handbook].candidates), budget - sum(shares.values()))
    spare = sorted(
        (-candidate.score, candidate.chunk.id, handbook)
        for handbook in plausible
        for candidate in proposals[handbook].candidates[LEAST:MOST]
    )
    for _, _, handbook in spare[: max(budget - sum(shares.values()), 0)]:
        shares[handbook] += 1
    return {handbook: share for handbook, share in shares.items() if share}
