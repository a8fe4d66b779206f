"""What a library remembers of its questions: generated answers, and the history of reports."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from edgerag.answer.keys import answer_key, decode_answer, encode_answer
from edgerag.confirm.facts import borne_out
from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.reports import NewerEdition, Report
from edgerag.errors import StoreError
from edgerag.present.json.report import report_from_json, report_json
from edgerag.store.library import Library
from edgerag.store.reports import ReportId, no_report
from edgerag.summarise.editions import newer_edition
from edgerag.summarise.summarise import summarise

_LOG = logging.getLogger(__name__)


class KeptAnswers:
    """Generated answers, so that the same model is not asked the same thing twice."""

    def __init__(self, library: Library, versions: Sequence[str], limits: tuple[int, int]) -> None:
        """Keep answers of these versions of models and prompts, made within these numbers of tokens."""
        self._library, self._versions, self._limits = library, versions, limits

    def find(self, question: str, evidence: Evidence) -> Answer | None:
        """Give the answer that was made from the same evidence, if it is kept."""
        kept = self._library.find_answer(self._key(question, evidence))
        return decode_answer(kept, evidence.handbook) if kept is not None else None

    def keep(self, question: str, evidence: Evidence, answer: Answer) -> None:
        """Keep an answer; a library that cannot be written makes it again next time."""
        key = self._key(question, evidence)
        try:
            self._library.keep_answer(key, evidence.handbook.id, encode_answer(answer))
        except StoreError as error:
            _LOG.warning("an answer could not be kept: %s", error)

    def _key(self, question: str, evidence: Evidence) -> str:
        return answer_key(question, evidence, list(self._versions), self._limits)


def keep_report(
    report: Report, library: Library, *, keep: bool, after: int | None = None
) -> ReportId | StoreError | None:
    """Put a report into the history, unless it is not to be kept, and its entry into the audit trail.

    `after` is the number of the report that its question goes on from. With a report that is kept, what many
    of its sources bear out is kept of its handbooks.

    Returns:
        Its number; None if it is not kept; the error if the library cannot be written.
    """
    quoted = [answer.handbook.id for answer in report.answers]
    verdict, versions = report.verdict.value, report.versions
    try:
        if keep and library.rules.keeps_history:
            encoded = report_json(report)
            before = None if after is None else ReportId(after)
            number = library.keep_report(
                report.question, encoded, quoted, verdict=verdict, versions=versions, before=before
            )
            library.keep_facts(borne_out(report))
            return number
        library.pass_over_report(report.question, quoted, verdict=verdict, versions=versions)
    except StoreError as error:
        _LOG.warning("a report could not be kept: %s", error)
        return error
    return None


def with_notes(library: Library, report: Report, number: int | None) -> Report:
    """Give a report the notes on its answers, if it is kept under a number, and on the pages that it cites.

    Notes are no part of what is kept of a report: one that is deleted is nowhere else.
    """
    pages = {(answer.handbook.id, one.page_ordinal) for answer in report.answers for one in answer.citations}
    return replace(report, notes=library.notes_about(number, pages))


def with_newer_editions(library: Library, report: Report) -> Report:
    """Say of each handbook of a report whether the library has a newer edition of its work.

    That is no part of what is kept of a report: what is newest changes.
    """
    held = library.handbooks()
    newer = ((answer.handbook, newer_edition(answer.handbook, held)) for answer in report.answers)
    told = tuple(NewerEdition(book.id, one.id, one.edition) for book, one in newer if one is not None)
    return replace(report, newer_editions=told)


def kept_report(library: Library, number: ReportId) -> Report:
    """Open a report of the history, with what readers noted since, which handbooks left, and which have aged.

    One that was kept before there were summaries gets its own from what is kept of it.

    Raises:
        DamagedError: it is not as it was stored.
        StoreError: there is none of that number, or it is no report.
    """
    encoded = library.report(number)
    if encoded is None:
        raise no_report(number)
    report = with_newer_editions(library, with_notes(library, report_from_json(encoded), number))
    summary = report.summary if report.summary.points else summarise(report.answers, report.pairs)
    marks, removed = library.marks(number), library.removed_since(number)
    return replace(report, summary=summary, marks=marks, removed=removed)
