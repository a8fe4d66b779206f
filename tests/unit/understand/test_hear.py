from __future__ import annotations

from collections.abc import Collection

from edgerag.domain.notices import Concern, Understood
from edgerag.index.vocabulary import Vocabulary
from edgerag.understand.hear import Heard, hear, with_topics


def heard(question: str, vocabulary: Vocabulary, *nowhere: str) -> Heard:
    """Hear a question where no handbook has some names."""

    def is_named(names: Collection[str]) -> bool:
        return not any(name in names for name in nowhere)

    return hear(question, vocabulary, is_named)


def sentences(one: Heard) -> list[str]:
    return [notice.sentence for notice in one.understood.notices]


def test_a_plain_question_is_searched_as_it_is_without_a_notice(vocabulary: Vocabulary) -> None:
    question = "What dose of ceftriaxone is given to an adult?"
    assert heard(question, vocabulary).asked.text == question
    assert heard(question, vocabulary).understood == Understood("ceftriaxone · adult · dose")


def test_misspelt_words_are_corrected_for_the_search_and_told_in_one_line(vocabulary: Vocabulary) -> None:
    one = heard("ceftriaxon for gonorhea", vocabulary)
    assert one.asked.text == "ceftriaxone for gonorrhoea"
    assert one.asked.drugs == {"ceftriaxone"}
    assert sentences(one) == [
        'Did you mean ceftriaxone, gonorrhoea? That was searched; no handbook has "ceftriaxon" or "gonorhea"'
    ]


def test_where_it_is_not_clear_what_was_meant_both_are_offered(vocabulary: Vocabulary) -> None:
    one = heard("dose of cefaxime", vocabulary)
    assert one.asked.text == "dose of cefaxime"
    (sentence,) = sentences(one)
    assert sentence.startswith('No handbook has "cefaxime"; did you mean ')
    assert "cefixime" in sentence
    assert "cefotaxime" in sentence


def test_what_no_handbook_names_is_told(vocabulary: Vocabulary) -> None:
    one = heard("levetiracetam dose", vocabulary, "levetiracetam")
    assert sentences(one) == ["levetiracetam is in none of your handbooks"]
    both = heard("levetiracetam or lacosamide", vocabulary, "levetiracetam", "lacosamide")
    assert sentences(both) == ["levetiracetam and lacosamide are in none of your handbooks"]


def test_another_language_is_not_understood_and_nothing_else_is_said_of_it(vocabulary: Vocabulary) -> None:
    one = heard("matibabu ya malaria kwa watoto", vocabulary, "malaria")
    assert [notice.concern for notice in one.understood.notices] == [Concern.NOT_ENGLISH]
    assert (one.asked.text, one.understood.line) == ("matibabu ya malaria kwa watoto", "")


def test_a_vague_question_is_offered_what_was_found(vocabulary: Vocabulary) -> None:
    understood = heard("baby not well", vocabulary).understood
    assert understood.has(Concern.VAGUE)
    (notice,) = with_topics(understood, ["Newborn", "Fever", "Newborn"]).notices
    assert notice.sentence.endswith("Topics found: Newborn; Fever")
    assert with_topics(understood, []) == understood


def test_topics_are_offered_for_vague_questions_alone(vocabulary: Vocabulary) -> None:
    understood = heard("adrenaline dose", vocabulary).understood
    assert with_topics(understood, ["Newborn"]) == understood


def test_a_long_case_is_told_as_it_was_asked(vocabulary: Vocabulary) -> None:
    question = "The adult was at home and had water. " * 20 + "What dose of ceftriaxone is given?"
    one = heard(question, vocabulary)
    assert one.asked.text == "What dose of ceftriaxone is given? (adult)"
    assert sentences(one) == [
        "The question is long; this was asked: What dose of ceftriaxone is given? (adult)"
    ]
