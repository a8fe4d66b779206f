"""Measures the map of differences, for which no question is asked."""

from __future__ import annotations

from threading import Event

from edgerag.atlas.atlas import draw
from edgerag.atlas.told import Wanted, told
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.differences import evaluate_differences
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source


def measure_differences(source: Source, bench: Bench) -> Result:
    """Measure what the map finds of the known differences."""
    data = handbook_set(source)
    with clinic_of(source, data, bench) as asked:
        atlas = draw(asked.library, asked.library.handbooks(), bench.progress, Event())
        names = {handbook: name for name, handbook in asked.names.items()}
        measured = evaluate_differences(data.questions, names, told(asked.library, atlas.groups, Wanted()))
        return source.result(measured, asked.versions)
