r"""Train the entailment model that edgerag ships, measure it, and write it into models/edgerag-nli.

    .venv/bin/uv pip install torch==2.13.0 onnx
    edgerag models install ms-marco-minilm-l-12-v2
    python packaging/training/train_entailment.py --nli DIR --guidelines MD... --corpus JSONL... \
        --base MODELS/ms-marco-minilm-l-12-v2 --work ONE --minutes 60 --only-general
    python packaging/training/train_entailment.py ... --work TWO --minutes 36 \
        --start ONE/general.pt --seed 1020

1. General: one pass over a mixture of open entailment sets and of pairs of our own (`entailment.sources`).
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
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch

from checksums import report_files
from disagreements import FOLDS, Disagreement, read_disagreements
from entailment.base import dequantised
from entailment.batches import Encoder, batches
from entailment.bert import tensors, with_tokens
from entailment.clock import Clock, Rates
from entailment.handbooks import handbook_pairs
from entailment.labels import Pair
from entailment.model import export, from_base
from entailment.passages import read_passages
from entailment.predicting import both_ways, predict_pairs, report_export, report_held_out
from entailment.scores import labels_of, report_disagreement, temperature_of
from entailment.sources import (
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
from entailment.training import Batch, Training, loaded, save
from entailment.tuning import cross_validated, fold_weights, lowered, tuned
from entailment.tuning_pairs import OF_DISAGREEMENT, in_both_orders, tunable
from entailment.vocabulary import most_used, trimmed

THREADS: Final = 2
"""Of the machine that trained the shipped weights."""
TRAINING_TOKENS: Final = 128
"""The general step's pairs have up to `sources.MAX_WORDS` words."""
MODEL_TOKENS: Final = 256
"""What the shipped model reads."""
TOKENS: Final = 23_300
"""As many different ones as leave the exported file under 25 MB."""

SEED, HELD_OUT_SEED = 20, 10_000
"""Of what is trained on, and of other draws to measure by."""
FIRST: Final = Rates(body=8e-5, head=5e-4, warmup=0.05)
SECOND: Final = Rates(body=7e-5, head=2e-4, warmup=0.03)
"""Set by hand; the model card says what they led to."""
HANDBOOKS: Final = "handbooks"
N_HANDBOOKS: Final = 1500
"""Pairs made for the fine-tuning."""
REPLAYED: Final = 1000
"""Pairs of the first step that the fine-tuning repeats, so that it forgets little."""
UNTUNED_STEP: Final = 4
"""Every so many-th disagreement is scored by the general model too, to show what the fine-tuning brings."""
GENERATED_PART: Final = 0.1
"""Of a round's pairs of our own, as many are made to measure by, and to repeat from."""


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    nli: Path
    disagreement: Path | None
    guidelines: list[Path]
    corpus: list[Path]
    base: Path
    work: Path
    out: Path
    minutes: float
    pairs: int
    epochs: float
    start: Path | None
    seed: int
    only_general: bool

    @property
    def general(self) -> Path:
        """The weights that the general step leaves."""
        return self.work / "general.pt"

    @property
    def full(self) -> Path:
        """The fp32 model that is exported beside the shipped one."""
        return self.work / "full.onnx"


def main() -> None:
    """Run what is not done yet."""
    options = parsed()
    torch.set_num_threads(THREADS)
    options.work.mkdir(parents=True, exist_ok=True)
    general_stage(options)
    if options.only_general:
        return
    final, temperature = (
        tuning_stage(options, options.disagreement) if options.disagreement else untuned(options)
    )
    export_stage(options, final, temperature)
    report_export(
        options.full, options.out / "model.onnx", Encoder(options.out, MODEL_TOKENS), held_out(options)
    )


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--nli", type=Path, required=True, help="folder of NAME.jsonl.gz")
    parser.add_argument("--disagreement", type=Path, help="dev.jsonl.gz of labelled pairs; with --epochs")
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
    options = Options(**vars(parser.parse_args()))
    if bool(options.epochs) != (options.disagreement is not None):
        parser.error("--epochs and --disagreement go together")
    return options


def general_stage(options: Options) -> None:
    """Train on open sets and pairs of our own."""
    if options.general.is_file():
        return
    torch.manual_seed(options.seed)
    training = begun(options)
    checkpoint = options.work / "checkpoint.pt"
    if checkpoint.is_file():
        training.load(checkpoint)
    _, held = read_nli(options.nli)
    training.run(itertools.islice(stream(options), training.n_batches, None), checkpoint)
    made = generate(passages(options), GENERATED_AGAIN, HELD_OUT_SEED, GENERATED_PART)
    report_held_out(training.model, model_encoder(options), held | made)
    save(training.model.state_dict(), options.general)


