"""What the general step trains on: open entailment sets, and pairs of our own, in rounds of fixed shares."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from entailment_disagreements import bucket
from entailment_findings import finding_pairs
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL, NOT_ENTAIL, Pair
from entailment_records import record_pairs
from entailment_sentences import sentence_pairs

LABELS = {"entailment": ENTAIL, "neutral": NEUTRAL, "contradiction": CONTRADICT}
MAX_WORDS = 90

# Pairs of each source in one round, sampled anew each round. Medical, numeric and contrast sets are repeated;
# templated ones and those whose wording gives the label away are capped. Left out: sets whose licence is
# non-commercial (averitec_dev, imppres_implicature) or for research only (rte_glue, mrpc).
PUBLIC = {
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
SENTENCES, RECORDS, FINDINGS = "guideline sentences", "records", "findings"
GENERATED = {SENTENCES: 12_000, RECORDS: 7000}
GENERATED_AGAIN = {SENTENCES: 8000, RECORDS: 5000, FINDINGS: 8000}
"""Of a second run."""
TWINS, N_TWINS = "twins", 1500
"""Claims on one piece of evidence, put beside each other; only in a second run."""
TWINS_OF = ("check_covid", "evidence_inference_pilot", "fever_symmetric", "sufficient_facts", "fool_me_twice")
TWINS_SHARED = 0.6
"""The least part of their words that two such claims have in common: else they may speak of other things."""
WEIGHED_UP = 2.5
"""How many times as many pairs of these a second run takes: medicine, numbers, negation, claims."""
CLOSE_TO_THE_TASK = (
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
HELD_OUT = ("mnli_dev", "lingnli", "check_covid")
"""Sources of which a part is never trained on: a 25th of the premises, or check_covid's own test split."""
HELD_OUT_SEED = 10_000


def read_nli(folder: Path) -> tuple[dict[str, list[Pair]], dict[str, list[Pair]]]:
    """Pairs to train on and pairs held out, by source."""
    train: dict[str, list[Pair]] = {source: [] for source in PUBLIC}
    held: dict[str, list[Pair]] = {source: [] for source in HELD_OUT}
    for source in PUBLIC:
        with gzip.open(folder / f"{source}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                label = NOT_ENTAIL if row.get("binary") else LABELS[row["label"]]
                pair = Pair(row["premise"], row["hypothesis"], label, source)
                if len(pair.premise.split()) + len(pair.hypothesis.split()) <= MAX_WORDS:
                    (held if is_held_out(source, row) else train)[source].append(pair)
    return train, held


def is_held_out(source: str, row: dict) -> bool:
    if source == "check_covid":
        return row["split_in_source"].startswith("test")
    return source in HELD_OUT and bucket(row["premise"], 25) == 0


def generate(
    passages: list[list[str]], sizes: Mapping[str, int], seed: int, part: float = 1.0
) -> dict[str, list[Pair]]:
    """Pairs of our own; `part` of the usual number."""
    makers = {
        SENTENCES: partial(sentence_pairs, passages),
        RECORDS: record_pairs,
        FINDINGS: finding_pairs,
    }
    return {
        source: [Pair(*pair, source) for pair in makers[source](int(size * part), seed)]
        for source, size in sizes.items()
    }


def twins(train: Mapping[str, Sequence[Pair]]) -> list[Pair]:
    """Two claims on the same evidence: it bears out both (entail) or one of them only (contradict)."""
    of_evidence = defaultdict(list)
    for source in TWINS_OF:
        for pair in train[source]:
            if pair.label in (ENTAIL, CONTRADICT):
                of_evidence[source, pair.premise].append(pair)
    made = []
    for pairs in of_evidence.values():
        for one, other in itertools.combinations(pairs, 2):
            if ENTAIL in (one.label, other.label) and shared(one, other) >= TWINS_SHARED:
                a, b = sorted((one.hypothesis, other.hypothesis), key=lambda text: bucket(text, 1000))
                made.append(Pair(a, b, max(one.label, other.label), TWINS))
    return made


def shared(one: Pair, other: Pair) -> float:
    """The part of the words of two hypotheses that both have."""
    a, b = (set(pair.hypothesis.lower().split()) for pair in (one, other))
    return len(a & b) / len(a | b)


def weighed_up(sizes: dict[str, int]) -> dict[str, int]:
    """`sizes` with more of the sources that are like what the judge reads."""
    return {
        source: int(size * WEIGHED_UP) if source in CLOSE_TO_THE_TASK else size
        for source, size in sizes.items()
    }


def one_round(train: dict[str, list[Pair]], sizes: dict[str, int], seed: int) -> list[Pair]:
    """`sizes[source]` pairs of each source: all of them as often as they fit, then a sample."""
    rng = random.Random(seed)
    pairs: list[Pair] = []
    for source, size in sizes.items():
        times, rest = divmod(size, len(train[source]))
        pairs += train[source] * times + rng.sample(train[source], rest)
    rng.shuffle(pairs)
    return pairs
