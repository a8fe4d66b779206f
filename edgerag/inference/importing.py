"""Taking in a model that a person brings: a GGUF file, or an ONNX model with its tokenizer.

Everything is copied and hashed first; only then is a header or a small configuration file read.
"""

from __future__ import annotations

import errno
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedIOBase
from pathlib import Path
from typing import Annotated, cast

import msgspec

from edgerag.disk import Progress, blocks, copy_blocks, require_space
from edgerag.errors import ModelError
from edgerag.inference.catalogue import NAME, Catalogue, EntailmentClass, Entry, File, Pooling, Role
from edgerag.inference.gguf import MAGIC, read_gguf_header

WEIGHTS, TOKENIZER = "model.onnx", "tokenizer.json"
OPTIONAL = ("config.json", "1_Pooling/config.json")
"""What sentence-transformers writes beside a model; read for its context length and pooling."""
MAX_CONFIG_BYTES = 1 << 20
MOST_CONTEXT_TOKENS = 1_000_000
MOST_DIMENSIONS = 65_536
ENCODER_CONTEXT_TOKENS = 512
"""What BERT and its descendants have."""

_DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What the zip reader raises of a damaged or encrypted file."""


def stage_import(
    path: Path,
    staging: Path,
    catalogue: Catalogue,
    name: str,
    role: Role | None,
    pooling: Pooling | None,
    progress: Progress,
) -> Entry:
    """Copy a model's files into `staging` and say what model it is.

    Raises:
        DiskFullError: there is no room.
        ModelError: it is no model, or something needed is not said.
    """
    with _open_source(path) as source:
        with _damage_told(path):
            files = _copy(source, staging, progress)
        known = catalogue.with_weights(files[0].sha256)
        if known is not None:
            return known
        name = name or _name_from(path)
        if not re.match(NAME, name):
            raise ModelError(
                f"{name!r} cannot be a model's name", hint="use small letters, digits, '.', '-' and '_'"
            )
        if catalogue.find(name) is not None:
            raise ModelError(
                f"the catalogue's {name!r} has other weights than {path.name}",
                hint="give it another name with --name, if you trust it",
            )
        if files[0].name == WEIGHTS:
            return _describe_onnx(source, name, role, pooling, files)
        return _describe_gguf(staging / files[0].name, name, role, files)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a model's files are: on disk, or in a zip file."""

    needed: Mapping[str, Path | zipfile.ZipInfo]
    """By the name they get."""
    optional: Mapping[str, Path | zipfile.ZipInfo]
    archive: zipfile.ZipFile | None

    def size(self, name: str) -> int:
        where = self.needed[name]
        return where.file_size if isinstance(where, zipfile.ZipInfo) else where.stat().st_size

    def open(self, name: str) -> BufferedIOBase:
        return self._open(self.needed[name])

    def config(self, name: str) -> bytes:
        """A small configuration file, or an empty JSON object if there is none."""
        where = self.optional.get(name)
        if where is None:
            return b"{}"
        with _damage_told(Path(name)), self._open(where) as file:
            return file.read(MAX_CONFIG_BYTES)

    def _open(self, where: Path | zipfile.ZipInfo) -> BufferedIOBase:
        if isinstance(where, Path):
            return where.open("rb")
        assert self.archive is not None
        return cast(BufferedIOBase, self.archive.open(where))


@contextmanager
def _open_source(path: Path) -> Iterator[_Source]:
    if path.is_dir():
        found = {str(p.relative_to(path).as_posix()): p for p in path.rglob("*") if p.is_file()}
        source = _gguf_source(found) or _onnx_source(found, path, None)
        _refuse_links(path, [*source.needed.values(), *source.optional.values()])
        yield source
    elif not path.is_file():
        raise ModelError(f"there is no file or folder {path}")
    elif _begins_with(path, MAGIC):
        yield _Source({"model.gguf": path}, {}, None)
    elif zipfile.is_zipfile(path):
        with _damage_told(path):
            archive = zipfile.ZipFile(path)
        with archive:
            yield _onnx_source({info.filename: info for info in archive.infolist()}, path, archive)
    else:
        raise ModelError(
            f"{path} is neither a GGUF file nor a folder or zip file with {WEIGHTS} and {TOKENIZER}"
        )


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """Say that a zip file is damaged, whichever of its bytes it is.

    Raises:
        ModelError: it is.
    """
    try:
        yield
    except _DAMAGE as error:
        raise _damaged(path, error) from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # a place before the file's beginning
            raise
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> ModelError:
    return ModelError(f"{path}: damaged: {error}", hint="copy it again from where it was made")


def _refuse_links(folder: Path, files: Iterable[Path | zipfile.ZipInfo]) -> None:
    """Refuse what leads out of the folder that a person named."""
    for file in files:
        if isinstance(file, Path) and not file.resolve().is_relative_to(folder.resolve()):
            raise ModelError(
                f"{file} is a link to somewhere else", hint="copy the files themselves into the folder"
            )


