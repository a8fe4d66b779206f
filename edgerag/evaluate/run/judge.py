"""Measures the judge of pairs on labelled ones, and against human readers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from edgerag.compare.compare import compare_texts
from edgerag.compare.comparison import Comparison
from edgerag.compare.pair import Layers
from edgerag.compare.similarity import Similarity
from edgerag.evaluate.annotation import measure_packets, write_packet
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.judge import Judge, evaluate_judge, judge_pairs
from edgerag.evaluate.models import open_similarity
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.labelled import Labelled
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.screening import screened
from edgerag.understand.understand import understand


def measure_judge(
    source: Source, labelled: Labelled, bench: Bench, *, packet: Path | None = None, n_packet: int = 0
) -> Result:
    """Measure accuracy, kappa and calibration, and each layer left out in turn.

    Args:
        source: what the pairs are from.
        labelled: the pairs.
        bench: what it is made with.
        packet: also write pairs for human readers to this CSV file.
        n_packet: how many.

    Raises:
        ConfigError: the packet cannot be written.
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, models = open_similarity(bench.config)
    screening = _screening(similarity, labelled.to_screen)
    judged = judge_pairs(labelled.pairs, screening, bench.progress)
    if packet is not None:
        write_packet(packet, labelled.pairs, [one.said.label for one in judged], n_packet)
    return source.result(evaluate_judge(judged, screening, bench.progress), labelled.versions | models)


def measure_readers(source: Source, labelled: Labelled, returned: Sequence[Path], bench: Bench) -> Result:
    """Measure the judge against packets that human readers have filled in, and them against each other.

    Raises:
        ConfigError: a packet cannot be read, or has a label that does not exist.
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, models = open_similarity(bench.config)
    judged = judge_pairs(labelled.pairs, _screening(similarity, labelled.to_screen), bench.progress)
    measured = measure_packets(returned, labelled.pairs, [one.said.label for one in judged])
    return source.result(measured, labelled.versions | models)


def _screening(similarity: Similarity, to_screen: frozenset[str]) -> Judge:
    """Make the judge that screens pairs on some questions for absence."""

    def judge(question: str, a: str, b: str, without: Layers) -> Comparison:
        silent = screened(question, a, b, similarity) if question in to_screen else None
        return silent or compare_texts(understand(question), a, b, similarity, without=without)

    return judge
