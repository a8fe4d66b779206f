"""Measures whole reports on whole handbooks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from edgerag.compare.compare import compare_texts
from edgerag.domain.reports import Label
from edgerag.evaluate.asking import placed
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.causes import count_causes, detail, write_details
from edgerag.evaluate.datasets.handbooks import without_handbooks
from edgerag.evaluate.handbooks import ask_all, evaluate_handbooks
from edgerag.evaluate.models import open_similarity
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source
from edgerag.understand.understand import understand


def measure_handbooks(
    source: Source,
    bench: Bench,
    *,
    left_out: Sequence[str] = (),
    extractive: bool = False,
    details: Path | None = None,
) -> Result:
    """Measure reports from question to verdict, also by what the questions ask for.

    Args:
        source: handbooks and questions.
        bench: what it is made with.
        left_out: handbooks that are neither in the library nor in the gold.
        extractive: leave the generator out.
        details: write a line for each question there, with every miss and its cause.
    """
    data = handbook_set(source)
    questions = without_handbooks(data, left_out).questions
    with clinic_of(source, data, bench, left_out=left_out, extractive=extractive) as asked:
        reports = ask_all(placed(questions, asked), asked.ask, bench.progress)
        measured = evaluate_handbooks(reports, asked.names, asked.page_text)
        if details is None:
            return source.result(measured, asked.versions)
        bench.progress("sorting misses", 0, 0)
        similarity, _ = open_similarity(bench.config)

        def reading(question: str, a: str, b: str) -> Label:
            return compare_texts(understand(question), a, b, similarity).label

        sorted_ = [detail(one, asked.names, asked.stored, reading) for one in reports]
        write_details(details, sorted_)
        return source.result(structs.replace(measured, misses=count_causes(sorted_)), asked.versions)
