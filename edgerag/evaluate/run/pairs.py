"""Measures the labels of pairs of texts."""

from __future__ import annotations

from edgerag.compare.compare import compare_texts
from edgerag.domain.reports import Label
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.pairs import LabelledPair, read_pairs
from edgerag.evaluate.halves import those_of
from edgerag.evaluate.models import open_similarity
from edgerag.evaluate.pairs import evaluate_pairs
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.source import Source
from edgerag.understand.understand import understand


def measure_pairs(source: Source, bench: Bench) -> Result:
    """Measure the labels that the judge gives to pairs, also by capability where the data names any."""
    labelled = those_of(source.half, read_pairs(source.require_folder(), source.split))
    similarity, models = open_similarity(bench.config)

    def judge(pair: LabelledPair) -> Label:
        return compare_texts(understand(pair.question), pair.a, pair.b, similarity).label

    return source.result(evaluate_pairs(labelled, judge, bench.progress), models)
