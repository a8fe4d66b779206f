from __future__ import annotations

import math

import pytest

from edgerag.domain.evidence import Evidence, EvidenceMode, Passage, RetrievalTrace
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.evaluate.datasets.routing import CrossQuestion
from edgerag.evaluate.routing import Routed, Shelf, as_met, evaluate_routing, in_rounds
from tests.synthetic import make_handbook

BOTH = CrossQuestion("1", "both", {"A": ["a1"], "B": ["b1", "b2"]})
ONE = CrossQuestion("2", "one", {"C": ["c1"]})
FOUND = [("A", "a1"), ("C", "c7"), ("B", "b1"), ("A", "a2"), ("A", "a3"), ("B", "b2")]
ROUTED = {"both": Routed(["A", "C", "B"], FOUND), "one": Routed(["A", "C", "B"], FOUND[:1])}


def test_by_hand() -> None:
    measured = evaluate_routing(
        [BOTH, ONE], ROUTED.__getitem__, Shelf("A", frozenset({"C"})), lambda *_: None
    )
    values = {name: measure.value for name, measure in measured.measures.items()}
    # Of the first question a1 and b1 are among the first five, on places 1 and 3; b2 is sixth.
    ndcg = (1 + 1 / math.log2(4)) / (1 + 1 / math.log2(3) + 1 / math.log2(4))
    assert values == pytest.approx(
        {
            "primary_acc": 1 / 2,
            "top2_hit": 1.0,
            "dominance": 4 / 6,
            "auth_cov": 0.0,
            "ev_recall@5": (2 / 3 + 0) / 2,
            "ev_ndcg@5": ndcg / 2,
            "cross_ev@5": 1 / 2,
        }
    )
    assert measured.n == 2


def test_without_a_handbook_of_high_authority_its_coverage_is_unknown() -> None:
    measured = evaluate_routing([ONE], ROUTED.__getitem__, Shelf("A", frozenset()), lambda *_: None)
    assert math.isnan(measured.measures["auth_cov"].value)


def test_without_evidence_nothing_dominates_and_nothing_is_found() -> None:
    measured = evaluate_routing(
        [ONE], lambda _question: Routed([], []), Shelf("A", frozenset()), lambda *_: None
    )
    assert math.isnan(measured.measures["dominance"].value)
    assert measured.measures["ev_recall@5"].value == 0.0


def found(book: ParsedHandbook, relevance: float, *sections: int, is_certain: bool = True) -> Evidence:
    """Find passages of some sections of a handbook, in this order."""
    passages = tuple(
        Passage(book.sections[n].id, ("",), 0, 1, "x", 1, 1, 0.0, book.chunks[n].id, 0, 1) for n in sections
    )
    trace = RetrievalTrace(EvidenceMode.RETRIEVED, 0, 0, 0.0, relevance, ())
    return Evidence(book.handbook, passages, trace, is_certain)


def test_evidence_is_met_round_by_round_the_likeliest_handbook_first() -> None:
    a, b, c = (make_handbook(title, ["one", "two"]) for title in "ABC")
    names = {book.handbook.id: name for book, name in zip((a, b, c), "ABC", strict=True)}
    documents = {
        section.id: f"{names[book.handbook.id]}{section.ordinal}"
        for book in (a, b, c)
        for section in book.sections
    }
    # Two passages of one section count once; what does not surely answer is no evidence.
    evidence = [found(a, 0.6, 1, 1, 0), found(b, 0.9, 0), found(c, 0.95, 0, is_certain=False)]
    assert as_met(evidence, names, documents) == [("B", "B0"), ("A", "A1"), ("A", "A0")]


def test_sections_are_taken_round_by_round_each_once() -> None:
    rows = [[("A", "a1"), ("A", "a1"), ("A", "a2")], [], [("B", "b1")]]
    assert in_rounds(rows) == [("A", "a1"), ("B", "b1"), ("A", "a2")]


def test_others_are_measured_on_the_same_questions_beside_the_program() -> None:
    shelf = Shelf("A", frozenset())
    nowhere = Routed(["B"], [])
    measured = evaluate_routing(
        [ONE], ROUTED.__getitem__, shelf, lambda *_: None, {"nowhere": lambda _question: nowhere}
    )
    parts = measured.groups["retrieval"]
    assert list(parts) == ["as it is", "nowhere"]
    assert parts["as it is"].measures == measured.measures
    assert parts["nowhere"].measures["top2_hit"].value == 0.0
    alone = evaluate_routing([ONE], ROUTED.__getitem__, shelf, lambda *_: None)
    assert alone.groups == {}