def begun(options: Options) -> Training:
    """Begin with the base, or with what an earlier run has learnt."""
    clock = Clock(options.minutes * 60, options.pairs)
    if options.start is None:
        return Training(from_base(dequantised(options.base / "model.onnx")), clock, FIRST)
    model = loaded(options.start)
    model.words.weight.requires_grad_(False)
    return Training(model, clock, SECOND)


def stream(options: Options) -> Iterator[Batch]:
    """Yield round after round, each of other samples."""
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
        for read, some in batches(pairs, encoder, seed):
            yield tensors(read), some


def passages(options: Options) -> list[list[str]]:
    """Read the sentences that pairs are made of."""
    return read_passages(sorted(options.guidelines), sorted(options.corpus))


def model_encoder(options: Options) -> Encoder:
    """Read pairs as the shipped model does, before its rare tokens are left out."""
    return Encoder(options.base, MODEL_TOKENS)


def tuning_stage(options: Options, disagreement: Path) -> tuple[Path, float]:
    """Fine-tune on the disagreements; give the weights and the temperature that calibrates the folds."""
    final = options.work / "final.pt"
    rows = tunable(read_disagreements(disagreement))
    some = rows[::UNTUNED_STEP]
    scores = both_ways(loaded(options.general), model_encoder(options), some)
    report_disagreement("general only", some, scores)
    seen = lowered(options.general, options.base, tuning_pairs(options, rows))
    out_of_fold = cross_validated(options.work, rows, seen, options.epochs)
    report_disagreement("cross-validated", rows, out_of_fold)
    if not final.is_file():
        save(tuned(options.general, seen, FOLDS, options.epochs).state_dict(), final)
    labels = np.repeat([OF_DISAGREEMENT[row.label] for row in rows], 2)
    return final, temperature_of(out_of_fold.reshape(-1, 3), labels)


def tuning_pairs(options: Options, rows: Sequence[Disagreement]) -> list[Pair]:
    """Take disagreements in both orders, statements as in handbooks, and some pairs of the first step."""
    public, _ = read_nli(options.nli)
    sentences = passages(options)
    usual = public | generate(sentences, GENERATED_AGAIN, SEED - 1, GENERATED_PART)
    pairs = random.Random(SEED).sample([pair for some in usual.values() for pair in some], REPLAYED)
    pairs += [Pair(*made, HANDBOOKS) for made in handbook_pairs(sentences, N_HANDBOOKS, SEED)]
    return pairs + in_both_orders(rows)


def untuned(options: Options) -> tuple[Path, float]:
    """Give the general weights, and the temperature that calibrates them on pairs that they have not seen."""
    pairs = held_out(options)
    p = predict_pairs(loaded(options.general), model_encoder(options), pairs)
    return options.general, temperature_of(p, labels_of(pairs))


def held_out(options: Options) -> list[Pair]:
    """Read the pairs of the open sets that are never trained on."""
    _, held = read_nli(options.nli)
    return [pair for pairs in held.values() for pair in pairs]


def training_texts(options: Options) -> Iterator[str]:
    """Yield what is trained on, to count its tokens."""
    public, _ = read_nli(options.nli)
    for pair in itertools.chain.from_iterable(public.values()):
        yield from (pair.premise, pair.hypothesis)
    yield from itertools.chain.from_iterable(passages(options))


def export_stage(options: Options, weights: Path, temperature: float) -> None:
    """Write the model, and those of the folds if there are any."""
    print(f"temperature {temperature:.2f}")
    tokenizer = options.base / "tokenizer.json"
    kept = most_used(tokenizer, training_texts(options), TOKENS)
    exported(weights, temperature, tokenizer, kept, options.out, options.full)
    for fold in range(FOLDS) if options.epochs else ():
        out = options.work / "folds" / str(fold)
        exported(fold_weights(options.work, fold), temperature, tokenizer, kept, out)
    report_files(options.out)


def exported(
    weights: Path,
    temperature: float,
    tokenizer: Path,
    kept: Sequence[int],
    out: Path,
    full: Path | None = None,
) -> None:
    """Write a model and its tokenizer into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    export(with_tokens(loaded(weights), kept), temperature, out / "model.onnx", full)
    trimmed(tokenizer, kept, out / "tokenizer.json")


if __name__ == "__main__":
    main()
