from __future__ import annotations

from edgerag.domain.entities import EntityType, RelationType
from edgerag.domain.explored import Explored, Related
from edgerag.present.exploring import (
    choice_lines,
    entity_row,
    relation_headers,
    relation_row,
    statement_lines,
    title_lines,
)
from edgerag.present.lines import cells, plain
from tests.graphs import make_entity, make_statement
from tests.synthetic import make_handbook

ONE, TWO = (make_handbook(title, ["Text."]).handbook for title in ("Harbour", "Quarry"))
MALARIA = make_entity("malaria", "paludism")
QUININE = make_entity("quinine", kind=EntityType.DRUG)
TREATED = Related(
    RelationType.TREATS,
    False,
    False,
    QUININE,
    (
        make_statement(ONE, 3, "Give quinine\nfor malaria.", 0.9),
        make_statement(ONE, 4, "Quinine treats malaria.", 0.8),
    ),
)
EXPLORED = Explored(
    MALARIA, (ONE, TWO), {ONE.id: ("malaria",), TWO.id: ("malaria",)}, {}, (TREATED,), "", 0, ()
)


def test_each_handbook_has_a_column_with_how_often_it_states_a_relation() -> None:
    assert relation_headers(EXPLORED) == ("relation", "of", "A", "B")
    assert relation_row(TREATED, EXPLORED) == ("is treated by", "quinine", "2", "")


def test_the_title_says_which_letter_stands_for_which_handbook() -> None:
    text = plain(title_lines(EXPLORED, 80))
    assert "malaria   disease   also: paludism" in text
    assert "A Harbour   B Quarry" in text


def test_letters_go_on_after_z() -> None:
    books = tuple(make_handbook(f"Book {number}", ["Text."]).handbook for number in range(28))
    many = Explored(MALARIA, books, {}, {}, (), "", 0, ())
    assert relation_headers(many)[-3:] == ("Z", "AA", "AB")


def test_the_relation_under_the_cursor_is_quoted_with_its_page() -> None:
    text = plain(statement_lines(TREATED, 80))
    assert '"Give quinine for malaria."' in text
    assert "Harbour, p. 3" in text


def test_what_can_be_done_is_said_where_nothing_is_quoted() -> None:
    assert "No handbook relates it" in plain(statement_lines(None, 80))
    assert "Enter shows" in plain(statement_lines(MALARIA, 80))
    assert entity_row(QUININE) == ("quinine", "drug")
    assert "2 names" in plain(choice_lines([MALARIA, QUININE], 80))


def test_no_line_is_wider_than_the_screen() -> None:
    lines = [*title_lines(EXPLORED, 40), *statement_lines(TREATED, 40), *choice_lines([MALARIA], 40)]
    assert max(sum(cells(s.text) for s in line) for line in lines) <= 40
