"""Measures answers and evidence against what a person quoted of each handbook."""

from __future__ import annotations

from edgerag.domain.answers import Status
from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId
from edgerag.engine.events import AskEvent, Retrieved
from edgerag.evaluate.asking import Clinic
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.questions import HandbookQuestion
from edgerag.evaluate.models import open_judging
from edgerag.evaluate.rag import Case, evaluate_rag
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.support import SupportJudge


def measure_rag(
    source: Source, bench: Bench, *, limit: int | None = None, extractive: bool = False
) -> Result:
    """Measure faithfulness, relevancy, precision and recall.

    Args:
        source: handbooks and questions; without a folder, the sample handbooks.
        bench: what it is made with; the entailment model is needed.
        limit: ask so many of the questions, evenly spread; all if None.
        extractive: leave the generator out.
    """
    data = handbook_set(source)
    judging = open_judging(bench.config)
    quoted = {one.question: one for one in data.questions if any(gold.quote for gold in one.answers)}
    with clinic_of(source, data, bench, extractive=extractive) as asked:
        measured = evaluate_rag(
            evenly(list(quoted), limit),
            lambda question: _cases(quoted[question], asked),
            SupportJudge(judging).finding,
            asked.engine.models.embedder,
            bench.progress,
        )
        return source.result(measured, asked.versions | {"support": judging.name})


def _cases(question: HandbookQuestion, asked: Clinic) -> list[Case]:
    """Ask a question, and give what came of each handbook that a person quoted."""
    evidence: dict[HandbookId, Evidence] = {}

    def tell(event: AskEvent) -> None:
        if isinstance(event, Retrieved):
            evidence[event.evidence.handbook.id] = event.evidence

    report = asked.ask(question.question, tell)
    quotes: dict[HandbookId, list[str]] = {}
    for gold in question.answers:
        if gold.quote:
            quotes.setdefault(asked.names[gold.handbook], []).append(gold.quote)
    return [
        Case(
            answer.text if answer.status is Status.ANSWERED else "",
            tuple(passage.text for passage in evidence[answer.handbook.id].passages),
            tuple(quotes[answer.handbook.id]),
        )
        for answer in report.answers
        if answer.handbook.id in quotes and answer.handbook.id in evidence
    ]
