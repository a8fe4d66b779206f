"""How often handbooks are silent, and how often they disagree, over many questions (HERO-QA, section 6).

    r_abs       = silent answers / answers
    R_div       = pairs labelled DIVERGENT or CONTRADICTORY / pairs judged
    R_con       = pairs labelled CONSISTENT / pairs judged
    any_div     = questions with at least one such pair / questions
    severity    = sum of w(significance) over those pairs / pairs judged,  w = 1/3, 2/3, 1

A pair is judged if it is neither ABSENT nor NOT CHECKED.

Differs from the paper: pairs that could not be checked are left out of the rates and counted beside them; the
paper weighs by severity without giving weights, and groups questions by organ where a library here has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report, Significance
from edgerag.domain.summaries import Rates

_WEIGHTS: Final = {Significance.LOW: 1 / 3, Significance.MEDIUM: 2 / 3, Significance.HIGH: 1.0}


def rates(reports: Sequence[Report], handbook: HandbookId | None = None) -> Rates:
    """Count over reports; of one handbook, its own answers and the pairs that it is part of."""
    answers = [answer for report in reports for answer in _answers(report, handbook)]
    pairs = [[pair for pair in report.pairs if _has(pair, handbook)] for report in reports]
    conflicts = [[pair for pair in some if pair.label in CONFLICTS] for some in pairs]
    labels = [pair.label for some in pairs for pair in some]
    n_unchecked = labels.count(Label.NOT_CHECKED)
    return Rates(
        n_questions=sum(1 for report in reports if any(_answers(report, handbook))),
        n_answers=len(answers),
        n_silent=sum(answer.status is Status.NOT_ADDRESSED for answer in answers),
        n_pairs=len(labels) - labels.count(Label.ABSENT) - n_unchecked,
        n_unchecked=n_unchecked,
        n_consistent=labels.count(Label.CONSISTENT),
        n_conflicts=sum(map(len, conflicts)),
        n_questions_in_conflict=sum(map(bool, conflicts)),
        severity_sum=sum(
            _WEIGHTS[pair.significance or Significance.LOW] for some in conflicts for pair in some
        ),
    )


def _answers(report: Report, handbook: HandbookId | None) -> Iterable[Answer]:
    return (answer for answer in report.answers if handbook in (None, answer.handbook.id))


def _has(pair: Judgement, handbook: HandbookId | None) -> bool:
    return handbook is None or handbook in (pair.a, pair.b)
