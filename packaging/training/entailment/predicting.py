"""What a network, and the file that it is exported to, say of pairs."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from jaxtyping import Float32
from torch.nn import functional

from disagreements import Disagreement
from entailment.batches import Encoder, chunks, padded
from entailment.bert import Bert, tensors
from entailment.labels import Pair
from entailment.model import Entailment
from entailment.scores import BothWays, Probabilities, accuracy, labels_of

Said = Float32[np.ndarray, "pair output"]
"""What a network gives, a row a pair."""

PREDICTED_TOGETHER = 32
"""Pairs of a batch, set by hand."""


def predict(model: Entailment, encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> Probabilities:
    """Give the probabilities of pairs."""
    return functional.softmax(torch.from_numpy(logits_of(model, encoder, pairs)), dim=1).numpy()


def logits_of(model: Bert, encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> Said:
    """Give what a network says of pairs, a row each."""
    model.eval()
    encoded = encoder.encode(pairs)
    by_length = sorted(range(len(pairs)), key=lambda i: len(encoded[i][0]))
    said: dict[int, np.ndarray] = {}
    with torch.inference_mode():
        for part in chunks(by_length, PREDICTED_TOGETHER):
            rows = model(*tensors(padded([encoded[i] for i in part]))).numpy()
            said |= dict(zip(part, rows, strict=True))
    return np.array([said[i] for i in range(len(pairs))])


def predict_pairs(model: Entailment, encoder: Encoder, pairs: Sequence[Pair]) -> Probabilities:
    """Give the probabilities of labelled pairs."""
    return predict(model, encoder, [(pair.premise, pair.hypothesis) for pair in pairs])


def both_ways(model: Entailment, encoder: Encoder, rows: Sequence[Disagreement]) -> BothWays:
    """Give the probabilities of disagreements, read from either side."""
    pairs = [pair for row in rows for pair in ((row.a, row.b), (row.b, row.a))]
    return predict(model, encoder, pairs).reshape(-1, 2, 3)


def report_held_out(model: Entailment, encoder: Encoder, held: Mapping[str, Sequence[Pair]]) -> None:
    """Print the accuracy on pairs that were not trained on."""
    for source, pairs in held.items():
        right = accuracy(predict_pairs(model, encoder, pairs), labels_of(pairs))
        print(f"held out | {source} | {len(pairs)} | accuracy {right:.3f}", flush=True)


def report_export(full: Path, small: Path, encoder: Encoder, pairs: Sequence[Pair]) -> None:
    """Print what became of the model by its weights being made int8."""
    labels = labels_of(pairs)
    texts = [(pair.premise, pair.hypothesis) for pair in pairs]
    exact, _ = run_onnx(full, encoder, texts)
    rounded, seconds = run_onnx(small, encoder, texts)
    print(
        f"fp32 accuracy {accuracy(exact, labels):.4f} | int8 {accuracy(rounded, labels):.4f}"
        f" | same label {np.mean(exact.argmax(1) == rounded.argmax(1)):.4f}"
        f" | largest difference {np.abs(exact - rounded).max():.3f}"
        f" | {1000 * seconds:.1f} ms a pair, one thread"
    )


def run_onnx(path: Path, encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> tuple[Said, float]:
    """Give what a file says of pairs, one at a time on one thread, and how many seconds a pair takes."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    encoded = encoder.encode(pairs)
    start = time.perf_counter()
    rows = [session.run(None, dict(zip(names, padded([one]), strict=True)))[0][0] for one in encoded]
    return np.array(rows), (time.perf_counter() - start) / len(pairs)
