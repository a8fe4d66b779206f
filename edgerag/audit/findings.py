"""Counts what an audit found (HERO-QA, section 6 and appendices F to H).

    r_abs, R_con, R_div, any_div   as `edgerag.compare.rates` has them, of all questions and of each group
    95 % interval                  the bootstrap over questions of `edgerag.evaluate.metrics`

A question that failed is in no rate and is counted beside them, as is an answer that failed.

Differs from the paper: it counts by organ, and clusters topics with an embedder; here any label of the
question file groups, and topics are one if their words are, so that a report needs no model.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from edgerag.audit.questions import labels_of
from edgerag.compare.rates import rates
from edgerag.domain.answers import Status
from edgerag.domain.audited import (
    Audited,
    ConflictTopic,
    Contested,
    Coverage,
    Findings,
    GroupRates,
    Interval,
    Relation,
)
from edgerag.domain.audits import AuditQuestion, Terms
from edgerag.domain.reports import CONFLICTS, Label, Report, Significance
from edgerag.domain.summaries import Rates
from edgerag.evaluate.metrics import share_measure
from edgerag.present.json.report import report_from_json
from edgerag.store.audits import AuditResult, Audits

PREFERRED: Final = "topic"
"""The label that columns are made of, if there is one of that name."""
NO_VALUE: Final = "(none)"
"""Stands for the questions without a value of a label."""

_FEWEST: Final = 2
"""Questions of which a share has an interval: one, drawn again and again, tells nothing of others."""

Tally = tuple[AuditQuestion, Rates]


def read_audited(audits: Audits, name: str) -> Iterator[Audited]:
    """Read the questions that have a result, one by one.

    Raises:
        AuditError: there is no such audit.
        DamagedError: a question or a result is damaged.
    """
    questions = audits.questions(name)
    yield from (audited(questions[result.position], result) for result in audits.results(name))


def audited(question: AuditQuestion, result: AuditResult) -> Audited:
    """Put a question and its result together."""
    report = report_from_json(result.report) if result.report else None
    return Audited(question, report, result.failure)


def find_in(audits: Audits, name: str) -> Findings:
    """Count over all that an audit of the library has found so far.

    Raises:
        AuditError: there is no such audit.
        DamagedError: its terms, a question or a result is damaged.
    """
    found = find(name, audits.terms(name), audits.questions(name), read_audited(audits, name))
    return replace(found, removed=audits.removed(name))


def find(name: str, terms: Terms, questions: Sequence[AuditQuestion], found: Iterable[Audited]) -> Findings:
    """Count over all that was found; each report is looked at once and not kept."""
    by = _columns_label(questions)
    counting = _Counting({book.id: place for place, book in enumerate(terms.handbooks)}, by)
    for one in found:
        counting.add(one)
    return Findings(
        name=name,
        terms=terms,
        n_questions=len(questions),
        n_answered=len(counting.tallies),
        n_failed=counting.n_failed,
        labels=dict(counting.labels),
        groups=tuple(_groups(counting.tallies, labels_of(questions))),
        by=by,
        columns=_columns(questions, by),
        coverage={place: Coverage(dict(counts)) for place, counts in counting.coverage.items()},
        handbooks=tuple(Coverage(dict(counting.books[place])) for place in range(len(terms.handbooks))),
        relations={pair: Relation(dict(counts)) for pair, counts in sorted(counting.relations.items())},
        topics=tuple(_topics(counting)),
        contested=tuple(sorted(counting.contested, key=_most_contested)),
    )


@dataclass(slots=True)
class _Counting:
    """What is counted while the reports pass by."""

    places: dict[str, int]
    by: str
    tallies: list[Tally] = field(default_factory=list)
    n_failed: int = 0
    labels: Counter[Label] = field(default_factory=Counter)
    coverage: defaultdict[tuple[int, str], Counter[Status]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    books: defaultdict[int, Counter[Status]] = field(default_factory=lambda: defaultdict(Counter))
    relations: defaultdict[tuple[int, int], Counter[Label]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    topics: defaultdict[str, Counter[Significance]] = field(default_factory=lambda: defaultdict(Counter))
    topic_questions: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    contested: list[Contested] = field(default_factory=list)

    def add(self, one: Audited) -> None:
        if one.report is None:
            self.n_failed += 1
            return
        self.tallies.append((one.question, rates([one.report])))
        self._add_answers(one.question, one.report)
        self._add_pairs(one.question, one.report)

    def _add_answers(self, question: AuditQuestion, report: Report) -> None:
        columns = (question.values(self.by) or (NO_VALUE,)) if self.by else ()
        for answer in report.answers:
            place = self.places[answer.handbook.id]
            self.books[place][answer.status] += 1
            for column in columns:
                self.coverage[place, column][answer.status] += 1

    def _add_pairs(self, question: AuditQuestion, report: Report) -> None:
        conflicts = [pair for pair in report.pairs if pair.label in CONFLICTS]
        for pair in report.pairs:
            one, other = sorted((self.places[pair.a], self.places[pair.b]))
            self.relations[one, other][pair.label] += 1
            self.labels[pair.label] += 1
        for pair in conflicts:
            topic = " ".join(pair.topic.casefold().split())
            self.topics[topic][pair.significance or Significance.LOW] += 1
            self.topic_questions[topic].add(question.position)
        if conflicts:
            n_high = sum(pair.significance is Significance.HIGH for pair in conflicts)
            n_judged = self.tallies[-1][1].n_pairs
            self.contested.append(Contested(question, len(conflicts), n_judged, n_high))


def _most_contested(one: Contested) -> tuple[int, int, int]:
    return -one.n_conflicts, -one.n_high, one.question.position


def _topics(counting: _Counting) -> list[ConflictTopic]:
    topics = [
        ConflictTopic(topic, dict(counts), len(counting.topic_questions[topic]))
        for topic, counts in counting.topics.items()
    ]
    return sorted(topics, key=lambda topic: (-topic.n_pairs, topic.topic))


def _columns_label(questions: Sequence[AuditQuestion]) -> str:
    labels = labels_of(questions)
    return PREFERRED if PREFERRED in labels else next(iter(labels), "")


def _columns(questions: Sequence[AuditQuestion], by: str) -> tuple[str, ...]:
    if not by:
        return ()
    values = {value for question in questions for value in question.values(by)}
    has_none = any(not question.values(by) for question in questions)
    return (*sorted(values), *[NO_VALUE] * has_none)


def _groups(tallies: Sequence[Tally], labels: Sequence[str]) -> Iterator[GroupRates]:
    yield _group("", "", tallies)
    for label in labels:
        values = sorted({value for question, _ in tallies for value in question.values(label)})
        for value in values:
            yield _group(label, value, [one for one in tallies if value in one[0].values(label)])


def _group(label: str, value: str, tallies: Sequence[Tally]) -> GroupRates:
    counted = [one for _, one in tallies]
    return GroupRates(
        label=label,
        value=value,
        n_questions=len(counted),
        n_judged=sum(one.n_pairs for one in counted),
        n_unchecked=sum(one.n_unchecked for one in counted),
        absence=_share([(one.n_silent, one.n_answers) for one in counted]),
        consistency=_share([(one.n_consistent, one.n_pairs) for one in counted]),
        divergence=_share([(one.n_conflicts, one.n_pairs) for one in counted]),
        any_divergence=_share([(one.n_questions_in_conflict, 1) for one in counted]),
    )


def _share(counts: list[tuple[int, int]]) -> Interval:
    measured = share_measure(counts)
    if sum(whole > 0 for _, whole in counts) < _FEWEST:
        return Interval(measured.value, math.nan, math.nan)
    return Interval(measured.value, measured.low, measured.high)
