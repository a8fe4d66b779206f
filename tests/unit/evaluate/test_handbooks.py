from __future__ import annotations

import hashlib

import pytest

from edgerag.domain.answers import Answer, AnswerMode, Citation, Status
from edgerag.domain.evidence import EvidenceMode, RetrievalTrace
from edgerag.domain.handbooks import Handbook, Metadata, Origin, Section, Stated
from edgerag.domain.ids import HandbookId, SectionId, handbook_id
from edgerag.domain.reports import Judgement, Label, Layer, Report, verdict_of
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from edgerag.evaluate.halves import Half, half_of
from edgerag.evaluate.handbooks import (
    Asked,
    ask_all,
    evaluate_handbooks,
    is_cited_heading,
    score,
    with_heading,
)

NAMES = {
    name: handbook_id(hashlib.sha256(name.encode()).hexdigest())
    for name in ("old", "new", "web", "diet", "bfhi")
}
PAGE = "0123456789"


def page_text(handbook: HandbookId, ordinal: int) -> str:
    return PAGE


def answer(name: str, *citations: Citation, status: Status = Status.ANSWERED) -> Answer:
    unknown = Stated("", Origin.DEFAULT)
    handbook = Handbook(NAMES[name], "", f"{name}.pdf", "", "pdf", Metadata(*[unknown] * 6), 1, 1, 1, 1)
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, 0.5, ())
    return Answer(handbook, status, "text", AnswerMode.EXTRACTIVE, citations, trace)


def citation(page: int | None, section: str = "", quote: str = "234") -> Citation:
    return Citation(SectionId(1), section, page, page or 1, quote, 2, 5)


def pair(a: str, b: str, label: Label) -> Judgement:
    return Judgement(NAMES[a], NAMES[b], label, 1.0, "", None, "", Layer.TYPED)


def silent(name: str) -> Answer:
    return answer(name, status=Status.NOT_ADDRESSED)


QUESTION = HandbookQuestion(
    "How much?",
    answers=[GoldAnswer("old", 4), GoldAnswer("new", 7), GoldAnswer("web", heading="Bites > Snake bite")],
    absent=["diet", "bfhi"],
    pairs=[
        GoldPair("old", "new", Label.DIVERGENT),
        GoldPair("old", "web", Label.CONTRADICTORY),
        GoldPair("new", "web", Label.CONSISTENT),
    ],
)


def report(*answers: Answer, pairs: tuple[Judgement, ...] = ()) -> Report:
    return Report(QUESTION.question, verdict_of(answers, pairs), answers, pairs, {})


def test_by_hand() -> None:
    answers = (
        answer("old", citation(9), citation(4)),
        answer("new", citation(8)),
        silent("web"),
        silent("diet"),
        answer("bfhi", citation(1, quote="999")),
    )
    pairs = (
        pair("new", "old", Label.COMPLEMENTARY),
        pair("old", "web", Label.ABSENT),
        pair("new", "web", Label.CONTRADICTORY),
    )
    assert score(QUESTION, report(*answers, pairs=pairs), NAMES, page_text) == {
        "page_hit": (1, 3),
        "answered_recall": (2, 3),
        "absent_precision": (1, 2),
        "absent_recall": (1, 2),
        "pair_accuracy": (0, 3),
        "conflict_recall": (0, 2),
        "false_agreement": (1, 2),
        "false_alarm": (1, 1),
        "pair_accuracy_without_hard": (0, 3),
        "conflict_recall_without_hard": (0, 2),
        "false_agreement_without_hard": (1, 2),
        "false_alarm_without_hard": (1, 1),
        "citations_verified": (3, 4),
    }


def test_perfect_report_has_perfect_scores() -> None:
    answers = (
        answer("old", citation(4)),
        answer("new", citation(7)),
        answer("web", citation(None, "Emergencies > Bites > Snake bite > Children")),
        silent("diet"),
        silent("bfhi"),
    )
    pairs = tuple(pair(gold.a, gold.b, gold.label) for gold in QUESTION.pairs)
    asked = ask_all([QUESTION, QUESTION], lambda _: report(*answers, pairs=pairs), lambda *_: None)
    measured = evaluate_handbooks(asked, NAMES, page_text)
    values = {name: measure.value for name, measure in measured.measures.items()}
    assert values == {
        "page_hit": 1.0,
        "answered_recall": 1.0,
        "absent_precision": 1.0,
        "absent_recall": 1.0,
        "pair_accuracy": 1.0,
        "conflict_recall": 1.0,
        "false_agreement": 0.0,
        "false_alarm": 0.0,
        "pair_accuracy_without_hard": 1.0,
        "conflict_recall_without_hard": 1.0,
        "false_agreement_without_hard": 0.0,
        "false_alarm_without_hard": 0.0,
        "citations_verified": 1.0,
    }
    assert measured.confusion is not None
    assert measured.confusion["DIVERGENT"]["DIVERGENT"] == 2


