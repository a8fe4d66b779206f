"""Measures which sentences are cited with a claim."""

from __future__ import annotations

from edgerag.evaluate.citation import evaluate_citation
from edgerag.evaluate.datasets.citation import read_citation
from edgerag.evaluate.halves import those_of
from edgerag.evaluate.results import Progress, Result
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.support import supporting


def measure_citation(source: Source, progress: Progress) -> Result:
    """Measure the sentences of a source that are cited, beside those that people chose."""
    claims = those_of(source.half, read_citation(source.require_folder(), source.split))
    return source.result(evaluate_citation(claims, supporting, progress), {})
