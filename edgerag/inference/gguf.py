"""Reads the header of a GGUF file: what model it is, its context length, its chat template.

Layout, version 2 and 3, little-endian (ggml's docs/gguf.md):

    "GGUF"  version u32  n_tensors u64  n_metadata u64
    n_metadata times:   key string   type u32   value
    string: length u64, bytes        array: type u32, n u64, n values

Every length is checked against what is left of the file before anything is read, so that a hostile header
costs neither memory nor time.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from edgerag.errors import ModelError

MAGIC = b"GGUF"

Scalar = int | float | bool | str

_STRUCTS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_STRING, _ARRAY = 8, 9
_U32, _U64 = _STRUCTS[4], _STRUCTS[10]

MAX_METADATA = 10_000
"""More keys than any model has; real ones have 20 to 60."""
MAX_NESTING = 4
"""Arrays of arrays of arrays are not met in real files."""


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """The metadata of a GGUF file, without its arrays (the vocabulary)."""

    metadata: Mapping[str, Scalar]

    @property
    def architecture(self) -> str:
        """Such as "qwen2" or "llama"."""
        return self._text("general.architecture")

    @property
    def title(self) -> str:
        """What the model calls itself; empty if it does not say."""
        return self._text("general.name")

    @property
    def licence(self) -> str:
        """What the file says of its licence; empty if nothing."""
        return self._text("general.license")

    @property
    def chat_template(self) -> str:
        """A Jinja2 template; empty for a model that was not made for conversation."""
        return self._text("tokenizer.chat_template")

    @property
    def context_tokens(self) -> int:
        """The longest context it was trained for; 0 if it does not say."""
        return self._number("context_length")

    @property
    def cache_bytes_per_token(self) -> int:
        """Memory that each token of context takes: keys and values of every layer, 16 bits each."""
        n_heads = self._number("attention.head_count") or 1
        head_dim = self._number("attention.key_length") or self._number("embedding_length") // n_heads
        n_kv_heads = self._number("attention.head_count_kv") or n_heads
        return 2 * 2 * self._number("block_count") * n_kv_heads * head_dim

    def _text(self, key: str) -> str:
        value = self.metadata.get(key, "")
        return value if isinstance(value, str) else ""

    def _number(self, key: str) -> int:
        value = self.metadata.get(f"{self.architecture}.{key}", 0)
        return value if isinstance(value, int) and value > 0 else 0


def read_gguf_header(path: Path) -> GgufHeader:
    """Read the metadata of a GGUF file.

    Raises:
        ModelError: it is no GGUF file, a version that is not understood, or damaged.
    """
    with path.open("rb") as file:
        return GgufHeader(_Reader(file, path).metadata())


class _Reader:
    """Reads values in order, never past the end of the file."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._left = path.stat().st_size

    def metadata(self) -> dict[str, Scalar]:
        if self._bytes(4) != MAGIC:
            raise self._error("it does not begin with GGUF")
        version = self._number(_U32)
        if version not in {2, 3}:
            raise self._error(f"version {version} is not understood")
        self._number(_U64)  # the number of tensors
        n_metadata = self._number(_U64)
        if n_metadata > MAX_METADATA:
            raise self._error(f"it claims {n_metadata} metadata keys")
        values = ((self._string(), self._value(self._number(_U32), 0)) for _ in range(n_metadata))
        return {key: value for key, value in values if value is not None}

    def _value(self, kind: int, depth: int) -> Scalar | None:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            self._skip_array(depth)
            return None
        if kind not in _STRUCTS:
            raise self._error(f"value type {kind} is not understood")
        scalar: Scalar = _STRUCTS[kind].unpack(self._bytes(_STRUCTS[kind].size))[0]
        return scalar

    def _skip_array(self, depth: int) -> None:
        kind, n = self._number(_U32), self._number(_U64)
        if depth >= MAX_NESTING:
            raise self._error("its arrays are nested too deeply")
        if kind in _STRUCTS:
            self._skip(n * _STRUCTS[kind].size)
            return
        if n > self._left // _U64.size:  # a string or an array takes at least 8 bytes
            raise self._error("an array is longer than the file")
        for _ in range(n):
            if kind == _STRING:
                self._skip(self._number(_U64))
            else:
                self._value(kind, depth + 1)

    def _string(self) -> str:
        return self._bytes(self._number(_U64)).decode("utf-8", errors="replace")

    def _number(self, shape: struct.Struct) -> int:
        number: int = shape.unpack(self._bytes(shape.size))[0]
        return number

    def _bytes(self, n: int) -> bytes:
        self._take(n)
        return self._file.read(n)

    def _skip(self, n: int) -> None:
        self._take(n)
        self._file.seek(n, 1)

    def _take(self, n: int) -> None:
        if n > self._left:
            raise self._error("it ends in the middle of its header")
        self._left -= n

    def _error(self, what: str) -> ModelError:
        return ModelError(f"{self._path.name} is not a GGUF model that edgerag can read: {what}")
