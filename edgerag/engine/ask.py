"""From a question to its report: the stages in their order.

Every step yields events, so that any front end can show the work as it happens and stop it: whatever
was yielded before stays true. The other road, from files to indexed handbooks, is `edgerag.intake`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Generator as Steps
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from threading import Event
from typing import Final, Self

from edgerag import paths
from edgerag.answer.answer import Quoted, quote_answer
from edgerag.answer.together import best_said, together
from edgerag.compare.compare import compare_answers
from edgerag.config import Config
from edgerag.confirm.credibility import Credibility
from edgerag.confirm.facts import area_of
from edgerag.disk import Closing
from edgerag.domain.answers import Answer, AnswerMode, Status
from edgerag.domain.corrections import AS_READ, Correction
from edgerag.domain.evidence import Evidence, EvidenceMode, RetrievalTrace
from edgerag.domain.follow_ups import Before
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Concern, Understood
from edgerag.domain.points import Summary
from edgerag.domain.reports import Judgement, Report, verdict_of
from edgerag.domain.together import Together
from edgerag.engine.deadline import Deadline
from edgerag.engine.events import (
    Answered,
    AskEvent,
    Drafted,
    Finished,
    Impaired,
    Judged,
    QuestionRead,
    Retrieved,
    Unkept,
)
from edgerag.engine.intake import Intake
from edgerag.engine.kept import keep_report, with_newer_editions, with_notes
from edgerag.engine.models import Models
from edgerag.engine.trust import with_trust
from edgerag.engine.writing import Writer
from edgerag.errors import Cancelled, EdgeRagError, ModelError, StoreError
from edgerag.governed import open_library
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.language.questions import Asked
from edgerag.retrieve.retrieve import Retriever
from edgerag.store.damage import VECTORS, enumerated, refusal
from edgerag.store.library import Library
from edgerag.store.salvage import Salvage
from edgerag.summarise.summarise import summarise
from edgerag.understand.checked import checked
from edgerag.understand.hear import Heard, hear, with_topics

MEND: Final = "edgerag doctor --repair"
WORDS: Final = "words"
"""What `make_ready` calls the words of the handbooks."""
COMPARE_AFTER_STOP_S: Final = 1.0
"""A person who stops a question waits no longer; the answers of a few handbooks are compared by then."""


class Engine(Closing):
    """The stages of one library, wired together."""

    def __init__(
        self,
        library: Library,
        indexes: Indexes,
        installed: InstalledModels,
        config: Config,
        *,
        extractive: bool = False,
    ) -> None:
        """Work on `library` with the `installed` models; `extractive` leaves the generator out."""
        self.library = library
        self.indexes = indexes
        self.models = Models(installed, config.models, extractive=extractive or config.answers.extractive)
        self.intake = Intake(library, indexes, self.models, config.ingest)
        self._readable = Salvage.of(library)
        self._writer = Writer(self._readable, self.models, config.answers)
        self._retrieval = config.retrieval

    @classmethod
    def over(cls, library: Library, indexes: Indexes, config: Config, *, extractive: bool = False) -> Self:
        """Work on the user's library and its indexes, which are open, with the user's models."""
        return cls(library, indexes, InstalledModels(paths.models_folder()), config, extractive=extractive)

    @classmethod
    def open(cls, config: Config, *, extractive: bool = False, name: str = "") -> Self:
        """Open the user's library too, as the policy has it; leaving the engine's context closes it.

        `name` is whom a person says they are.

        Raises:
            StoreError: the library or an index cannot be opened.
        """
        with ExitStack() as opened:
            library = opened.enter_context(open_library(name))
            indexes = Indexes.begin(library, paths.lexical_folder())
            opened.callback(indexes.close)
            engine = cls.over(library, indexes, config, extractive=extractive)
            opened.pop_all()
        return engine

    def close(self) -> None:
        """Let go of the indexes and the library."""
        self.indexes.close()
        self.library.close()

    def make_ready(self) -> Iterator[str]:
        """Load the models that questions need and wait for the words, naming each before.

        Raises:
            Cancelled: the indexes were closed before.
            ModelError: as `Models.load`.
        """
        yield from self.models.load()
        if not self.indexes.has_words:
            yield WORDS
            _ = self.indexes.lexical

    def ask(
        self,
        question: str,
        *,
        handbooks: Sequence[str] = (),
        cancel: Event | None = None,
        keep: bool = True,
        correction: Correction = AS_READ,
        before: Before | None = None,
        is_together: bool = False,
    ) -> Iterator[AskEvent]:
        """Answer `question` once per handbook, compare the answers, and finish with the report.

        Args:
            question: what a person typed.
            handbooks: names of the handbooks to ask; all of them if empty.
            cancel: set it to stop: quoted answers stand, handbooks not yet read are reported as such, pairs
                are compared for a second more, and the report is finished.
            keep: whether the report goes into the library's history, if the policy allows it.
            correction: how the question is to be understood where the program would understand it otherwise.
            before: the question before, with which one is read that cannot stand alone.
            is_together: also say what the handbooks say together.

        Raises:
            PolicyError: it is not to be kept, and the policy demands that it is.
            QuestionError: the question is empty or too long.
            ModelMissingError: no embedder or no reranker is installed.
            ModelError: another embedder made the library's vectors.
            StoreError: the library cannot be read, or one of `handbooks` is not in it.
        """
        if not keep:
            self.library.rules.refuse_unkept()
        stop, typed = cancel or Event(), checked(question)
        scope = self._scope(handbooks)
        called = "the handbooks asked" if handbooks else "your handbooks"
        heard = self._hear(typed, scope, called, correction, before)
        yield QuestionRead(heard.understood)
        asked = heard.asked
        evidence = self._retriever.retrieve(asked, scope, stop)
        is_vague = heard.understood.has(Concern.VAGUE)
        quoted = yield from self._quote(asked, evidence, scope, is_vague=is_vague)
        yield from map(Impaired, self._impairments())
        answers = yield from self._answer(asked, quoted, stop)
        pairs = yield from self._compare(asked, answers, stop)
        report = self._report(typed, heard.understood, answers, pairs, self._summary(typed, answers, pairs))
        report = replace(report, together=self._together(typed, quoted, answers) if is_together else None)
        after = before.number if before and report.understood.has(Concern.FOLLOW_UP) else None
        kept = keep_report(report, self.library, keep=keep, after=after)
        if isinstance(kept, StoreError):
            yield Unkept(kept)
        number = None if isinstance(kept, StoreError) else kept
        told = with_newer_editions(self.library, with_notes(self.library, report, number))
        yield Finished(told, number)

    def report(
        self,
        question: str,
        *,
        handbooks: Sequence[str] = (),
        cancel: Event | None = None,
        keep: bool = True,
        correction: Correction = AS_READ,
        before: Before | None = None,
        is_together: bool = False,
        tell: Callable[[AskEvent], object] = lambda _: None,
    ) -> Report:
        """Give the report, which is the last of the events; `tell` hears each of them as it happens.

        The other arguments and what is raised are those of `ask`.
        """
        asking = self.ask(
            question,
            handbooks=handbooks,
            cancel=cancel,
            keep=keep,
            correction=correction,
            before=before,
            is_together=is_together,
        )
        for event in asking:
            tell(event)
            if isinstance(event, Finished):
                return event.report
        raise AssertionError("a question ends with its report or with an error")

    def _scope(self, handbooks: Sequence[str]) -> list[HandbookId]:
        """Find the handbooks that are to be asked, whose vectors must be this embedder's."""
        made_by, name = self.library.embedder, self.models.embedder.name
        if made_by not in {"", name} or self.library.waiting_for_vectors():
            message = f"the library's vectors were made by {made_by}, not by {name}"
            raise ModelError(message, hint="edgerag doctor --repair makes them anew")
        if handbooks:
            return [self.library.handbook(name).id for name in handbooks]
        return [book.id for book in self.library.handbooks()]

    def _hear(
        self,
        question: str,
        scope: Sequence[HandbookId],
        called: str,
        correction: Correction,
        before: Before | None,
    ) -> Heard:
        """Understand the question by the words of the library, and look for its names where it is asked."""
        lexical = self.indexes.lexical

        def is_named(names: Collection[str]) -> bool:
            return not scope or lexical.names_any(names, scope)

        return hear(question, lexical.vocabulary(), is_named, called, correction, before)

    def _quote(
        self, asked: Asked, found: Iterator[Evidence], scope: Sequence[HandbookId], *, is_vague: bool
    ) -> Steps[AskEvent, None, list[tuple[Evidence, Quoted]]]:
        """Quote each handbook as soon as its evidence is found; those that a stop left unread say so."""
        quoted: dict[HandbookId, tuple[Evidence, Quoted]] = {}
        try:
            for evidence in found:
                yield Retrieved(evidence)
                book = evidence.handbook.id
                pages, own_names = self._readable.pages(book), self._readable.own_names(book)
                selector = self.models.selector
                draft = quote_answer(asked, evidence, pages, selector, own_names, is_vague=is_vague)
                draft = replace(draft, answer=self._told(draft.answer))
                yield Drafted(draft.answer)
                quoted[book] = (evidence, draft)
        except Cancelled:
            unread = (book for book in self.library.handbooks() if book.id in set(scope) - quoted.keys())
            quoted |= {book.id: _unread(book) for book in unread}
        return list(quoted.values())

    def _answer(
        self, asked: Asked, quoted: Sequence[tuple[Evidence, Quoted]], cancel: Event
    ) -> Steps[AskEvent, None, tuple[Answer, ...]]:
        """Let the generator answer where there is one; the answers come back in the library's order.

        Who says nothing is told at once. Then the generator writes the likeliest answer first.
        """
        answers: dict[HandbookId, Answer] = {}
        for evidence, draft in sorted(quoted, key=lambda one: _turn(one[1].answer)):
            answer = draft.answer
            if answer.status is Status.ANSWERED and not cancel.is_set():
                answer = self._told((yield from self._writer.write(asked, evidence, draft, cancel)))
            answers[answer.handbook.id] = answer
            yield Answered(answer)
        return tuple(answers[book.id] for book in self.library.handbooks() if book.id in answers)

    def _compare(
        self, asked: Asked, answers: Sequence[Answer], cancel: Event
    ) -> Steps[AskEvent, None, tuple[Judgement, ...]]:
        """Judge every pair of answers, or those that the time after a stop allows."""
        deadline, reader = Deadline(cancel, COMPARE_AFTER_STOP_S), self.models.reader(cancel)
        pairs: list[Judgement] = []
        for judgement in compare_answers(
            asked, answers, self.models.similarity, is_over=deadline.is_over, reader=reader
        ):
            pairs.append(judgement)
            yield Judged(judgement)
        return tuple(pairs)

    def _summary(self, question: str, answers: Sequence[Answer], pairs: Sequence[Judgement]) -> Summary:
        """Say what the answers come to, and which side of each disagreement is borne out best."""
        known = Credibility(self.library.facts())
        return with_trust(summarise(answers, pairs), answers, area_of(question), known)

    def _together(
        self, question: str, quoted: Sequence[tuple[Evidence, Quoted]], answers: Sequence[Answer]
    ) -> Together:
        """Put the best statements of the handbooks that answer side by side."""
        drafts = {evidence.handbook.id: draft for evidence, draft in quoted}
        books = [answer.handbook.id for answer in answers]
        said = [
            best_said(answer, drafts[book], self._readable.pages(book))
            for book, answer in zip(books, answers, strict=True)
        ]
        return together(question, said)

    def _report(
        self,
        question: str,
        understood: Understood,
        answers: tuple[Answer, ...],
        pairs: tuple[Judgement, ...],
        summary: Summary,
    ) -> Report:
        versions = self.models.versions() | self.models.reader_version()
        verdict = verdict_of(answers, pairs, understood)
        known = with_topics(understood, _topics(answers))
        return Report(question, verdict, answers, pairs, versions, known, summary)

    def _told(self, answer: Answer) -> Answer:
        """Say in an answer what of its handbook is damaged and was left out; silence then proves nothing."""
        book = answer.handbook.id
        lost = [*self._readable.damaged(book), *[VECTORS] * (book in self.indexes.vectors.lost())]
        notes = [f"damaged in the library, and left out: {enumerated(lost)}; {MEND}"] if lost else []
        if self.indexes.lexical.failure:
            notes.append(f"found by meaning alone, for the word index cannot be used; {MEND}")
        new = [note for note in notes if note not in answer.note]
        is_unsure = bool(lost) and answer.status is Status.NOT_ADDRESSED
        status = Status.FAILED if is_unsure else answer.status
        return replace(answer, status=status, note="; ".join(filter(None, (answer.note, *new))))

    def _impairments(self) -> list[EdgeRagError]:
        """Say what this question does without, besides what the answers say themselves."""
        unreadable = [
            refusal(f"the handbook {name} was not asked", ["its own entry"])
            for name in self.library.unreadable()
        ]
        return [*unreadable, *self.indexes.impairments()]

    @cached_property
    def _retriever(self) -> Retriever:
        settings = self._retrieval
        return Retriever(
            self._readable,
            self.indexes,
            self.models.embedder,
            self.models.reranker,
            first_stage_k=settings.first_stage_k,
            rerank_passages=settings.rerank_passages,
            passages=settings.passages,
            full_document_tokens=settings.full_document_tokens if self.models.generator_name else 0,
        )


def _topics(answers: Sequence[Answer]) -> list[str]:
    """Give the heading of each handbook's best section, the likeliest to be meant first."""
    by_relevance = sorted(answers, key=lambda answer: -answer.trace.relevance)
    paths = (answer.trace.sections[0] for answer in by_relevance if answer.trace.sections)
    return [path.rpartition(" > ")[2].rstrip(" :") for path in paths]


def _turn(answer: Answer) -> tuple[bool, float]:
    """Give the place of a quoted answer among those that wait for the generator."""
    return answer.status is Status.ANSWERED, -answer.probability


def _unread(book: Handbook) -> tuple[Evidence, Quoted]:
    """Stand for a handbook that a cancelled question never came to: not silent, but not asked."""
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, float("-inf"), 0.0, ())
    note = "stopped before it was read; ask again"
    answer = Answer(book, Status.FAILED, "", AnswerMode.EXTRACTIVE, (), trace, note)
    return Evidence(book, (), trace), Quoted(answer, ())
