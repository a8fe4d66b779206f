"""Questions that several handbooks answer: is it known where to look, and is what each says found?

DAKS, section 4.3, with K = 5 sections of evidence. Of the order in which handbooks are read:

primary_acc    questions of which the first handbook has an answer / all questions
top2_hit       questions of which one of the first two has an answer / all questions

and of the first K sections of the evidence:

dominance      those of the densest handbook, which has the most chunks / all of them
auth_cov       questions with one of a handbook of high authority / questions that such a handbook answers
ev_recall@5    gold sections among them / gold sections of the question, averaged over questions
ev_ndcg@5      nDCG, every gold section having grade 1
cross_ev@5     questions of which every handbook with an answer is among them / all questions

Differs from the paper: no question names one primary source, so every handbook with an answer counts as
one. The program answers once per handbook, so evidence is taken as a reader meets it: the best passage of
each handbook, the likeliest handbook first, and then the second passages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.evaluate.datasets.routing import CrossQuestion
from edgerag.evaluate.metrics import Measure, mean_measure, ndcg, recall, share_measure
from edgerag.evaluate.results import Group, Measurements, Progress

K: Final = 5
"""Sections of evidence that any measure looks at."""


@dataclass(frozen=True, slots=True)
class Routed:
    """Where a question was looked for, and what was found."""

    handbooks: Sequence[str]
    """In the order in which they are to be read."""
    evidence: Sequence[tuple[str, str]]
    """Handbook and row of each section, each once, best first."""


Route = Callable[[str], Routed]
NO_OTHERS: Final[Mapping[str, Route]] = {}
AS_IT_IS: Final = "as it is"


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is known of the handbooks."""

    densest: str
    """The handbook with the most chunks."""
    authoritative: frozenset[str]
    """Those of high authority."""


def evaluate_routing(
    questions: Sequence[CrossQuestion],
    route: Route,
    shelf: Shelf,
    progress: Progress,
    others: Mapping[str, Route] = NO_OTHERS,
) -> Measurements:
    """Measure where every question is looked for, and what evidence that gives.

    Args:
        questions: what is asked.
        route: the program's own.
        shelf: what is known of the handbooks.
        progress: is told of each question.
        others: measured beside the program's own, in the same run, as groups of their own.
    """
    routes = {AS_IT_IS: route, **others}
    routed: dict[str, list[Routed]] = {name: [] for name in routes}
    for done, question in enumerate(questions):
        progress("asking questions", done, len(questions))
        for name, one in routes.items():
            routed[name].append(one(question.question))
    progress("asking questions", len(questions), len(questions))
    measured = {
        name: _measured(list(zip(questions, some, strict=True)), shelf) for name, some in routed.items()
    }
    groups = {name: Group(len(questions), measures) for name, measures in measured.items()}
    return Measurements(len(questions), measured[AS_IT_IS], groups={"retrieval": groups} if others else {})


def as_met(
    found: Sequence[Evidence], names: Mapping[HandbookId, str], documents: Mapping[SectionId, str]
) -> list[tuple[str, str]]:
    """List the sections of the evidence as a reader meets them: round by round, the likeliest handbook first.

    Args:
        found: the evidence of each handbook, in any order.
        names: what the corpus calls each handbook.
        documents: which row of the corpus each section is.
    """
    return in_rounds(
        [
            [(names[one.handbook.id], documents[passage.section_id]) for passage in one.passages]
            for one in likeliest_first(found)
            if one.is_sufficient
        ]
    )


def likeliest_first(found: Sequence[Evidence]) -> list[Evidence]:
    """Put the handbooks in the order in which a reader meets them."""
    return sorted(found, key=lambda evidence: (-evidence.trace.relevance, evidence.handbook.id))


def in_rounds(rows: Sequence[Sequence[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Take the first section of each handbook, then the second of each, and so on; each section once."""
    turns = zip_longest(*(dict.fromkeys(of_one) for of_one in rows))
    return [row for turn in turns for row in turn if row is not None]


_Asked = Sequence[tuple[CrossQuestion, Routed]]


def _measured(asked: _Asked, shelf: Shelf) -> dict[str, Measure]:
    return _routing(asked) | _dominance(asked, shelf) | _evidence(asked)


def _routing(asked: _Asked) -> dict[str, Measure]:
    def hit(first: int) -> Measure:
        return mean_measure([float(bool(q.sections.keys() & set(r.handbooks[:first]))) for q, r in asked])

    return {"primary_acc": hit(1), "top2_hit": hit(2)}


def _dominance(asked: _Asked, shelf: Shelf) -> dict[str, Measure]:
    tops = [[handbook for handbook, _ in routed.evidence[:K]] for _, routed in asked]
    trusted = [
        (int(bool(shelf.authoritative & set(top))), 1)
        for (question, _), top in zip(asked, tops, strict=True)
        if shelf.authoritative & question.sections.keys()
    ]
    return {
        "dominance": share_measure([(top.count(shelf.densest), len(top)) for top in tops]),
        "auth_cov": share_measure(trusted),
    }


def _evidence(asked: _Asked) -> dict[str, Measure]:
    values: dict[str, list[float]] = {"ev_recall@5": [], "ev_ndcg@5": [], "cross_ev@5": []}
    for question, routed in asked:
        gold = set(_gold(question))
        grades = [float(row in gold) for row in routed.evidence]
        judged = [1.0] * len(gold)
        covered = {handbook for handbook, _ in routed.evidence[:K]}
        values["ev_recall@5"].append(recall(grades, judged, K))
        values["ev_ndcg@5"].append(ndcg(grades, judged, K))
        values["cross_ev@5"].append(float(question.sections.keys() <= covered))
    return {name: mean_measure(some) for name, some in values.items()}


def _gold(question: CrossQuestion) -> Iterator[tuple[str, str]]:
    return ((handbook, row) for handbook, rows in question.sections.items() for row in rows)
