from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from edgerag.domain.entities import EntityType, RelationType
from edgerag.domain.explored import Explored, Related
from edgerag.present.neighbourhood import HEIGHT, MOST_SHOWN, WIDTH, neighbourhood_svg
from tests.graphs import make_entity, make_statement
from tests.synthetic import make_handbook

ONE, TWO = (make_handbook(title, ["Text."]).handbook for title in ("Harbour", "Quarry"))
MALARIA = make_entity("malaria")
SVG = "{http://www.w3.org/2000/svg}"


def related(name: str, *, n_books: int = 1, is_denied: bool = False) -> Related:
    said = tuple(make_statement(book, 1, "Give it.", 0.5) for book in (ONE, TWO)[:n_books])
    return Related(RelationType.TREATS, False, is_denied, make_entity(name, kind=EntityType.DRUG), said)


def drawn(*around: Related) -> ElementTree.Element:
    return ElementTree.fromstring(neighbourhood_svg(Explored(MALARIA, (), {}, {}, around, "", 0, ())))


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_the_one_that_most_handbooks_relate_stands_at_the_top() -> None:
    picture = drawn(related("quinine"), related("artesunate", n_books=2))
    assert texts(picture) == ["artesunate", "is treated by", "quinine", "is treated by", "malaria"]
    first = next(picture.iter(f"{SVG}line"))
    assert (first.get("x2"), first.get("y2")) == (str(WIDTH // 2), str(HEIGHT // 2 - 180))


def test_what_is_forbidden_has_a_dashed_line() -> None:
    picture = drawn(related("quinine"), related("aspirin", is_denied=True))
    dashed = [line.get("stroke-dasharray") is not None for line in picture.iter(f"{SVG}line")]
    assert sorted(dashed) == [False, True]
    assert "must not be treated by" in texts(picture)


def test_more_than_fit_are_counted_and_all_lie_in_the_picture() -> None:
    picture = drawn(*(related(f"drug {number}") for number in range(MOST_SHOWN + 3)))
    assert len(list(picture.iter(f"{SVG}line"))) == MOST_SHOWN
    assert "and 3 more relations" in texts(picture)
    for text in picture.iter(f"{SVG}text"):
        assert 0 < float(text.get("x", "")) < WIDTH
        assert 0 < float(text.get("y", "")) < HEIGHT


def test_nothing_in_a_name_becomes_markup() -> None:
    hostile = replace(related("x"), other=make_entity("</svg><script>\x1b", kind=EntityType.DRUG))
    assert any(text.startswith("</svg><script>") for text in texts(drawn(hostile)))


def test_an_entity_without_relations_is_drawn_alone() -> None:
    assert texts(drawn()) == ["malaria"]
