from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations

from edgerag.compare.compare import INHERITED, compare_answers, compared_text
from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Stated
from edgerag.domain.ids import HandbookId, SectionId
from edgerag.domain.reports import Label, Layer
from edgerag.understand.understand import understand
from tests.unit.compare.alike import AlwaysAlike

QUESTION = understand("What dose of adrenaline should an adult with anaphylaxis receive?")


class CountingSimilarity(AlwaysAlike):
    def __init__(self) -> None:
        self.pairs: set[tuple[str, str]] = set()

    def cosine(self, a: str, b: str) -> float:
        self.pairs.add((a, b))
        return super().cosine(a, b)


def answer(name: str, text: str, status: Status = Status.ANSWERED, quotes: tuple[str, ...] = ()) -> Answer:
    said = Stated("", Origin.DEFAULT)
    handbook = Handbook(
        HandbookId(name),
        name,
        f"{name}.pdf",
        "",
        "pdf",
        Metadata(said, said, said, said, said, said),
        1,
        1,
        1,
        1,
    )
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 0.5, ())
    citations = tuple(Citation(SectionId(1), "", 1, 1, quote, 0, len(quote)) for quote in quotes)
    return Answer(handbook, status, text, AnswerMode.EXTRACTIVE, citations, trace)


def test_every_pair_is_judged_in_the_order_of_the_report() -> None:
    answers = [answer(name, f"Adrenaline 0.{size} mg IM") for size, name in enumerate("dbca", start=1)]
    pairs = [(pair.a, pair.b) for pair in compare_answers(QUESTION, answers, CountingSimilarity())]
    assert pairs == list(combinations("dbca", 2))


def test_silent_handbook_makes_its_pairs_absent_and_a_failed_one_unchecked() -> None:
    answers = [
        answer("a", "", Status.NOT_ADDRESSED),
        answer("b", "", Status.FAILED),
        answer("c", "Adrenaline 0.5 mg IM"),
    ]
    judged = {
        (p.a, p.b): (p.label, p.decided_by) for p in compare_answers(QUESTION, answers, CountingSimilarity())
    }
    assert judged == {
        ("a", "b"): (Label.ABSENT, Layer.ABSENCE),
        ("a", "c"): (Label.ABSENT, Layer.ABSENCE),
        ("b", "c"): (Label.NOT_CHECKED, Layer.NONE),
    }


def test_reasoning_quotes_in_the_order_of_the_pair() -> None:
    answers = [
        answer(name, text) for name, text in (("z", "Adrenaline 1 mg IM"), ("y", "adrenaline 0.5 mg IM"))
    ]
    for ordered in (answers, answers[::-1]):
        (pair,) = compare_answers(QUESTION, ordered, CountingSimilarity())
        first, second = ("1 mg", "0.5 mg") if pair.a == "z" else ("0.5 mg", "1 mg")
        assert f"“{first}” against “{second}”" in pair.reasoning
        assert (pair.words_a, pair.words_b) == (first, second)


def test_a_pair_that_was_judged_as_a_whole_has_no_words() -> None:
    answers = [answer(name, "Adrenaline 1 mg IM") for name in "ab"]
    (pair,) = compare_answers(QUESTION, answers, CountingSimilarity())
    assert (pair.words_a, pair.words_b) == ("", "")


def test_equal_answers_are_judged_as_one() -> None:
    texts = ["Adrenaline 0.5 mg IM", "adrenaline  0.5 mg im.", "Adrenaline 500 mcg IM into the thigh"]
    answers = [answer(f"h{index}", texts[index % 3]) for index in range(60)]
    similarity = CountingSimilarity()
    pairs = list(compare_answers(QUESTION, answers, similarity))
    assert len(pairs) == 60 * 59 // 2
    assert {pair.label for pair in pairs} == {Label.CONSISTENT}
    assert len(similarity.pairs) == 1
    inherited = [pair for pair in pairs if pair.reasoning.endswith(INHERITED)]
    assert {pair.decided_by for pair in inherited} == {Layer.TYPED}
    assert sum(pair.decided_by is Layer.TYPED for pair in pairs) == len(inherited) + 1


