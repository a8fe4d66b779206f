"""What a library remembers of its questions: generated answers, and the history of reports."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from edgerag.answer.keys import answer_key, decode_answer, encode_answer
from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.domain.reports import Report
from edgerag.errors import StoreError
from edgerag.present.json import report_json
from edgerag.store.library import Library

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


def keep_report(report: Report, library: Library) -> StoreError | None:
    """Put a report into the history; give the error if the library cannot be written."""
    quoted = [answer.handbook.id for answer in report.answers]
    try:
        library.keep_report(report.question, report_json(report), quoted, verdict=report.verdict.value)
    except StoreError as error:
        _LOG.warning("a report could not be kept: %s", error)
        return error
    return None
