"""Statements that nobody judged, for a teacher to score: the likeliest of every handbook for every question.

Of each handbook the twelve statements that rank first by BM25 and four of the forty first, in one of the
question's wordings: what the selector reads in the program is found by its words too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import tantivy

from edgerag.language.words import words
from selector.groups import searched
from selector.judged import JudgedQuestion
from selector.stated import Stated

FIRST: Final = 12
FURTHER: Final = 4
RANKED: Final = 40
"""All three set by hand."""
LEAST_CHARS: Final = 20
"""Shorter statements are none."""


class Pooled(msgspec.Struct, frozen=True):
    """Statements of one handbook, as the selector reads them."""

    asked: str
    is_held: bool
    texts: tuple[str, ...]


def pooled(
    questions: Sequence[JudgedQuestion], handbooks: Mapping[str, Stated], seed: int
) -> Iterator[Pooled]:
    """Yield what each handbook states that is likeliest by its words to answer each question."""
    rng = random.Random(seed)
    asked = [(one.held, [searched(typed) for typed in (one.question, *one.wordings)]) for one in questions]
    for read in handbooks.values():
        ranking = Ranking([text for texts in read.values() for text in texts if len(text) >= LEAST_CHARS])
        for is_held, wordings in asked:
            wording = rng.choice(wordings)
            texts = list(dict.fromkeys(ranking.first(wording, RANKED)))
            rest = texts[FIRST:]
            yield Pooled(wording, is_held, (*texts[:FIRST], *rng.sample(rest, min(FURTHER, len(rest)))))


class Ranking:
    """Texts, ranked for a question by BM25 over their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        schema = tantivy.SchemaBuilder()
        schema.add_text_field("words", tokenizer_name="whitespace")
        schema.add_unsigned_field("number", stored=True)
        self._texts = texts
        self._index = tantivy.Index(schema.build())
        writer = self._index.writer()
        for number, text in enumerate(texts):
            writer.add_document(tantivy.Document(words=" ".join(words(text)), number=number))
        writer.commit()
        self._index.reload()

    def first(self, question: str, n: int) -> list[str]:
        """Give the `n` texts that rank first; fewer if no more has a word of the question."""
        schema = self._index.schema
        terms = [tantivy.Query.term_query(schema, "words", word) for word in dict.fromkeys(words(question))]
        query = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        searcher = self._index.searcher()
        hits = searcher.search(query, limit=n).hits if terms else []
        return [self._texts[searcher.doc(address)["number"][0]] for _, address in hits]