def _begins_with(path: Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


def _gguf_source(files: Mapping[str, Path]) -> _Source | None:
    """Find the one GGUF file in a folder, as edgerag keeps it; None if it is not the one model there."""
    found = [file for name, file in files.items() if name.endswith((".gguf", WEIGHTS))]
    return (
        _Source({"model.gguf": found[0]}, {}, None) if len(found) == 1 and found[0].name != WEIGHTS else None
    )


def _onnx_source(
    files: Mapping[str, Path] | Mapping[str, zipfile.ZipInfo], path: Path, archive: zipfile.ZipFile | None
) -> _Source:
    """Find the one `model.onnx` in a tree, and the tokenizer beside it or one folder above."""
    weights = [name for name in files if name.rpartition("/")[2] == WEIGHTS]
    if len(weights) != 1:
        raise ModelError(f"{path} has {len(weights)} files called {WEIGHTS}, not one")
    beside = weights[0].removesuffix(WEIGHTS)
    above = beside.rstrip("/").rpartition("/")[0]
    for root in (beside, f"{above}/" if above else ""):
        if f"{root}{TOKENIZER}" in files:
            needed = {WEIGHTS: files[weights[0]], TOKENIZER: files[f"{root}{TOKENIZER}"]}
            return _Source(
                needed, {name: files[root + name] for name in OPTIONAL if root + name in files}, archive
            )
    raise ModelError(f"{path} has no {TOKENIZER} beside its {WEIGHTS}")


def _copy(source: _Source, staging: Path, progress: Progress) -> tuple[File, ...]:
    total = sum(source.size(name) for name in source.needed)
    require_space(staging, total)
    n_done = 0

    def advance(n_bytes: int) -> None:
        nonlocal n_done
        n_done += n_bytes
        progress("copy", n_done, total)

    files = []
    for name in source.needed:
        with source.open(name) as original, (staging / name).open("wb") as copy:
            sha256 = copy_blocks(blocks(original), copy, advance)
            files.append(File(name=name, bytes=copy.tell(), sha256=sha256))
    return tuple(files)


def _name_from(path: Path) -> str:
    name = re.sub(r"[^a-z0-9._-]+", "-", path.stem.lower()).strip("-._")
    return name[:100] or "imported"


def _verdicts(name: str, config: _ModelConfig) -> tuple[EntailmentClass, ...]:
    labels = [config.id2label[index].lower() for index in sorted(config.id2label)]
    if sorted(labels) != sorted(EntailmentClass):
        raise ModelError(
            f"{name} does not say in config.json which output is {', which '.join(EntailmentClass)}",
            hint="use a model of three labels, and keep its config.json beside it",
        )
    return tuple(map(EntailmentClass, labels))


def _describe_gguf(path: Path, name: str, role: Role | None, files: tuple[File, ...]) -> Entry:
    if role not in {None, Role.GENERATOR}:
        raise ModelError("a GGUF file can only be a generator")
    header = read_gguf_header(path)
    if not header.chat_template:
        raise ModelError(
            f"{header.title or name} has no chat template: it was not made to follow instructions",
            hint='import the "Instruct" or "Chat" version of the model',
        )
    if not header.context_tokens:
        raise ModelError(f"{header.title or name} does not say how long its context is")
    return Entry(
        name=name,
        role=Role.GENERATOR,
        title=header.title or name,
        licence=header.licence or "unknown",
        context_tokens=header.context_tokens,
        files=files,
        remark=f"imported; architecture {header.architecture}",
    )


class _ModelConfig(msgspec.Struct):
    """What matters of Hugging Face's `config.json`."""

    max_position_embeddings: Annotated[int, msgspec.Meta(ge=8, le=MOST_CONTEXT_TOKENS)] = (
        ENCODER_CONTEXT_TOKENS
    )
    hidden_size: Annotated[int, msgspec.Meta(ge=0, le=MOST_DIMENSIONS)] = 0
    id2label: dict[str, str] = {}
    """What each output of a classifier is for."""


class _PoolingConfig(msgspec.Struct):
    """What matters of sentence-transformers' `1_Pooling/config.json`."""

    pooling_mode_cls_token: bool = False
    pooling_mode_mean_tokens: bool = False


def _describe_onnx(
    source: _Source, name: str, role: Role | None, pooling: Pooling | None, files: tuple[File, ...]
) -> Entry:
    if role in {None, Role.GENERATOR}:
        raise ModelError(
            f"{name} may be an embedder, a reranker or an entailment model", hint="say which with --role"
        )
    try:
        config = msgspec.json.decode(source.config("config.json"), type=_ModelConfig)
        pooled = msgspec.json.decode(source.config("1_Pooling/config.json"), type=_PoolingConfig)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ModelError(
            f"a configuration file of {name} cannot be read: {error}", hint="is it the publisher's?"
        ) from error
    if role is Role.EMBEDDER and pooling is None:
        pooling = Pooling.CLS if pooled.pooling_mode_cls_token else Pooling.MEAN
    return Entry(
        name=name,
        role=role,
        title=name,
        licence="unknown",
        context_tokens=config.max_position_embeddings,
        files=files,
        dimensions=config.hidden_size if role is Role.EMBEDDER else 0,
        pooling=pooling if role is Role.EMBEDDER else None,
        logits=_verdicts(name, config) if role is Role.ENTAILMENT else (),
        remark="imported",
    )
