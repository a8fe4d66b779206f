from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from edgerag.domain.corrections import AS_READ, Correction
from edgerag.domain.follow_ups import Before
from edgerag.domain.notices import Concern, Part, Sort, Spelling
from edgerag.index.vocabulary import Vocabulary
from edgerag.understand.hear import Heard, hear, with_topics


def heard(question: str, vocabulary: Vocabulary, *nowhere: str, correction: Correction = AS_READ) -> Heard:
    """Hear a question where no handbook has some names."""

    def is_named(names: Collection[str]) -> bool:
        return not any(name in names for name in nowhere)

    return hear(question, vocabulary, is_named, correction=correction)


def sentences(one: Heard) -> list[str]:
    return [notice.sentence for notice in one.understood.notices]


def test_a_plain_question_is_searched_as_it_is_without_a_notice(vocabulary: Vocabulary) -> None:
    question = "What dose of ceftriaxone is given to an adult?"
    assert heard(question, vocabulary).asked.text == question
    understood = heard(question, vocabulary).understood
    assert (understood.line, understood.notices) == ("ceftriaxone · adult · dose", ())
    assert understood.parts == (
        Part(Sort.NAME, "ceftriaxone"),
        Part(Sort.PEOPLE, "adult"),
        Part(Sort.ASKED, "dose"),
    )


def test_misspelt_words_are_corrected_for_the_search_and_told_in_one_line(vocabulary: Vocabulary) -> None:
    one = heard("ceftriaxon for gonorhea", vocabulary)
    assert one.asked.text == "ceftriaxone for gonorrhoea"
    assert one.asked.drugs == {"ceftriaxone"}
    assert sentences(one) == [
        'Did you mean ceftriaxone, gonorrhoea? That was searched; no handbook has "ceftriaxon" or "gonorhea"'
    ]


def test_a_level_is_searched_by_the_name_of_the_finding_too_and_that_is_told(vocabulary: Vocabulary) -> None:
    question = "Her blood sugar is 2.9, what do I give?"
    one = heard(question, vocabulary)
    assert one.asked.text == "Her blood sugar is 2.9 (hypoglycaemia), what do I give?"
    assert "Also searched: hypoglycaemia" in sentences(one)
    assert one.understood.line.startswith("blood sugar · hypoglycaemia")
    as_typed = heard(question, vocabulary, correction=Correction(is_as_typed=True))
    assert as_typed.asked.text == question


def test_what_is_said_in_lay_words_is_searched_by_its_name_too(
    vocabulary: Vocabulary,
) -> None:
    question = "preg, her waters broke: which antibiotic?"
    one = heard(question, vocabulary)
    assert one.asked.text == "pregnant, her rupture of membranes: which antibiotic?"
    assert "pregnant" in one.asked.populations
    assert [said.partition(",")[0] for said in sentences(one)] == ["Also searched: rupture of membranes"]
    as_typed = heard(question, vocabulary, correction=Correction(is_as_typed=True))
    assert as_typed.asked.text == question


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


@pytest.mark.parametrize(
    "question", ["glue eyebrow laceration", "ceftriaxon for gonorhea", "pouls faible agité"]
)
def test_where_no_word_of_the_library_is_known_none_is_called_misspelt_or_foreign(question: str) -> None:
    one = heard(question, Vocabulary({}, frozenset()))
    assert one.asked.text == question
    assert not one.understood.has(Concern.NOT_ENGLISH)
    assert not one.understood.has(Concern.MISSPELT)


def test_a_spelling_is_taken_back_or_chosen(vocabulary: Vocabulary) -> None:
    taken = heard("ceftriaxon for gonorhea", vocabulary)
    assert taken.understood.spellings[0] == Spelling("ceftriaxon", "ceftriaxone", ("ceftriaxone",))
    back = Correction(spellings=(("ceftriaxon", "ceftriaxon"),))
    one = heard("ceftriaxon for gonorhea", vocabulary, correction=back)
    assert one.asked.text == "ceftriaxon for gonorrhoea"
    assert sentences(one)[0] == 'Corrected by the reader: "ceftriaxon" as typed'
    assert one.understood.correction == back
    chosen = Correction(spellings=(("cefaxime", "cefixime"),))
    assert heard("dose of cefaxime", vocabulary, correction=chosen).asked.text == "dose of cefixime"


