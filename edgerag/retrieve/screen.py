"""What is worth the cross-encoder: a fixed number of passages is shared out among the handbooks.

The cross-encoder is nearly all the cost of a question, so handbooks whose best chunk is hopeless by
the first stage get none, and the others get passages by their promise. Chunks that never name the medicine
or the condition asked about are not read at all: their doses are another medicine's, or for another disease.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from edgerag.domain.ids import HandbookId
from edgerag.language.own_names import OwnNames
from edgerag.language.questions import Asked
from edgerag.retrieve.first_stage import Candidate, Proposal

HOPELESS = 0.45
"""Share of the best handbook's promise below which a handbook is not read further.

Of handbooks known to hold an answer 0.3 % were below it, of those known to be silent 91 %.
"""
LEAST = 3
"""Passages that every plausible handbook gets, while there are any."""
MOST = 16
"""Passages that one handbook gets at most; 95 % of known answers were among the first 11."""


def on_subject(
    asked: Asked,
    proposals: Mapping[HandbookId, Proposal],
    titles: Mapping[HandbookId, str],
    own_names: Mapping[HandbookId, OwnNames],
) -> dict[HandbookId, Proposal]:
    """Keep the candidates that name the medicine and the conditions asked about, as far as any are named.

    Args:
        asked: The question.
        proposals: The candidates of each handbook.
        titles: Of each handbook; a book on tuberculosis need not name it on every page.
        own_names: Of each handbook, which may say "PID" for what the question calls by its full name.
    """
    if asked.medicine is None and not asked.conditions:
        return dict(proposals)

    def is_on_subject(handbook: HandbookId, candidate: Candidate) -> bool:
        text = own_names[handbook].spelt_out(candidate.chunk.indexed_text)
        if asked.medicine is not None and not asked.medicine.search(text):
            return False
        return all(
            condition.search(text) or condition.search(titles[handbook]) for condition in asked.conditions
        )

    return {
        handbook: replace(
            proposal, candidates=tuple(c for c in proposal.candidates if is_on_subject(handbook, c))
        )
        for handbook, proposal in proposals.items()
    }


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