def test_two_hundred_equal_answers_are_quickly_compared() -> None:
    answers = [answer(f"h{index}", "Adrenaline 0.5 mg IM. " * 40) for index in range(200)]
    begin = time.process_time()
    pairs = list(compare_answers(QUESTION, answers, CountingSimilarity()))
    assert time.process_time() - begin < 5
    assert len(pairs) == 200 * 199 // 2
    assert {(pair.label, pair.decided_by) for pair in pairs} == {(Label.CONSISTENT, Layer.IDENTITY)}


def test_same_quotations_in_another_order_are_the_same_answer() -> None:
    quotes = ("Adrenaline 0.5 mg IM.", "Do not wait.")
    answers = [answer("a", "", quotes=quotes), answer("b", "", quotes=quotes[::-1])]
    (pair,) = compare_answers(QUESTION, answers, CountingSimilarity())
    assert (pair.label, pair.decided_by) == (Label.CONSISTENT, Layer.IDENTITY)


def test_quotations_that_the_answer_repeats_are_compared_once() -> None:
    quotes = ("adrenaline 0.5 mg IM", "Repeat every 5 minutes.")
    given = replace(answer("a", "Adrenaline 0.5 mg IM.", quotes=quotes), mode=AnswerMode.GENERATED)
    assert compared_text(given) == "Adrenaline 0.5 mg IM.\n\nRepeat every 5 minutes."


def test_what_stands_elsewhere_in_a_handbook_is_not_compared() -> None:
    given = answer("a", "", quotes=("Adrenaline 0.5 mg IM.", "Adrenaline 1 mg in cardiac arrest."))
    first, other = given.citations
    shown = replace(given, citations=(first, replace(other, is_elsewhere=True)))
    assert compared_text(shown) == "Adrenaline 0.5 mg IM."


def test_extractive_answer_is_compared_as_its_quotations_with_their_lines() -> None:
    rows = "Drug | Dose\nadrenaline | 0.5 mg"
    given = answer("a", "Drug | Dose ; adrenaline | 0.5 mg ;", quotes=(rows, "Repeat it.", "Repeat it."))
    assert compared_text(given) == f"{rows}\n\nRepeat it."


def test_pairs_that_are_left_when_the_time_is_over_are_unchecked_and_silence_is_still_told() -> None:
    answers = [answer(name, f"Adrenaline 0.{size} mg IM") for size, name in enumerate("abc", start=1)]
    answers.append(answer("d", "", Status.NOT_ADDRESSED))
    over = iter([False, True, True])
    pairs = list(compare_answers(QUESTION, answers, CountingSimilarity(), is_over=lambda: next(over)))
    labels = {(str(pair.a), str(pair.b)): pair.label for pair in pairs}
    assert labels["a", "b"] is Label.DIVERGENT
    assert labels["a", "c"] is labels["b", "c"] is Label.NOT_CHECKED
    assert {labels[pair] for pair in (("a", "d"), ("b", "d"), ("c", "d"))} == {Label.ABSENT}
    assert any("Stopped before" in pair.reasoning for pair in pairs)


def test_what_may_be_no_answer_is_never_compared() -> None:
    similarity = CountingSimilarity()
    answers = [answer("a", "Adrenaline 1 mg IM", Status.UNCERTAIN), answer("b", "Adrenaline 0.5 mg IM")]
    (pair,) = compare_answers(QUESTION, answers, similarity)
    assert (pair.label, pair.decided_by) == (Label.ABSENT, Layer.ABSENCE)
    assert not similarity.pairs


def test_what_a_quotation_stands_under_is_in_its_paragraph_and_not_one_of_its_own() -> None:
    head, rows = "Age | Amoxicillin", ("2 to 11 months | 125 mg", "12 months and over | 250 mg")
    given = answer("a", "", quotes=(head, *rows))
    under = tuple(replace(one, head=head if one.quote in rows else "") for one in given.citations)
    assert compared_text(replace(given, citations=under)) == f"{head}\n{rows[0]}\n\n{head}\n{rows[1]}"
