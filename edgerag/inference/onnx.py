"""Runs an ONNX transformer with its tokenizer, one text at a time.

Why one at a time: the default models are int8 with dynamic quantisation, whose scale is taken over the whole
batch, so a text's vector would depend on its neighbours (cosine 0.995 measured), and on a CPU a batch is
slower than its texts one by one. Several threads work on several texts instead of together on one: no thread
waits for another, and the numbers are the same.

Memory of the three default models (34, 34 and 24 MB as files) beside the 55 MB of the libraries, in MB after
a dozen texts of 200 words each:

    onnxruntime as it comes                                          316
    without a plan of the memory for every length of a text          287
    and without the files' bytes, which its sessions keep            196
    and with one arena for what all of them compute with             172

None of it costs time. What is left is what they are: 92 MB of weights, the half of which the processor's
matrix routines pack anew, vocabularies, code, and 20 MB to compute with. Without packing it would be 161 and
a little slower; files that stay mapped would need onnxruntime's own format, and so other files than those
that are published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as ort_errors
from tokenizers import Encoding, Tokenizer

from edgerag.errors import ModelError
from edgerag.inference.machine import why_no_cuda

T = TypeVar("T")

CPU = "CPUExecutionProvider"
FATAL_ONLY = 4
"""onnxruntime's severity at which it no longer writes warnings on the terminal."""

UNHEARD_OF = "\U00013000 龘 ☃"
"""No vocabulary has all of it: a tokenizer must have something to give for it."""

DYNAMIC_INT8 = b"DynamicQuantizeLinear"
"""The operator's name in the bytes of a model that only the CPU runs well."""

_LOAD_ERRORS = (
    ort_errors.Fail,
    ort_errors.InvalidArgument,
    ort_errors.InvalidGraph,
    ort_errors.InvalidProtobuf,
    ort_errors.NotImplemented,
    ort_errors.RuntimeException,
)


class _Session(ort.InferenceSession):  # type: ignore[misc]  # onnxruntime has no types
    """A session on the CPU that keeps no copy of the file: it has no other device to read it again for."""

    def __init__(self, weights: bytes, options: ort.SessionOptions) -> None:
        super().__init__(weights, options, providers=[CPU])
        self.disable_fallback()
        self._model_bytes = None


class OnnxModel:
    """A session and its tokenizer; safe to use from several threads."""

    def __init__(self, name: str, weights: bytes, tokenizer: bytes, *, max_tokens: int, threads: int) -> None:
        """Parse what has been verified.

        Raises:
            ModelError: one of the two cannot be read, or the model wants other inputs than text.
        """
        self.name = name
        self._session = _open_session(name, weights)
        self._tokenizer = _open_tokenizer(name, tokenizer, max_tokens)
        self._inputs = [node.name for node in self._session.get_inputs()]
        unknown = set(self._inputs) - {"input_ids", "attention_mask", "token_type_ids"}
        if unknown:
            raise ModelError(f"{name} wants inputs that no text gives: {', '.join(sorted(unknown))}")
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name) if threads > 1 else None

    @property
    def providers(self) -> tuple[str, ...]:
        """Where the model really runs."""
        return tuple(self._session.get_providers())

    def run_each(
        self, texts: Sequence[str], finish: Callable[[np.ndarray], T], *, after: str | None = None
    ) -> Iterator[T]:
        """Run the model on each text, or on the pair of `after` and each text, and `finish` its first output.

        Outputs come in the order of the texts, each as soon as it and those before it are done.
        """

        def work(text: str) -> T:
            encoding = self._tokenizer.encode(text) if after is None else self._tokenizer.encode(after, text)
            return finish(self._session.run(None, self._feed(encoding))[0][0])

        return map(work, texts) if self._pool is None else self._pool.map(work, texts)

    def _feed(self, encoding: Encoding) -> dict[str, np.ndarray]:
        values = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        return {name: np.array([values[name]], dtype=np.int64) for name in self._inputs}


def usable_providers() -> tuple[str, ...]:
    """Where onnxruntime can run models here, best first; the CPU always."""
    cuda = "CUDAExecutionProvider"
    if cuda in ort.get_available_providers() and _has_cuda_library() and not why_no_cuda():
        return cuda, CPU
    return (CPU,)


def _has_cuda_library() -> bool:
    """Say whether this copy brings what onnxruntime claims to have: an executable for CPUs leaves it out."""
    return any(Path(ort.__file__).parent.glob("capi/*onnxruntime_providers_cuda*"))


def _open_session(name: str, weights: bytes) -> ort.InferenceSession:
    ort.set_default_logger_severity(FATAL_ONLY)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False
    providers = (CPU,) if DYNAMIC_INT8 in weights else usable_providers()
    try:
        if providers == (CPU,):
            _share_arena()
            options.add_session_config_entry("session.use_env_allocators", "1")
            return _Session(weights, options)
        return ort.InferenceSession(weights, options, providers=list(providers))
    except _LOAD_ERRORS as error:
        raise ModelError(f"onnxruntime cannot load {name}: {error}") from error


@cache
def _share_arena() -> None:
    """Let every session on the CPU compute in the same memory, which grows by what is asked for."""
    about = ort.OrtMemoryInfo("Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT)
    usual, as_requested = -1, 1
    arena = ort.OrtArenaCfg(0, as_requested, usual, usual)
    ort.create_and_register_allocator(about, arena)


def _open_tokenizer(name: str, content: bytes, max_tokens: int) -> Tokenizer:
    try:
        tokenizer = Tokenizer.from_buffer(content)
        tokenizer.enable_truncation(max_tokens)
        tokenizer.no_padding()
        tokenizer.encode(UNHEARD_OF)
    except Exception as error:  # the library raises bare exceptions, for a missing [UNK] say
        raise ModelError(f"the tokenizer of {name} cannot be used: {error}") from error
    return tokenizer
