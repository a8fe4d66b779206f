"""Reads data sets with known answers; unknown fields are ignored, missing ones are errors with file and line.

Layouts, where `.jsonl` may also be `.jsonl.gz` and SPLIT is `dev` or any other file-name prefix:

    retrieval    corpus.jsonl, SPLIT.queries.jsonl, SPLIT.qrels.tsv (query_id, doc_id, grade; with a header)
    absence      corpus/*.jsonl (one handbook each), absence/SPLIT.jsonl
    pairs        SPLIT.jsonl
    fusion       claims.jsonl, SPLIT.queries.jsonl
    handbooks    manifest.jsonl and the files that it names, questions.SPLIT.jsonl
    routing      corpus/*.jsonl (one handbook each), cross_source/SPLIT.jsonl, perhaps handbooks.json
    multihop     corpus.jsonl, SPLIT.jsonl
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO, TypeVar

import msgspec
from msgspec import structs

from edgerag.confirm.claims import Claim, Kind
from edgerag.confirm.folding import key_of
from edgerag.domain.reports import Label
from edgerag.errors import ConfigError
from edgerag.evaluate.extraction import MarkedPassage


class Document(msgspec.Struct, frozen=True):
    """One row of a corpus: a section of a handbook."""

    id: str
    text: str
    title: str = ""
    handbook: str = ""


class Query(msgspec.Struct, frozen=True):
    """A question of a retrieval set."""

    id: str
    text: str


class RetrievalSet(msgspec.Struct, frozen=True):
    """Documents, questions, and which documents answer them how well."""

    documents: tuple[Document, ...]
    queries: tuple[Query, ...]
    grades: Mapping[str, Mapping[str, float]]
    """Grade by query id and document id; what is missing is not judged, and counts as 0."""


class AbsenceQuestion(msgspec.Struct, frozen=True):
    """A question and, for each handbook, whether that handbook addresses it."""

    id: str
    question: str
    labels: dict[str, str]
    """By handbook name: PRESENT, ABSENT, or something in between that is not scored."""


class AbsenceSet(msgspec.Struct, frozen=True):
    """Handbooks and the questions that some of them address."""

    documents: tuple[Document, ...]
    questions: tuple[AbsenceQuestion, ...]


class CrossQuestion(msgspec.Struct, frozen=True):
    """A question, and which sections answer it in which handbooks; all others are taken to be silent."""

    id: str
    question: str
    sections: dict[str, list[str]]
    """Ids of rows by handbook name."""


class Authority(msgspec.Struct, frozen=True):
    """How far a handbook of a corpus is to be trusted."""

    handbook: str
    authority: str = ""
    """As in a library: high, medium or low; empty if nobody said."""


class CrossSet(msgspec.Struct, frozen=True):
    """Handbooks, and the questions that several of them answer."""

    documents: tuple[Document, ...]
    questions: tuple[CrossQuestion, ...]
    authorities: tuple[Authority, ...]


class HopQuestion(msgspec.Struct, frozen=True):
    """A question that takes several paragraphs to answer."""

    id: str
    question: str
    supporting: list[str]
    """Ids of all rows that the answer takes."""


class HopSet(msgspec.Struct, frozen=True):
    """One corpus, and the questions over several of its paragraphs."""

    documents: tuple[Document, ...]
    questions: tuple[HopQuestion, ...]


class CitedClaim(msgspec.Struct, frozen=True):
    """A claim, the sentences of its source, and which of them bear it out, as people found."""

    claim: str
    evidence_sentences: list[str]
    supporting_sentence_sets: list[list[int]]
    """Places of sentences; any of the sets will do."""
    id: str = ""

    @property
    def question(self) -> str:
        """What decides to which half it belongs."""
        return self.claim


class LabelledPair(msgspec.Struct, frozen=True):
    """Two answers to one question, and how they relate."""

    question: str
    a: str
    b: str
    label: Label
    id: str = ""
    source_dataset: str = ""
    capability: str = ""
    """What a judge must be able to do to label it, such as converting units."""
    group: str = ""
    """Pairs that belong together, in data sets without capabilities."""


class GoldAnswer(msgspec.Struct, frozen=True):
    """Where one handbook answers a question."""

    handbook: str
    """The file's name without its ending."""
    page: int | None = None
    heading: str | None = None
    """Headings from the top down, joined by " > "; for handbooks without pages."""
    quote: str | None = None
    position: str | None = None
    """What a person read in the quotation."""


