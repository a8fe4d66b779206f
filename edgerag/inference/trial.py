"""The trial of a model that a person brings: a process of its own opens it and uses it once.

A hostile or broken file can at worst make that process fail; what does not pass is never among the installed
models. `python -m edgerag.inference.trial` reads a `Task` from standard input and writes what is wrong with
the model to standard output, nothing if it works.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import numpy as np

from edgerag.errors import EdgeRagError, ModelError
from edgerag.inference.catalogue import Entry, Pooling, Role
from edgerag.inference.importing import TOKENIZER, WEIGHTS
from edgerag.process import child_command, child_environment, do_one_task

CHILD_ARGUMENTS = ("-m", "edgerag.inference.trial")
LONGEST_TRIAL_S = 300.0
"""A language model of 7 billion weights is read from a slow disk within this time."""

_QUESTION, _TEXT = "What dose of adrenaline?", "Give adrenaline 0.5 mg into the thigh."
_LEAST_TOKENS = 6
"""Of that text, in any vocabulary: repeated, it fills the context that the model's configuration claims."""
_LONGEST_TRIED_TOKENS = 1024
"""More than any passage has; twice as many take four times the memory."""
_CONTEXT_TOKENS = 256
_LONGEST_COMPLAINT = 300


class Task(msgspec.Struct, frozen=True):
    """Which model, and where its files are."""

    entry: Entry
    folder: str


def try_out(entry: Entry, folder: Path) -> None:
    """Open and use a model in another process.

    Raises:
        ModelError: it cannot be opened, gives nonsense, or brings that process down.
    """
    try:
        finished = subprocess.run(
            child_command(CHILD_ARGUMENTS),
            input=msgspec.json.encode(Task(entry, str(folder))),
            env=child_environment(),
            capture_output=True,
            timeout=LONGEST_TRIAL_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _refusal(entry, f"it did nothing for {LONGEST_TRIAL_S:.0f} seconds") from error
    if finished.returncode:
        raise _refusal(entry, f"the process that opened it ended with {finished.returncode}")
    if finished.stdout:
        raise _refusal(entry, finished.stdout.decode("utf-8", "replace"))


def main() -> None:
    """Try the one model that standard input names."""
    do_one_task(_do)


def _do(given: bytes) -> bytes:
    task = msgspec.json.decode(given, type=Task)
    return complaint(task.entry, Path(task.folder)).encode("utf-8", "replace")


def complaint(entry: Entry, folder: Path) -> str:
    """Use a model in this process, and say what is wrong with it; nothing if it works."""
    try:
        use = _use_generator if entry.role is Role.GENERATOR else _use_onnx
        return use(entry, folder)
    except EdgeRagError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # native libraries raise what they like, and all of it is a refusal
        return f"{type(error).__name__}: {error}"


def _use_onnx(entry: Entry, folder: Path) -> str:
    from edgerag.inference.embedder import OnnxEmbedder
    from edgerag.inference.entailment import OnnxEntailment
    from edgerag.inference.onnx import OnnxModel
    from edgerag.inference.relator import OnnxRelator
    from edgerag.inference.reranker import OnnxReranker

    weights, tokenizer = (folder / WEIGHTS).read_bytes(), (folder / TOKENIZER).read_bytes()
    model = OnnxModel(entry.name, weights, tokenizer, max_tokens=entry.context_tokens, threads=1)
    long = _TEXT * (min(entry.context_tokens, _LONGEST_TRIED_TOKENS) // _LEAST_TOKENS + 1)
    if entry.role is Role.EMBEDDER:
        pooling = entry.pooling or Pooling.MEAN
        embedder = OnnxEmbedder(model, pooling=pooling, query_prefix=entry.query_prefix)
        given = embedder.encode([long])
        if entry.dimensions not in {0, embedder.dimensions}:
            return f"it gives {embedder.dimensions} dimensions, and its configuration says {entry.dimensions}"
    elif entry.role in {Role.RERANKER, Role.SELECTOR}:
        given = OnnxReranker(model).score(_QUESTION, [long])
    elif entry.role is Role.RELATION:
        given = OnnxRelator(model).score(_QUESTION, [(_TEXT, _TEXT)])
    else:
        given = OnnxEntailment(model, 1, entry.logits).score([(_TEXT, _QUESTION)])
    return "" if np.isfinite(given).all() else "it gives what is no number"


def _use_generator(entry: Entry, folder: Path) -> str:
    from edgerag.inference.generator import LlamaGenerator
    from edgerag.inference.roles import Message

    path = folder / entry.files[0].name
    generator = LlamaGenerator(entry.name, path, context_tokens=_CONTEXT_TOKENS, threads=1)
    replied = list(generator.stream([Message("user", _QUESTION)], max_tokens=2))
    return "" if replied else "it says nothing"


def _refusal(entry: Entry, reason: str) -> ModelError:
    return ModelError(
        f"{entry.name} was tried and does not work, so it was not imported: {reason[:_LONGEST_COMPLAINT]}",
        hint="is it whole, and a model for this role? see --role, and what its publisher says of it",
    )


if __name__ == "__main__":
    main()
