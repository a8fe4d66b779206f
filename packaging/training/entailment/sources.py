"""What the general step trains on: open entailment sets, and pairs of our own, in rounds of fixed shares."""

from __future__ import annotations

import gzip
import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from disagreements import bucket
from entailment.findings import finding_pairs
from entailment.labels import Made, Meaning, Pair
from entailment.records import record_pairs
from entailment.sentences import sentence_pairs

LABELS: Final = {
    "entailment": Meaning.ENTAIL,
    "neutral": Meaning.NEUTRAL,
    "contradiction": Meaning.CONTRADICT,
}
MAX_WORDS: Final = 90
"""Of both texts: about as many as fit the tokens that are trained on."""
PUBLIC: Final = {
    "lingnli": 13_000,
    "mnli_dev": 10_000,
    "semi_automatic_nli": 4000,
    "fever_nli": 4000,
    "snli_counterfactual": 4000,
    "conjnli": 2500,
    "snli_dev_test": 1000,
    "infotabs": 1000,
    "check_covid": 2400,
    "nli4ct_train": 1500,
    "evidence_inference_pilot": 800,
    "pubmedqa_yesno": 1000,
    "citation_integrity": 1000,
    "medical_question_pairs": 500,
    "mediqa_rqe": 300,
    "vitaminc_part": 1000,
    "fever_symmetric": 1400,
    "sufficient_facts": 1800,
    "fool_me_twice": 1200,
    "breaking_nli": 500,
    "semantic_fragments": 500,
    "negation_nli_benchmark": 1500,
    "nan_nli": 250,
    "function_words_nli": 700,
    "monli": 300,
    "scone": 600,
    "med_monotonicity": 500,
    "help_andor": 200,
    "fracas": 236,
    "commitment_bank": 306,
    "nope": 300,
    "ambient": 1000,
    "scitail_dev": 400,
    "mpe": 200,
    "paws_x_en_part": 1000,
    "stsb": 300,
}
"""Pairs of each source in one round, sampled anew each round. Set by hand: medical, numeric and contrast sets
are repeated; templated ones and those whose wording gives the label away are capped. Left out: sets whose
licence is non-commercial (averitec_dev, imppres_implicature) or for research only (rte_glue, mrpc)."""
GENERATED: Final = {"guideline sentences": 12_000, "records": 7000}
"""Pairs of our own in one round, a quarter of all."""
GENERATED_AGAIN: Final = {"guideline sentences": 8000, "records": 5000, "findings": 8000}
"""Of a second run."""
TWINS: Final = "twins"
N_TWINS: Final = 1500
"""Claims on one piece of evidence, put beside each other; only in a second run."""
TWINS_OF: Final = (
    "check_covid",
    "evidence_inference_pilot",
    "fever_symmetric",
    "sufficient_facts",
    "fool_me_twice",
)
TWINS_SHARED: Final = 0.6
"""The least part of their words that two such claims have in common: else they may speak of other things.
Set by hand."""
WEIGHED_UP: Final = 2.5
"""How many times as many pairs of these a second run takes: medicine, numbers, negation,
claims. Set by hand."""
CLOSE_TO_THE_TASK: Final = (
    "check_covid",
    "evidence_inference_pilot",
    "pubmedqa_yesno",
    "nli4ct_train",
    "vitaminc_part",
    "fever_symmetric",
    "sufficient_facts",
    "fool_me_twice",
    "negation_nli_benchmark",
    "nan_nli",
    "function_words_nli",
)
HELD_OUT: Final = ("mnli_dev", "lingnli", "check_covid")
"""Sources of which a part is never trained on: a part of the premises, or check_covid's own test split."""
HELD_OUT_EVERY: Final = 25
"""Every so many-th premise: about 1,000 pairs of a set, which tell accuracies apart that differ by 0.03."""


class Row(msgspec.Struct, frozen=True):
    """A line of an open set."""

    premise: str
    hypothesis: str
    label: str
    binary: bool = False
    """Whether the set does not tell neutral from contradict, and this pair is one of the two."""
    split_in_source: str = ""


