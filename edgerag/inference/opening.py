"""Opens the model of each role: chosen by name or by default, verified, then parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edgerag.errors import ModelError
from edgerag.inference.catalogue import Entry, Pooling, Role
from edgerag.inference.importing import TOKENIZER, WEIGHTS
from edgerag.inference.installed import InstalledModels
from edgerag.inference.machine import default_threads, physical_cores
from edgerag.inference.roles import Embedder, Entailment, Generator, Relator, Reranker

if TYPE_CHECKING:
    from edgerag.inference.onnx import OnnxModel


def open_embedder(installed: InstalledModels, name: str = "", threads: int = 0) -> Embedder:
    """Open the embedder; an empty name means the default, 0 threads one per physical core.

    Raises:
        ModelMissingError: it is not installed.
        ModelChecksumError: a file is damaged.
        ModelError: it cannot be loaded.
    """
    entry = installed.require(Role.EMBEDDER, name)
    # Whoever has no model yet need not hold what runs them.
    from edgerag.inference.embedder import OnnxEmbedder

    model = _open_onnx(installed, entry, threads)
    embedder = OnnxEmbedder(model, pooling=entry.pooling or Pooling.MEAN, query_prefix=entry.query_prefix)
    if entry.dimensions not in {0, embedder.dimensions}:
        raise ModelError(
            f"{name} gives {embedder.dimensions} dimensions, not the {entry.dimensions} of its record"
        )
    return embedder


def open_reranker(installed: InstalledModels, name: str = "", threads: int = 0) -> Reranker:
    """Open the reranker; an empty name means the default, 0 threads one per physical core.

    Raises:
        ModelMissingError: it is not installed.
        ModelChecksumError: a file is damaged.
        ModelError: it cannot be loaded.
    """
    from edgerag.inference.reranker import OnnxReranker

    return OnnxReranker(_open_onnx(installed, installed.require(Role.RERANKER, name), threads))


def open_selector(installed: InstalledModels, threads: int = 0) -> Reranker | None:
    """Open the cross-encoder that reads statements, or return None if none is installed.

    Raises:
        ModelChecksumError: a file is damaged.
        ModelError: it cannot be loaded.
    """
    entry = installed.choose(Role.SELECTOR)
    if entry is None:
        return None
    from edgerag.inference.reranker import OnnxReranker

    return OnnxReranker(_open_onnx(installed, entry, threads))


def open_entailment(installed: InstalledModels, name: str = "", threads: int = 0) -> Entailment | None:
    """Open the entailment model, or return None if none is installed and none was named.

    An empty name means the default, 0 threads one per physical core.

    Raises:
        ModelMissingError: the one named is not installed.
        ModelChecksumError: a file is damaged.
        ModelError: it cannot be loaded.
    """
    entry = installed.choose(Role.ENTAILMENT, name)
    if entry is None:
        return None
    from edgerag.inference.entailment import OnnxEntailment

    return OnnxEntailment(_open_onnx(installed, entry, 1), threads or physical_cores(), entry.logits)


def open_relation(installed: InstalledModels, threads: int = 0) -> Relator | None:
    """Open the model that says how two answers relate, or return None if none is installed.

    Raises:
        ModelChecksumError: a file is damaged.
        ModelError: it cannot be loaded.
    """
    entry = installed.choose(Role.RELATION)
    if entry is None:
        return None
    from edgerag.inference.relator import OnnxRelator

    return OnnxRelator(_open_onnx(installed, entry, 1), threads or physical_cores())


def open_generator(
    installed: InstalledModels, name: str = "", threads: int = 0, context_tokens: int = 0
) -> Generator | None:
    """Open the generator, or return None if none is installed and none was named.

    Args:
        installed: where models are.
        name: which one; empty means the default, or else any that is not for tests only.
        threads: 0 means as many as is polite.
        context_tokens: how many tokens a conversation may take; 0 means 4096, or all
            that the model can do if that is less.

    Raises:
        ModelMissingError: the one named is not installed.
        ModelChecksumError: its file is damaged.
        ModelMemoryError: there is not enough free memory.
        ModelError: it cannot be loaded.
    """
    entry = installed.choose(Role.GENERATOR, name)
    if entry is None:
        return None
    from edgerag.inference.generator import LlamaGenerator

    return LlamaGenerator(
        entry.revision,
        installed.path(entry, entry.files[0].name),
        context_tokens=context_tokens,
        threads=threads or default_threads(),
    )


def _open_onnx(installed: InstalledModels, entry: Entry, threads: int) -> OnnxModel:
    from edgerag.inference.onnx import OnnxModel

    return OnnxModel(
        entry.revision,
        installed.read(entry, WEIGHTS),
        installed.read(entry, TOKENIZER),
        max_tokens=entry.context_tokens,
        threads=threads or physical_cores(),
    )
