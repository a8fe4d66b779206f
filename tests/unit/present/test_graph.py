from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from edgerag.domain.entities import RelationType
from edgerag.domain.explored import Explored, Related
from edgerag.domain.graphs import Rows
from edgerag.present.graph import MOST_FARTHER, SCHEMA, cell, does, entity_json, entity_lines, rows_json
from edgerag.present.lines import cells, plain
from tests.graphs import make_entity, make_statement
from tests.synthetic import make_handbook

BOOK = make_handbook("Clinic", ["Artesunate treats malaria."]).handbook
SAID = make_statement(BOOK, 1, "Artesunate treats malaria.", 0.9)
TREATED = Related(RelationType.TREATS, False, False, make_entity("artesunate"), (SAID,))
FOUND = Explored(
    make_entity("malaria", "paludism"),
    (BOOK,),
    {BOOK.id: ("malaria",)},
    {BOOK.id: 2},
    (TREATED,),
    "malaria, artesunate",
    2,
    ((make_entity("fever"), 2),),
)


def test_an_entity_is_told_with_its_names_handbooks_relations_and_pages() -> None:
    assert plain(entity_lines(FOUND, 80)) == (
        "malaria   disease\n"
        "  also: paludism\n"
        "  belongs with: malaria, artesunate (2 members)\n"
        '  named in: Clinic, 2 times as "malaria"\n'
        "\n"
        "is treated by\n"
        "  artesunate   disease\n"
        '    "Artesunate treats malaria."  [Clinic, p. 1]\n'
        "\n"
        "  2 relations away: fever\n"
    )


def test_a_contraindication_reads_as_one() -> None:
    assert does(replace(TREATED, is_denied=True)) == "must not be treated by"
    assert does(replace(TREATED, is_denied=True, is_source=True)) == "must not treat"


@pytest.mark.parametrize("kind", list(RelationType))
def test_every_relation_reads_differently_when_it_is_denied(kind: RelationType) -> None:
    one = replace(TREATED, type=kind)
    assert does(one) != does(replace(one, is_denied=True))


def test_what_is_much_is_counted() -> None:
    many = replace(TREATED, statements=(SAID,) * 5)
    far = tuple((make_entity(f"sign {n}"), 2) for n in range(MOST_FARTHER + 3))
    told = plain(entity_lines(replace(FOUND, related=(many,), farther=far), 80))
    assert "and 2 more statements" in told
    assert "and 3 more" in told


def test_every_handbook_is_heard_before_one_is_heard_twice() -> None:
    other = make_handbook("Hospital", ["Quinine treats malaria."]).handbook
    second = make_statement(other, 1, "Less sure.", 0.1)
    both = replace(TREATED, statements=(SAID, SAID, SAID, second))
    told = plain(entity_lines(replace(FOUND, related=(both,)), 80))
    assert "Less sure." in told
    assert "and 1 more statement\n" in told


def test_an_entity_without_relations_says_so() -> None:
    told = plain(entity_lines(replace(FOUND, related=(), community=""), 80))
    assert "No handbook relates it to anything." in told
    assert "belongs with" not in told


def test_lines_fit_and_nothing_in_a_name_is_obeyed() -> None:
    evil = "\x1b[31m" + "word " * 40 + "\u202e"
    hostile = replace(FOUND, entity=make_entity(evil), related=(replace(TREATED, other=make_entity(evil)),))
    for line in entity_lines(hostile, 80):
        text = "".join(segment.text for segment in line)
        assert cells(text) <= 80
        assert text.isprintable()


def test_json_says_all_of_it() -> None:
    told = msgspec.json.decode(entity_json(FOUND))
    assert told["schema"] == SCHEMA
    assert told["entity"] == {"id": "disease:malaria", "type": "disease", "name": "malaria"}
    assert told["related"][0]["statements"] == [
        {
            "handbook": BOOK.id,
            "file": "Clinic.txt",
            "page": 1,
            "quote": "Artesunate treats malaria.",
            "confidence": 0.9,
        }
    ]
    assert told["farther"] == [
        {"entity": {"id": "disease:fever", "type": "disease", "name": "fever"}, "hops": 2}
    ]


def test_rows_of_any_values_become_json_and_cells() -> None:
    rows = Rows(("a", "b"), (({"_label": "Entity"}, None), ("x", 1.5)), is_cut=True)
    assert msgspec.json.decode(rows_json(rows)) == {
        "columns": ["a", "b"],
        "rows": [[{"_label": "Entity"}, None], ["x", 1.5]],
        "is_cut": True,
    }
    assert [cell(value) for value in ("x", None, 2, [1])] == ["x", "", "2", "[1]"]
