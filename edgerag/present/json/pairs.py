"""A pair in a report's JSON: how two answers relate, and what readers hold against it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, structs

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Counts, Judgement, Label, Layer, Mark, Report, Significance
from edgerag.present.json.texts import encodable
from edgerag.present.wording import to_read


class PairJson(msgspec.Struct, frozen=True):
    """How two handbooks' answers relate."""

    a: Annotated[str, Meta(description="Handbook id.")]
    b: Annotated[str, Meta(description="Handbook id.")]
    label: Label
    probability: Annotated[float, Meta(description="The judge's confidence in the label.")]
    topic: str
    significance: Annotated[Significance | None, Meta(description="null unless the label is a conflict.")]
    reasoning: str
    decided_by: Layer
    to_read: Annotated[
        str, Meta(description="Of a pair that is not checked, the two places to read; else empty.")
    ] = ""
    words_a: Annotated[str, Meta(description="What `a` says that decided; empty if not one place.")] = ""
    words_b: str = ""
    is_doubtful: Annotated[
        bool, Meta(description="Of a conflict: what one of the two is quoted with may not answer.")
    ] = False


class CountsJson(msgspec.Struct, frozen=True):
    """What the verdict counts."""

    agree: Annotated[int, Meta(description="Pairs that are CONSISTENT or COMPLEMENTARY.")]
    differ: Annotated[int, Meta(description="Pairs that are DIVERGENT or CONTRADICTORY.")]
    not_checked: Annotated[int, Meta(description="Pairs that are NOT CHECKED.")]
    answered: Annotated[int, Meta(description="Handbooks, as are the following.")]
    uncertain: int
    not_addressed: int
    failed: int
    may_differ: Annotated[int, Meta(description="Of `differ`: pairs of which one may not answer.")] = 0


class MarkJson(msgspec.Struct, frozen=True):
    """A reader's word against the relation of a pair."""

    a: Annotated[str, Meta(description="Handbook id, as in the pair.")]
    b: Annotated[str, Meta(description="Handbook id, as in the pair.")]
    right_label: Annotated[Label | None, Meta(description="null if the reader did not say what is right.")]
    note: str


def pair_out(report: Report, pair: Judgement) -> PairJson:
    """Make the record of a pair of a report."""
    told = msgspec.convert(pair, PairJson, from_attributes=True)
    return structs.replace(told, to_read=to_read(report, pair))


def counts_out(counts: Counts) -> CountsJson:
    """Make the record of what a verdict counts."""
    return CountsJson(
        agree=counts.n_agree + counts.n_add,
        differ=counts.n_differ,
        not_checked=counts.n_unchecked,
        answered=counts.n_answered,
        uncertain=counts.n_uncertain,
        not_addressed=counts.n_silent,
        failed=counts.n_failed,
        may_differ=counts.n_doubtful,
    )


def pair_in(pair: PairJson) -> Judgement:
    """Rebuild a pair from its record."""
    return msgspec.convert(pair, Judgement, from_attributes=True)


def mark_out(mark: Mark) -> MarkJson:
    """Make the record of a mark."""
    return MarkJson(mark.a, mark.b, mark.right, encodable(mark.note))


def mark_in(mark: MarkJson) -> Mark:
    """Rebuild a mark from its record."""
    return Mark(HandbookId(mark.a), HandbookId(mark.b), mark.right_label, mark.note)
