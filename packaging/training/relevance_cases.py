"""What it looks like when a handbook addresses a question and when it does not: measured in whole libraries.

Every question is asked of the whole library; a handbook that treats its topic without answering it is silent
too. Every third question is also asked of each of its handbooks alone, so that a library of one is not
believed to answer everything, and of the silent ones together, so that being the best of them proves nothing.

`relevance_questions.jsonl`, beside this file, has more questions for the real handbooks, written for this
project: a handbook counts as answering if words that an answer needs stand close together in it, corrected by
reading; what stayed doubtful is in neither list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from edgerag.domain.ids import HandbookId
from edgerag.evaluate.absence import ABSENT, PRESENT, TOPIC_ONLY
from edgerag.evaluate.corpus import corpus_handbooks
from edgerag.evaluate.datasets.absence import read_absence
from edgerag.evaluate.datasets.handbooks import HandbookSet, read_handbooks
from edgerag.evaluate.remembering import Remembering
from edgerag.evaluate.workspace import Workspace, fill, names_of, opened
from edgerag.inference.roles import Embedder, Reranker
from edgerag.ingest.parse import parse_file
from edgerag.retrieve.first_stage import FirstStage
from edgerag.retrieve.reading import read_by_promise
from edgerag.retrieve.screen import on_subject
from edgerag.retrieve.sufficiency import Signs
from edgerag.understand.understand import understand

WRITTEN: Final = Path(__file__).with_name("relevance_questions.jsonl")
EVERY: Final = 3
"""Every so many-th question is asked of parts of the library too: enough for what they weigh."""
FIRST_STAGE_K, RERANK_PASSAGES = 20, 80
"""The defaults of the settings."""
CHUNK_WORDS, OVERLAP_WORDS = 160, 32
"""As `edgerag evaluate absence` cuts its documents."""

Data = Literal["absence", "handbooks", "written"]
Scope = Literal["whole", "topic", "alone", "silent"]
"""Of which handbooks a question is asked; "topic" is those of the whole library that treat its topic only."""
Labels = Mapping[HandbookId, str]
"""Labels of `edgerag.evaluate.absence`."""


class Case(msgspec.Struct, frozen=True):
    """One question to one handbook, asked of a scope of handbooks, and whether this one addresses it."""

    data: Data
    question: str
    scope: Scope
    addressed: bool
    signs: Signs


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `relevance_questions.jsonl`."""

    question: str
    answered: tuple[str, ...]
    silent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what is known of the handbooks."""

    question: str
    labels: Labels


@dataclass(frozen=True, slots=True)
class Bench:
    """A library with the models that read it."""

    shelf: Workspace
    first_stage: FirstStage
    reranker: Reranker


def absence_cases(folder: Path, workspace: Path, embedder: Embedder, reranker: Reranker) -> Iterator[Case]:
    """Ask the library of an absence set."""
    data = read_absence(folder, "dev")
    made = corpus_handbooks(data.documents, chunk_words=CHUNK_WORDS, overlap_words=OVERLAP_WORDS)
    ids = {name: handbook for handbook, name in names_of(made).items()}
    place = workspace / "absence"
    with opened(place) as shelf:
        fill(shelf, place, made, embedder, lambda what, done, total: print(what, done, total))
    known = (PRESENT, TOPIC_ONLY, ABSENT)
    asked = [
        Asked(one.question, {ids[name]: label for name, label in one.labels.items() if label in known})
        for one in data.questions
    ]
    yield from measured("absence", place, asked, embedder, reranker)


def handbook_cases(
    folder: Path, questions: Sequence[Path], workspace: Path, embedder: Embedder, reranker: Reranker
) -> Iterator[Case]:
    """Ask the real handbooks both the questions of the data set and those written for them."""
    place = workspace / "handbooks"
    ids = filled(place, read_handbooks(folder, "dev", questions[0]), embedder)
    gold = [
        Asked(one.question, labelled([answer.handbook for answer in one.answers], one.absent, ids))
        for file in questions
        for one in read_handbooks(folder, "dev", file).questions
    ]
    written = [Asked(one.question, labelled(one.answered, one.silent, ids)) for one in written_questions()]
    yield from measured("handbooks", place, gold, embedder, reranker)
    yield from measured("written", place, written, embedder, reranker)


def written_questions() -> list[Written]:
    """Read the questions written for this project."""
    return msgspec.json.Decoder(Written).decode_lines(WRITTEN.read_bytes())


def labelled(answering: Iterable[str], silent: Iterable[str], ids: Mapping[str, HandbookId]) -> Labels:
    """Label the handbooks of these names."""
    return {ids[name]: ABSENT for name in silent} | {ids[name]: PRESENT for name in answering}


def filled(place: Path, data: HandbookSet, embedder: Embedder) -> dict[str, HandbookId]:
    """Build the library of real handbooks, and say which id each name has."""
    ids: dict[str, HandbookId] = {}
    with opened(place) as shelf:
        present = {book.id for book in shelf.library.handbooks()}
        for name, file in data.files.items():
            parsed = parse_file(file)
            ids[name] = parsed.handbook.id
            if parsed.handbook.id not in present:
                print("embedding", name)
                vectors = embedder.encode([chunk.indexed_text for chunk in parsed.chunks])
                shelf.indexes.add(parsed, vectors, embedder.name)
    return ids


def measured(
    data: Data, place: Path, asked: Sequence[Asked], embedder: Embedder, reranker: Reranker
) -> Iterator[Case]:
    """Ask every question of each of its scopes."""
    with opened(place) as shelf:
        bench = Bench(shelf, FirstStage(shelf.library, shelf.indexes, embedder), Remembering(reranker))
        library = [book.id for book in shelf.library.handbooks()]
        for number, one in enumerate(asked):
            print(data, one.question)
            for scope, handbooks in scopes(number, one.labels, library):
                for handbook, signs in signs_in(one.question, handbooks, bench).items():
                    label = one.labels.get(handbook)
                    if label:
                        kind: Scope = "topic" if label == TOPIC_ONLY else scope
                        yield Case(data, one.question, kind, label == PRESENT, signs)


def scopes(
    number: int, labels: Labels, library: Sequence[HandbookId]
) -> Iterator[tuple[Scope, Sequence[HandbookId]]]:
    """Yield the handbooks of which a question is asked together."""
    yield "whole", library
    if number % EVERY == 0:
        yield from (("alone", [handbook]) for handbook, label in labels.items() if label != TOPIC_ONLY)
        silent = [handbook for handbook, label in labels.items() if label == ABSENT]
        if len(silent) > 1:
            yield "silent", silent


def signs_in(question: str, handbooks: Sequence[HandbookId], bench: Bench) -> dict[HandbookId, Signs]:
    """Retrieve as the program does, as far as the signs."""
    asked, library = understand(question), bench.shelf.library
    titles = {book.id: book.title for book in library.handbooks()}
    own_names = {handbook: library.own_names(handbook) for handbook in handbooks}
    proposed = bench.first_stage.propose(question, FIRST_STAGE_K, handbooks)
    proposals = on_subject(asked, proposed, titles, own_names)
    weights = bench.shelf.indexes.lexical.weights(question)
    reads = read_by_promise(asked, proposals, weights, bench.reranker, RERANK_PASSAGES)
    return {read.handbook: read.signs for read in reads}
