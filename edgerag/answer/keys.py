"""Names under which answers are kept, and the bytes they are kept as.

A name covers all that can change an answer: the question, the handbook's content, the evidence,
the models and the prompt. Metadata that a person may edit is not part of either: a kept answer is
given the handbook as it is listed when it is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from edgerag.answer.prompt import PROMPT_VERSION
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import Evidence, RetrievalTrace
from edgerag.domain.handbooks import Handbook

ANSWER_VERSION = "32"
"""Raised with every change of how quotations are chosen or generated answers are checked and noted."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An answer without its handbook."""

    status: Status
    text: str
    mode: AnswerMode
    citations: tuple[Citation, ...]
    trace: RetrievalTrace
    note: str


def answer_key(question: str, evidence: Evidence, models: Sequence[str], limits: Sequence[int]) -> str:
    """Name an answer by everything that made it.

    Args:
        question: as it was asked.
        evidence: the passages of one handbook.
        models: names of all models that took part, the generator's last or "" for none.
        limits: longest prompt and longest reply, in tokens.
    """
    spans = [(p.section_id, p.start, p.end, p.chunk_start, p.chunk_end, p.score) for p in evidence.passages]
    parts = (
        ANSWER_VERSION, PROMPT_VERSION, question, evidence.handbook.sha256, str(evidence.trace.mode), spans,
        repr(evidence.trace.relevance), list(models), list(limits),
    )  # fmt: skip
    return hashlib.sha256(msgspec.msgpack.encode(parts)).hexdigest()


def encode_answer(answer: Answer) -> bytes:
    """Write an answer as bytes, without its handbook."""
    kept = _Kept(answer.status, answer.text, answer.mode, answer.citations, answer.trace, answer.note)
    return msgspec.msgpack.encode(kept)


def decode_answer(content: bytes, handbook: Handbook) -> Answer | None:
    """Read an answer back for `handbook`; None if another version of the program wrote it."""
    try:
        kept = msgspec.msgpack.decode(content, type=_Kept)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return Answer(handbook, kept.status, kept.text, kept.mode, kept.citations, kept.trace, kept.note)
