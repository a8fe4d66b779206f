"""The data sheet of an audit as Markdown (HERO-QA, appendix C, after "Datasheets for datasets").

It holds what the program knows. What only a person knows, such as where the questions are from, is asked for
in angle brackets, to be written in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from edgerag.domain.audited import Findings
from edgerag.domain.audits import AskedHandbook, AuditState
from edgerag.present.audit_text import label_table, rates_table
from edgerag.present.inert import markdown

_LIMITS: Final = (
    "Labels are given by a program: a single one is a place to look, and no finding.",
    "A handbook that is called silent may address the question in words that were not found.",
    "Answers and labels are of these editions alone; what was withdrawn or replaced since is not in them.",
    "It does not rank handbooks or institutions, and does not support decisions about a patient.",
)


def datasheet(found: Findings, state: AuditState) -> str:
    """Write the data sheet of an audit; the same audit always gives the same text."""
    return "\n".join(_lines(found, state)) + "\n"


def _lines(found: Findings, state: AuditState) -> Iterator[str]:
    terms = found.terms
    yield f"# Data sheet of the audit {markdown(found.name)}"
    yield from ("", "## Motivation", "", "<why the audit was made, by whom, and who paid for it>")
    yield from ("", "## Composition", "")
    counts = f"{found.n_answered} answered, {found.n_failed} failed, {found.n_left} left"
    yield f"- {found.n_questions} questions: {counts}"
    yield f"- {len(terms.handbooks)} handbooks, listed below"
    yield f"- {sum(found.labels.values())} pairs of answers"
    yield from ("", *_table(*label_table(found)), "", *_table(*rates_table(found)))
    yield from ("", "## Collection", "")
    yield "<where the questions are from, when they were collected, whether they tell of patients>"
    yield from ("", f"The audit was begun at {state.created_at} UTC.", "", "## Handbooks", "")
    headers = ("handbook", "institution", "language", "pages", "passages", "file", "SHA-256")
    yield from _table(
        headers, [_handbook(found.handbook_name(n), book) for n, book in enumerate(terms.handbooks)]
    )
    yield from ("", "## Processing", "")
    how = "quotes sentences only" if terms.is_extractive else "may write answers with a generator"
    yield f"- the program {how}"
    yield from (f"- {markdown(what)}: {markdown(v)}" for what, v in sorted(terms.versions.items()) if v)
    for name, settings in sorted(json.loads(terms.settings).items()):
        told = ", ".join(f"{key} = {value}" for key, value in sorted(settings.items()))
        yield f"- settings of {markdown(name)}: {markdown(told)}"
    yield f"- SHA-256 of the library's text and passages: {terms.library}"
    yield from ("", "## Known limits", "", *(f"- {limit}" for limit in _LIMITS))
    yield from ("", "## Distribution and maintenance", "", "<who may have it, and who answers questions>")


def _handbook(name: str, book: AskedHandbook) -> tuple[str, ...]:
    counts = str(book.n_pages), str(book.n_chunks)
    return name, book.institution, book.language, *counts, book.file_name, book.sha256


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headers)} |"
    yield f"|{'---|' * len(headers)}"
    yield from (f"| {' | '.join(map(markdown, row))} |" for row in rows)
