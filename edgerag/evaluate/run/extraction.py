"""Measures what is read of marked passages."""

from __future__ import annotations

from edgerag.evaluate.datasets.marked import read_marked
from edgerag.evaluate.extraction import evaluate_extraction
from edgerag.evaluate.results import Progress, Result
from edgerag.evaluate.run.source import Source


def measure_extraction(source: Source, progress: Progress) -> Result:
    """Measure the entities and relations of passages in which a person marked them."""
    return source.result(
        evaluate_extraction(read_marked(source.require_folder(), source.split), progress), {}
    )
