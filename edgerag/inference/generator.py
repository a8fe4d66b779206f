"""Runs a GGUF language model with llama.cpp, greedily and reproducibly.

One context holds one conversation. The next conversation keeps what it shares with the one before, so that a
system prompt and a question cost their time once for all handbooks. Prompts are computed in blocks that begin
at multiples of `BLOCK_TOKENS`, and only whole blocks are kept: each block is then always computed with the
same neighbours in the same shape, and a reply is the same whether or not anything was kept.
"""

from __future__ import annotations

import codecs
import ctypes
import re
import sys
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread

import llama_cpp
from jinja2 import TemplateError
from llama_cpp import llama_cpp as llama
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from edgerag.errors import Cancelled, ContextOverflowError, ModelError, ModelMemoryError, RepetitionError
from edgerag.inference.gguf import GgufHeader, read_gguf_header
from edgerag.inference.machine import available_memory_bytes
from edgerag.inference.repetition import has_loop
from edgerag.inference.roles import Message

DEFAULT_CONTEXT_TOKENS = 4096
BLOCK_TOKENS = 64
"""Large enough to keep the processor busy, small enough to lose little where two prompts part."""
WEIGHTS_OVERHEAD = 1.1
"""Memory per byte of weights: some are repacked for the processor when they are loaded."""
ABORTED = 2
"""What `llama_decode` returns when the abort callback stopped it."""
TURN_TIMEOUT_S = 120.0
"""How long a caller waits until another one's text is written; set by hand."""

_MARK = re.compile("\ue000([0-9]+)\ue001")
"""Stands for a message's content while the chat template is rendered; private-use characters."""


