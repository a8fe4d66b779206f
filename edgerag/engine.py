"""The one place where the stages meet: `Engine.ask`, from a question to its report.

It yields events, so that any front end can show the work as it happens and stop it: whatever
was yielded before stays true. Models are opened when first needed. The other road, from files
to indexed handbooks, is `edgerag.intake`.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Generator as Steps
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Event
from time import monotonic
from types import TracebackType
from typing import Self

from edgerag import __version__, intake, paths
from edgerag.answer.answer import Quoted, Token, answer_question, quote_answer
from edgerag.answer.keys import ANSWER_VERSION, answer_key, decode_answer, encode_answer
from edgerag.answer.prompt import PROMPT_VERSION
from edgerag.compare.compare import compare_answers
from edgerag.compare.similarity import ModelSimilarity
from edgerag.compare.validation import validation_of
from edgerag.compare.verdict import VERDICT_VERSION, ModelReader
from edgerag.config import Config
from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.evidence import Evidence, EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement, Report, verdict_of
from edgerag.errors import Cancelled, ModelError, QuestionError, StoreError
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Entry, Role
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_entailment, open_generator, open_reranker
from edgerag.inference.roles import Embedder, Entailment, Generator, Reranker
from edgerag.present.json import report_json
from edgerag.retrieve.retrieve import Retriever
from edgerag.store.exchange import LibraryExport
from edgerag.store.library import Library
from edgerag.understand.understand import understand

_LOG = logging.getLogger(__name__)

LONGEST_QUESTION = 3000
"""Characters; longer input is a document, not a question, and no model here could attend to it."""

COMPARE_AFTER_STOP_S = 1.0
"""A person who stops a question waits no longer; the answers of a few handbooks are compared by then."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One handbook's evidence is found."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Drafted:
    """One handbook's answer in its own words: shown at once, and kept if the model does no better."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of one handbook's generated answer."""

    handbook: HandbookId
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One handbook's answer is final."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Judged:
    """One pair of answers is compared."""

    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Unkept:
    """The report could not be put into the library's history; it is complete all the same."""

    error: StoreError


@dataclass(frozen=True, slots=True)
class Finished:
    """The report is complete."""

    report: Report


AskEvent = Retrieved | Drafted | Written | Answered | Judged | Unkept | Finished


