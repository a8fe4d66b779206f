"""Whether people agree with the judge on an audit's pairs, and with each other (HERO-QA, section 5.1).

Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76, 1971: of n pairs,
each labelled by r readers, n_ij of whom gave pair i the label j,

    P_i   = (sum_j n_ij^2 - r) / (r (r - 1))        p_j = sum_i n_ij / (n r)
    kappa = (mean P_i - sum_j p_j^2) / (1 - sum_j p_j^2)

Cohen's kappa of each two readers, and of the judge, is that of `edgerag.evaluate.judge`; precision, recall
and F1 are the judge's on the pairs that all readers labelled alike, as in the paper.

`label_only` is the paper's ablation of structured judging (appendix I): a judge that reads nothing typed of
the texts and gives a label from its models alone. `gained_by_structure` is what the audit's judge has more,
on the same pairs.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from pathlib import Path
from typing import Final

import numpy as np
from jaxtyping import Int64
from msgspec import structs

from edgerag.compare.compare import compare_texts, compared_text
from edgerag.compare.similarity import Similarity
from edgerag.domain.answers import Answer, Status
from edgerag.domain.audited import Audited
from edgerag.domain.reports import Label, Layer
from edgerag.errors import AuditError
from edgerag.evaluate.annotation import measure_packets, packet_id, read_packet, unanimous, write_packet
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.judge import brief, gained
from edgerag.evaluate.metrics import Measure, bootstrap, f1, ratio
from edgerag.evaluate.pairs import GOLD, cells_from
from edgerag.evaluate.results import Measurements
from edgerag.understand.understand import understand

LabelJudge = Callable[[str, str, str], Label]
"""Labels two answers to a question."""
SILENT: Final = "NOT ADDRESSED"
"""What readers see of a handbook that gave no answer."""


def judged_pairs(found: Iterable[Audited]) -> Iterator[LabelledPair]:
    """Give the pairs that were judged, with the judge's label, as their texts; one by one."""
    for one in found:
        if one.report is None:
            continue
        answers = {answer.handbook.id: _text(answer) for answer in one.report.answers}
        for pair in one.report.pairs:
            if pair.label is not Label.NOT_CHECKED:
                yield LabelledPair(one.question.text, answers[pair.a], answers[pair.b], pair.label)


def write_sample(path: Path, found: Iterable[Audited], n: int) -> int:
    """Write a packet of `n` pairs for readers, from each label in turn; returns how many there are.

    Which pairs are taken depends on their texts alone, and so does their order.

    Raises:
        AuditError: the audit has no pairs.
        ConfigError: the file cannot be written.
    """
    some = _few_of_each(judged_pairs(found), n)
    if not some:
        raise AuditError("the audit has no pair that was judged", hint="edgerag audit run")
    return write_packet(path, some, [pair.label for pair in some], n)


def agreement(
    files: Sequence[Path], found: Iterable[Audited], label_only: LabelJudge | None = None
) -> Measurements:
    """Measure readers against each other and the judge against what they agree on.

    Args:
        files: packets that readers have filled in.
        found: of the audit.
        label_only: judges pairs again, of two answers; silence stays as the audit judged it.

    Raises:
        AuditError: no reader labelled a pair of this audit.
        ConfigError: a packet cannot be read, or has a label that does not exist.
    """
    packets = [read_packet(file) for file in files]
    labelled = {identity for packet in packets for identity in packet}
    pairs = {packet_id(pair): pair for pair in judged_pairs(found) if packet_id(pair) in labelled}
    if not pairs:
        raise AuditError("no pair of this audit is labelled", hint="name packets of `edgerag audit sample`")
    kept = list(pairs.values())
    measured = measure_packets(files, kept, [pair.label for pair in kept])
    counts = _counts([{key: packet[key] for key in packet if key in pairs} for packet in packets])
    fleiss = bootstrap(len(counts), lambda draw: fleiss_kappa(counts[draw]))
    cells = _cells(measured.confusion or {})
    more = {"annotator_fleiss_kappa": fleiss} | dict(_of_labels(cells))
    if label_only is not None:
        more |= _ablated(unanimous(packets), pairs, label_only)
    return structs.replace(measured, measures=measured.measures | more)


