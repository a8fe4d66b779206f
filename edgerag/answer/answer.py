"""Answer one question from one handbook: quote it at once, then let a generator answer if there is one.

The quoted answer can be shown before a generator is asked, and stands whenever the generator refuses
what the evidence holds, says what the evidence does not hold, fails, or is stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Event

from edgerag.answer.candidates import Quote
from edgerag.answer.cite import cite
from edgerag.answer.extractive import (
    Chosen,
    answering,
    is_heard,
    select_statements,
)
from edgerag.answer.generated import is_refusal, plain, without_thinking
from edgerag.answer.guard import check, unconfirmed
from edgerag.answer.matter import is_of_another_matter
from edgerag.answer.prompt import messages, pack, quoted_first
from edgerag.answer.readable import readable
from edgerag.domain.answers import QUOTED_WITHOUT_MODEL, Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import Evidence, EvidenceMode, Passage, RetrievalTrace
from edgerag.domain.handbooks import Page
from edgerag.errors import Cancelled, ContextOverflowError, ModelError
from edgerag.inference.roles import Generator, Reranker
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames
from edgerag.language.questions import Asked

CONFIDENT = 0.5
"""Relevance from which a quoted answer outweighs a generator's refusal."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the generator's reply, to be shown while it is written; nothing has checked it yet."""

    text: str


AnswerEvent = Answer | Token


@dataclass(frozen=True, slots=True)
class Quoted:
    """An answer of verified quotations alone, and where they were found."""

    answer: Answer
    """NOT ADDRESSED if the evidence does not suffice."""
    statements: tuple[Chosen, ...]
    """The best first."""

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """The quotations of the statements that answer."""
        return tuple(_quotes(self.statements, are_elsewhere=False))


STOPPED = "stopped before the model had answered; the handbook is quoted"
NO_ROOM = "no passage fits the model's context window; the handbook is quoted"


def quote_answer(
    asked: Asked,
    evidence: Evidence,
    pages: Sequence[Page],
    selector: Reranker | None,
    own_names: OwnNames = NO_OWN_NAMES,
    *,
    is_vague: bool = False,
) -> Quoted:
    """Answer with verified quotations alone, or say that the handbook does not address the question.

    Where it may not address it, what comes nearest is quoted, and the status says so.

    Args:
        asked: the question.
        evidence: passages of one handbook.
        pages: that handbook's pages, in order; at least those that the passages lie on.
        selector: reads the likeliest statements, if there is one.
        own_names: that handbook's.
        is_vague: whether the question does not say what it asks: then nothing answers it.
    """
    statements = select_statements(asked, evidence.passages, selector, own_names)
    is_certain = not is_vague and _is_certain(asked, evidence, statements, selector, own_names)
    statements = statements if is_certain else statements[:1]
    answer = _answer(evidence, pages, _quotes(statements, are_elsewhere=False), AnswerMode.EXTRACTIVE)
    if answer.citations:
        answer = replace(
            answer,
            citations=answer.citations + _elsewhere(statements, pages, answer.citations),
            trace=replace(answer.trace, views=_views(statements[0], answer.trace, selector)),
        )
    if answer.status is Status.ANSWERED and not is_certain:
        answer = replace(answer, status=Status.UNCERTAIN)
    return Quoted(answer, tuple(statements))


def answer_question(
    asked: Asked,
    evidence: Evidence,
    pages: Sequence[Page],
    quoted: Quoted,
    generator: Generator,
    *,
    prompt_tokens: int = 1000,
    max_tokens: int = 256,
    cancel: Event | None = None,
) -> Iterator[AnswerEvent]:
    """Yield the generator's reply piece by piece, then the answer that counts, which is the last `Answer`.

    Args:
        asked: the question.
        evidence: passages of one handbook.
        pages: that handbook's pages, in order; at least those that the passages lie on.
        quoted: the answer without a generator; where that is NOT ADDRESSED, none is asked.
        generator: writes the answer.
        prompt_tokens: longest prompt.
        max_tokens: longest reply.
        cancel: stops the generator, in the middle of its prompt or of its reply.

    Raises:
        Cancelled: `cancel` was set.
        ModelError: the model failed. Either way the quoted answer has been yielded before, with a note that
            says so, and stands; what is raised tells that it is not worth keeping.
    """
    if quoted.answer.status is not Status.ANSWERED:
        yield quoted.answer
        return
    is_whole = evidence.trace.mode is EvidenceMode.FULL_DOCUMENT
    shown = evidence.passages if is_whole else quoted_first(evidence.passages, quoted.quotes)
    answer = quoted.answer
    try:
        yield from _generate(
            asked, evidence, pages, shown, generator, answer, prompt_tokens, max_tokens, cancel
        )
    except Cancelled:
        yield replace(answer, note=_joined(answer.note, STOPPED))
        raise
    except ModelError as error:
        yield replace(
            answer, note=_joined(answer.note, f"the model failed ({error}); the handbook is quoted")
        )
        raise


def _is_certain(
    asked: Asked,
    evidence: Evidence,
    statements: Sequence[Chosen],
    selector: Reranker | None,
    own_names: OwnNames,
) -> bool:
    """Whether the handbook addresses the question, as far as what is quoted tells too."""
    if not evidence.is_named:
        return False
    if not statements:
        return evidence.is_certain
    relevance, first = evidence.trace.relevance, statements[0].views["relevance"]
    is_whole = evidence.trace.mode is EvidenceMode.FULL_DOCUMENT
    is_likely = evidence.is_certain if selector is None or is_whole else is_heard(relevance, first)
    likely = _views(statements[0], evidence.trace, selector).get("answer", relevance)
    return is_likely and not is_of_another_matter(
        asked, statements, evidence.handbook.title, own_names, likely
    )


def _views(first: Chosen, trace: RetrievalTrace, selector: Reranker | None) -> dict[str, float]:
    """Give the views of what is quoted first, and if it was read, how probable it is that it answers."""
    if selector is None:
        return dict(first.views)
    return {**first.views, "answer": answering(trace.relevance, first.views["relevance"])}


def _quotes(statements: Sequence[Chosen], *, are_elsewhere: bool) -> list[Quote]:
    return [quote for one in statements if one.is_elsewhere is are_elsewhere for quote in one.quotes]


def _elsewhere(
    statements: Sequence[Chosen], pages: Sequence[Page], answering: Sequence[Citation]
) -> tuple[Citation, ...]:
    """Cite what other places say, as far as it verifies and the answer does not quote it."""
    cited = cite(_quotes(statements, are_elsewhere=True), pages).citations
    return tuple(replace(citation, is_elsewhere=True) for citation in cited if citation not in answering)


def _answer(
    evidence: Evidence,
    pages: Sequence[Page],
    quotes: Sequence[Quote],
    mode: AnswerMode,
    text: str = "",
    note: str = "",
) -> Answer:
    """Put an answer together from what verifies; `text` defaults to the verified quotations."""
    cited = cite(quotes, pages)
    if cited.n_dropped:
        note = _joined(note, f"{cited.n_dropped} quotation(s) could not be verified and were dropped")
    said = text or readable([citation.quote for citation in cited.citations])
    is_answered = bool(cited.citations and said)
    return Answer(
        handbook=evidence.handbook,
        status=Status.ANSWERED if is_answered else Status.NOT_ADDRESSED,
        text=said if is_answered else "",
        mode=mode,
        citations=cited.citations if is_answered else (),
        trace=evidence.trace,
        note=note,
    )


def _generate(
    asked: Asked,
    evidence: Evidence,
    pages: Sequence[Page],
    shown: Sequence[Passage],
    generator: Generator,
    quoted: Answer,
    prompt_tokens: int,
    max_tokens: int,
    cancel: Event | None,
) -> Iterator[AnswerEvent]:
    """Stream a reply and judge it; with ever fewer passages if the model says that they do not fit."""
    packed = pack(
        asked.text,
        evidence.handbook.title,
        shown,
        generator,
        prompt_tokens=prompt_tokens,
        max_tokens=max_tokens,
    )
    while packed:
        pieces: list[str] = []
        conversation = messages(asked.text, evidence.handbook.title, packed)
        try:
            for piece in without_thinking(
                generator.stream(conversation, max_tokens=max_tokens, cancel=cancel)
            ):
                pieces.append(piece)
                yield Token(piece)
        except ContextOverflowError:
            packed = packed[:-1]
            continue
        yield _judged(asked, evidence, pages, packed, quoted, "".join(pieces))
        return
    yield replace(quoted, note=_joined(quoted.note, NO_ROOM))


def _judged(
    asked: Asked,
    evidence: Evidence,
    pages: Sequence[Page],
    packed: Sequence[Passage],
    quoted: Answer,
    reply: str,
) -> Answer:
    """Choose between the generated and the quoted answer."""
    if is_refusal(reply):
        return _refused(quoted)
    said = plain(reply)
    checked = check(asked, said, packed)
    quotations = "\n".join(citation.quote for citation in quoted.answering)
    if doubt := checked.doubt or unconfirmed(asked, said, quotations):
        note = f"{QUOTED_WITHOUT_MODEL}'s own words are left out ({doubt})"
        return replace(quoted, note=_joined(quoted.note, note))
    is_whole = evidence.trace.mode is EvidenceMode.FULL_DOCUMENT and tuple(packed) == evidence.passages
    mode = AnswerMode.FULL_DOCUMENT if is_whole else AnswerMode.GENERATED
    generated = _answer(evidence, pages, checked.quotes, mode, text=said)
    return replace(generated, trace=quoted.trace) if generated.status is Status.ANSWERED else quoted


def _refused(quoted: Answer) -> Answer:
    """Weigh a refusal: small models refuse what is there, so a relevant passage is shown all the same."""
    if quoted.trace.relevance >= CONFIDENT:
        return replace(quoted, note=_joined(quoted.note, f"{QUOTED_WITHOUT_MODEL} added nothing"))
    return replace(
        quoted,
        status=Status.NOT_ADDRESSED,
        text="",
        citations=(),
        note=_joined(quoted.note, "the model found no answer in the best passages"),
    )


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