class GoldPair(msgspec.Struct, frozen=True):
    """How two handbooks' answers relate."""

    a: str
    b: str
    label: Label
    hard: bool = False
    """Whether a careful reader could label it otherwise."""


class HandbookQuestion(msgspec.Struct, frozen=True):
    """A question over whole handbooks: who answers it where, who is silent, who disagrees."""

    question: str
    answers: list[GoldAnswer] = []
    absent: list[str] = []
    pairs: list[GoldPair] = []
    id: str = ""


class FusionQuery(msgspec.Struct, frozen=True):
    """An attribute of a thing, and its true values."""

    id: str
    entity: str
    attribute: str
    answers: tuple[str, ...]

    @property
    def question(self) -> str:
        """What decides to which half it belongs."""
        return self.id


class FusionSet(msgspec.Struct, frozen=True):
    """What sources state of things, and the true values of some attributes."""

    claims: tuple[Claim, ...]
    kinds: Mapping[str, Kind]
    """By attribute."""
    queries: tuple[FusionQuery, ...]


class _ClaimRow(msgspec.Struct, frozen=True):
    """A claim; of sellers' lists of books, the authors that one states."""

    source: str
    entity: str = ""
    attribute: str = ""
    value: str = ""
    isbn: str = ""
    authors: str | None = None


class _FusionRow(msgspec.Struct, frozen=True):
    """A query; of sellers' lists, with the number by which they are joined."""

    id: str
    entity: str = ""
    attribute: str = ""
    answers: tuple[str, ...] = ()
    isbn10: str = ""
    isbn: str = ""
    authors: tuple[str, ...] = ()


class ManifestEntry(msgspec.Struct, frozen=True):
    """A handbook file of a data set."""

    id: str
    file: str
    institution: str = ""


class HandbookSet(msgspec.Struct, frozen=True):
    """Handbook files by their names in the gold data, and the questions."""

    files: Mapping[str, Path]
    questions: tuple[HandbookQuestion, ...]
    makers: Mapping[str, str] = {}
    """Institutions by the handbooks' names, as far as the manifest names them."""


class _ProbePair(msgspec.Struct, frozen=True):
    """A row of a question file that holds one pair of handbooks instead of all of them."""

    question: str
    handbook_a: str
    handbook_b: str
    label: Label
    page_a: int | None = None
    page_b: int | None = None
    quote_a: str | None = None
    quote_b: str | None = None
    heading_a: str | None = None
    heading_b: str | None = None


class _Shape(msgspec.Struct, frozen=True):
    """Enough of a row to tell the two kinds of question file apart."""

    handbook_a: str | None = None


CROSS_SOURCE: Final = "cross_source"
"""The folder of the questions over several handbooks."""

T = TypeVar("T")


def read_retrieval(folder: Path, split: str) -> RetrievalSet:
    """Read a retrieval set.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    queries = tuple(_rows(_find(folder, f"{split}.queries.jsonl"), Query))
    documents = tuple(_rows(_find(folder, "corpus.jsonl"), Document))
    return RetrievalSet(documents, queries, _read_grades(_find(folder, f"{split}.qrels.tsv")))


def read_absence(folder: Path, split: str) -> AbsenceSet:
    """Read handbooks and the questions that some of them do not address.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    questions = tuple(_rows(_find(folder / "absence", f"{split}.jsonl"), AbsenceQuestion))
    return AbsenceSet(_read_corpora(folder / "corpus"), questions)


