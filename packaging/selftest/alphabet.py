"""The self-test's language model: a llama of one layer that answers a letter with the rest of the alphabet.

Every token has a vector of signs drawn at random. A token's row of the output matrix is the vector of the
token before it in the alphabet, so that after "a" the score of "b" is the full length and every other's
is what two random vectors have in common. Attention and the feed-forward block have small random weights:
they are computed, and change nothing. The weights are Q8_0, so that the kernels made for this processor
run. The layout of the file is in `edgerag/inference/gguf.py`; tensors follow the metadata.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from pathlib import Path

WIDTH = 32
HEADS = 2
CONTEXT = 128
ALIGNMENT = 32
SEED = 1
SMALL = 0.05

UNKNOWN, BEGIN, END, FIRST_BYTE = 0, 1, 2, 3
TOKENS = ("<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)))
TOKEN_TYPES = (2, 3, 3, *(6 for _ in range(256)))
"""Unknown, control, control, bytes."""

CHAT_TEMPLATE = "{% for message in messages %}{{ message.content }}{% endfor %}"

U32, I32, F32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
TENSOR_F32, TENSOR_Q8_0 = 0, 8
Q8_0_BLOCK = 32

Matrix = list[list[float]]


def write_gguf(path: Path) -> None:
    """Write the model."""
    tensors = _tensors()
    header = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(_metadata())))
    for key, kind, value in _metadata():
        header += _string(key) + struct.pack("<I", kind) + _value(kind, value)
    data = bytearray()
    for name, matrix in tensors.items():
        kind = TENSOR_F32 if len(matrix) == 1 else TENSOR_Q8_0
        shape = (WIDTH,) if len(matrix) == 1 else (WIDTH, len(matrix))
        header += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, len(data))
        content = b"".join(map(_floats if kind == TENSOR_F32 else _q8_0, matrix))
        data += content + bytes(-len(content) % ALIGNMENT)
    path.write_bytes(bytes(header) + bytes(-len(header) % ALIGNMENT) + bytes(data))


def _metadata() -> list[tuple[str, int, object]]:
    return [
        ("general.architecture", STRING, "llama"),
        ("general.name", STRING, "alphabet"),
        ("general.license", STRING, "apache-2.0"),
        ("llama.context_length", U32, CONTEXT),
        ("llama.embedding_length", U32, WIDTH),
        ("llama.block_count", U32, 1),
        ("llama.feed_forward_length", U32, WIDTH),
        ("llama.attention.head_count", U32, HEADS),
        ("llama.attention.head_count_kv", U32, HEADS),
        ("llama.attention.layer_norm_rms_epsilon", F32, 1e-5),
        ("llama.rope.dimension_count", U32, WIDTH // HEADS),
        ("llama.vocab_size", U32, len(TOKENS)),
        ("tokenizer.ggml.model", STRING, "llama"),
        ("tokenizer.ggml.tokens", ARRAY, (STRING, TOKENS)),
        ("tokenizer.ggml.scores", ARRAY, (F32, [0.0] * len(TOKENS))),
        ("tokenizer.ggml.token_type", ARRAY, (I32, TOKEN_TYPES)),
        ("tokenizer.ggml.bos_token_id", U32, BEGIN),
        ("tokenizer.ggml.eos_token_id", U32, END),
        ("tokenizer.ggml.unknown_token_id", U32, UNKNOWN),
        ("tokenizer.ggml.add_bos_token", BOOL, False),
        ("tokenizer.ggml.add_space_prefix", BOOL, False),
        ("tokenizer.chat_template", STRING, CHAT_TEMPLATE),
    ]


def _tensors() -> dict[str, Matrix]:
    draw = random.Random(SEED)
    vectors = [[draw.choice((-1.0, 1.0)) for _ in range(WIDTH)] for _ in TOKENS]

    def small() -> Matrix:
        return [[draw.uniform(-SMALL, SMALL) for _ in range(WIDTH)] for _ in range(WIDTH)]

    ones = [[1.0] * WIDTH]
    return {
        "token_embd.weight": vectors,
        "blk.0.attn_norm.weight": ones,
        "blk.0.attn_q.weight": small(),
        "blk.0.attn_k.weight": small(),
        "blk.0.attn_v.weight": small(),
        "blk.0.attn_output.weight": small(),
        "blk.0.ffn_norm.weight": ones,
        "blk.0.ffn_gate.weight": small(),
        "blk.0.ffn_up.weight": small(),
        "blk.0.ffn_down.weight": small(),
        "output_norm.weight": ones,
        "output.weight": [vectors[_token_before(token)] for token in range(len(TOKENS))],
    }


def _token_before(token: int) -> int:
    """Name the token that this one follows: the letter before, "z" before the end, else one never met."""
    if token == END:
        return FIRST_BYTE + ord("z")
    return token - 1 if ord("a") < token - FIRST_BYTE <= ord("z") else UNKNOWN


def _value(kind: int, value: object) -> bytes:
    if kind == STRING:
        return _string(str(value))
    if kind == ARRAY:
        inner, values = value  # type: ignore[misc]
        return struct.pack("<IQ", inner, len(values)) + b"".join(_value(inner, one) for one in values)
    return struct.pack({U32: "<I", I32: "<i", F32: "<f", BOOL: "<?"}[kind], value)


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _floats(row: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(row)}f", *row)


def _q8_0(row: Sequence[float]) -> bytes:
    """Write blocks of 32 whole numbers from -127 to 127, each after its unit in 16 bits."""
    packed = b""
    for start in range(0, len(row), Q8_0_BLOCK):
        block = row[start : start + Q8_0_BLOCK]
        unit = max(map(abs, block)) / 127
        packed += struct.pack(f"<e{Q8_0_BLOCK}b", unit, *(round(value / unit) for value in block))
    return packed
