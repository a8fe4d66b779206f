from __future__ import annotations

import tantivy
from hypothesis import given
from hypothesis import strategies as st

from edgerag.index.queries import ANALYSERS, SCHEMA, any_word, naming, terms, within
from edgerag.store.handbooks import HandbookKey


def test_a_text_is_cut_into_stems_numbers_and_pairs_of_chinese_characters() -> None:
    assert terms("Treated with 0.5 mg") == ["treat", "with", "0", "5", "mg"]
    assert terms("高血压") == ["高", "高血", "血", "血压", "压"]
    assert terms("") == []


def test_american_and_british_accents_of_a_word_are_one_term() -> None:
    assert terms("naïve") == terms("naive") == terms("NAÏVE")


def test_nothing_is_asked_without_words() -> None:
    assert any_word(" ?! ") is None
    assert naming([]) is None
    assert naming([[], []]) is None


@given(st.text(max_size=60))
def test_any_question_is_a_query_and_nothing_in_it_is_syntax(question: str) -> None:
    index = tantivy.Index(SCHEMA)
    for name, analyser in ANALYSERS.items():
        index.register_tokenizer(name, analyser)
    for query in (any_word(question), naming([[{word} for word in question.split()]])):
        if query is not None:
            index.searcher().search(within(query, {HandbookKey(1)}), 1)
