from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.present.lines import Segment, Style, cells, fields, paragraph, plain, shorten

WORDS = st.lists(st.text("ab é药品", min_size=1, max_size=12), max_size=12)


def texts(segments: list[Segment], width: int, indent: int = 0, hang: int | None = None) -> list[str]:
    return plain(paragraph(segments, width, indent=indent, hang=hang)).splitlines()


def test_folds_at_spaces_with_a_hanging_indent() -> None:
    assert texts([Segment("give one tablet twice a day")], 14, indent=2, hang=4) == [
        "  give one",
        "    tablet",
        "    twice a",
        "    day",
    ]


def test_styles_survive_folding() -> None:
    folded = paragraph([Segment("AGREE", Style.AGREE), Segment(" all of them")], 12)
    assert folded == [(Segment("AGREE", Style.AGREE), Segment(" all of")), (Segment("them"),)]


def test_word_longer_than_a_line_is_broken() -> None:
    assert texts([Segment("abcdefgh ij")], 3) == ["abc", "def", "gh", "ij"]


def test_wide_characters_take_two_columns() -> None:
    assert cells("肾上") == 4
    assert cells("e\u0301") == 1
    assert texts([Segment("肾上腺素")], 5) == ["肾上", "腺素"]


def test_fields_stay_whole_where_they_fit_on_a_line() -> None:
    parts = [Segment("A x B"), Segment(""), Segment("DIVERGENT"), Segment("topic: dose"), Segment("x" * 25)]
    assert plain(fields(parts, 20, indent=1, hang=3)).splitlines() == [
        " A x B   DIVERGENT",
        "   topic: dose",
        "   " + "x" * 17,
        "   " + "x" * 8,
    ]
    assert fields([], 20) == []


def test_nothing_gives_no_lines() -> None:
    assert paragraph([], 20) == []
    assert paragraph([Segment("   ")], 20) == []


@settings(deadline=None)
@given(WORDS, st.integers(4, 40), st.integers(0, 2))
def test_no_line_is_wider_than_asked_and_no_character_is_lost(
    words: list[str], width: int, indent: int
) -> None:
    segments = [Segment(word) for word in words]
    folded = texts(segments, width, indent, indent)
    assert all(cells(line) <= width for line in folded)
    assert "".join("".join(folded).split()) == "".join("".join(words).split())


def test_shorten_cuts_at_a_word_and_says_so() -> None:
    assert shorten("Primary Health Care Guideline", 20) == "Primary Health Care…"
    assert shorten("short", 20) == "short"
    assert shorten("Unbreakablylongtitle", 8) == "Unbreak…"


def test_shorten_refuses_no_room() -> None:
    with pytest.raises(ValueError, match="positive"):
        shorten("a", 0)
