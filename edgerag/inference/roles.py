"""What each kind of model can do; the stages know models by these protocols alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float32


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors whose dot product is their similarity."""

    name: str
    """Catalogue name and revision: vectors of two names never mix."""
    dimensions: int

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        """Embed passages; every row has length 1."""
        ...

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        """Embed a question, with the model's query prefix if it has one."""
        ...


@runtime_checkable
class Reranker(Protocol):
    """A cross-encoder: reads question and passage together."""

    name: str

    def score(self, query: str, passages: Sequence[str]) -> Float32[np.ndarray, " passage"]:
        """Score each passage for the question; a logit, higher is better."""
        ...


@runtime_checkable
class Entailment(Protocol):
    """Reads two texts together and says what the first means for the second."""

    name: str

    def score(self, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 3"]:
        """Probabilities that premise entails hypothesis, leaves it open, contradicts it; in that order."""
        ...


@runtime_checkable
class Relator(Protocol):
    """Reads a question with what two handbooks state, and says how the two relate as its answers."""

    name: str

    def score(self, question: str, pairs: Sequence[tuple[str, str]]) -> Float32[np.ndarray, "pair 5"]:
        """Logits: same, more, differs, opposite, apart; others if the texts change places."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@runtime_checkable
class Generator(Protocol):
    """A language model that continues a conversation."""

    name: str
    context_tokens: int

    def count_tokens(self, text: str) -> int:
        """How many tokens `text` takes."""
        ...

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, grammar: str = "", cancel: Event | None = None
    ) -> Iterator[str]:
        """Yield the reply piece by piece, greedily; messages that share a prefix share its cost.

        Raises:
            ContextOverflowError: the conversation does not fit the context window.
            Cancelled: `cancel` was set, in the middle of the prompt or of the reply.
            ModelError: the model could not run.
        """
        ...
