"""The self-test's ONNX model: a table of word vectors, then a matrix that moves each component one place on.

The mean of a text's vectors is then its counts of words, moved on: a vector that can be told by hand. The
file is written as the Protocol Buffers message that it is (onnx.proto3, with the field numbers from there),
for the `onnx` package would be needed for this alone.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path

VOCABULARY = ("[unknown]", "dose", "page", "drug")
IR_VERSION, OPSET = 8, 17
FLOAT, INT64 = 1, 7


def write_tokenizer(path: Path) -> None:
    """Write a tokenizer that cuts at spaces and knows small letters only."""
    tokenizer = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordLevel",
            "vocab": {word: number for number, word in enumerate(VOCABULARY)},
            "unk_token": VOCABULARY[0],
        },
    }
    path.write_text(json.dumps(tokenizer, indent=1) + "\n", encoding="utf-8")


def write_onnx(path: Path) -> None:
    """Write the graph: input_ids -> Gather -> MatMul -> vectors."""
    n = len(VOCABULARY)
    table = [[float(row == column) for column in range(n)] for row in range(n)]
    moved = [[float((row + 1) % n == column) for column in range(n)] for row in range(n)]
    graph = b"".join(
        (
            _message(1, _node("Gather", ("words", "input_ids"), "seen")),
            _message(1, _node("MatMul", ("seen", "move"), "vectors")),
            _text(2, "self-test"),
            _message(5, _tensor("words", table)),
            _message(5, _tensor("move", moved)),
            _message(11, _value("input_ids", INT64, ("text", "token"))),
            _message(12, _value("vectors", FLOAT, ("text", "token", n))),
        )
    )
    model = _number(1, IR_VERSION) + _text(2, "edgerag") + _message(7, graph) + _message(8, _number(2, OPSET))
    path.write_bytes(model)


def _node(operator: str, inputs: Sequence[str], output: str) -> bytes:
    return b"".join(_text(1, name) for name in inputs) + _text(2, output) + _text(4, operator)


def _tensor(name: str, rows: Sequence[Sequence[float]]) -> bytes:
    raw = b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)
    shape = _number(1, len(rows)) + _number(1, len(rows[0]))
    return shape + _number(2, FLOAT) + _text(8, name) + _message(9, raw)


def _value(name: str, kind: int, dimensions: Sequence[str | int]) -> bytes:
    shape = b"".join(
        _message(1, _text(2, size) if isinstance(size, str) else _number(1, size)) for size in dimensions
    )
    return _text(1, name) + _message(2, _message(1, _number(1, kind) + _message(2, shape)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _message(field, value.encode())


def _message(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    """Write seven bits a byte, the lowest first; the high bit says that more follow."""
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*encoded, value])