def read_cross_source(folder: Path, split: str) -> CrossSet:
    """Read handbooks and the questions that several of them answer.

    Args:
        folder: holds `corpus` and `cross_source`, or is that `cross_source` itself.
        split: which `SPLIT.jsonl`.

    Raises:
        ConfigError: a file is missing or not of this format, or a question names a row that is not there.
    """
    root = folder.resolve().parent if folder.resolve().name == CROSS_SOURCE else folder
    questions = tuple(_rows(_find(root / CROSS_SOURCE, f"{split}.jsonl"), CrossQuestion))
    documents = _read_corpora(root / "corpus")
    known = {document.id for document in documents}
    for question in questions:
        _require_rows(question.id, [row for rows in question.sections.values() for row in rows], known)
    return CrossSet(documents, questions, _read_authorities(root / "handbooks.json"))


def read_multihop(folder: Path, split: str) -> HopSet:
    """Read a corpus of paragraphs and the questions that take several of them.

    Raises:
        ConfigError: a file is missing or not of this format, or a question names a row that is not there.
    """
    questions = tuple(_rows(_find(folder, f"{split}.jsonl"), HopQuestion))
    documents = tuple(_rows(_find(folder, "corpus.jsonl"), Document))
    known = {document.id for document in documents}
    for question in questions:
        _require_rows(question.id, question.supporting, known)
    return HopSet(documents, questions)


def read_pairs(folder: Path, split: str) -> tuple[LabelledPair, ...]:
    """Read labelled pairs.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(_rows(_find(folder, f"{split}.jsonl"), LabelledPair))


def read_citation(folder: Path, split: str) -> tuple[CitedClaim, ...]:
    """Read claims with the sentences that bear them out.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(_rows(_find(folder, f"{split}.jsonl"), CitedClaim))


def read_marked(folder: Path, split: str) -> tuple[MarkedPassage, ...]:
    """Read passages in which a person marked entities and relations.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(_rows(_find(folder, f"extract.{split}.jsonl"), MarkedPassage))


def read_fusion(folder: Path, split: str) -> FusionSet:
    """Read claims and queries; attributes are joined by their folded words, whether they are plural or not.

    Raises:
        ConfigError: a file is missing or not of this format.
    """
    claims = tuple(_claim(row) for row in _rows(_find(folder, "claims.jsonl"), _ClaimRow))
    entities = {claim.entity for claim in claims}
    rows = _rows(_find(folder, f"{split}.queries.jsonl"), _FusionRow)
    kinds = {claim.attribute: Kind.NAMES for claim in claims if claim.attribute in _NAMES_OF}
    return FusionSet(claims, kinds, tuple(_fusion_query(row, entities) for row in rows))


_NAMES_OF: Final = frozenset({"author", "director"})
"""Attributes whose values are people."""


def _attribute(name: str) -> str:
    return key_of(name).removesuffix("s")


def _claim(row: _ClaimRow) -> Claim:
    if row.authors is None:
        return Claim(row.source, row.entity, _attribute(row.attribute), row.value)
    return Claim(row.source, row.isbn, "author", row.authors)


def _fusion_query(row: _FusionRow, entities: Collection[str]) -> FusionQuery:
    if row.entity:
        return FusionQuery(row.id, row.entity, _attribute(row.attribute), row.answers)
    isbn = row.isbn10 if row.isbn10 in entities else row.isbn
    return FusionQuery(row.id, isbn, "author", row.authors)


def read_handbooks(folder: Path, split: str, questions: Path | None = None) -> HandbookSet:
    """Read the manifest of handbook files and a question file.

    Args:
        folder: holds the manifest and the handbook files.
        split: which `questions.SPLIT.jsonl`, unless `questions` is given.
        questions: another question file; also one with a pair of handbooks a row.

    Raises:
        ConfigError: a file is missing or not of this format, or names an unknown handbook.
    """
    asked = read_questions(questions or _find(folder, f"questions.{split}.jsonl"))
    manifest = list(_rows(_find(folder, "manifest.jsonl"), ManifestEntry))
    files = {entry.id: _existing(folder / entry.file) for entry in manifest}
    for question in asked:
        named = [answer.handbook for answer in question.answers] + question.absent
        unknown = sorted(set(named) - files.keys())
        if unknown:
            raise ConfigError(
                f"question {question.id or question.question!r}: no handbook {', '.join(unknown)}"
            )
    makers = {entry.id: entry.institution for entry in manifest if entry.institution}
    return HandbookSet(files, asked, makers)


def without_handbooks(data: HandbookSet, left_out: Collection[str]) -> HandbookSet:
    """Leave handbooks out of the files and of the gold; questions about nothing else go with them.

    Raises:
        ConfigError: one of them is not in the data set.
    """
    if unknown := sorted(set(left_out) - data.files.keys()):
        raise ConfigError(
            f"no handbook {', '.join(unknown)}", hint=f"one of: {', '.join(sorted(data.files))}"
        )
    files = {name: file for name, file in data.files.items() if name not in left_out}
    kept = [_question_without(question, left_out) for question in data.questions]
    asked = tuple(question for question in kept if question.answers or question.absent)
    return structs.replace(data, files=files, questions=asked)


def _read_corpora(folder: Path) -> tuple[Document, ...]:
    files = sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")])
    if not files:
        raise ConfigError(f"{folder}: there are no .jsonl files")
    return tuple(document for file in files for document in _rows(file, Document))


def _read_authorities(path: Path) -> tuple[Authority, ...]:
    """Read what is known of a corpus' handbooks; nothing if the file is not there."""
    if not path.is_file():
        return ()
    try:
        return tuple(msgspec.json.decode(path.read_bytes(), type=list[Authority]))
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _require_rows(question: str, gold: Collection[str], known: Collection[str]) -> None:
    if unknown := sorted(set(gold) - set(known)):
        raise ConfigError(f"question {question}: no row {', '.join(unknown)} in the corpus")


