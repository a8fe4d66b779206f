"""What is taken of the evidence where room is short: coverage first, then by rank.

DAKS, section 3.4, Algorithm 2, "Coverage-aware Greedy Evidence Packing": of a ranked list L(q) of chunks c
with the tokens l(c), collections k(c) and documents doc(c), required collections K_req(q), a budget T_max
and a cap C_doc

    E <- [], T <- 0, cnt <- 0
    phase 1   for each k in K_req(q):
                  c* <- argmax s_final(q, c) over the c in L(q) with k(c) = k and T + l(c) <= T_max
                  if c* exists: append it to E, T <- T + l(c*), cnt(doc(c*)) <- cnt(doc(c*)) + 1
    phase 2   for each c in L(q) in order, not in E:
                  if T + l(c) <= T_max and cnt(doc(c)) < C_doc: append it, as above

L(q) is `pieces`, l(c) `n_tokens`, T_max `room`, K_req `required`, C_doc `most_of_document`.

Differs from the paper: a piece may cover several of the required topics, which are collections here, and
what it covers is asked of no further one. A section has a cap as a document has. A piece that is too long
may be cut, down to its `least_tokens`, and takes what room is left. What is packed comes back in the order
of the ranking, whatever phase chose it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that may be packed."""

    n_tokens: int
    document: Hashable
    section: Hashable
    covers: frozenset[str] = frozenset()
    """Which of the required topics it is about."""
    least_tokens: int | None = None
    """The fewest that it can be cut to; None if it is whole or nothing."""

    def taken(self, room: int) -> int:
        """Give the tokens of it that fit; 0 if it does not."""
        if self.n_tokens <= room:
            return self.n_tokens
        return room if self.least_tokens is not None and self.least_tokens <= room else 0


@dataclass(frozen=True, slots=True)
class Caps:
    """How many pieces may be of one place; what covers a required topic is taken all the same."""

    most_of_document: int
    most_of_section: int


def pack(pieces: Sequence[Piece], room: int, caps: Caps, required: Sequence[str] = ()) -> Mapping[int, int]:
    """Choose pieces that fit: each one's place in the ranking, and how many of its tokens.

    Args:
        pieces: the best first.
        room: tokens.
        caps: how many of one document, of one section.
        required: topics that are to be covered first, in this order.
    """
    packed: dict[int, int] = {}
    of_document: Counter[Hashable] = Counter()
    of_section: Counter[Hashable] = Counter()

    def take(place: int) -> None:
        piece = pieces[place]
        if n_tokens := piece.taken(room - sum(packed.values())):
            packed[place] = n_tokens
            of_document[piece.document] += 1
            of_section[piece.section] += 1

    # phase 1: the best piece that fits for each topic not covered yet
    for topic in required:
        n_before = len(packed)
        for place, piece in enumerate(pieces):
            if len(packed) > n_before or any(topic in pieces[taken].covers for taken in packed):
                break
            if topic in piece.covers:
                take(place)

    # phase 2: what room is left, by rank
    for place, piece in enumerate(pieces):
        is_capped = (
            of_document[piece.document] >= caps.most_of_document
            or of_section[piece.section] >= caps.most_of_section
        )
        if place not in packed and not is_capped:
            take(place)
    return dict(sorted(packed.items()))


T = TypeVar("T")


def best_at_the_ends(ranked: Sequence[T]) -> list[T]:
    """Put the best first and the second best last: what stands in the middle of a long text is read least."""
    return [*ranked[:1], *ranked[2:], *ranked[1:2]]
