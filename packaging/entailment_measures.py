"""How right a model is: on pairs held out, on labelled disagreements, and after its weights became int8."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from entailment_batches import Encoder, chunks, tensors
from entailment_disagreements import OF_DISAGREEMENT, TUNING_SOURCES, Disagreement
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL, Pair
from entailment_model import Entailment
from torch.nn import functional


@torch.inference_mode()
def predict(model: Entailment, encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """Probabilities, one row a pair."""
    model.eval()
    encoded = encoder.encode(pairs)
    out = np.zeros((len(pairs), 3), dtype=np.float32)
    for part in chunks(sorted(range(len(pairs)), key=lambda i: len(encoded[i][0])), 32):
        logits = model(*tensors([encoded[i] for i in part]))
        out[part] = functional.softmax(logits, dim=1).numpy()
    return out


def both_ways(model: Entailment, encoder: Encoder, rows: Sequence[Disagreement]) -> np.ndarray:
    """Probabilities of each row, (row, way, label)."""
    pairs = [pair for row in rows for pair in ((row.a, row.b), (row.b, row.a))]
    return predict(model, encoder, pairs).reshape(-1, 2, 3)


def report_held_out(model: Entailment, encoder: Encoder, held: Mapping[str, Sequence[Pair]]) -> None:
    for source, pairs in held.items():
        p = predict(model, encoder, [(pair.premise, pair.hypothesis) for pair in pairs])
        right = p.argmax(1) == np.array([pair.label for pair in pairs])
        print(f"held out | {source} | {len(pairs)} | accuracy {right.mean():.3f}", flush=True)


def report_disagreement(title: str, rows: Sequence[Disagreement], scores: np.ndarray) -> None:
    """Conflict or agreement, by contradict / (contradict + entail) of both ways, and all three labels."""
    mean = scores.mean(axis=1)
    conflict = mean[:, CONTRADICT] / (mean[:, CONTRADICT] + mean[:, ENTAIL])
    labels = np.array([OF_DISAGREEMENT[row.label] for row in rows])
    sources = np.array([row.source for row in rows])
    for source in (*TUNING_SOURCES, ""):
        mine = sources == source if source else np.ones(len(rows), dtype=bool)
        two = mine & (labels != NEUTRAL)
        if not two.any():
            continue
        truth, guess = labels[two] == CONTRADICT, conflict[two] > 0.5
        binary = macro_f1(truth, guess, (False, True))
        three = macro_f1(labels[mine], mean[mine].argmax(1), sorted(set(labels[mine])))
        print(
            f"{title} | {source or 'all'} | {two.sum()}"
            f" | macro-F1 {binary:.3f} | AUC {auc(truth, conflict[two]):.3f} | labels macro-F1 {three:.3f}",
            flush=True,
        )


def macro_f1(truth: np.ndarray, guess: np.ndarray, classes: Sequence) -> float:
    scores = []
    for one in classes:
        both = np.sum((truth == one) & (guess == one))
        scores.append(2 * both / max(np.sum(truth == one) + np.sum(guess == one), 1))
    return float(np.mean(scores))


def auc(truth: np.ndarray, score: np.ndarray) -> float:
    """The share of (conflict, agreement) pairs that the score puts in order."""
    if truth.all() or not truth.any():
        return float("nan")
    high, low = score[truth][:, None], score[~truth][None, :]
    return float(((high > low) + 0.5 * (high == low)).mean())


def temperature_of(probabilities: np.ndarray, labels: np.ndarray) -> float:
    """What to divide the logits by for the least loss."""
    logits = np.log(probabilities + 1e-9)

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        log_p = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-log_p[np.arange(len(labels)), labels].mean())

    return min(np.arange(0.7, 4.0, 0.05).tolist(), key=loss)


def report_export(full: Path, small: Path, encoder: Encoder, pairs: Sequence[Pair]) -> None:
    """fp32 against int8."""
    labels = np.array([pair.label for pair in pairs])
    texts = [(pair.premise, pair.hypothesis) for pair in pairs]
    exact, _ = run_onnx(full, encoder, texts)
    rounded, seconds = run_onnx(small, encoder, texts)
    print(
        f"fp32 accuracy {np.mean(exact.argmax(1) == labels):.4f}"
        f" | int8 {np.mean(rounded.argmax(1) == labels):.4f}"
        f" | same label {np.mean(exact.argmax(1) == rounded.argmax(1)):.4f}"
        f" | largest difference {np.abs(exact - rounded).max():.3f}"
        f" | {1000 * seconds:.1f} ms a pair, one thread"
    )


def run_onnx(path: Path, encoder: Encoder, pairs: Sequence[tuple[str, str]]) -> tuple[np.ndarray, float]:
    """Probabilities, one pair at a time on one thread, and seconds a pair."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    encoded = encoder.encode(pairs)
    start = time.perf_counter()
    rows = [
        session.run(None, dict(zip(names, (t.numpy() for t in tensors([one])), strict=True)))[0][0]
        for one in encoded
    ]
    return np.array(rows), (time.perf_counter() - start) / len(pairs)
