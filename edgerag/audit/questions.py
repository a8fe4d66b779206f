"""The question file of an audit: text, CSV or JSON lines, and what in it is there twice.

Two questions are nearly the same if the sets of their words are (Jaccard):

    J(a, b) = |a and b| / |a or b| >= 0.8

Such pairs are found without comparing all. With the words ordered from the rarest to the most frequent, two
sets that are so alike share one of their first  |a| - ceil(0.8 |a|) + 1  words (Bayardo et al., "Scaling Up
All Pairs Similarity Search", WWW 2007). If the first word that they share is number i of a and number j of b,
counted from 0, they share  min(|a| - i, |b| - j)  at most, and must share  0.8 / 1.8 (|a| + |b|)  (Xiao et
al., "Efficient Similarity Joins for Near Duplicate Detection", WWW 2008, positional filtering).

Differs from HERO-QA, section 3.2, which leaves out candidates with a cosine above 0.85 after a person has
looked: here nothing is left out, and the words are compared, for one word (adult, child) may be the question.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from edgerag.domain.audits import VALUES_APART, AuditQuestion
from edgerag.errors import AuditError, IngestError, QuestionError
from edgerag.ingest.source import read_source
from edgerag.understand.checked import checked

NEARLY: Final = 0.8
QUESTION: Final = "question"
"""The column that must be there."""
MOST_BYTES: Final = 100_000_000
MOST_LABEL_CHARACTERS: Final = 500
_ROUNDING: Final = 1e-9
_DELIMITERS: Final = ",;\t"
_JSON_LINES: Final = frozenset({".jsonl", ".ndjson"})
_TABLES: Final = frozenset({".csv", ".tsv"})

Row = tuple[int, str, Mapping[str, str]]
"""The line where it begins, the question and its labels."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Two questions that are the same, or nearly."""

    first: AuditQuestion
    second: AuditQuestion
    is_same: bool
    """Whether they differ in capitals, spaces and punctuation at most."""


@dataclass(frozen=True, slots=True)
class Place:
    """A word's place among the words of a question, the rarest first."""

    number: int
    """0, 1, ..."""
    n_words: int

    def may_be_alike(self, other: Place) -> bool:
        """Say whether two questions whose first shared word is here and there can be nearly the same."""
        most = min(self.n_words - self.number, other.n_words - other.number)
        return most >= NEARLY / (1 + NEARLY) * (self.n_words + other.n_words) - _ROUNDING


def read_questions(path: Path) -> list[AuditQuestion]:
    """Read the questions of a file, in order; each is made fit to be asked.

    Text has a question a line; CSV a column `question` and a label in every other; JSON lines an object with
    `question`, whose other texts, numbers and lists of them are labels.

    Raises:
        AuditError: the file cannot be read, has no question, or one that cannot be asked; its line is named.
    """
    text = _text(path)
    suffix = path.suffix.lower()
    if suffix in _JSON_LINES:
        rows = _json_rows(path, text)
    elif suffix in _TABLES:
        rows = _table_rows(path, text)
    else:
        rows = ((n, line, {}) for n, line in enumerate(text.splitlines(), start=1) if line.strip())
    questions = [_question(path, position, row) for position, row in enumerate(rows)]
    if not questions:
        raise AuditError(
            f"{path} has no questions", hint="write one a line, or a CSV with a column `question`"
        )
    return questions


def twins(questions: Sequence[AuditQuestion]) -> Iterator[Twin]:
    """Find the questions that are there twice, or nearly twice, each pair once, in the order of the file."""
    words = [frozenset(_words(question.text)) for question in questions]
    frequency = Counter(word for some in words for word in some)
    holders: dict[str, dict[Place, list[int]]] = defaultdict(lambda: defaultdict(list))
    for position, some in enumerate(words):
        ordered = sorted(some, key=lambda word: (frequency[word], word))
        places = [Place(n, len(some)) for n in range(len(some) - math.ceil(NEARLY * len(some)) + 1)]
        found = {
            other
            for here, word in zip(places, ordered, strict=False)
            for there, others in holders[word].items()
            if here.may_be_alike(there)
            for other in others
        }
        for other in sorted(found):
            if _likeness(words[other], some) >= NEARLY:
                first, second = questions[other], questions[position]
                yield Twin(first, second, _words(first.text) == _words(second.text))
        for here, word in zip(places, ordered, strict=False):
            holders[word][here].append(position)


def _text(path: Path) -> str:
    try:
        return read_source(path, most_bytes=MOST_BYTES).decode("utf-8-sig")
    except IngestError as error:
        raise AuditError(f"{path}: {error}", hint=error.hint) from error
    except UnicodeDecodeError as error:
        raise AuditError(f"{path} is not UTF-8 text", hint="save it as UTF-8, CSV perhaps") from error


def _json_rows(path: Path, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            raise _refused(path, number, f"no JSON object: {error}") from error
        if not isinstance(row.get(QUESTION), str):
            raise _refused(path, number, f"there is no text under {QUESTION!r}")
        labels = {name: _label(value) for name, value in row.items() if name != QUESTION}
        yield number, row[QUESTION], {name: value for name, value in labels.items() if value}


def _label(value: object) -> str:
    """Read a value as a label: texts, numbers, lists of them; nothing of what is more than that."""
    if isinstance(value, list):
        parts = [_label(part) for part in value]
        return f"{VALUES_APART} ".join(parts) if all(parts) else ""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _table_rows(path: Path, text: str) -> Iterator[Row]:
    first_line = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first_line.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(rows, [])]
        column = next((n for n, name in enumerate(header) if name.casefold() == QUESTION), None)
        if column is None:
            named = ", ".join(filter(None, header)) or "nothing"
            raise _refused(path, 1, f"no column is called {QUESTION!r}; there are: {named}")
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) <= column or len(row) > len(header):
                raise _refused(path, rows.line_num, f"it has {len(row)} cells, and the header {len(header)}")
            cells = zip(header, row, strict=False)
            labels = {name: cell.strip() for n, (name, cell) in enumerate(cells) if n != column and name}
            yield rows.line_num, row[column], {name: value for name, value in labels.items() if value}
    except csv.Error as error:
        raise _refused(path, rows.line_num, str(error)) from error


def _question(path: Path, position: int, row: Row) -> AuditQuestion:
    number, typed, labels = row
    try:
        text = checked(typed)
    except QuestionError as error:
        raise _refused(path, number, str(error)) from error
    long = next((name for name, value in labels.items() if len(value) > MOST_LABEL_CHARACTERS), None)
    if long is not None:
        raise _refused(path, number, f"{long!r} has more than {MOST_LABEL_CHARACTERS} characters")
    return AuditQuestion(position, text, {name.casefold(): value for name, value in labels.items()})


def _refused(path: Path, number: int, why: str) -> AuditError:
    return AuditError(f"{path}, line {number}: {why}", hint="correct that line; nothing was begun")


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?:[.,]\d+)?", text.casefold())


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)


def labels_of(questions: Iterable[AuditQuestion]) -> tuple[str, ...]:
    """Name the labels that group questions, in the order of the file: not those that tell each one apart."""
    counts: dict[str, Counter[str]] = {}
    for question in questions:
        for name in question.labels:
            counts.setdefault(name, Counter()).update(question.values(name))
    return tuple(name for name, values in counts.items() if max(values.values(), default=0) > 1)
