from __future__ import annotations

import struct
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.errors import ModelError
from edgerag.inference.gguf import read_gguf_header
from edgerag.inference.installed import InstalledModels

U32, F32, BOOL, STRING, ARRAY, U64 = 4, 6, 7, 8, 9, 10


def text(value: str | bytes) -> bytes:
    encoded = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(encoded)) + encoded


def header(*items: tuple[str, int, bytes], version: int = 3, n_items: int | None = None) -> bytes:
    n = len(items) if n_items is None else n_items
    body = b"".join(text(key) + struct.pack("<I", kind) + value for key, kind, value in items)
    return b"GGUF" + struct.pack("<IQQ", version, 0, n) + body


SMALL = header(
    ("general.architecture", STRING, text("qwen2")),
    ("general.name", STRING, text("Tiny")),
    ("tokenizer.ggml.tokens", ARRAY, struct.pack("<IQ", STRING, 2) + text("a") + text("bc")),
    ("tokenizer.ggml.scores", ARRAY, struct.pack("<IQ", F32, 2) + struct.pack("<ff", 0.5, 1.5)),
    ("qwen2.context_length", U32, struct.pack("<I", 2048)),
    ("qwen2.block_count", U32, struct.pack("<I", 4)),
    ("qwen2.embedding_length", U32, struct.pack("<I", 64)),
    ("qwen2.attention.head_count", U32, struct.pack("<I", 8)),
    ("qwen2.attention.head_count_kv", U32, struct.pack("<I", 2)),
    ("tokenizer.ggml.add_bos_token", BOOL, b"\x01"),
    ("tokenizer.chat_template", STRING, text("{{ messages }}")),
)


def test_header_after_arrays_is_read(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(SMALL)
    read = read_gguf_header(tmp_path / "m.gguf")
    assert (read.architecture, read.title, read.context_tokens) == ("qwen2", "Tiny", 2048)
    assert read.chat_template == "{{ messages }}"
    assert read.metadata["tokenizer.ggml.add_bos_token"] is True


def test_cache_is_keys_and_values_of_every_layer_in_16_bits(tmp_path: Path) -> None:
    (tmp_path / "m.gguf").write_bytes(SMALL)
    # 4 layers, 2 heads of 64 / 8 = 8 numbers, 2 bytes each, once for keys and once for values
    assert read_gguf_header(tmp_path / "m.gguf").cache_bytes_per_token == 4 * 2 * 8 * 2 * 2


def test_real_model_is_read(installed: InstalledModels) -> None:
    read = read_gguf_header(installed.folder / "smollm2-135m-instruct" / "model.gguf")
    assert read.architecture == "llama"
    assert read.context_tokens == 8192
    assert "<|im_start|>" in read.chat_template


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "ends in the middle"),
        (b"PK\x03\x04 a zip file", "does not begin with GGUF"),
        (header(version=1), "version 1"),
        (header(version=4), "version 4"),
        (header(n_items=1 << 60), "metadata keys"),
        (header(n_items=5), "ends in the middle"),
        (header(("k", 99, b"")), "type 99"),
        (header(("k", STRING, struct.pack("<Q", 1 << 62))), "ends in the middle"),
        (header(("k", ARRAY, struct.pack("<IQ", U32, 1 << 62))), "ends in the middle"),
        (header(("k", ARRAY, struct.pack("<IQ", STRING, 1 << 62))), "longer than the file"),
        (header(("k", ARRAY, struct.pack("<IQ", ARRAY, 1) * 50 + bytes(600))), "nested too deeply"),
    ],
)
def test_malformed_header_is_refused_with_the_reason(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(ModelError, match=complaint):
        read_gguf_header(tmp_path / "m.gguf")


@given(cut=st.integers(0, len(SMALL) - 1))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_header_cut_anywhere_is_refused(tmp_path: Path, cut: int) -> None:
    (tmp_path / "m.gguf").write_bytes(SMALL[:cut])
    with pytest.raises(ModelError):
        read_gguf_header(tmp_path / "m.gguf")


@given(data=st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_changed_bytes_give_a_header_or_an_error_and_quickly(tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(SMALL)
    for position in data.draw(st.lists(st.integers(4, len(SMALL) - 1), min_size=1, max_size=8)):
        content[position] = data.draw(st.integers(0, 255))
    (tmp_path / "m.gguf").write_bytes(content)
    start = time.process_time()
    try:
        read = read_gguf_header(tmp_path / "m.gguf")
    except ModelError:
        pass
    else:
        assert read.context_tokens >= 0
        assert read.cache_bytes_per_token >= 0
    assert time.process_time() - start < 5
