"""Whether a generator may be asked how two answers relate (see `edgerag.compare.validation`).

    accuracy, ...                    the judge, with the generator for what it leaves open
    accuracy without language model  the same judge without it
    accuracy of its verdicts         the generator on every pair, as if the other layers left all open;
                                     a pair without a verdict is a miss
    verdicts                         pairs with a verdict / all pairs
    order_agreement                  pairs whose two orders got one label / pairs read in both orders
    no verdict: REASON               pairs without a verdict for that reason / all pairs
    latency_ms                       mean time of a pair, both orders, in milliseconds

The confusion matrix is that of the generator's own verdicts. Verdicts are kept in a file while they are
given, so that a check that was stopped goes on where it was.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from edgerag.compare.comparison import Comparison
from edgerag.compare.judge import compare_texts
from edgerag.compare.similarity import Similarity
from edgerag.compare.validation import Validation
from edgerag.compare.verdict import Opinion, Reader, Silence
from edgerag.domain.reports import CONFLICTS, Label, Layer
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.judge import brief
from edgerag.evaluate.metrics import Measure, bootstrap
from edgerag.evaluate.pairs import AGREEMENTS, SAID, cells_from, count_labels
from edgerag.evaluate.results import Measurements, Progress, named_confusion
from edgerag.understand.understand import understand

_OTHERS: Final = frozenset({Layer.TYPED, Layer.ENTAILMENT, Layer.SIMILARITY, Layer.RELATION})
"""Without these, every pair that is not worded alike is left to the generator."""


class Verdict(msgspec.Struct, frozen=True):
    """What a reader said of one pair of texts, and how long it took."""

    question: str
    a: str
    b: str
    opinion: Opinion | None
    silence: Silence | None
    latency_ms: float

    @property
    def said(self) -> Opinion | Silence:
        """The reader's own words."""
        return self.opinion or self.silence or Silence.FAILED


class KeptReader:
    """A reader whose verdicts are kept in a file, a line each; no pair is read twice."""

    def __init__(self, reader: Reader, file: Path) -> None:
        """Take up what `file` holds; a last line that was cut off does not count."""
        self.share_right = reader.share_right
        self._reader = reader
        self._file = file
        self._verdicts: dict[tuple[str, str, str], Verdict] = {}
        for line in file.read_bytes().splitlines() if file.is_file() else []:
            try:
                self._take(msgspec.json.decode(line, type=Verdict))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue

    def read(self, question: str, a: str, b: str) -> Opinion | Silence:
        """Give the reader's verdict, or the one that was kept."""
        key = question, a, b
        if key not in self._verdicts:
            begin = time.perf_counter()
            said = self._reader.read(*key)
            latency_ms = 1000 * (time.perf_counter() - begin)
            opinion, silence = (None, said) if isinstance(said, Silence) else (said, None)
            self._keep(Verdict(*key, opinion, silence, latency_ms))
        return self._verdicts[key].said

    def verdict_on(self, question: str, a: str, b: str) -> Verdict | None:
        """Give what was said of two texts, in whichever order they were read; None if they were not."""
        return self._verdicts.get((question, a, b)) or self._verdicts.get((question, b, a))

    def _keep(self, verdict: Verdict) -> None:
        self._take(verdict)
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._file.open("ab") as file:
            file.write(b"\n" + msgspec.json.encode(verdict))

    def _take(self, verdict: Verdict) -> None:
        self._verdicts[verdict.question, verdict.a, verdict.b] = verdict


@dataclass(frozen=True, slots=True)
class _Judged:
    """One labelled pair: by the judge, by the judge with the generator, by the generator."""

    gold: Label
    without: Label
    joined: Label
    alone: Comparison
    verdict: Verdict | None
    """None if the generator was not asked: the texts say the same, or are not in English."""

    @property
    def has_verdict(self) -> bool:
        return self.alone.decided_by is Layer.LANGUAGE_MODEL


def evaluate_verdicts(
    pairs: Sequence[LabelledPair], similarity: Similarity, reader: KeptReader, progress: Progress
) -> tuple[Measurements, Validation]:
    """Measure a generator's verdicts; who made them is still to be written into the validation."""
    judged: list[_Judged] = []
    for done, pair in enumerate(pairs):
        progress("asking the language model", done, len(pairs))
        judged.append(_judged(pair, similarity, reader))
    asked = [one for one in judged if one.verdict is not None]
    names = [label.value for label in SAID]
    confusion = count_labels(cells_from([(one.gold, one.alone.label) for one in asked]))
    measured = Measurements(
        len(judged), _measures(judged, asked), named_confusion(confusion, names[:-1], names)
    )
    return measured, _validation(asked)


def _judged(pair: LabelledPair, similarity: Similarity, reader: KeptReader) -> _Judged:
    texts = understand(pair.question), pair.a, pair.b
    without = compare_texts(*texts, similarity).label
    joined = compare_texts(*texts, similarity, reader=reader).label
    alone = compare_texts(*texts, similarity, without=_OTHERS, reader=reader)
    return _Judged(pair.label, without, joined, alone, reader.verdict_on(pair.question, pair.a, pair.b))


def _measures(judged: Sequence[_Judged], asked: Sequence[_Judged]) -> dict[str, Measure]:
    said = {
        "": [(one.gold, one.joined) for one in judged],
        f" without {Layer.LANGUAGE_MODEL}": [(one.gold, one.without) for one in judged],
        " of its verdicts": [(one.gold, one.alone.label) for one in asked],
    }
    measures = {
        f"{what}{whose}": value
        for whose, labels in said.items()
        for what, value in brief(cells_from(labels)).items()
    }
    silences = [one.verdict.silence for one in asked if one.verdict is not None]
    latencies_ms = [one.verdict.latency_ms for one in asked if one.verdict is not None]
    in_both = [silence is None for silence in silences if silence in {None, Silence.FICKLE}]
    measures["verdicts"] = _mean([one.has_verdict for one in asked])
    measures["order_agreement"] = _mean(in_both)
    for reason in sorted({silence for silence in silences if silence is not None}):
        measures[f"no verdict: {reason}"] = _mean([silence is reason for silence in silences])
    measures["latency_ms"] = _mean(latencies_ms)
    return measures


def _mean(values: Sequence[float]) -> Measure:
    array = np.array(values, dtype=np.float64)
    return bootstrap(len(array), lambda draw: float(array[draw].mean()))


def _validation(asked: Sequence[_Judged]) -> Validation:
    conflicts = [one for one in asked if one.gold in CONFLICTS]
    verdicts = [one for one in asked if one.has_verdict]
    return Validation(
        made_with="",
        n_pairs=len(asked),
        n_conflicts=len(conflicts),
        n_verdicts=len(verdicts),
        n_right=sum(one.alone.label is one.gold for one in verdicts),
        n_false_agreements=sum(one.alone.label in AGREEMENTS for one in conflicts),
    )
