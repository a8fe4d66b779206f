from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.answer.packing import Caps, Piece, best_at_the_ends, pack

UNCAPPED = Caps(99, 99)


def of(collection: str, n_tokens: int, document: str, least: int | None = None) -> Piece:
    return Piece(n_tokens, document, document, frozenset({collection}), least)


def test_the_example_worked_by_hand() -> None:
    # T_max = 10, K_req = {guideline, formulary}, C_doc = 2.
    ranked = [
        of("guideline", 4, "a"),  # phase 1 for guideline: T = 4
        of("guideline", 3, "a"),  # phase 2: T + 3 = 9 <= 10, cnt(a) = 1 < 2: T = 9
        of("formulary", 7, "b"),  # phase 1 for formulary: 4 + 7 > 10, so it is passed over
        of("formulary", 2, "c"),  # phase 1 for formulary: T = 6
        of("guideline", 1, "a"),  # phase 2: cnt(a) = 2, so it is capped
        of("textbook", 1, "d"),  # phase 2: T = 10
    ]
    assert pack(ranked, 10, Caps(2, 99), ["guideline", "formulary"]) == {0: 4, 1: 3, 3: 2, 5: 1}
    assert pack(ranked, 10, Caps(2, 99)) == {0: 4, 1: 3, 3: 2, 5: 1}
    assert pack(ranked, 7, Caps(2, 99)) == {0: 4, 1: 3}
    # Of seven: 4 for the guideline, 2 for the formulary, and of what is left the first that fits.
    assert pack(ranked, 7, Caps(2, 99), ["guideline", "formulary"]) == {0: 4, 3: 2, 4: 1}


def test_what_covers_two_topics_is_asked_for_neither_again() -> None:
    both = Piece(2, "a", "a", frozenset({"dose", "duration"}))
    ranked = [of("other", 1, "b"), both, of("duration", 1, "c")]
    assert pack(ranked, 2, UNCAPPED, ["dose", "duration"]) == {1: 2}


def test_what_is_too_long_is_cut_to_the_room_that_is_left() -> None:
    assert pack([of("x", 6, "a"), of("x", 9, "b", least=3)], 10, UNCAPPED) == {0: 6, 1: 4}
    assert pack([of("x", 8, "a"), of("x", 9, "b", least=3)], 10, UNCAPPED) == {0: 8}


def test_a_section_has_a_cap_as_a_document_has() -> None:
    ranked = [Piece(1, "a", "a1"), Piece(1, "a", "a1"), Piece(1, "a", "a2")]
    assert pack(ranked, 10, Caps(9, 1)) == {0: 1, 2: 1}


pieces = st.builds(
    Piece,
    st.integers(1, 9),
    st.sampled_from("ab"),
    st.sampled_from("cde"),
    st.frozensets(st.sampled_from("xyz")),
    st.none() | st.just(1),
)


@given(st.lists(pieces, max_size=8), st.integers(0, 30), st.integers(1, 3), st.integers(1, 3))
def test_room_and_caps_hold_and_what_is_packed_keeps_its_order(
    ranked: list[Piece], room: int, of_document: int, of_section: int
) -> None:
    packed = pack(ranked, room, Caps(of_document, of_section))
    assert sum(packed.values()) <= room
    assert list(packed) == sorted(packed)
    for place in packed:
        same = [ranked[other] for other in packed if ranked[other].document == ranked[place].document]
        assert len(same) <= of_document


@given(st.lists(pieces, max_size=8), st.lists(st.sampled_from("xyz"), unique=True))
def test_with_room_for_all_every_topic_that_a_piece_covers_is_covered(
    ranked: list[Piece], required: list[str]
) -> None:
    packed = pack(ranked, 100, Caps(1, 1), required)
    covered = {topic for place in packed for topic in ranked[place].covers}
    assert covered >= {topic for piece in ranked for topic in piece.covers} & set(required)


@given(st.lists(st.integers(), unique=True))
def test_the_best_comes_first_and_the_second_best_last(ranked: list[int]) -> None:
    arranged = best_at_the_ends(ranked)
    assert sorted(arranged) == sorted(ranked)
    assert arranged[:1] == ranked[:1]
    assert len(ranked) < 2 or arranged[-1] == ranked[1]
