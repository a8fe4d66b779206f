"""Settings: defaults here, overridden by `config.toml`, overridden by the command line.

Unknown keys are refused, with the path of the key, so that a typo is an error and
not a silently ignored setting.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from edgerag.errors import ConfigError


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every table of `config.toml`."""


class Models(Table, frozen=True):
    """Table `[models]`: which installed model has which role; empty means the catalogue's default."""

    embedder: str = ""
    reranker: str = ""
    generator: str = ""
    threads: int = 0
    """Threads for the models; 0 means physical cores less one, at least one."""


class Ingest(Table, frozen=True):
    """Table `[ingest]`."""

    chunk_words: int = 160
    """Words in a child chunk (HERO-QA, section 4.2)."""
    overlap_words: int = 32
    """Words that neighbouring chunks share (HERO-QA, section 4.2)."""
    timeout_s: int = 600
    """Seconds that parsing one file may take."""
    memory_mb: int = 1000
    """Megabytes that parsing one file may take."""


class Retrieval(Table, frozen=True):
    """Table `[retrieval]`."""

    first_stage_k: int = 20
    """Chunks that each first-stage retriever proposes per handbook."""
    rerank_passages: int = 160
    """Cross-encoder passages per question, over all handbooks."""
    passages: int = 5
    """Passages of evidence per handbook (HERO-QA, layer 5)."""
    full_document_tokens: int = 1500
    """Handbooks up to this many tokens are given whole to a generator (HERO-QA, layer 0)."""


class Answers(Table, frozen=True):
    """Table `[answers]`."""

    extractive: bool = False
    """Quote sentences even when a generator is installed."""
    max_tokens: int = 256
    """Longest generated answer."""


class Config(Table, frozen=True):
    """The whole of `config.toml`."""

    models: Models = Models()
    ingest: Ingest = Ingest()
    retrieval: Retrieval = Retrieval()
    answers: Answers = Answers()


def load(path: Path) -> Config:
    """Read `path`, or return the defaults if there is no such file.

    Raises:
        ConfigError: the file is not TOML, or has an unknown key or a wrong type.
    """
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Config)
    except FileNotFoundError:
        return Config()
    except msgspec.DecodeError as error:
        raise ConfigError(f"{path}: {error}", hint="correct or delete that line") from error