class Engine:
    """The stages of one library, wired together."""

    def __init__(
        self,
        library: Library,
        indexes: Indexes,
        models: InstalledModels,
        config: Config,
        *,
        extractive: bool = False,
    ) -> None:
        """Work on `library` with the installed `models`; `extractive` leaves the generator out."""
        self.library = library
        self.indexes = indexes
        self._models = models
        self._config = config
        self._extractive = extractive or config.answers.extractive
        self._closing = ExitStack()

    @classmethod
    def open(cls, config: Config, *, extractive: bool = False) -> Self:
        """Open the user's library, its indexes and models; indexes that lag behind catch up.

        Raises:
            StoreError: the library cannot be opened.
        """
        with ExitStack() as opened:
            library = opened.enter_context(Library.open(paths.library_file()))
            indexes = Indexes.open(library, paths.lexical_folder())
            engine = cls(
                library, indexes, InstalledModels(paths.models_folder()), config, extractive=extractive
            )
            engine._closing = opened.pop_all()
        return engine

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._closing.close()

    def ask(
        self, question: str, *, handbooks: Sequence[str] = (), cancel: Event | None = None, keep: bool = True
    ) -> Iterator[AskEvent]:
        """Answer `question` once per handbook, compare the answers, and finish with the report.

        Args:
            question: what a person typed.
            handbooks: names of the handbooks to ask; all of them if empty.
            cancel: set it to stop: quoted answers stand, handbooks not yet read are reported as such, pairs
                are compared for a second more, and the report is finished.
            keep: whether the report goes into the library's history.

        Raises:
            QuestionError: the question is empty or too long.
            ModelMissingError: no embedder or no reranker is installed.
            ModelError: another embedder made the library's vectors.
            StoreError: the library cannot be read, or one of `handbooks` is not in it.
        """
        asked = checked(question)
        self._refuse_other_vectors()
        scope = [self.library.handbook(name).id for name in handbooks] or None
        stop = cancel or Event()
        found = yield from self._retrieve_and_quote(asked, scope, stop)
        answers = yield from self._answer(asked, found, stop)
        pairs = yield from self._compare(asked, answers, stop)
        report = Report(
            asked, verdict_of(answers, pairs), answers, pairs, self._versions() | self._reader_version()
        )
        if keep:
            yield from self._keep(report)
        yield Finished(report)

    def _refuse_other_vectors(self) -> None:
        made_by = self.library.embedder
        if made_by not in {"", self._embedder.name} or self.library.waiting_for_vectors():
            message = f"the library's vectors were made by {made_by}, not by {self._embedder.name}"
            raise ModelError(message, hint="edgerag doctor --repair makes them anew")

    def _retrieve_and_quote(
        self, question: str, scope: Sequence[HandbookId] | None, cancel: Event
    ) -> Steps[AskEvent, None, list[tuple[Evidence, Quoted]]]:
        """Find each handbook's evidence and quote it at once, the most promising handbook first."""
        found: dict[HandbookId, tuple[Evidence, Quoted]] = {}
        try:
            for evidence in self._retriever.retrieve(question, scope, cancel):
                yield Retrieved(evidence)
                pages = self.library.pages(evidence.handbook.id)
                own_names = self.library.own_names(evidence.handbook.id)
                quoted = quote_answer(question, evidence, pages, self._reranker, own_names)
                yield Drafted(quoted.answer)
                found[evidence.handbook.id] = (evidence, quoted)
        except Cancelled:
            for book in self.library.handbooks():
                if book.id not in found and (scope is None or book.id in scope):
                    found[book.id] = _unread(book)
        return list(found.values())

    def _answer(
        self, question: str, found: Sequence[tuple[Evidence, Quoted]], cancel: Event
    ) -> Steps[AskEvent, None, tuple[Answer, ...]]:
        """Let the generator answer where there is one; the answers come back in the library's order."""
        answers: dict[HandbookId, Answer] = {}
        for evidence, quoted in found:
            answer = quoted.answer
            if answer.status is Status.ANSWERED and not cancel.is_set():
                answer = yield from self._generate(question, evidence, quoted, cancel)
            answers[answer.handbook.id] = answer
            yield Answered(answer)
        return tuple(answers[book.id] for book in self.library.handbooks() if book.id in answers)

    def _generate(
        self, question: str, evidence: Evidence, quoted: Quoted, cancel: Event
    ) -> Steps[AskEvent, None, Answer]:
        """Give the kept answer if there is one; else write it, and keep it if the model came to its end."""
        if not self._generator_name:
            return quoted.answer
        handbook, limits = evidence.handbook, self._config.answers
        models = list(self._versions().values())
        key = answer_key(question, evidence, models, (limits.prompt_tokens, limits.max_tokens))
        kept = self.library.find_answer(key)
        answer = decode_answer(kept, handbook) if kept is not None else None
        if answer is not None:
            return answer
        generator = self._generator
        answer = quoted.answer
        if generator is None:
            return answer
        if isinstance(generator, ModelError):
            note = f"{generator}; the handbook is quoted"
            return replace(answer, note="; ".join(filter(None, (answer.note, note))))
        pages = self.library.pages(handbook.id)
        try:
            for step in answer_question(
                question,
                evidence,
                pages,
                quoted,
                generator,
                prompt_tokens=limits.prompt_tokens,
                max_tokens=limits.max_tokens,
                cancel=cancel,
            ):
                if isinstance(step, Token):
                    yield Written(handbook.id, step.text)
                else:
                    answer = step
        except (Cancelled, ModelError) as error:
            _LOG.info("generation ended early: %s", type(error).__name__)
            return answer
        try:
            self.library.keep_answer(key, handbook.id, encode_answer(answer))
        except StoreError as error:
            _LOG.warning("an answer could not be kept: %s", error)
        return answer

    def _compare(
        self, question: str, answers: Sequence[Answer], cancel: Event
    ) -> Steps[AskEvent, None, tuple[Judgement, ...]]:
        """Judge every pair of answers, or those that the time after a stop allows."""
        deadline = Deadline(cancel, COMPARE_AFTER_STOP_S)
        pairs: list[Judgement] = []
        similarity = ModelSimilarity(self._embedder, self._reranker, self._entailment)
        for judgement in compare_answers(
            understand(question), answers, similarity, is_over=deadline.is_over, reader=self._reader(cancel)
        ):
            pairs.append(judgement)
            yield Judged(judgement)
        return tuple(pairs)

    def _reader(self, cancel: Event) -> ModelReader | None:
        """Let the generator read pairs that are left open, if it was checked here and is good enough."""
        entry = self._generator_entry
        checked_here = validation_of(self._models, entry) if entry else None
        if checked_here is None or checked_here.shortcomings:
            return None
        return ModelReader(lambda: self._generator, checked_here.share_right, cancel)

    def _reader_version(self) -> dict[str, str]:
        """Name the prompt of the generator's verdicts, if it gives any."""
        return {"verdicts": VERDICT_VERSION} if self._reader(Event()) else {}

    def _keep(self, report: Report) -> Steps[AskEvent, None, None]:
        """Put the report into the history; a library that cannot be written still shows it."""
        quoted = [answer.handbook.id for answer in report.answers]
        try:
            self.library.keep_report(
                report.question, report_json(report), quoted, verdict=report.verdict.value
            )
        except StoreError as error:
            _LOG.warning("a report could not be kept: %s", error)
            yield Unkept(error)

    def _versions(self) -> dict[str, str]:
        """Name everything that can change a report besides the library and the question."""
        generator = self._generator_name
        return {
            "edgerag": __version__,
            "embedder": self._embedder.name,
            "reranker": self._reranker.name,
            "entailment": self._entailment.name if self._entailment else "",
            "generator": generator,
            "prompt": PROMPT_VERSION if generator else "",
            "answers": ANSWER_VERSION,
        }

    def load_models(self) -> Iterator[Role]:
        """Load the models that questions need, yielding each one's role before it is loaded.

        Raises:
            ModelError: one is missing or cannot be loaded; the generator is not loaded without the others.
        """
        yield Role.EMBEDDER
        _ = self._embedder
        yield Role.RERANKER
        _ = self._reranker
        yield Role.ENTAILMENT
        _ = self._entailment
        if self._generator_name:
            yield Role.GENERATOR
            _ = self._generator

    def add(self, files: Sequence[Path], *, cancel: Event | None = None) -> Iterator[intake.AddEvent]:
        """Index files; see `edgerag.intake.add_handbooks`."""
        return intake.add_handbooks(
            files, self.library, self.indexes, self._embedder, self._config.ingest, cancel or Event()
        )

    def add_exported(
        self, export: LibraryExport, *, cancel: Event | None = None
    ) -> Iterator[intake.AddEvent]:
        """Add another library's handbooks; see `edgerag.intake.add_exported`."""
        entry = self._models.choose(Role.EMBEDDER, self._config.models.embedder)
        return intake.add_exported(
            export,
            self.library,
            self.indexes,
            entry.revision if entry else "",
            lambda: self._embedder,
            cancel or Event(),
        )

    def index_again(
        self, handbooks: Sequence[HandbookId], *, cancel: Event | None = None
    ) -> Iterator[intake.AddEvent]:
        """Index handbooks of the library anew; see `edgerag.intake.index_again`."""
        return intake.index_again(handbooks, self.library, self.indexes, self._embedder, cancel or Event())

    @cached_property
    def _embedder(self) -> Embedder:
        models = self._config.models
        return open_embedder(self._models, models.embedder, models.threads)

    @cached_property
    def _reranker(self) -> Reranker:
        models = self._config.models
        return open_reranker(self._models, models.reranker, models.threads)

    @cached_property
    def _entailment(self) -> Entailment | None:
        """The entailment model, if any; without it pairs are judged by their values and likeness."""
        models = self._config.models
        return open_entailment(self._models, models.entailment, models.threads)

    @cached_property
    def _generator(self) -> Generator | ModelError | None:
        """The generator, if any, or why it cannot be used; tried once, for hashing it takes time."""
        models = self._config.models
        try:
            return open_generator(self._models, models.generator, models.threads)
        except ModelError as error:
            _LOG.warning("the generator cannot be used: %s", error)
            return error

    @cached_property
    def _generator_entry(self) -> Entry | None:
        """Which generator is used; None if none is. Does not load it."""
        if self._extractive:
            return None
        return self._models.choose(Role.GENERATOR, self._config.models.generator)

    @property
    def _generator_name(self) -> str:
        """Which generator answers; empty if none does."""
        return self._generator_entry.revision if self._generator_entry else ""

    @cached_property
    def _retriever(self) -> Retriever:
        settings = self._config.retrieval
        return Retriever(
            self.library,
            self.indexes,
            self._embedder,
            self._reranker,
            first_stage_k=settings.first_stage_k,
            rerank_passages=settings.rerank_passages,
            passages=settings.passages,
            full_document_tokens=settings.full_document_tokens if self._generator_name else 0,
        )


