"""The models that a question needs, each opened when it is first needed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cached_property
from threading import Event

from edgerag import __version__
from edgerag.answer.keys import ANSWER_VERSION
from edgerag.answer.prompt import PROMPT_VERSION
from edgerag.compare.similarity import ModelSimilarity
from edgerag.compare.validation import validation_of
from edgerag.compare.verdict import VERDICT_VERSION, ModelReader
from edgerag.config import Models as Chosen
from edgerag.errors import ModelError
from edgerag.inference.catalogue import Entry, Role
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import (
    open_embedder,
    open_entailment,
    open_generator,
    open_relation,
    open_reranker,
    open_selector,
)
from edgerag.inference.roles import Embedder, Entailment, Generator, Relator, Reranker

_LOG = logging.getLogger(__name__)


class Models:
    """The selector, the relation model, and the models that the settings choose for the other roles."""

    def __init__(self, installed: InstalledModels, chosen: Chosen, *, extractive: bool) -> None:
        """Choose among the `installed` models; `extractive` leaves the generator out."""
        self._installed, self._chosen, self._extractive = installed, chosen, extractive

    @cached_property
    def embedder(self) -> Embedder:
        """The one that makes vectors; raises ModelError if it is missing or cannot be loaded."""
        return open_embedder(self._installed, self._chosen.embedder, self._chosen.threads)

    @cached_property
    def reranker(self) -> Reranker:
        """The cross-encoder; raises ModelError if it is missing or cannot be loaded."""
        return open_reranker(self._installed, self._chosen.reranker, self._chosen.threads)

    @cached_property
    def selector(self) -> Reranker | None:
        """The cross-encoder of statements, if any; without it they are chosen by their words and places."""
        return open_selector(self._installed, self._chosen.threads)

    @cached_property
    def entailment(self) -> Entailment | None:
        """The entailment model, if any; without it pairs are judged by their values and likeness."""
        return open_entailment(self._installed, self._chosen.entailment, self._chosen.threads)

    @cached_property
    def relation(self) -> Relator | None:
        """The model that says how two answers relate, if any; without it their values and likeness decide."""
        return open_relation(self._installed, self._chosen.threads)

    @cached_property
    def generator(self) -> Generator | ModelError | None:
        """The generator, if any, or why it cannot be used; tried once, for hashing it takes time."""
        if self._extractive:
            return None
        try:
            return open_generator(self._installed, self._chosen.generator, self._chosen.threads)
        except ModelError as error:
            _LOG.warning("the generator cannot be used: %s", error)
            return error

    @property
    def embedder_name(self) -> str:
        """Which embedder is used; empty if none is installed. Does not load it."""
        entry = self._installed.choose(Role.EMBEDDER, self._chosen.embedder)
        return entry.revision if entry else ""

    @property
    def generator_name(self) -> str:
        """Which generator answers; empty if none does. Does not load it."""
        return self._generator_entry.revision if self._generator_entry else ""

    @cached_property
    def similarity(self) -> ModelSimilarity:
        """The models that compare two texts."""
        return ModelSimilarity(self.embedder, self.reranker, self.entailment, self.relation)

    def reader(self, cancel: Event) -> ModelReader | None:
        """Let the generator read pairs that are left open, if it was checked here and is good enough."""
        entry = self._generator_entry
        checked_here = validation_of(self._installed, entry) if entry else None
        if checked_here is None or checked_here.shortcomings:
            return None
        return ModelReader(lambda: self.generator, checked_here.share_right, cancel)

    def load(self) -> Iterator[Role]:
        """Load the models that questions need, yielding each one's role before it is loaded.

        Raises:
            ModelError: one is missing or cannot be loaded; the generator is not loaded without the others.
        """
        yield Role.EMBEDDER
        _ = self.embedder
        yield Role.RERANKER
        _ = self.reranker
        yield Role.SELECTOR
        _ = self.selector
        yield Role.ENTAILMENT
        _ = self.entailment
        yield Role.RELATION
        _ = self.relation
        if self.generator_name:
            yield Role.GENERATOR
            _ = self.generator

    def versions(self) -> dict[str, str]:
        """Name everything that can change an answer besides the library and the question."""
        generator = self.generator_name
        return {
            "edgerag": __version__,
            "embedder": self.embedder.name,
            "reranker": self.reranker.name,
            "selector": self.selector.name if self.selector else "",
            "entailment": self.entailment.name if self.entailment else "",
            "relation": self.relation.name if self.relation else "",
            "generator": generator,
            "prompt": PROMPT_VERSION if generator else "",
            "answers": ANSWER_VERSION,
        }

    def reader_version(self) -> dict[str, str]:
        """Name the prompt of the generator's verdicts, if it gives any."""
        return {"verdicts": VERDICT_VERSION} if self.reader(Event()) else {}

    @cached_property
    def _generator_entry(self) -> Entry | None:
        return None if self._extractive else self._installed.choose(Role.GENERATOR, self._chosen.generator)