def _question_without(question: HandbookQuestion, left_out: Collection[str]) -> HandbookQuestion:
    return structs.replace(
        question,
        answers=[answer for answer in question.answers if answer.handbook not in left_out],
        absent=[name for name in question.absent if name not in left_out],
        pairs=[pair for pair in question.pairs if pair.a not in left_out and pair.b not in left_out],
    )


def read_questions(path: Path) -> tuple[HandbookQuestion, ...]:
    """Read a question file of either kind; rows with one pair each are gathered by their question.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    first = next(_rows(_existing(path), _Shape), None)
    if first is None or first.handbook_a is None:
        return tuple(_rows(path, HandbookQuestion))
    return _gathered(_rows(path, _ProbePair))


def _gathered(rows: Iterator[_ProbePair]) -> tuple[HandbookQuestion, ...]:
    by_question: dict[str, list[_ProbePair]] = {}
    for row in rows:
        by_question.setdefault(row.question, []).append(row)
    return tuple(_question_of(question, pairs) for question, pairs in by_question.items())


def _question_of(question: str, rows: list[_ProbePair]) -> HandbookQuestion:
    """Gather pairs into one question; a place in a handbook that several pairs name counts once."""
    answers: dict[tuple[str, int | str | None], GoldAnswer] = {}
    for row in rows:
        for answer in (
            GoldAnswer(row.handbook_a, row.page_a, row.heading_a, row.quote_a),
            GoldAnswer(row.handbook_b, row.page_b, row.heading_b, row.quote_b),
        ):
            answers.setdefault((answer.handbook, answer.page or answer.heading or answer.quote), answer)
    pairs = [GoldPair(row.handbook_a, row.handbook_b, row.label) for row in rows]
    return HandbookQuestion(question, list(answers.values()), [], pairs)


def _read_grades(path: Path) -> dict[str, dict[str, float]]:
    grades: dict[str, dict[str, float]] = {}
    with _opened(path) as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows, None)
        for number, row in enumerate(rows, start=2):
            try:
                query, document, grade = row
                grades.setdefault(query, {})[document] = float(grade)
            except ValueError as error:
                raise ConfigError(f"{path}: line {number}: not query, document, grade") from error
    return grades


def _rows(path: Path, kind: type[T]) -> Iterator[T]:
    decoder = msgspec.json.Decoder(kind)
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise ConfigError(f"{path}: line {number}: {error}") from error


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
        ) as lines:
            yield lines
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error


def _find(folder: Path, name: str) -> Path:
    """Find a file, or its gzip."""
    zipped = folder / f"{name}.gz"
    return zipped if zipped.is_file() else _existing(folder / name)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ConfigError(f"{path}: there is no such file", hint="check --data and --split")
    return path