class Deadline:
    """Some seconds after an event was first seen to be set."""

    def __init__(self, event: Event, after_s: float) -> None:
        self._event, self._after_s = event, after_s
        self._seen_at: float | None = None

    def is_over(self) -> bool:
        """Say whether the time is over; it begins with the first look that finds the event set."""
        if self._seen_at is None and self._event.is_set():
            self._seen_at = monotonic()
        return self._seen_at is not None and monotonic() > self._seen_at + self._after_s


def _unread(book: Handbook) -> tuple[Evidence, Quoted]:
    """Stand for a handbook that a cancelled question never came to: not silent, but not asked."""
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, float("-inf"), 0.0, ())
    note = "stopped before it was read; ask again"
    answer = Answer(book, Status.FAILED, "", AnswerMode.EXTRACTIVE, (), trace, note)
    return Evidence(book, (), trace), Quoted(answer, ())


def checked(question: str) -> str:
    """Give the question in one line, without control characters.

    Raises:
        QuestionError: nothing is left, or it is too long to be a question.
    """
    asked = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", question).split())
    if not any(character.isalnum() for character in asked):
        raise QuestionError("there is no question", hint='edgerag ask "How is ... treated?"')
    if len(asked) > LONGEST_QUESTION:
        message = f"the question has {len(asked)} characters; at most {LONGEST_QUESTION} can be asked"
        raise QuestionError(message, hint="ask what you need to know, in a sentence or two")
    return asked