class LlamaGenerator:
    """A generator (see `roles.Generator`): temperature 0, one reply at a time.

    Threads take turns; a reply that is not read to its end must be closed before the next one is asked for.
    """

    def __init__(self, name: str, path: Path, *, context_tokens: int = 0, threads: int = 1) -> None:
        """Load a GGUF file that has been verified.

        Raises:
            ModelMemoryError: there is not enough free memory.
            ModelError: llama.cpp cannot load it, or it has no chat template.
        """
        self.name = name
        header = read_gguf_header(path)
        if not header.chat_template:
            raise ModelError(f"{name} has no chat template: it was not made to follow instructions")
        n_ctx = min(context_tokens or DEFAULT_CONTEXT_TOKENS, header.context_tokens or DEFAULT_CONTEXT_TOKENS)
        _require_memory(name, path, header, n_ctx)
        _prepare_library()
        self._model = _load_model(name, path)
        self._context, self._stop_flag = _new_context(name, self._model, n_ctx, threads)
        self._free = weakref.finalize(self, _free, self._context, self._model)
        self._vocab = llama.llama_model_get_vocab(self._model)
        self._template = _ChatTemplate(
            header.chat_template,
            eos_token=self._special_text(llama.llama_vocab_eos(self._vocab)),
            bos_token=self._special_text(llama.llama_vocab_bos(self._vocab)),
        )
        self._held: list[int] = []
        self._turn = Lock()
        self.context_tokens = int(llama.llama_n_ctx(self._context))

    def close(self) -> None:
        """Give the memory back; the generator cannot be used after this."""
        self._free()

    def count_tokens(self, text: str) -> int:
        """How many tokens `text` takes."""
        return len(self._tokenize(text, with_special=False))

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, grammar: str = "", cancel: Event | None = None
    ) -> Iterator[str]:
        """Yield the reply piece by piece; it ends where the model ends it, or after `max_tokens`.

        Args:
            messages: the conversation; what looks like a control token inside it is plain text to the model.
            max_tokens: the longest reply.
            grammar: GBNF with a rule `root` that the reply must follow; empty for free text.
            cancel: set by another thread to stop at once, also in the middle of the prompt.

        Raises:
            ContextOverflowError: conversation and longest reply do not fit the context window together.
            Cancelled: `cancel` was set.
            RepetitionError: the model says the same over and over.
            ModelError: the grammar cannot be read, or the model cannot run.
        """
        with self._my_turn(), self._sampler(grammar) as sampler, self._watch(cancel):
            prompt = self._conversation(messages)
            if len(prompt) + max_tokens > self.context_tokens:
                raise ContextOverflowError(
                    f"{len(prompt)} tokens and a reply of {max_tokens} are more"
                    f" than the {self.context_tokens} that {self.name} can hold"
                )
            self._read(prompt)
            yield from self._write(sampler, max_tokens)

    def _write(self, sampler: llama.llama_sampler_p, max_tokens: int) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        reply: list[int] = []
        while len(reply) < max_tokens:
            token = llama.llama_sampler_sample(sampler, self._context, -1)
            if llama.llama_vocab_is_eog(self._vocab, token):
                break
            reply.append(token)
            if has_loop(reply):
                raise RepetitionError(f"{self.name} says the same over and over")
            if piece := decoder.decode(self._piece(token)):
                yield piece
            if len(reply) < max_tokens:
                self._decode([token])
        if rest := decoder.decode(b"", final=True):
            yield rest

    def _read(self, prompt: list[int]) -> None:
        """Make the context hold exactly `prompt`, keeping the whole blocks that it holds already."""
        n_shared = _n_shared(self._held, prompt[:-1]) // BLOCK_TOKENS * BLOCK_TOKENS
        self._forget_after(n_shared)
        for start in range(n_shared, len(prompt), BLOCK_TOKENS):
            block = prompt[start : start + BLOCK_TOKENS]
            self._decode(block)
            self._held += block

    def _forget_after(self, n_tokens: int) -> None:
        memory = llama.llama_get_memory(self._context)
        self._held = self._held[:n_tokens]
        if not llama.llama_memory_seq_rm(memory, 0, n_tokens, -1):
            llama.llama_memory_clear(memory, True)
            self._held = []

    def _decode(self, tokens: Sequence[int]) -> None:
        if self._stop_flag.raised:
            raise Cancelled("stopped")
        pinned = (llama.llama_token * len(tokens))(*tokens)  # the batch only points to it
        status = llama.llama_decode(self._context, llama.llama_batch_get_one(pinned, len(tokens)))
        if status == ABORTED:
            raise Cancelled("stopped")
        if status != 0:
            raise ModelError(f"{self.name} could not run: llama.cpp returned {status}{_last_words()}")

    def _conversation(self, messages: Sequence[Message]) -> list[int]:
        """Write messages as the model was trained to see them.

        The template is rendered with marks in place of the contents, and contents are tokenized apart, so
        that a handbook that contains "<|im_end|>" cannot end its own message.
        """
        pieces = _MARK.split(self._render(messages))
        tokens: list[int] = []
        for template_text, content in zip(pieces[::2], [*pieces[1::2], None], strict=True):
            tokens += self._tokenize(template_text, with_special=True)
            if content is not None:
                tokens += self._tokenize(messages[int(content)].content.strip(), with_special=False)
        bos = llama.llama_vocab_bos(self._vocab)
        if llama.llama_vocab_get_add_bos(self._vocab) and tokens[:1] != [bos]:
            tokens.insert(0, bos)
        return tokens

    def _render(self, messages: Sequence[Message]) -> str:
        """Fill the chat template with marks; a model that knows no system message gets it in the question."""
        marked = [(message.role, f"\ue000{i}\ue001") for i, message in enumerate(messages)]
        try:
            return self._template.render(marked)
        except (TemplateError, ValueError) as refusal:
            if len(marked) < 2 or marked[0][0] != "system":
                raise ModelError(f"the chat template of {self.name} cannot be used: {refusal}") from refusal
        try:
            return self._template.render([("user", f"{marked[0][1]}\n\n{marked[1][1]}"), *marked[2:]])
        except (TemplateError, ValueError) as refusal:
            raise ModelError(f"the chat template of {self.name} cannot be used: {refusal}") from refusal

    def _tokenize(self, text: str, *, with_special: bool) -> list[int]:
        encoded = text.encode("utf-8", errors="replace")
        room = len(encoded) + 16
        tokens = (llama.llama_token * room)()
        n = llama.llama_tokenize(self._vocab, encoded, len(encoded), tokens, room, False, with_special)
        if n < 0:
            raise ModelError(f"{self.name} could not split a text into tokens")
        return list(tokens[:n])

    def _piece(self, token: int, *, special: bool = False) -> bytes:
        room = 64
        while True:
            buffer = ctypes.create_string_buffer(room)
            n = llama.llama_token_to_piece(self._vocab, token, buffer, room, 0, special)
            if n >= 0:
                return buffer.raw[:n]
            room = -n

    def _special_text(self, token: int) -> str:
        return "" if token < 0 else self._piece(token, special=True).decode("utf-8", errors="replace")

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=TURN_TIMEOUT_S):
            raise ModelError(f"{self.name} is still writing another reply")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _sampler(self, grammar: str) -> Iterator[llama.llama_sampler_p]:
        chain = llama.llama_sampler_chain_init(llama.llama_sampler_chain_default_params())
        try:
            if grammar:
                rules = llama.llama_sampler_init_grammar(self._vocab, grammar.encode(), b"root")
                if not rules:
                    raise ModelError(f"the grammar cannot be read{_last_words()}")
                llama.llama_sampler_chain_add(chain, rules)
            llama.llama_sampler_chain_add(chain, llama.llama_sampler_init_greedy())
            yield chain
        finally:
            llama.llama_sampler_free(chain)

    @contextmanager
    def _watch(self, cancel: Event | None) -> Iterator[None]:
        """Raise the stop flag when `cancel` is set, until the reply is done."""
        self._stop_flag.lower()
        if cancel is None:
            yield
            return
        if cancel.is_set():
            raise Cancelled("stopped")
        done = Event()
        watcher = Thread(target=self._stop_flag.raise_on, args=(cancel, done), name="cancel", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()


class _ChatTemplate(Jinja2ChatFormatter):
    """A model's own way of writing a conversation."""

    def render(self, messages: Sequence[tuple[str, str]]) -> str:
        """Write roles and contents, and the beginning of the reply."""
        spoken = [{"role": role, "content": content} for role, content in messages]
        return self(messages=spoken).prompt  # type: ignore[arg-type]  # templates read plain dictionaries

    @staticmethod
    def strftime_now(format_: str) -> str:
        """Some templates write today's date; with a fixed day a question has the same prompt tomorrow."""
        return date(2025, 1, 1).strftime(format_)


class _StopFlag:
    """A byte that llama.cpp reads between two operations, without entering Python.

    A callback written in Python would need the interpreter's lock about a thousand times per token, and a
    Ctrl-C that arrived inside it would be lost. C's `strlen` has the shape that llama.cpp asks for, a
    function from a pointer to a truth value: 0 for an empty string, 1 for this flag once it is raised.
    """

    POLL_S = 0.05

    def __init__(self) -> None:
        self._byte = ctypes.create_string_buffer(2)
        libc = ctypes.CDLL("msvcrt") if sys.platform == "win32" else ctypes.CDLL(None)
        self.callback = ctypes.cast(libc.strlen, llama.ggml_abort_callback)
        self.address = ctypes.cast(self._byte, ctypes.c_void_p)

    @property
    def raised(self) -> bool:
        return self._byte.raw[0] != 0

    def lower(self) -> None:
        self._byte[0] = b"\x00"

    def raise_on(self, cancel: Event, done: Event) -> None:
        while not done.is_set():
            if cancel.wait(self.POLL_S):
                self._byte[0] = b"\x01"
                return


def supports_gpu() -> bool:
    """Whether llama.cpp can put layers on a graphics card here."""
    _prepare_library()
    return bool(llama.llama_supports_gpu_offload())


def backends() -> tuple[str, ...]:
    """Name what llama.cpp computes with here, such as "cpu-haswell"; nothing if it was built in.

    A card's backend is loaded where its libraries are, whether or not there is a card.
    """
    has_card = supports_gpu()
    return tuple(name for name in _backends if has_card or name.startswith("cpu"))


_backends: list[str] = []
_LOADED = re.compile(rb"loaded \S+ backend from .*ggml-(.+)\.(?:so|dylib|dll)")
"""How llama.cpp says which of the libraries beside it was made for this machine."""

_log: list[str] = []
"""What llama.cpp said last, for error messages; it never reaches the terminal."""
LOG_LINES = 20
LOG_WARNING, LOG_ERROR = 3, 4
"""`GGML_LOG_LEVEL_WARN` and `GGML_LOG_LEVEL_ERROR`."""


@llama.llama_log_callback  # type: ignore[untyped-decorator]
def _keep_log(level: int, text: bytes, _user_data: int | None) -> None:
    if loaded := _LOADED.search(text):
        _backends.append(loaded[1].decode("utf-8", errors="replace"))
    if level in {LOG_WARNING, LOG_ERROR}:
        _log.append(text.decode("utf-8", errors="replace").strip())
        del _log[:-LOG_LINES]


def _last_words() -> str:
    lines = [line for line in _log if line]
    _log.clear()
    return f" ({lines[-1]})" if lines else ""


@cache
def _prepare_library() -> None:
    """Silence llama.cpp and let it load the backend made for this processor.

    The backends lie beside libllama, where it does not look by itself. They must be registered through
    libllama's own handle: `libggml.so` exists twice in the wheel, and the other copy is not the one it uses.
    """
    llama.llama_log_set(_keep_log, ctypes.c_void_p(0))
    library = llama._lib  # noqa: SLF001 - the only handle there is
    library.ggml_backend_reg_count.restype = ctypes.c_size_t
    if library.ggml_backend_reg_count() == 0:
        library.ggml_backend_load_all_from_path.argtypes = [ctypes.c_char_p]
        library.ggml_backend_load_all_from_path(str(Path(llama_cpp.__file__).parent / "lib").encode())
    llama.llama_backend_init()


def _require_memory(name: str, path: Path, header: GgufHeader, n_ctx: int) -> None:
    needed = path.stat().st_size * WEIGHTS_OVERHEAD + header.cache_bytes_per_token * n_ctx
    available = available_memory_bytes()
    if available < needed:
        raise ModelMemoryError(
            f"{name} needs {needed / 1e9:.1f} GB of memory and {available / 1e9:.1f} GB are free",
            hint="close other programs, install a smaller generator, or use --extractive",
        )


def _load_model(name: str, path: Path) -> llama.llama_model_p:
    parameters = llama.llama_model_default_params()
    parameters.n_gpu_layers = -1 if supports_gpu() else 0
    model = llama.llama_model_load_from_file(str(path).encode(), parameters)
    if not model:
        raise ModelError(f"llama.cpp cannot load {name}{_last_words()}")
    return model


def _new_context(
    name: str, model: llama.llama_model_p, n_ctx: int, threads: int
) -> tuple[llama.llama_context_p, _StopFlag]:
    flag = _StopFlag()
    parameters = llama.llama_context_default_params()
    parameters.n_ctx = n_ctx
    parameters.n_batch = parameters.n_ubatch = BLOCK_TOKENS
    parameters.n_threads = parameters.n_threads_batch = threads
    parameters.flash_attn_type = llama.LLAMA_FLASH_ATTN_TYPE_DISABLED
    parameters.no_perf = True
    parameters.abort_callback = flag.callback
    parameters.abort_callback_data = flag.address
    context = llama.llama_init_from_model(model, parameters)
    if not context:
        llama.llama_model_free(model)
        raise ModelError(f"llama.cpp cannot make a context of {n_ctx} tokens for {name}{_last_words()}")
    return context, flag


def _free(context: llama.llama_context_p, model: llama.llama_model_p) -> None:
    llama.llama_free(context)
    llama.llama_model_free(model)


def _n_shared(held: Sequence[int], wanted: Sequence[int]) -> int:
    for n, (a, b) in enumerate(zip(held, wanted, strict=False)):
        if a != b:
            return n
    return min(len(held), len(wanted))
