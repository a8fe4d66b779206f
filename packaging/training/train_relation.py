r"""Train the relation model that edgerag ships, measure it, and write it into models/edgerag-relation.

    .venv/bin/uv pip install torch==2.13.0 onnx
    edgerag models install bge-small-en-v1.5 ms-marco-minilm-l-12-v2
    python packaging/training/train_relation.py --handbooks FOLDER --questions FILE --workspace FOLDER
        [--known FILE...]

The folder of handbooks is a data set in the layout of `edgerag evaluate handbooks`; the library that the
workspace keeps of it is the one that `fit_relevance.py` makes.

1. Pairs: every judged question is asked of the library (`relation.pairs`).
2. Training of all layers of models/edgerag-nli (`relation.training`), without the questions held out, on
   these pairs and on short ones: written, and known of the questions' work half (`relation.short_pairs`).
3. Export: int8 ONNX, with the tokenizer of models/edgerag-nli.

The first two steps leave a file in the workspace each and are not done again. Printed is, of the fp32 and of
the int8 model, how right they are on the judged pairs held out, read in both orders (`relation.scores`).
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import torch

from asking import asked_handbooks
from checksums import report_files
from edgerag.evaluate.datasets.handbooks import read_handbooks
from entailment.base import dequantised
from entailment.batches import Encoder
from entailment.predicting import logits_of, run_onnx
from entailment.training import save
from relation.drawing import learnt_from
from relation.judged import compared_questions
from relation.network import PREFIX, RelationModel, export, from_base, of
from relation.pairs import Answers, read_answers
from relation.reading import read_both_ways
from relation.scores import both_ways, measured, numbers_of
from relation.short_pairs import KEPT_KNOWN, KEPT_WRITTEN, SHORT_PAIRS, known_pairs, learnt, written_pairs
from relation.training import Recipe, train
from selector.judged import judged_questions

THREADS: Final = 2
"""Of the machine that trained the shipped weights."""
MODEL_TOKENS: Final = 208
"""Of the longest pairs, about one in fifteen, the end of the longer text is cut off."""
EPOCHS: Final = 5.0
RATE: Final = 5e-5
HEAD_RATE: Final = 2e-4
SEED: Final = 1
"""Set by hand. The shipped weights were trained in four runs instead, of which the model card tells."""


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    handbooks: Path
    questions: Path
    base: Path
    short: Path
    known: Sequence[Path]
    workspace: Path
    out: Path
    epochs: float
    rate: float
    head_rate: float
    seed: int

    @property
    def answers(self) -> Path:
        """What the first step leaves."""
        return self.workspace / "answers.msgpack"

    @property
    def weights(self) -> Path:
        """What the training leaves."""
        return self.workspace / "relation.pt"

    @property
    def recipe(self) -> Recipe:
        """How is trained."""
        return Recipe(self.epochs, self.rate, self.head_rate, self.seed)


def main() -> None:
    """Do what is not done yet, and export."""
    options = parsed()
    torch.set_num_threads(THREADS)
    options.workspace.mkdir(parents=True, exist_ok=True)
    answers = pair_stage(options)
    training_stage(options, answers)
    export_stage(options)
    report(options, [one for one in answers if one.is_held])


def parsed() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--handbooks", type=Path, required=True, help="folder with manifest.jsonl")
    parser.add_argument("--questions", type=Path, required=True, help="a question file for the handbooks")
    parser.add_argument(
        "--workspace", type=Path, required=True, help="folder for the library and what is between the steps"
    )
    parser.add_argument("--base", type=Path, default=Path("models/edgerag-nli"))
    parser.add_argument(
        "--known", type=Path, nargs="*", default=[], help="question files whose known quotations are learnt"
    )
    parser.add_argument("--short", type=Path, default=SHORT_PAIRS, help="folder of short pairs")
    parser.add_argument("--out", type=Path, default=Path("models/edgerag-relation"))
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE, help="the highest learning rate of the layers")
    parser.add_argument("--head-rate", type=float, default=HEAD_RATE, help="that of the head")
    parser.add_argument("--seed", type=int, default=SEED)
    return Options(**vars(parser.parse_args()))


def pair_stage(options: Options) -> list[Answers]:
    """Ask the library every question, if that is not done yet."""
    if not options.answers.is_file():
        options.answers.write_bytes(msgspec.msgpack.encode(list(asked_answers(options))))
    answers = msgspec.msgpack.decode(options.answers.read_bytes(), type=list[Answers])
    n_judged = sum(len(one.pairs) for one in compared_questions())
    print(f"found {sum(len(one.pairs) for one in answers)} of {n_judged} judged pairs")
    return answers


def asked_answers(options: Options) -> Iterator[Answers]:
    """Ask the library every question."""
    data = read_handbooks(options.handbooks, "dev", options.questions)
    with asked_handbooks(options.workspace / "handbooks", data) as library:
        yield from read_answers(compared_questions(), judged_questions(), library)


def training_stage(options: Options, answers: Sequence[Answers]) -> None:
    """Train, if that is not done yet."""
    if options.weights.is_file():
        return
    model = from_base(dequantised(options.base / "model.onnx", PREFIX))
    written = learnt(written_pairs(options.short), KEPT_WRITTEN)
    known = [pair for path in options.known for pair in learnt(known_pairs(path), KEPT_KNOWN)]
    short = [*written, *known]
    train(model, learnt_from(answers), Encoder(options.base, MODEL_TOKENS), options.recipe, short)
    save(model.state_dict(), options.weights)


def export_stage(options: Options) -> None:
    """Write the model and its tokenizer."""
    options.out.mkdir(parents=True, exist_ok=True)
    export(trained(options), options.out / "model.onnx")
    shutil.copyfile(options.base / "tokenizer.json", options.out / "tokenizer.json")
    report_files(options.out)


def trained(options: Options) -> RelationModel:
    """Open the weights that the training left."""
    return of(torch.load(options.weights))


def report(options: Options, held: Sequence[Answers]) -> None:
    """Print how well the model and the file that it is exported to do on questions held out."""
    judged = [(one.asked[0], pair) for one in held for pair in one.pairs]
    read = [way for question, pair in judged for way in read_both_ways(question, pair.a, pair.b)]
    truth = numbers_of([pair.relation for _, pair in judged])
    encoder = Encoder(options.out, MODEL_TOKENS)
    exact = logits_of(trained(options), encoder, read)
    rounded, seconds = run_onnx(options.out / "model.onnx", encoder, read)
    for name, logits in (("fp32", exact), ("int8", rounded)):
        print(f"held out | {name} | {measured(both_ways(logits), truth)}")
    print(f"largest difference {abs(exact - rounded).max():.2f} | {1000 * seconds:.1f} ms a pair, one thread")


if __name__ == "__main__":
    main()
