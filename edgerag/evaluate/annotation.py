"""Packets of pairs for human readers, and what the returned packets say about the judge.

A packet is a CSV file that a spreadsheet opens: question and two answers, without the judge's label.
It is stratified by that label, so that rare ones are read too, and its order and the order of the
answers tell nothing. Two readers each fill in a copy of their own (HERO-QA, section 5.1):

    annotator_agreement, annotator_kappa   two readers, on the pairs that both labelled
    judge_accuracy, judge_kappa            the judge, on the pairs that all readers labelled alike
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from edgerag.disk import save
from edgerag.domain.reports import Label
from edgerag.errors import ConfigError, EdgeRagError
from edgerag.evaluate.datasets.pairs import LabelledPair
from edgerag.evaluate.judge import kappa
from edgerag.evaluate.metrics import Measure, bootstrap, ratio
from edgerag.evaluate.pairs import GOLD, SAID, cells_from, count_labels
from edgerag.evaluate.results import Measurements, named_confusion

COLUMNS: Final = ("id", "question", "answer_a", "answer_b", "label", "significance", "comment")
RUBRIC: Final = """\
Read the question and both answers. Write one label into the column "label". Judge only what the two
answers say to this question, not which of them is right.

ABSENT         At least one of them does not answer the question.
CONSISTENT     Both answer it, and following one is following the other. Wording, units and order do not
               count.
COMPLEMENTARY  Both answer it and can both be followed, but one says more than the other, or they
               speak about different people or conditions.
DIVERGENT      Both answer it and differ in a way that changes what is done: another dose, limit, time,
               duration, drug.
CONTRADICTORY  One says to do what the other says not to do.

If two labels fit:
- Would somebody who follows one of them do something else than somebody who follows the other? If
  not, it is CONSISTENT or COMPLEMENTARY; if one of them adds something that matters, COMPLEMENTARY.
- DIVERGENT or CONTRADICTORY? CONTRADICTORY needs a "do" against a "do not".
- If you cannot tell, leave the label empty and say why under "comment".

For DIVERGENT and CONTRADICTORY also fill in "significance": low (no harm), medium (worse care or delay),
high (could hurt a patient).
"""


def write_packet(path: Path, pairs: Sequence[LabelledPair], said: Sequence[Label], n: int) -> int:
    """Write `n` pairs, or all if there are fewer, and the rubric beside them; returns how many.

    Raises:
        EdgeRagError: one of both is there already, and may hold what a reader wrote, or cannot be written.
    """
    rubric = path.with_suffix(".rubric.txt")
    for file in (path, rubric):
        if file.exists():
            raise EdgeRagError(f"{file} is there already, and stays", hint="choose another name")
    chosen = stratified(pairs, said, n)
    packet = io.StringIO(newline="")
    rows = csv.writer(packet)
    rows.writerow(COLUMNS)
    rows.writerows(_row(pair) for pair in chosen)
    save(path, packet.getvalue().encode("utf-8-sig"))
    save(rubric, RUBRIC.encode())
    return len(chosen)


def measure_packets(
    files: Sequence[Path], pairs: Sequence[LabelledPair], said: Sequence[Label]
) -> Measurements:
    """Compare returned packets with each other and with the judge.

    Raises:
        ConfigError: a packet cannot be read, or has a label that does not exist.
    """
    of_judge = {packet_id(pair): label for pair, label in zip(pairs, said, strict=True)}
    packets = {path.stem: read_packet(path) for path in files}
    measures: dict[str, Measure] = {}
    for (name_a, a), (name_b, b) in combinations(packets.items(), 2):
        both = [(a[key], b[key]) for key in sorted(a.keys() & b.keys())]
        measures[f"annotator_agreement [{name_a}, {name_b}]"] = _agreement(both)
        measures[f"annotator_kappa [{name_a}, {name_b}]"] = _kappa(both)
    alike = unanimous(list(packets.values()))
    judged = [(label, of_judge[key]) for key, label in sorted(alike.items()) if key in of_judge]
    measures |= {"judge_accuracy": _agreement(judged), "judge_kappa": _kappa(judged)}
    names = [label.value for label in SAID]
    return Measurements(
        len(judged), measures, named_confusion(count_labels(cells_from(judged)), names[:-1], names)
    )


def stratified(pairs: Sequence[LabelledPair], labels: Sequence[Label], n: int) -> list[LabelledPair]:
    """Take `n` pairs, from each label in turn, in an order that only the texts determine."""
    strata: dict[Label, list[LabelledPair]] = {}
    for pair, label in sorted(zip(pairs, labels, strict=True), key=lambda one: packet_id(one[0])):
        strata.setdefault(label, []).append(pair)
    ranked = sorted(
        (position, packet_id(pair), label.value)
        for label, stratum in strata.items()
        for position, pair in enumerate(stratum)
    )
    kept = {identity for _, identity, _ in ranked[:n]}
    unique = {packet_id(pair): pair for pair in pairs}
    return [unique[identity] for identity in sorted(kept)]


def _row(pair: LabelledPair) -> tuple[str, ...]:
    identity = packet_id(pair)
    a, b = (pair.a, pair.b) if int(identity[-1], 16) % 2 else (pair.b, pair.a)
    return identity, *map(_harmless, (pair.question, a, b)), "", "", ""


def _harmless(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text[:1] else text


def packet_id(pair: LabelledPair) -> str:
    """Name a pair by its texts: the first column of a packet."""
    return hashlib.sha256("\0".join((pair.question, pair.a, pair.b)).encode()).hexdigest()[:12]


def read_packet(path: Path) -> dict[str, Label]:
    """Read the labels of a packet by pair; rows without a label are left out.

    Raises:
        ConfigError: it cannot be read, or has a label that does not exist.
    """
    labels: dict[str, Label] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), start=2):
                written = (row.get("label") or "").strip().upper()
                if not written:
                    continue
                if written not in {label.value for label in GOLD}:
                    raise ConfigError(f"{path}: row {number}: {written!r} is no label")
                labels[(row.get("id") or "").strip()] = Label(written)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    return labels


def unanimous(packets: Sequence[Mapping[str, Label]]) -> dict[str, Label]:
    """Give the pairs that every reader labelled, and all alike."""
    if not packets:
        return {}
    shared = set(packets[0]).intersection(*packets[1:])
    return {key: packets[0][key] for key in shared if len({packet[key] for packet in packets}) == 1}


def _agreement(labels: Sequence[tuple[Label, Label]]) -> Measure:
    same = np.array([a is b for a, b in labels], dtype=np.float64)
    return bootstrap(len(same), lambda draw: ratio(float(same[draw].sum()), len(draw)))


def _kappa(labels: Sequence[tuple[Label, Label]]) -> Measure:
    cells = cells_from(labels)
    return bootstrap(len(cells), lambda draw: kappa(count_labels(cells[draw])))
