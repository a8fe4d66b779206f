"""One handbook's answer in a generator's words: the kept one, or a new one written while it is shown."""

from __future__ import annotations

import logging
from collections.abc import Generator as Steps
from dataclasses import replace
from threading import Event

from edgerag.answer.answer import Quoted, Token, answer_question
from edgerag.config import Answers
from edgerag.domain.answers import Answer
from edgerag.domain.evidence import Evidence
from edgerag.engine.events import Written
from edgerag.engine.kept import KeptAnswers
from edgerag.engine.models import Models
from edgerag.errors import Cancelled, ModelError
from edgerag.language.questions import Asked
from edgerag.store.library import Library
from edgerag.understand.saying import parts_of, understood_line

_LOG = logging.getLogger(__name__)


class Writer:
    """Lets the generator answer where there is one."""

    def __init__(self, library: Library, models: Models, limits: Answers) -> None:
        self._library, self._models, self._limits = library, models, limits

    def write(
        self, asked: Asked, evidence: Evidence, quoted: Quoted, cancel: Event
    ) -> Steps[Written, None, Answer]:
        """Give the kept answer if there is one; else write it, and keep it if the model came to its end."""
        if not self._models.generator_name:
            return quoted.answer
        answers = self._kept()
        kept = answers.find(_as_read(asked), evidence)
        if kept is not None:
            return kept
        generator = self._models.generator
        if generator is None:
            return quoted.answer
        if isinstance(generator, ModelError):
            return _noted(quoted.answer, f"{generator}; the handbook is quoted")
        answer = quoted.answer
        pages = self._library.pages(evidence.handbook.id)
        steps = answer_question(
            asked,
            evidence,
            pages,
            quoted,
            generator,
            prompt_tokens=self._limits.prompt_tokens,
            max_tokens=self._limits.max_tokens,
            cancel=cancel,
        )
        try:
            for step in steps:
                if isinstance(step, Token):
                    yield Written(evidence.handbook.id, step.text)
                else:
                    answer = step
        except (Cancelled, ModelError) as error:
            _LOG.info("generation ended early: %s", type(error).__name__)
            return answer
        answers.keep(_as_read(asked), evidence, answer)
        return answer

    def _kept(self) -> KeptAnswers:
        limits = self._limits.prompt_tokens, self._limits.max_tokens
        return KeptAnswers(self._library, list(self._models.versions().values()), limits)


def _noted(answer: Answer, note: str) -> Answer:
    return replace(answer, note="; ".join(filter(None, (answer.note, note))))


def _as_read(asked: Asked) -> str:
    """Give a question with how it was understood: corrected, the same words ask for another answer."""
    return f"{asked.text}\n{understood_line(parts_of(asked))}"
