"""Rates of silence and disagreement over many questions, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from edgerag.domain.handbooks import Handbook
from edgerag.domain.summaries import Rates, Theme
from edgerag.present.wording import name

Counted = Sequence[tuple[Handbook | None, Rates]]
"""Rates of all handbooks together, under None, and of each."""
Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Headers and rows."""

SCHEMA = "edgerag.summary/1"


def rates_rows(counted: Counted) -> Table:
    """Give one row for all handbooks and one for each."""
    headers = ("handbook", "questions", "silent", "agree", "disagree", "by severity", "not checked")
    rows = [
        (
            name(book) if book else "all handbooks",
            str(rates.n_questions),
            _percent(rates.absence),
            _percent(rates.consistency),
            _percent(rates.divergence),
            _percent(rates.severity),
            str(rates.n_unchecked),
        )
        for book, rates in counted
    ]
    return headers, rows


def theme_rows(themes: Iterable[Theme]) -> Table:
    """Give one row for each thing that handbooks disagree about."""
    rows = [
        (theme.topic, str(theme.n_conflicts), str(theme.n_high), "; ".join(theme.questions))
        for theme in themes
    ]
    return ("disagreement", "pairs", "of high significance", "questions"), rows


def summary_as_json(counted: Counted, themes: Sequence[Theme]) -> str:
    """Give rates, from 0 to 1, and themes as one JSON object."""
    summary = {
        "schema": SCHEMA,
        "rates": [
            {
                "handbook": {"id": book.id, "title": book.metadata.title.value} if book else None,
                "questions": rates.n_questions,
                "pairs_judged": rates.n_pairs,
                "pairs_not_checked": rates.n_unchecked,
                "r_abs": rates.absence,
                "r_con": rates.consistency,
                "r_div": rates.divergence,
                "any_div": rates.any_divergence,
                "severity": rates.severity,
            }
            for book, rates in counted
        ],
        "themes": themes,
    }
    return msgspec.json.format(msgspec.json.encode(summary), indent=2).decode()


def _percent(share: float) -> str:
    return f"{share:.0%}"
