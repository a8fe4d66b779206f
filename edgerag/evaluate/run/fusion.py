"""Measures which of several sources' values are given as trusted."""

from __future__ import annotations

from msgspec import structs

from edgerag.confirm.confidence import Settings
from edgerag.evaluate.datasets.fusion import read_fusion
from edgerag.evaluate.fusion import evaluate_fusion
from edgerag.evaluate.halves import those_of
from edgerag.evaluate.results import Progress, Result
from edgerag.evaluate.run.source import Source


def measure_fusion(source: Source, progress: Progress) -> Result:
    """Measure the values of attributes that several sources state, also with parts left out."""
    read = read_fusion(source.require_folder(), source.split)
    asked = structs.replace(read, queries=those_of(source.half, read.queries))
    return source.result(evaluate_fusion(asked, progress), {"theta": str(Settings().theta)})
