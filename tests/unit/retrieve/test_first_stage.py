from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import ChunkId
from edgerag.domain.rankings import Hit
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.retrieve.first_stage import FirstStage, Weights, score_everywhere
from edgerag.store.library import Library

MakeHandbook = Callable[[str, Sequence[Sequence[tuple[str, str]]]], ParsedHandbook]
OpenFirstStage = Callable[[Sequence[ParsedHandbook]], FirstStage]


def test_a_chunk_that_a_full_ranking_left_out_scores_as_its_last(make_handbook: MakeHandbook) -> None:
    north, south = (make_handbook(title, [[("H", "a b c")]]) for title in ("North", "South"))
    n, s = north.handbook.id, south.handbook.id
    found = {ChunkId(i): (book, north.chunks[0]) for i, book in ((1, n), (2, n), (3, n), (4, s), (5, s))}
    rankings = {n: [Hit(ChunkId(1), 0.9), Hit(ChunkId(2), 0.8)], s: [Hit(ChunkId(4), 0.7)]}
    assert score_everywhere(rankings, found, k=2, lowest=0.5) == {1: 0.9, 2: 0.8, 3: 0.8, 4: 0.7, 5: 0.5}


@pytest.fixture
def book(make_handbook: MakeHandbook) -> ParsedHandbook:
    return make_handbook(
        "North",
        [
            [("Convulsions", "Place the person on the side. Nothing by mouth. Watch the time.")],
            [
                (
                    "Drugs",
                    "Diazepam for convulsions: diazepam 10 mg stops convulsions. Convulsions may return.",
                )
            ],
        ],
    )


def test_a_section_found_by_its_title_alone_is_proposed(
    book: ParsedHandbook, open_first_stage: OpenFirstStage
) -> None:
    stage = open_first_stage([book])
    (proposal,) = stage.propose("convulsions", 1, [book.handbook.id]).values()
    assert {candidate.chunk.prefix for candidate in proposal.candidates} == {"Convulsions", "Drugs"}
    assert proposal.n_proposed == {"dense": 1, "words": 1, "bodies": 1, "titles": 1}


def test_candidates_are_best_first_each_once(book: ParsedHandbook, open_first_stage: OpenFirstStage) -> None:
    stage = open_first_stage([book])
    (proposal,) = stage.propose("diazepam 10 mg", 20, [book.handbook.id]).values()
    scores = [candidate.score for candidate in proposal.candidates]
    assert scores == sorted(scores, reverse=True)
    assert proposal.promise == scores[0] == pytest.approx(max(scores))
    assert proposal.candidates[0].chunk.prefix == "Drugs"
    assert len({candidate.chunk.id for candidate in proposal.candidates}) == len(proposal.candidates)


def test_a_handbook_without_any_hit_has_no_candidates(
    make_handbook: MakeHandbook, open_first_stage: OpenFirstStage
) -> None:
    empty = make_handbook("Blank", [[]])
    stage = open_first_stage([empty])
    assert stage.propose("fever", 20, [empty.handbook.id])[empty.handbook.id].candidates == ()
    assert stage.propose("fever", 20, []) == {}


def test_what_is_called_by_another_name_is_found_by_it(
    make_handbook: MakeHandbook, open_first_stage: OpenFirstStage
) -> None:
    book = make_handbook(
        "South", [[("Tablets", "Metronidazole twice a day."), ("Cleaning", "Flags are washed twice a day.")]]
    )
    stage = open_first_stage([book])
    (proposal,) = stage.propose("Flagyl?", 5, [book.handbook.id], ["metronidazole"]).values()
    assert proposal.candidates[0].chunk.prefix == "Tablets"
    assert proposal.n_proposed["words"] == 1


def test_a_signal_without_weight_decides_nothing(
    make_handbook: MakeHandbook,
    open_shelf: Callable[[Sequence[ParsedHandbook]], tuple[Library, Indexes, Embedder]],
) -> None:
    book = make_handbook("South", [[("Fever", "Keep cool."), ("Drinks", "In fever drink: fever, fever.")]])
    shelf = open_shelf([book])
    first = {}
    for weights in (Weights(0, 0, 0, 1), Weights(0, 1, 0, 0)):
        (proposal,) = FirstStage(*shelf, weights).propose("fever", 5, [book.handbook.id]).values()
        first[weights] = proposal.candidates[0].chunk.prefix
    assert list(first.values()) == ["Fever", "Drinks"]
