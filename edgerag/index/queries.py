"""How a text becomes words to be indexed, and a question a query of Tantivy.

Words are stemmed. Beside them stand their unstemmed forms, two of which make a phrase ("20 mg"), and pairs
of Chinese characters. Nothing that a person types is syntax.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import Final

import tantivy

from edgerag.index.terms import (
    WHOLE,
    cjk_runs,
    content_terms,
    normalise,
    number_pairs,
    spellings,
    without_cjk,
)
from edgerag.store.handbooks import HandbookKey

HEADING_WEIGHT = 0.5
WHOLE_WEIGHT = 0.5
"""Weights of a match in the headings, and of an unstemmed form, beside 1 for a stem in the text."""
ALTERNATIVE_WEIGHT = 0.5
"""Weight of a word of another name, beside 1 for the question's own."""
QUANTITY_WEIGHT = 0.5
"""Weight of a number together with the word before or after it."""
QUANTITY_SLOP = 2
"""Words that may stand between them: "enalapril, oral, 20 mg"."""

_LONGEST_TERM_BYTES = 60

_Query, _Occur = tantivy.Query, tantivy.Occur


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("handbook", indexed=True, fast=True)
    builder.add_unsigned_field("item", fast=True)
    builder.add_text_field("heading", tokenizer_name="words", index_option="freq")
    builder.add_text_field("words", tokenizer_name="words", index_option="freq")
    builder.add_text_field("whole", tokenizer_name="whole", index_option="position")
    builder.add_text_field("bigrams", tokenizer_name="bigrams", index_option="freq")
    return builder.build()


def _analyser(tokenizer: tantivy.Tokenizer) -> tantivy.TextAnalyzerBuilder:
    return (
        tantivy.TextAnalyzerBuilder(tokenizer)
        .filter(tantivy.Filter.remove_long(_LONGEST_TERM_BYTES))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )


SCHEMA: Final = _schema()
_WORDS = _analyser(tantivy.Tokenizer.simple()).filter(tantivy.Filter.stemmer("english")).build()
_WHOLES = _analyser(tantivy.Tokenizer.regex(WHOLE)).build()
_BIGRAMS = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(1, 2)).build()
ANALYSERS: Final = {"words": _WORDS, "whole": _WHOLES, "bigrams": _BIGRAMS}
"""By the names that the schema gives them."""


def terms(text: str) -> list[str]:
    """Cut a text into what a question is matched by: stems and numbers, and pairs of Chinese characters."""
    plain = normalise(text)
    return [*_WORDS.analyze(without_cjk(plain)), *_BIGRAMS.analyze(cjk_runs(plain))]


def any_word(question: str, also: Sequence[str] = ()) -> tantivy.Query | None:
    """Ask for any of a question's words, and of other names for what it names; None if it has none."""
    text = normalise(question)
    words = content_terms(_WORDS.analyze(without_cjk(text)))
    other = content_terms(_WORDS.analyze(without_cjk(normalise(" ".join(also)))))
    stems = dict.fromkeys(words, 1.0) | {term: ALTERNATIVE_WEIGHT for term in other if term not in words}
    weighted = [
        *((term, "words", weight) for term, weight in stems.items()),
        *((term, "heading", HEADING_WEIGHT * weight) for term, weight in stems.items()),
        *(
            (term, "whole", WHOLE_WEIGHT)
            for term in spellings(content_terms(_WHOLES.analyze(without_cjk(text))))
        ),
        *((term, "bigrams", 1.0) for term in dict.fromkeys(_BIGRAMS.analyze(cjk_runs(text)))),
    ]
    clauses = [
        (_Occur.Should, _Query.boost_query(_Query.term_query(SCHEMA, field, term, "freq"), weight))
        for term, field, weight in weighted
    ]
    clauses += [
        (_Occur.Should, _Query.boost_query(_phrase(pair), QUANTITY_WEIGHT))
        for pair in number_pairs(_WHOLES.analyze(without_cjk(text)))
    ]
    return _Query.boolean_query(clauses) if clauses else None


def within(query: tantivy.Query, keys: Set[HandbookKey]) -> tantivy.Query:
    """Ask the same of these handbooks alone, without a change of scores."""
    filtered = _Query.const_score_query(_Query.term_set_query(SCHEMA, "handbook", sorted(keys)), 0.0)
    return _Query.boolean_query([(_Occur.Must, query), (_Occur.Must, filtered)])


def naming(names: Sequence[Sequence[Collection[str]]]) -> tantivy.Query | None:
    """Ask for all words of one of the names, each in any of its forms; None if no name has words."""
    named = [(_Occur.Should, _all_of(words)) for words in names if words]
    return _Query.boolean_query(named) if named else None


def _all_of(words: Sequence[Collection[str]]) -> tantivy.Query:
    """Ask for some form of each word, in the text or in the headings."""
    return _Query.boolean_query([(_Occur.Must, _any_of(forms)) for forms in words])


def _any_of(forms: Collection[str]) -> tantivy.Query:
    stems = sorted({term for form in forms for term in terms(form)})
    return _Query.boolean_query(
        [
            (_Occur.Should, _Query.term_query(SCHEMA, field, stemmed, "basic"))
            for stemmed in stems
            for field in ("words", "heading")
        ]
    )


def _phrase(pair: tuple[str, str]) -> tantivy.Query:
    return _Query.phrase_query(SCHEMA, "whole", list(pair), QUANTITY_SLOP)