def test_a_question_is_asked_as_it_was_typed(vocabulary: Vocabulary) -> None:
    story = "A man of 40 years came with a cough. " * 20 + "Which dose of ceftriaxon is given?"
    assert heard(story, vocabulary).asked.text != story
    as_typed = heard(story, vocabulary, correction=Correction(is_as_typed=True))
    assert as_typed.asked.text == story
    assert sentences(as_typed)[0] == "Corrected by the reader: asked as typed"
    assert not as_typed.understood.has(Concern.CONDENSED)


def test_a_name_that_is_not_meant_is_not_said_to_be_absent(vocabulary: Vocabulary) -> None:
    correction = Correction(parts=(("levetiracetam", ""),))
    one = heard("levetiracetam dose", vocabulary, "levetiracetam", correction=correction)
    assert not one.understood.has(Concern.ABSENT)
    assert one.understood.line == "dose"


def test_a_brand_is_searched_by_the_name_of_the_handbooks_and_the_reader_is_told() -> None:
    library = Vocabulary(
        {"metronidazole": 30, "dose": 90, "the": 99, "of": 99, "what": 9, "is": 99}, frozenset()
    )
    one = heard("What is the dose of Flagyl?", library)
    assert one.asked.text == "What is the dose of Flagyl?"
    assert one.asked.also_named == ("metronidazole",)
    assert sentences(one) == ["Also searched: metronidazole"]
    typed = heard("What is the dose of Flagyl?", library, correction=Correction(is_as_typed=True))
    assert typed.asked.also == ()
    assert sentences(typed) == ["Corrected by the reader: asked as typed"]


CEFTRIAXONE = Before("What dose of ceftriaxone is given to an adult with gonorrhoea?")


def after(question: str, vocabulary: Vocabulary, before: Before, correction: Correction = AS_READ) -> Heard:
    return hear(question, vocabulary, lambda _: True, correction=correction, before=before)


def test_a_follow_up_is_searched_with_the_question_before_and_says_what_it_has_from_it(
    vocabulary: Vocabulary,
) -> None:
    one = after("and if she is pregnant?", vocabulary, CEFTRIAXONE)
    text = "What dose of ceftriaxone is given to an adult with gonorrhoea (if she is pregnant)?"
    assert (one.asked.text, one.understood.searched) == (text, text)
    assert one.understood.line == "gonorrhoea · ceftriaxone · adult · pregnant · dose"
    (said,) = sentences(one)
    assert said == (
        "Read with the question before; carried over: ceftriaxone · adult · gonorrhoea · dose. "
        f"This was asked: {text}"
    )
    assert one.understood.has(Concern.FOLLOW_UP)


def test_a_question_that_stands_alone_is_heard_as_if_nothing_was_before_it(vocabulary: Vocabulary) -> None:
    for question in ("How is malaria treated?", "ceftriaxon for gonorhea", "snake bite in a child"):
        assert after(question, vocabulary, CEFTRIAXONE) == heard(question, vocabulary)


def test_what_is_in_doubt_is_asked_alone_and_says_so_until_a_person_means_it(vocabulary: Vocabulary) -> None:
    question = "And how is malaria treated?"
    alone = after(question, vocabulary, CEFTRIAXONE)
    assert (alone.asked.text, alone.understood.searched) == (question, "")
    assert alone.understood.has(Concern.ASKED_ALONE)
    joined = after(question, vocabulary, replace(CEFTRIAXONE, is_meant=True))
    assert joined.asked.text == "How is malaria treated (ceftriaxone, adult)?"
    assert joined.understood.has(Concern.FOLLOW_UP)


def test_what_a_person_said_is_not_meant_stays_out_of_what_goes_on(vocabulary: Vocabulary) -> None:
    before = Before("What treats Child-Pugh C cirrhosis?", (("child", ""),))
    one = after("and if she has a fever?", vocabulary, before)
    assert "child" not in one.asked.populations
    assert one.understood.correction.parts == (("child", ""),)
    alone = after("How is malaria treated?", vocabulary, before)
    assert alone.understood.correction == AS_READ


def test_a_follow_up_is_spelt_first(vocabulary: Vocabulary) -> None:
    one = after("and amoxicilin?", vocabulary, CEFTRIAXONE)
    assert one.asked.drugs == {"amoxicillin"}
    assert one.asked.text == "What dose of amoxicillin is given to an adult with gonorrhoea?"


def test_a_question_into_which_nothing_is_carried_is_asked_alone_even_if_it_is_meant_to_go_on(
    vocabulary: Vocabulary,
) -> None:
    question = "How is malaria treated?"
    before = Before("How is gonorrhoea treated?", number=5, is_meant=True)
    assert after(question, vocabulary, before) == heard(question, vocabulary)
