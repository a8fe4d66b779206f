"""An audit's findings in a terminal: some short tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from edgerag.domain.answers import Status
from edgerag.domain.audited import Findings, Interval
from edgerag.domain.reports import Significance
from edgerag.present.amounts import count
from edgerag.present.wording import PAIR_ORDER

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Headers and rows."""

SHOWN = 10
"""Rows of the tables that name the worst; the page has all of them."""


def summary_sentences(found: Findings) -> Iterator[str]:
    """Say what was asked and how much of it is done."""
    asked = f"{count(found.n_questions, 'question')} to {count(len(found.terms.handbooks), 'handbook')}"
    yield f"{found.name}: {asked}, {found.n_answered} answered"
    if found.n_failed:
        yield f"{count(found.n_failed, 'question')} failed, and count as nothing"
    if found.n_left:
        yield f"{count(found.n_left, 'question')} not asked yet: this is a part of the audit"
    gone = [
        found.handbook_name(place)
        for place, book in enumerate(found.terms.handbooks)
        if book.id in found.removed
    ]
    if gone:
        yield f"removed from the library since, so that their pages cannot be opened: {'; '.join(gone)}"
    n_failed = sum(book.counts.get(Status.FAILED, 0) for book in found.handbooks)
    if n_failed:
        yield f"{count(n_failed, 'answer')} of single handbooks failed, and count as nothing"


def summary_tables(found: Findings) -> list[Table]:
    """Give the tables of the summary, each with its headers."""
    return [label_table(found), rates_table(found), silence_table(found, SHOWN), *_of_conflicts(found)]


def label_table(found: Findings) -> Table:
    """Count the pairs by label."""
    total = sum(found.labels.values())
    rows = [
        (label.value, f"{found.labels.get(label, 0):,}", percent(found.labels.get(label, 0), total))
        for label in PAIR_ORDER
    ]
    return ("pairs", "number", "share"), rows


def rates_table(found: Findings) -> Table:
    """Give the rates of all questions and of each group, with their intervals."""
    headers = ("group", "questions", "pairs judged", "silent", "agree", "disagree", "any disagreement")
    rows = [
        (
            f"{group.label}: {group.value}" if group.label else "all questions",
            str(group.n_questions),
            f"{group.n_judged:,}",
            *map(interval, (group.absence, group.consistency, group.divergence, group.any_divergence)),
        )
        for group in found.groups
    ]
    return headers, rows


def silence_table(found: Findings, most: int | None = None) -> Table:
    """Name the handbooks that answer least."""
    rows = []
    for place in found.by_silence()[:most]:
        book = found.handbooks[place]
        counts = [str(book.counts.get(status, 0)) for status in Status]
        rows.append((found.handbook_name(place), percent(book.answered, 1), *counts))
    return ("handbook", "answers", *(status.value.replace("_", " ") for status in Status)), rows


def contested_table(found: Findings, most: int | None = None) -> Table:
    """Name the questions with most conflicts."""
    headers = ("most contested", "conflicts", "of pairs judged", "of high significance")
    rows = [
        (one.question.text, str(one.n_conflicts), str(one.n_judged), str(one.n_high))
        for one in found.contested[:most]
    ]
    return headers, rows


def topic_table(found: Findings, most: int | None = None) -> Table:
    """Name what is disagreed about, with how much it could hurt."""
    order = (Significance.HIGH, Significance.MEDIUM, Significance.LOW)
    rows = [
        (
            one.topic or "(not named)",
            str(one.n_pairs),
            *(str(one.significance.get(level, 0)) for level in order),
            str(one.n_questions),
        )
        for one in found.topics[:most]
    ]
    return ("topic of conflict", "pairs", *(level.value for level in order), "questions"), rows


def percent(part: float | None, whole: float) -> str:
    """Give a share in percent; a dash where there is nothing to take it of."""
    return "-" if part is None or not whole else f"{part / whole:.1%}"


def interval(share: Interval) -> str:
    """Give a share with its interval: "12 % (8 to 17)"."""
    if math.isnan(share.value):
        return "-"
    ends = "" if math.isnan(share.low) else f" ({100 * share.low:.0f} to {100 * share.high:.0f})"
    return f"{100 * share.value:.0f} %{ends}"


def _of_conflicts(found: Findings) -> list[Table]:
    return [topic_table(found, SHOWN), contested_table(found, SHOWN)] if found.contested else []
