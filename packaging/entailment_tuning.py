"""Fine-tuning of the upper layers on labelled disagreements, in folds that score what they have not seen."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from entailment_batches import Batch, Encoder, batches
from entailment_disagreements import FOLDS, OF_DISAGREEMENT, Disagreement
from entailment_labels import Pair
from entailment_model import UPPER, Entailment
from entailment_training import Clock, Training, loaded, save
from torch.nn import functional

SEED = 20
TUNING_TOKENS = 160
TUNING_LR, TUNING_HEAD_LR, TUNING_WARMUP = 5e-5, 1e-4, 0.1


def in_both_orders(rows: Sequence[Disagreement]) -> list[Pair]:
    made = []
    for i, row in enumerate(rows):
        label = OF_DISAGREEMENT[row.label]
        made.append(Pair(row.a, row.b, label, row.source, i, row.fold, 0))
        made.append(Pair(row.b, row.a, label, row.source, i, row.fold, 1))
    return made


def lowered(general: Path, base: Path, pairs: Sequence[Pair]) -> list[Batch]:
    """Every pair as the lower layers see it.

    The fine-tuning changes the layers above, so that this is computed once for all folds.
    """
    model = loaded(general).eval()
    shuffled = random.Random(SEED).sample(pairs, len(pairs))
    with torch.inference_mode():
        return [
            ((model.lower(*inputs), *inputs[1:]), some)
            for inputs, some in batches(shuffled, Encoder(base, TUNING_TOKENS), SEED)
        ]


def tuned(general: Path, seen: Sequence[Batch], fold: int, epochs: float) -> Entailment:
    """The general model, its upper layers fine-tuned on all pairs but those of `fold`."""
    torch.manual_seed(SEED + fold)
    model = loaded(general)
    model.requires_grad_(False)
    for module in (*model.layers[-UPPER:], model.joined, model.labels):
        module.requires_grad_(True)
    kept = [without(batch, fold) for batch in seen]
    kept = [(inputs, pairs) for inputs, pairs in kept if pairs]
    n_pairs = int(sum(len(pairs) for _, pairs in kept) * epochs)
    training = Training(model, Clock(0, n_pairs), TUNING_LR, TUNING_HEAD_LR, TUNING_WARMUP)
    training.forward = model.upper
    rng = random.Random(SEED + fold)
    training.run(batch for _ in itertools.count() for batch in rng.sample(kept, len(kept)))
    return model


def without(batch: Batch, fold: int) -> Batch:
    inputs, pairs = batch
    kept = [i for i, pair in enumerate(pairs) if pair.fold != fold]
    return tuple(one[kept].clone() for one in inputs), [pairs[i] for i in kept]


def cross_validated(
    work: Path, rows: Sequence[Disagreement], seen: Sequence[Batch], epochs: float
) -> np.ndarray:
    """Probabilities of each row, both ways, by the model that never saw its group; kept in `work`."""
    out = np.zeros((len(rows), 2, 3), dtype=np.float32)
    for fold in range(FOLDS):
        path = fold_weights(work, fold)
        if not path.is_file():
            save(tuned(work / "general.pt", seen, fold, epochs).state_dict(), path)
        score_fold(loaded(path).eval(), seen, fold, out)
    with (work / "out_of_fold.jsonl").open("w", encoding="utf-8") as file:
        for row, (ab, ba) in zip(rows, out.tolist(), strict=True):
            file.write(json.dumps({"id": row.id, "fold": row.fold, "a_b": ab, "b_a": ba}) + "\n")
    return out


def fold_weights(work: Path, fold: int) -> Path:
    """Where the model is that has not seen this fold."""
    return work / f"fold{fold}.pt"


@torch.inference_mode()
def score_fold(model: Entailment, seen: Sequence[Batch], fold: int, out: np.ndarray) -> None:
    """Fill in the probabilities of the rows of `fold`."""
    for inputs, pairs in seen:
        mine = [i for i, pair in enumerate(pairs) if pair.fold == fold]
        if mine:
            p = functional.softmax(model.upper(*(one[mine] for one in inputs)), dim=1).numpy()
            for i, row in zip(mine, p, strict=True):
                out[pairs[i].row, pairs[i].way] = row
