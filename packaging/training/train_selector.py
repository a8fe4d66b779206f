r"""Train the selector that edgerag ships, measure it, and write it into models/edgerag-selector.

    .venv/bin/uv pip install torch==2.13.0 onnx
    edgerag models install ms-marco-minilm-l-12-v2
    python packaging/training/train_selector.py --handbooks FOLDER --questions FILE \
        --base MODELS/ms-marco-minilm-l-12-v2 --workspace FOLDER

The folder of handbooks is a data set in the layout of `edgerag evaluate handbooks`.

1. Groups: the judged statements are looked up in the handbooks (`selector.stated`, `selector.groups`).
2. Training of the upper layers (`selector.training`), without the questions that are held out.
3. Export: int8 ONNX without the rarest tokens.

The first two steps leave a file in the workspace each and are not done again. Printed is, of the fp32 and of
the int8 model, in how many of the held-out groups that have a helpful statement the one that it likes best is
helpful.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import torch

from checksums import report_files
from edgerag.evaluate.datasets.handbooks import read_handbooks
from edgerag.ingest.parse import parse_file
from entailment.base import dequantised
from entailment.batches import Encoder
from entailment.bert import with_tokens
from entailment.predicting import logits_of, run_onnx
from entailment.training import save
from entailment.vocabulary import most_used, trimmed
from selector.drawing import learnt_from
from selector.groups import Group, first_helps, groups_of
from selector.judged import judged_questions
from selector.network import Selector, export, from_base
from selector.stated import stated
from selector.training import Recipe, train

THREADS: Final = 2
"""Of the machine that trained the shipped weights."""
MODEL_TOKENS: Final = 160
"""Question, headings and statement are hardly ever longer."""
TOKENS: Final = 23_300
"""As many different ones as the entailment model has."""
EPOCHS: Final = 2.0
RATE: Final = 5e-5
SEED: Final = 1
"""All as the shipped weights were trained; set by hand."""


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    handbooks: Path
    questions: Path
    base: Path
    workspace: Path
    out: Path
    epochs: float
    rate: float
    seed: int

    @property
    def groups(self) -> Path:
        """What the first step leaves."""
        return self.workspace / "groups.msgpack"

    @property
    def weights(self) -> Path:
        """What the training leaves."""
        return self.workspace / "selector.pt"


def main() -> None:
    """Do what is not done yet, and export."""
    options = parsed()
    torch.set_num_threads(THREADS)
    options.workspace.mkdir(parents=True, exist_ok=True)
    groups = group_stage(options)
    training_stage(options, groups)
    export_stage(options, groups)
    report(options, [group for group in groups if group.is_held])


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--handbooks", type=Path, required=True, help="folder with manifest.jsonl")
    parser.add_argument("--questions", type=Path, required=True, help="a question file for the handbooks")
    parser.add_argument("--base", type=Path, required=True, help="folder of model.onnx, tokenizer.json")
    parser.add_argument("--workspace", type=Path, required=True, help="folder for what is between the steps")
    parser.add_argument("--out", type=Path, default=Path("models/edgerag-selector"))
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest learning rate")
    parser.add_argument("--seed", type=int, default=SEED)
    return Options(**vars(parser.parse_args()))


def group_stage(options: Options) -> list[Group]:
    """Look the judged statements up in the handbooks, if that is not done yet."""
    if not options.groups.is_file():
        data = read_handbooks(options.handbooks, "dev", options.questions)
        handbooks = {name: stated(parse_file(file)) for name, file in data.files.items()}
        groups = list(groups_of(judged_questions(), handbooks))
        options.groups.write_bytes(msgspec.msgpack.encode(groups))
    return msgspec.msgpack.decode(options.groups.read_bytes(), type=list[Group])


def training_stage(options: Options, groups: Sequence[Group]) -> None:
    """Train, if that is not done yet."""
    if options.weights.is_file():
        return
    model = from_base(dequantised(options.base / "model.onnx"))
    encoder = Encoder(options.base, MODEL_TOKENS)
    train(model, learnt_from(groups), encoder, Recipe(options.epochs, options.rate, options.seed))
    save(model.state_dict(), options.weights)


def export_stage(options: Options, groups: Sequence[Group]) -> None:
    """Write the model and its tokenizer."""
    options.out.mkdir(parents=True, exist_ok=True)
    tokenizer = options.base / "tokenizer.json"
    kept = most_used(tokenizer, training_texts(groups), TOKENS)
    export(with_tokens(trained(options), kept), options.out / "model.onnx")
    trimmed(tokenizer, kept, options.out / "tokenizer.json")
    report_files(options.out)


def training_texts(groups: Sequence[Group]) -> list[str]:
    """Give what is trained on, each text once, to count its tokens."""
    texts = {text for group in groups for text in group.asked}
    return sorted(texts | {one.text for group in groups for one in group.statements})


def trained(options: Options) -> Selector:
    """Open the weights that the training left."""
    model = Selector()
    model.load_state_dict(torch.load(options.weights))
    return model


def report(options: Options, held: Sequence[Group]) -> None:
    """Print how well the model and the file that it is exported to do on groups held out."""
    pairs = [pair for group in held for pair in group.pairs]
    exact = logits_of(trained(options), Encoder(options.base, MODEL_TOKENS), pairs)
    rounded, seconds = run_onnx(options.out / "model.onnx", Encoder(options.out, MODEL_TOKENS), pairs)
    for name, logits in (("fp32", exact), ("int8", rounded)):
        share, n_groups = first_helps(held, of_groups(held, logits[:, 0].tolist()))
        print(f"held out | {name} | groups {n_groups} | first statement helps {share:.3f}")
    print(f"largest difference {abs(exact - rounded).max():.2f} | {1000 * seconds:.1f} ms a pair, one thread")


def of_groups(groups: Sequence[Group], logits: Sequence[float]) -> list[Sequence[float]]:
    """Cut the logits of all statements into those of each group."""
    rest = iter(logits)
    return [[next(rest) for _ in group.statements] for group in groups]


if __name__ == "__main__":
    main()