def judge_of_labels(similarity: Similarity) -> LabelJudge:
    """Make a judge that reads nothing typed of the texts: no dose, no age, no "do not"."""

    def judge(question: str, a: str, b: str) -> Label:
        return compare_texts(understand(question), a, b, similarity, without=frozenset({Layer.TYPED})).label

    return judge


def _ablated(
    gold: Mapping[str, Label], pairs: Mapping[str, LabelledPair], label_only: LabelJudge
) -> dict[str, Measure]:
    """Compare the judge with one that gives labels only, on the pairs that readers agree on."""
    asked = [(label, pairs[key]) for key, label in sorted(gold.items()) if key in pairs]
    whole = cells_from([(label, pair.label) for label, pair in asked])
    lesser = cells_from(
        [
            (label, pair.label if SILENT in (pair.a, pair.b) else label_only(pair.question, pair.a, pair.b))
            for label, pair in asked
        ]
    )
    said = {f"label_only_{name}": value for name, value in brief(lesser).items()}
    return said | {f"{name}_gained_by_structure": value for name, value in gained(whole, lesser).items()}


def fleiss_kappa(counts: Int64[np.ndarray, "pair label"]) -> float:
    """Give Fleiss' kappa of how many readers gave each pair each label; each pair has as many readers."""
    if not len(counts):
        return math.nan
    n_readers = int(counts[0].sum())
    if n_readers < 2:
        return math.nan
    observed = ((counts**2).sum(axis=1) - n_readers) / (n_readers * (n_readers - 1))
    shares = counts.sum(axis=0) / counts.sum()
    chance = float((shares**2).sum())
    return ratio(float(observed.mean()) - chance, 1 - chance)


def _text(answer: Answer) -> str:
    return compared_text(answer) if answer.status is Status.ANSWERED else SILENT


def _few_of_each(pairs: Iterable[LabelledPair], n: int) -> list[LabelledPair]:
    """Keep `n` pairs of each label, or all if there are fewer, without holding the others."""
    kept: dict[Label, dict[str, LabelledPair]] = {}
    for pair in pairs:
        stratum = kept.setdefault(pair.label, {})
        stratum[_rank(pair)] = pair
        if len(stratum) > 2 * n:
            kept[pair.label] = {key: stratum[key] for key in nsmallest(n, stratum)}
    return [stratum[key] for stratum in kept.values() for key in nsmallest(n, stratum)]


def _rank(pair: LabelledPair) -> str:
    return hashlib.sha256("\0".join((pair.a, pair.b, pair.question)).encode()).hexdigest()


def _counts(packets: Sequence[Mapping[str, Label]]) -> Int64[np.ndarray, "pair label"]:
    """Count the labels of the pairs that every reader labelled."""
    shared = sorted(set(packets[0]).intersection(*packets[1:]))
    counts = np.zeros((len(shared), len(GOLD)), dtype=np.int64)
    for row, key in enumerate(shared):
        for packet in packets:
            counts[row, GOLD.index(packet[key])] += 1
    return counts


def _cells(confusion: Mapping[str, Mapping[str, int]]) -> list[tuple[str, str]]:
    """Give the gold label and the judge's of each pair, from their counts."""
    return [(gold, said) for gold, row in confusion.items() for said, n in row.items() for _ in range(n)]


def _of_labels(cells: Sequence[tuple[str, str]]) -> Iterator[tuple[str, Measure]]:
    """Measure the judge by label, with intervals over the pairs."""
    for label in GOLD:
        is_gold = np.array([gold == label.value for gold, _ in cells], dtype=bool)
        is_said = np.array([said == label.value for _, said in cells], dtype=bool)
        for name in ("precision", "recall", "f1"):
            yield f"judge_{name} [{label.value}]", _of_label(name, is_gold, is_said)


def _of_label(name: str, is_gold: np.ndarray, is_said: np.ndarray) -> Measure:
    def measure(draw: np.ndarray) -> float:
        gold, said = is_gold[draw], is_said[draw]
        both, n_gold, n_said = float((gold & said).sum()), float(gold.sum()), float(said.sum())
        if name == "precision":
            return ratio(both, n_said)
        return ratio(both, n_gold) if name == "recall" else f1(both, n_said - both, n_gold - both)

    return bootstrap(len(is_gold), measure)
