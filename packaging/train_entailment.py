"""Train the entailment model that edgerag ships, measure it, and write it into models/edgerag-nli.

    pip install torch==2.13.0 tokenizers numpy onnx onnxruntime
    edgerag models install ms-marco-minilm-l-12-v2
    python packaging/train_entailment.py --nli DIR --guidelines MD... --corpus JSONL... \\
        --base MODELS/ms-marco-minilm-l-12-v2 --work ONE --minutes 60 --only-general
    python packaging/train_entailment.py ... --work TWO --minutes 36 --start ONE/general.pt --seed 1020

1. General: one pass over a mixture of open entailment sets and of pairs of our own (`entailment_sources`).
   A second run, with `--start`, goes on from the first with other shares of them.
2. With `--epochs` and `--disagreement` only: five fine-tunings of the upper layers on labelled disagreements,
   each without one fifth of the groups, which it then scores, and one on all of them. The scores are kept in
   WORK/out_of_fold.jsonl, the five models in WORK/folds, for `fit_judge.py --folds`. The shipped weights do
   without.
3. Export: int8 ONNX without the rarest tokens, calibrated by a temperature and compared with the fp32 model.

Each step leaves a file in WORK and is not done again; the first goes on where it was interrupted. torch is
needed here and nowhere else.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from entailment_base import dequantised
from entailment_batches import Batch, Encoder, batches
from entailment_disagreements import FOLDS, OF_DISAGREEMENT, Disagreement, read_disagreements
from entailment_handbooks import handbook_pairs
from entailment_labels import Pair
from entailment_measures import (
    both_ways,
    predict,
    report_disagreement,
    report_export,
    report_held_out,
    temperature_of,
)
from entailment_model import export, from_base, with_tokens
from entailment_sentences import read_passages
from entailment_sources import (
    GENERATED,
    GENERATED_AGAIN,
    N_TWINS,
    PUBLIC,
    TWINS,
    generate,
    one_round,
    read_nli,
    twins,
    weighed_up,
)
from entailment_training import Clock, Training, loaded, save
from entailment_tuning import cross_validated, fold_weights, in_both_orders, lowered, tuned
from entailment_vocabulary import most_used, trimmed

THREADS = 2
TRAINING_TOKENS = 128
MODEL_TOKENS = 256
TOKENS = 23_300
"""As many different ones as leave the exported file under 25 MB."""

SEED, HELD_OUT_SEED = 20, 10_000
FIRST_LR, FIRST_HEAD_LR, FIRST_WARMUP = 8e-5, 5e-4, 0.05
SECOND_LR, SECOND_HEAD_LR, SECOND_WARMUP = 7e-5, 2e-4, 0.03
HANDBOOKS, N_HANDBOOKS = "handbooks", 1500
"""Pairs made for the fine-tuning."""
REPLAYED = 1000
"""Pairs of the first step that the fine-tuning repeats, so that it forgets little."""
UNTUNED_STEP = 4
"""Every so many-th disagreement is scored by the general model too, to show what the fine-tuning brings."""


def main() -> None:
    options = parsed()
    torch.set_num_threads(THREADS)
    options.work.mkdir(parents=True, exist_ok=True)
    general_stage(options)
    if options.only_general:
        return
    if options.epochs:
        final, temperature = tuning_stage(options)
    else:
        final, temperature = options.work / "general.pt", held_out_temperature(options)
    export_stage(options, final, temperature)
    report_export(
        options.work / "full.onnx",
        options.out / "model.onnx",
        Encoder(options.out, MODEL_TOKENS),
        held_out(options),
    )


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nli", type=Path, required=True, help="folder of NAME.jsonl.gz")
    parser.add_argument("--disagreement", type=Path, help="dev.jsonl.gz of labelled pairs")
    parser.add_argument("--guidelines", type=Path, nargs="+", required=True, help="Markdown files")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="JSON lines with a text")
    parser.add_argument("--base", type=Path, required=True, help="folder of model.onnx, tokenizer.json")
    parser.add_argument("--work", type=Path, required=True, help="folder for what is between the steps")
    parser.add_argument("--out", type=Path, default=Path("models/edgerag-nli"))
    parser.add_argument("--minutes", type=float, default=60, help="of the first step's training")
    parser.add_argument("--pairs", type=int, default=0, help="of the first step, instead of minutes")
    parser.add_argument("--epochs", type=float, default=0, help="of fine-tuning; every pair in both orders")
    parser.add_argument(
        "--start", type=Path, help="general.pt of an earlier run: a later run goes on from it, more medical"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="of the samples: another for each run")
    parser.add_argument("--only-general", action="store_true")
    return parser.parse_args()


def general_stage(options: argparse.Namespace) -> None:
    if (options.work / "general.pt").is_file():
        return
    torch.manual_seed(options.seed)
    training = second_run(options) if options.start else first_run(options)
    checkpoint = options.work / "checkpoint.pt"
    if checkpoint.is_file():
        training.load(checkpoint)
    _, held = read_nli(options.nli)
    training.run(itertools.islice(stream(options), training.n_batches, None), checkpoint)
    made = generate(passages(options), GENERATED_AGAIN, HELD_OUT_SEED, 0.1)
    report_held_out(training.model, model_encoder(options), held | made)
    save(training.model.state_dict(), options.work / "general.pt")


def first_run(options: argparse.Namespace) -> Training:
    model = from_base(dequantised(options.base / "model.onnx"))
    return Training(model, clock(options), FIRST_LR, FIRST_HEAD_LR, FIRST_WARMUP)


def second_run(options: argparse.Namespace) -> Training:
    model = loaded(options.start)
    model.words.weight.requires_grad_(False)
    return Training(model, clock(options), SECOND_LR, SECOND_HEAD_LR, SECOND_WARMUP)


def clock(options: argparse.Namespace) -> Clock:
    return Clock(options.minutes * 60, options.pairs)


def stream(options: argparse.Namespace) -> Iterator[Batch]:
    """Round after round, each of other samples."""
    public, _ = read_nli(options.nli)
    made = GENERATED_AGAIN if options.start else GENERATED
    sizes = PUBLIC | made
    if options.start:
        public[TWINS] = twins(public)
        sizes = weighed_up(PUBLIC) | made | {TWINS: N_TWINS}
    encoder = Encoder(options.base, TRAINING_TOKENS)
    sentences = passages(options)
    for seed in itertools.count(options.seed):
        pairs = one_round(public | generate(sentences, made, seed), sizes, seed)
        yield from batches(pairs, encoder, seed)


def passages(options: argparse.Namespace) -> list[list[str]]:
    return read_passages(sorted(options.guidelines), sorted(options.corpus))


def model_encoder(options: argparse.Namespace) -> Encoder:
    return Encoder(options.base, MODEL_TOKENS)


def tuning_stage(options: argparse.Namespace) -> tuple[Path, float]:
    """Fine-tune on the disagreements; gives the weights and the temperature that calibrates the folds."""
    general, final = options.work / "general.pt", options.work / "final.pt"
    rows = read_disagreements(options.disagreement)
    some = rows[::UNTUNED_STEP]
    report_disagreement("general only", some, both_ways(loaded(general), model_encoder(options), some))
    seen = lowered(general, options.base, tuning_pairs(options, rows))
    out_of_fold = cross_validated(options.work, rows, seen, options.epochs)
    report_disagreement("cross-validated", rows, out_of_fold)
    if not final.is_file():
        save(tuned(general, seen, FOLDS, options.epochs).state_dict(), final)
    labels = np.repeat([OF_DISAGREEMENT[row.label] for row in rows], 2)
    return final, temperature_of(out_of_fold.reshape(-1, 3), labels)


def held_out_temperature(options: argparse.Namespace) -> float:
    """The temperature that calibrates the general model on pairs that it has not seen."""
    pairs = held_out(options)
    texts = [(pair.premise, pair.hypothesis) for pair in pairs]
    p = predict(loaded(options.work / "general.pt"), model_encoder(options), texts)
    return temperature_of(p, np.array([pair.label for pair in pairs]))


def training_texts(options: argparse.Namespace) -> Iterator[str]:
    public, _ = read_nli(options.nli)
    for pair in itertools.chain.from_iterable(public.values()):
        yield from (pair.premise, pair.hypothesis)
    yield from itertools.chain.from_iterable(passages(options))


def held_out(options: argparse.Namespace) -> list[Pair]:
    _, held = read_nli(options.nli)
    return [pair for pairs in held.values() for pair in pairs]


def tuning_pairs(options: argparse.Namespace, rows: Sequence[Disagreement]) -> list[Pair]:
    """Every disagreement in both orders, statements as in handbooks, and some pairs of the first step."""
    public, _ = read_nli(options.nli)
    sentences = passages(options)
    usual = public | generate(sentences, GENERATED_AGAIN, SEED - 1, 0.1)
    pairs = random.Random(SEED).sample([pair for some in usual.values() for pair in some], REPLAYED)
    pairs += [Pair(*pair, HANDBOOKS) for pair in handbook_pairs(sentences, N_HANDBOOKS, SEED)]
    return pairs + in_both_orders(rows)


def export_stage(options: argparse.Namespace, weights: Path, temperature: float) -> None:
    print(f"temperature {temperature:.2f}")
    kept = most_used(options.base / "tokenizer.json", training_texts(options), TOKENS)
    exported(options, weights, temperature, kept, options.out, options.work / "full.onnx")
    for fold in range(FOLDS) if options.epochs else ():
        out = options.work / "folds" / str(fold)
        exported(options, fold_weights(options.work, fold), temperature, kept, out)
    for name in ("model.onnx", "tokenizer.json"):
        content = (options.out / name).read_bytes()
        print(f"{name} | bytes {len(content)} | sha256 {hashlib.sha256(content).hexdigest()}")


def exported(
    options: argparse.Namespace,
    weights: Path,
    temperature: float,
    kept: list[int],
    out: Path,
    full: Path | None = None,
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    export(with_tokens(loaded(weights), kept), temperature, out / "model.onnx", full)
    trimmed(options.base / "tokenizer.json", kept, out / "tokenizer.json")


if __name__ == "__main__":
    main()
