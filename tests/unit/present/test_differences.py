from __future__ import annotations

from dataclasses import replace

from edgerag.domain.differences import GroupRelation
from edgerag.domain.handbooks import Origin, Stated
from edgerag.present.differences import (
    HEADERS,
    PAIRS_SHOWN,
    counts_line,
    differences_lines,
    group_lines,
    group_title,
    row,
    rows,
    words_of,
)
from edgerag.present.lines import Style, cells, plain
from tests.synthetic import make_handbook
from tests.unit.present.map_of_differences import ALONE, BANS, DOSES


def test_both_sides_are_quoted_in_full_with_what_differs_marked() -> None:
    lines = list(differences_lines([DOSES], 80))
    text = plain(lines)
    assert "1. adrenaline: dose (adult)" in text
    assert "One <b>, p. 3, Anaphylaxis" in text
    assert "Give adrenaline 0.5 mL <script>." in text
    assert [s.text for line in lines for s in line if s.style is Style.MARKED] == ["0.5 mL", "1 mL"]


def test_a_handbook_without_pages_is_cited_by_its_heading() -> None:
    assert "   Two, Anaphylaxis\n" in plain(differences_lines([DOSES], 80))


def test_a_long_group_says_how_many_pairs_it_leaves_out() -> None:
    text = plain(differences_lines([BANS], 80))
    assert text.count("Never give it.") == PAIRS_SHOWN
    assert "and 2 more pairs" in text


def test_a_statement_that_several_differ_from_is_quoted_once_above_them() -> None:
    text = plain(differences_lines([BANS], 80))
    assert text.count("=Give it.") == 1
    assert text.count("differs from each of") == 1
    assert text.count("Two, p. 3, Anaphylaxis") == PAIRS_SHOWN


def test_a_statement_is_quoted_once_on_whichever_side_it_stands() -> None:
    ban, third = BANS.pairs[0], make_handbook("Third", ["Text."]).handbook
    turned = replace(ban, a=replace(ban.a, handbook=third), b=ban.a)
    text = plain(differences_lines([replace(BANS, pairs=(ban, turned))], 80))
    assert text.count("=Give it.") == 2
    assert text.count("differs from each of") == 1
    assert text.index("One <b>") < text.index("differs") < min(text.index("Two"), text.index("Third"))


def test_every_two_handbooks_are_heard_before_two_are_heard_twice() -> None:
    third = make_handbook("Third", ["Text."]).handbook
    last = replace(BANS.pairs[-1], b=replace(BANS.pairs[-1].b, handbook=third))
    group = replace(BANS, pairs=(*BANS.pairs, last))
    assert "Third" in plain(differences_lines([group], 80))


def test_no_line_is_wider_than_the_screen() -> None:
    for width in (40, 80, 120):
        lines = differences_lines([DOSES, BANS], width)
        assert max(sum(cells(s.text) for s in line) for line in lines) <= width


def test_a_row_for_every_pair_has_a_cell_for_every_header() -> None:
    found = list(rows([DOSES, BANS]))
    assert len(found) == 6
    assert {len(row) for row in found} == {len(HEADERS)}


def test_a_group_for_everybody_names_nobody() -> None:
    assert group_title(BANS) == "doxycycline: action"


def test_a_group_can_be_shown_whole() -> None:
    assert plain(group_lines(BANS, 80)).count("Never give it.") == 5


def test_a_row_of_the_list_shows_the_values_and_marks_what_is_opposed() -> None:
    assert row(DOSES) == ("adrenaline", "dose", "2", "0.5 mL x 1 mL")
    assert row(BANS) == ("doxycycline", "action!", "2", "")


def test_a_row_of_the_list_shows_the_strengths_by_which_equal_volumes_differ() -> None:
    pair = DOSES.pairs[0]
    sides = (replace(pair.a, value="50 mL", strength="50%"), replace(pair.b, value="50 mL", strength="40%"))
    group = replace(DOSES, pairs=(replace(pair, a=sides[0], b=sides[1]),))
    assert row(group)[3] == "50 mL 50% x 50 mL 40%"
    alike = replace(DOSES, pairs=(replace(pair, a=sides[0], b=replace(sides[1], strength="50%")),))
    assert row(alike)[3] == "50 mL x 50 mL"


def test_words_are_looked_for_in_titles_headings_and_quotations() -> None:
    assert all(word in words_of(DOSES) for word in ("adrenaline", "two", "anaphylaxis", "0.5 ml <script>"))


def test_words_are_looked_for_in_all_that_is_shown_of_a_side() -> None:
    pair = DOSES.pairs[0]
    book = pair.a.handbook
    dated = replace(book, metadata=replace(book.metadata, edition=Stated("2012", Origin.DOCUMENT)))
    group = replace(DOSES, pairs=(replace(pair, a=replace(pair.a, handbook=dated)),))
    said = words_of(group)
    assert all(word in said for word in ("(2012)", "p. 3", "differing", "anaphylaxis", "0.5 ml"))


def test_what_only_one_states_is_quoted_and_who_is_silent_is_named() -> None:
    text = " ".join(plain(differences_lines([ALONE], 80)).split())
    assert "1. quinine for malaria: duration only in one handbook" in text
    assert "Give quinine for 7 days." in text
    assert "on malaria too, and nothing of the kind was found: Two" in text
    assert plain(group_lines(ALONE, 80)).count("Give quinine for 7 days.") == 1


def test_groups_are_counted_by_how_they_stand() -> None:
    assert counts_line({GroupRelation.OPPOSED: 2, GroupRelation.AGREED: 0}) == "2 opposed"
    assert counts_line({}) == "none"
