"""Settings: defaults here, overridden by `config.toml`, overridden by the command line.

Unknown keys are refused, with the path of the key, so that a typo is an error and
not a silently ignored setting.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec
import tomlkit
import tomlkit.exceptions

from edgerag.errors import ConfigError


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every table of `config.toml`."""


class Models(Table, frozen=True):
    """Table `[models]`: which installed model has which role; empty means the catalogue's default."""

    embedder: str = ""
    reranker: str = ""
    generator: str = ""
    threads: int = 0
    """Threads for the models; 0 means one per physical core, and one less for the generator."""


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
    passages: int = 7
    """Passages of evidence per handbook; HERO-QA, layer 5, has five, of which a generator reads what fits."""
    full_document_tokens: int = 700
    """Handbooks up to this many tokens are given whole to a generator (HERO-QA, layer 0)."""


class Answers(Table, frozen=True):
    """Table `[answers]`."""

    extractive: bool = False
    """Quote sentences even when a generator is installed."""
    prompt_tokens: int = 1000
    """Longest prompt: without a graphics card a 1.5B model reads about 40 tokens a second on two cores."""
    max_tokens: int = 160
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


def change(path: Path, key: str, value: str) -> Config:
    """Set one `table.name` in the file, keeping its comments; returns the settings that result.

    Raises:
        ConfigError: there is no such setting, or the value does not fit it; the file is unchanged.
    """
    table, _, name = key.partition(".")
    document = _document(path)
    document.setdefault(table, tomlkit.table())[name] = _typed(table, name, value)
    text = tomlkit.dumps(document)
    try:
        changed = msgspec.toml.decode(text, type=Config)
    except msgspec.DecodeError as error:
        raise ConfigError(f"{key}: {error}", hint="see `edgerag config show`") from error
    _replace(path, text)
    return changed


def _document(path: Path) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return tomlkit.document()
    except tomlkit.exceptions.ParseError as error:
        raise ConfigError(f"{path}: {error}", hint="correct or delete that line") from error


def _typed(table: str, name: str, value: str) -> bool | int | str:
    """Read `value` as the type that the setting's default has."""
    default = getattr(getattr(Config(), table, None), name, None)
    if default is None:
        raise ConfigError(f"there is no setting {table}.{name}", hint="see `edgerag config show`")
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(value.lower(), value)
    if isinstance(default, int):
        try:
            return int(value)
        except ValueError:
            return value
    return value


def _replace(path: Path, text: str) -> None:
    """Write `text` beside `path` and rename it there, so that a power cut leaves one or the other."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(path)
