"""Fine-tuning of the upper layers on labelled disagreements, in folds that score what they have not seen."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch.nn import functional

from disagreements import FOLDS, Disagreement
from entailment.batches import Encoder, batches
from entailment.bert import tensors, tune_upper
from entailment.clock import Clock, Rates
from entailment.labels import Pair
from entailment.model import Entailment
from entailment.scores import BothWays
from entailment.training import Batch, Training, loaded, save

SEED: Final = 20
TUNING_TOKENS: Final = 160
"""More than in the general step, since the disagreements are longer; set by hand."""
RATES: Final = Rates(body=5e-5, head=1e-4, warmup=0.1)
"""Lower than in the general step, which must not be forgotten; set by hand."""


def lowered(general: Path, base: Path, pairs: Sequence[Pair]) -> list[Batch]:
    """Read every pair as the lower layers see it.

    The fine-tuning changes the layers above, so that this is computed once for all folds.
    """
    model = loaded(general).eval()
    shuffled = random.Random(SEED).sample(pairs, len(pairs))
    seen: list[Batch] = []
    with torch.inference_mode():
        for read, some in batches(shuffled, Encoder(base, TUNING_TOKENS), SEED):
            ids, mask, segments = tensors(read)
            seen.append(((model.lower(ids, mask, segments), mask, segments), some))
    return seen


def tuned(general: Path, seen: Sequence[Batch], fold: int, epochs: float) -> Entailment:
    """Fine-tune the upper layers of the general model on all pairs but those of `fold`."""
    torch.manual_seed(SEED + fold)
    model = loaded(general)
    tune_upper(model, model.joined, model.labels)
    kept = [without(batch, fold) for batch in seen]
    kept = [(inputs, pairs) for inputs, pairs in kept if pairs]
    n_pairs = int(sum(len(pairs) for _, pairs in kept) * epochs)
    training = Training(model, Clock(0, n_pairs), RATES)
    training.forward = model.upper
    rng = random.Random(SEED + fold)
    training.run(batch for _ in itertools.count() for batch in rng.sample(kept, len(kept)))
    return model


def without(batch: Batch, fold: int) -> Batch:
    """Leave out the pairs of a fold."""
    inputs, pairs = batch
    kept = [i for i, pair in enumerate(pairs) if pair.fold != fold]
    return tuple(one[kept].clone() for one in inputs), [pairs[i] for i in kept]


def cross_validated(
    work: Path, rows: Sequence[Disagreement], seen: Sequence[Batch], epochs: float
) -> BothWays:
    """Score each row by the model that never saw its group; models and scores are kept in `work`."""
    out = np.zeros((len(rows), 2, 3), dtype=np.float32)
    for fold in range(FOLDS):
        path = fold_weights(work, fold)
        if not path.is_file():
            save(tuned(work / "general.pt", seen, fold, epochs).state_dict(), path)
        score_fold(loaded(path).eval(), seen, fold, out)
    write_scores(work / "out_of_fold.jsonl", rows, out)
    return out


def write_scores(path: Path, rows: Sequence[Disagreement], scores: BothWays) -> None:
    """Keep what the folds' models said of each row."""
    with path.open("w", encoding="utf-8") as file:
        for row, (ab, ba) in zip(rows, scores.tolist(), strict=True):
            file.write(json.dumps({"id": row.id, "fold": row.fold, "a_b": ab, "b_a": ba}) + "\n")


def fold_weights(work: Path, fold: int) -> Path:
    """Say where the model is that has not seen this fold."""
    return work / f"fold{fold}.pt"


def score_fold(model: Entailment, seen: Sequence[Batch], fold: int, out: BothWays) -> None:
    """Fill in the probabilities of the rows of `fold`."""
    for inputs, pairs in seen:
        mine = [i for i, pair in enumerate(pairs) if pair.fold == fold]
        if mine:
            with torch.inference_mode():
                p = functional.softmax(model.upper(*(one[mine] for one in inputs)), dim=1).numpy()
            for i, row in zip(mine, p, strict=True):
                out[pairs[i].row, pairs[i].way] = row