def test_hard_pairs_are_left_out_of_the_second_set_of_pair_measures() -> None:
    hard = GoldPair("old", "new", Label.DIVERGENT, hard=True)
    question = HandbookQuestion(
        "?", [GoldAnswer("old", 4)], [], [hard, GoldPair("old", "web", Label.CONSISTENT)]
    )
    said = (pair("old", "new", Label.CONSISTENT), pair("old", "web", Label.CONSISTENT))
    scores = score(question, report(answer("old"), pairs=said), NAMES, page_text)
    assert (scores["pair_accuracy"], scores["pair_accuracy_without_hard"]) == ((1, 2), (1, 1))
    assert (scores["false_agreement"], scores["false_agreement_without_hard"]) == ((1, 1), (0, 0))


def test_measures_are_given_by_what_is_asked_and_by_half() -> None:
    held = next(text for n in range(99) if half_of(text := f"Zinc {n}") is Half.HELD)
    worked = next(text for n in range(99) if half_of(text := f"Zinc {n}") is Half.WORK)
    texts = ("How long is it given?", "How much zinc?", "Should zinc be given?", held, worked)
    questions = [HandbookQuestion(text, [GoldAnswer("old", 4)]) for text in texts]
    asked = [Asked(question, report(answer("old", citation(4)))) for question in questions[:1]]
    asked += [Asked(question, report(silent("old"))) for question in questions[1:]]
    groups = evaluate_handbooks(asked, NAMES, page_text).groups
    assert list(groups["asks"]) == ["dose", "duration", "yes/no", "broad"]
    assert groups["asks"]["duration"].measures["page_hit"].value == 1.0
    assert groups["asks"]["dose"].measures["page_hit"].value == 0.0
    assert list(groups["half"]) == ["work", "held"]
    assert sum(part.n for part in groups["half"].values()) == len(texts)


def test_one_kind_of_question_needs_no_parts() -> None:
    asked = [Asked(QUESTION, report(silent("old")))]
    assert evaluate_handbooks(asked, NAMES, page_text).groups == {}


def test_conflict_that_was_not_checked_is_missed_but_no_false_agreement() -> None:
    scores = score(QUESTION, report(answer("old"), answer("new"), answer("web")), NAMES, page_text)
    assert scores["conflict_recall"] == (0, 2)
    assert scores["false_agreement"] == (0, 2)


def test_a_handbook_known_to_be_silent_may_show_what_comes_nearest() -> None:
    unsure = answer("diet", citation(4), status=Status.UNCERTAIN)
    question = HandbookQuestion("?", answers=[GoldAnswer("old", 4)], absent=["diet", "bfhi", "web"])
    scores = score(question, report(unsure, silent("bfhi"), answer("web", citation(1))), NAMES, page_text)
    assert scores["absent_recall"] == (2, 3)


def test_silence_about_which_the_gold_says_nothing_is_not_scored() -> None:
    question = HandbookQuestion("?", answers=[GoldAnswer("old", 4)], absent=["diet"])
    assert score(question, report(silent("bfhi"), silent("diet")), NAMES, page_text)["absent_precision"] == (
        1,
        1,
    )


@pytest.mark.parametrize(
    ("gold", "cited", "expected"),
    [
        ("Guide > Bites > Snake bite", "Bites > SNAKE BITE", True),
        ("Bites > Snake bite", "Bites > Snake bite: first aid > Children", True),
        ("Postnatal care > Treat the mother", "Antenatal care > Treat the mother", False),
        ("Bites > Snake bite", "Bites", False),
        ("Snake bite > Bites", "Bites > Snake bite", False),
        ("Yes", "Yesterday", False),
        ("RABIES", "Chapter 14 > Rabies", True),
    ],
)
def test_cited_heading_is_the_gold_one_or_inside_it(gold: str, cited: str, expected: bool) -> None:
    assert is_cited_heading(gold, cited) is expected


def test_gold_quotation_without_a_place_is_found_in_the_handbook() -> None:
    text = "HIV\nFirst line\n| **Adults** | TDF +  3TC |\nSecond line\nAZT"
    start = text.index("First")
    second = text.index("Second")
    sections = [
        Section(SectionId(1), 0, None, 1, "HIV", ("HIV",), 0, start, None, None),
        Section(
            SectionId(2), 1, SectionId(1), 2, "First line", ("HIV", "First line"), start, second, None, None
        ),
        Section(
            SectionId(3), 2, SectionId(1), 2, "Second line", ("HIV", "Second line"), second, 99, None, None
        ),
    ]
    gold = GoldAnswer("new", quote="Adults | TDF + 3TC")
    assert with_heading(gold, text, sections).heading == "HIV > First line"
    assert with_heading(GoldAnswer("new", 4, quote="AZT"), text, sections).heading is None
    assert with_heading(GoldAnswer("new", quote="nowhere"), text, sections).heading is None
