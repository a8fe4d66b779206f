"""The pairs on which a judge is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.datasets.pairs import LabelledPair, read_pairs
from edgerag.evaluate.halves import those_of
from edgerag.evaluate.handbooks import ask_all
from edgerag.evaluate.models import Versions
from edgerag.evaluate.quotes import pairs_from_quotes, pairs_from_report
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.screening import asks_for_screening


@dataclass(frozen=True, slots=True)
class Labelled:
    """Pairs to judge, with gold labels."""

    pairs: Sequence[LabelledPair]
    versions: Versions
    """What the texts depend on."""
    to_screen: frozenset[str] = frozenset()
    """Questions whose pairs are screened for absence first."""


def labelled_pairs(
    source: Source, bench: Bench, *, from_quotes: bool = False, extractive: bool = False
) -> Labelled:
    """Give the pairs of a data set of pairs; of handbooks, those of the answers or of the gold quotations.

    Args:
        source: without a folder, the gold quotations of the sample handbooks.
        bench: what the answers are made with.
        from_quotes: of handbooks, the gold quotations with what stands around them.
        extractive: leave the generator out of the answers.
    """
    if source.data is not None and not source.has_handbooks:
        all_pairs = read_pairs(source.data, source.split)
        return Labelled(those_of(source.half, all_pairs), {}, asks_for_screening(all_pairs))
    data = handbook_set(source)
    with clinic_of(source, data, bench, extractive=extractive) as asked:
        if from_quotes or source.data is None:
            return Labelled(pairs_from_quotes(data.questions, asked.text), {})
        reports = ask_all(data.questions, asked.ask, bench.progress)
        answers = [
            pair for one in reports for pair in pairs_from_report(one.question, one.report, asked.names)
        ]
        return Labelled(answers, asked.versions)
