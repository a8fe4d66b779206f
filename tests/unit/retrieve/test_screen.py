from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk
from edgerag.domain.ids import ChunkId, HandbookId, SectionId
from edgerag.language.abbreviations import harvest
from edgerag.language.own_names import NO_OWN_NAMES, OwnNames
from edgerag.retrieve.first_stage import Candidate, Proposal
from edgerag.retrieve.screen import LEAST, MOST, allot, on_subject, share_named
from edgerag.understand.understand import understand


def proposal(book: int, scores: list[float]) -> Proposal:
    candidates = [
        Candidate(
            HandbookId(f"{book:016x}"),
            Chunk(ChunkId(book * 1000 + i), SectionId(1), i, "", 0, 1, "x"),
            score,
            0.7,
        )
        for i, score in enumerate(sorted(scores, reverse=True))
    ]
    return Proposal(tuple(candidates), {})


def proposals(scores: list[list[float]]) -> dict[HandbookId, Proposal]:
    return {HandbookId(f"{book:016x}"): proposal(book, given_) for book, given_ in enumerate(scores)}


def of_texts(*texts: str) -> dict[HandbookId, Proposal]:
    book = HandbookId(f"{1:016x}")
    candidates = (
        Candidate(book, Chunk(ChunkId(i), SectionId(1), i, "", 0, len(text), text), 0.9 - i / 20, 0.7)
        for i, text in enumerate(texts)
    )
    return {book: Proposal(tuple(candidates), {})}


def kept(
    question: str, *texts: str, title: str = "Handbook", own_names: OwnNames = NO_OWN_NAMES
) -> list[str]:
    offered = of_texts(*texts)
    titles, names = dict.fromkeys(offered, title), dict.fromkeys(offered, own_names)
    (left,) = on_subject(understand(question), offered, titles, names).values()
    return [candidate.chunk.text for candidate in left.candidates]


def test_doses_of_another_medicine_are_not_read() -> None:
    texts = ("abacavir 8 mg/kg twice daily", "Acetaminophen 15 mg/kg for fever", "Dose by weight band")
    assert kept("What dose of paracetamol should a child be given?", *texts) == [texts[1]]


def test_what_names_the_condition_comes_first_and_nothing_is_left_out_for_its_words() -> None:
    texts = ("Chancroid: ciprofloxacin for 3 days", "Bloody diarrhoea: ciprofloxacin for 3 days")
    assert kept("For how many days is ciprofloxacin given for dysentery?", *texts) == [texts[1], texts[0]]


def test_a_handbook_may_name_the_condition_by_its_own_abbreviation() -> None:
    own_names = OwnNames(harvest("Soft tissue and skin infections (STSI) are common."))
    texts = ("For lice give 5 mg.", "For STSI give 5 mg.")
    assert kept("What is given for cellulitis?", *texts) == list(texts)
    assert kept("What is given for cellulitis?", *texts, own_names=own_names) == [texts[1], texts[0]]


@given(st.lists(st.sampled_from(["TB", "HIV", "TB with HIV", "Neither"]), max_size=30))
def test_what_is_not_looked_at_could_not_have_been_read(texts: list[str]) -> None:
    question = "How is tuberculosis treated in HIV?"
    alone = (
        of_texts(*[""] * i, text)[HandbookId(f"{1:016x}")].candidates[i:] for i, text in enumerate(texts)
    )
    asked, book = understand(question), HandbookId(f"{1:016x}")
    every = [
        candidate
        for one in alone
        for candidate in on_subject(asked, {book: Proposal(one, {})}, {book: ""}, {book: NO_OWN_NAMES})[
            book
        ].candidates
    ]
    best = sorted(every, key=lambda candidate: (-candidate.score, candidate.chunk.id))[:MOST]
    (left,) = on_subject(asked, of_texts(*texts), {book: ""}, {book: NO_OWN_NAMES}).values()
    assert list(left.candidates[:MOST]) == best


@pytest.mark.parametrize(
    ("text", "title", "share"),
    [
        ("TB with HIV", "Handbook", 1.0),
        ("TB alone", "Handbook", 0.5),
        ("TB alone", "National HIV guideline", 1.0),
        ("Neither", "Handbook", 0.0),
    ],
)
def test_share_of_the_conditions_that_a_text_or_its_title_names(text: str, title: str, share: float) -> None:
    assert share_named(understand("How is tuberculosis treated in HIV?"), text, title) == share


def test_everything_may_be_read_for_a_question_that_names_neither() -> None:
    texts = ("Keep the room warm", "Dry the baby")
    assert kept("What is done first after a birth?", *texts) == list(texts)


def test_shares_what_is_left_by_score() -> None:
    offered = proposals([[0.9, 0.8, 0.7, 0.6, 0.5], [0.5, 0.5, 0.5, 0.4, 0.3]])
    assert list(allot(offered, 8).values()) == [5, 3]


def test_leaves_out_the_hopeless() -> None:
    offered = proposals([[0.9], [0.1], []])
    assert list(allot(offered, 10)) == [HandbookId(f"{0:016x}")]


def test_the_most_promising_are_served_first_when_passages_are_short() -> None:
    offered = proposals([[0.5] * 3, [0.9] * 3, [0.7] * 3])
    assert allot(offered, 4) == {HandbookId(f"{1:016x}"): 3, HandbookId(f"{2:016x}"): 1}


def test_nothing_found_means_nothing_to_read() -> None:
    assert allot(proposals([[], []]), 10) == {}
    assert allot(proposals([[0.0]]), 10) == {}


@given(st.lists(st.lists(st.floats(0, 1), max_size=30), max_size=25), st.integers(0, 160))
def test_never_exceeds_the_budget_nor_what_there_is(scores: list[list[float]], budget: int) -> None:
    offered = proposals(scores)
    shares = allot(offered, budget)
    assert sum(shares.values()) <= budget
    for handbook, share in shares.items():
        assert 0 < share <= min(MOST, len(offered[handbook].candidates))


@given(st.lists(st.lists(st.floats(0.5, 1), min_size=LEAST, max_size=10), min_size=1, max_size=20))
def test_every_plausible_handbook_gets_the_least(scores: list[list[float]]) -> None:
    shares = allot(proposals(scores), 160)
    assert len(shares) == len(scores)
    assert all(share >= LEAST for share in shares.values())
