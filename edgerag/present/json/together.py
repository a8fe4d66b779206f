"""What the handbooks say together, in a report's JSON."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated

import msgspec
from msgspec import Meta

from edgerag.domain.reports import Report
from edgerag.domain.together import Excerpt, Together
from edgerag.present.json.answers import CitationJson, citation_in, citation_out
from edgerag.present.json.texts import known
from edgerag.present.together import warnings


class ExcerptJson(msgspec.Struct, frozen=True):
    """The statement of one handbook that answers best, with what completes it."""

    handbook: Annotated[str, Meta(description="Handbook id.")]
    citations: list[CitationJson]


class TogetherJson(msgspec.Struct, frozen=True):
    """What the handbooks say together."""

    excerpts: Annotated[list[ExcerptJson], Meta(description="The likeliest to answer first.")]
    named: Annotated[list[str], Meta(description="Collections that the question names.")]
    silent: Annotated[list[str], Meta(description="Those of which none is known to answer.")]
    left_out: Annotated[list[str], Meta(description="Ids of handbooks that answer and are not quoted.")]
    warnings: Annotated[list[str], Meta(description="Which of those quoted cannot both be followed.")] = []


def together_out(report: Report, quoted: Together) -> TogetherJson:
    """Make the record of what a report's handbooks say together."""
    return TogetherJson(
        excerpts=[
            ExcerptJson(one.handbook, [citation_out(citation) for citation in one.citations])
            for one in quoted.excerpts
        ],
        named=list(quoted.named),
        silent=list(quoted.silent),
        left_out=list(quoted.left_out),
        warnings=warnings(report, quoted),
    )


def together_in(quoted: TogetherJson, asked: Container[str]) -> Together:
    """Rebuild it from its record.

    Args:
        quoted: the record.
        asked: ids of the handbooks that were asked.

    Raises:
        ValueError: it names another.
    """
    return Together(
        excerpts=tuple(
            Excerpt(known(one.handbook, asked), tuple(map(citation_in, one.citations)))
            for one in quoted.excerpts
        ),
        named=tuple(quoted.named),
        silent=tuple(quoted.silent),
        left_out=tuple(known(book, asked) for book in quoted.left_out),
    )