def read_nli(folder: Path) -> tuple[dict[str, list[Pair]], dict[str, list[Pair]]]:
    """Read the pairs to train on and the pairs held out, by source."""
    train: dict[str, list[Pair]] = {source: [] for source in PUBLIC}
    held: dict[str, list[Pair]] = {source: [] for source in HELD_OUT}
    decoder = msgspec.json.Decoder(Row)
    for source in PUBLIC:
        for row in decoder.decode_lines(gzip.decompress((folder / f"{source}.jsonl.gz").read_bytes())):
            if len(row.premise.split()) + len(row.hypothesis.split()) <= MAX_WORDS:
                (held if is_held_out(source, row) else train)[source].append(pair_of(source, row))
    return train, held


def pair_of(source: str, row: Row) -> Pair:
    """Give a row its label."""
    label = Meaning.NOT_ENTAIL if row.binary else LABELS[row.label]
    return Pair(row.premise, row.hypothesis, label, source)


def is_held_out(source: str, row: Row) -> bool:
    """Whether a row is never trained on."""
    if source == "check_covid":
        return row.split_in_source.startswith("test")
    return source in HELD_OUT and bucket(row.premise, HELD_OUT_EVERY) == 0


def generate(
    passages: Sequence[Sequence[str]], sizes: Mapping[str, int], seed: int, part: float = 1.0
) -> dict[str, list[Pair]]:
    """Make pairs of our own; `part` of the usual number."""
    return {
        source: [Pair(*made, source) for made in made_of(source, passages, int(size * part), seed)]
        for source, size in sizes.items()
    }


def made_of(source: str, passages: Sequence[Sequence[str]], n: int, seed: int) -> Iterator[Made]:
    """Make `n` pairs of one kind."""
    match source:
        case "guideline sentences":
            return sentence_pairs(passages, n, seed)
        case "records":
            return record_pairs(n, seed)
        case "findings":
            return finding_pairs(n, seed)
        case _:
            raise ValueError(f"nothing makes {source!r}")


def twins(train: Mapping[str, Sequence[Pair]]) -> list[Pair]:
    """Put claims on the same evidence beside each other: it bears out both (entail) or one (contradict)."""
    of_evidence = defaultdict(list)
    for source in TWINS_OF:
        for pair in train[source]:
            if pair.label in (Meaning.ENTAIL, Meaning.CONTRADICT):
                of_evidence[source, pair.premise].append(pair)
    return [
        twin_of(one, other)
        for pairs in of_evidence.values()
        for one, other in itertools.combinations(pairs, 2)
        if Meaning.ENTAIL in (one.label, other.label) and shared(one, other) >= TWINS_SHARED
    ]


def twin_of(one: Pair, other: Pair) -> Pair:
    """Make a pair of two claims, in an order that tells nothing of their labels."""
    a, b = sorted((one.hypothesis, other.hypothesis), key=lambda text: bucket(text, 1000))
    return Pair(a, b, max(one.label, other.label), TWINS)


def shared(one: Pair, other: Pair) -> float:
    """Give the part of the words of two hypotheses that both have."""
    a, b = (set(pair.hypothesis.lower().split()) for pair in (one, other))
    return len(a & b) / len(a | b)


def weighed_up(sizes: Mapping[str, int]) -> dict[str, int]:
    """Take more of the sources that are like what the judge reads."""
    return {
        source: int(size * WEIGHED_UP) if source in CLOSE_TO_THE_TASK else size
        for source, size in sizes.items()
    }


def one_round(train: Mapping[str, Sequence[Pair]], sizes: Mapping[str, int], seed: int) -> list[Pair]:
    """Take `sizes[source]` pairs of each source: all of them as often as they fit, then a sample."""
    rng = random.Random(seed)
    pairs: list[Pair] = []
    for source, size in sizes.items():
        times, rest = divmod(size, len(train[source]))
        pairs += [*train[source]] * times + rng.sample(train[source], rest)
    rng.shuffle(pairs)
    return pairs
