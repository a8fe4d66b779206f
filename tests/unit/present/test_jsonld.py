from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.entities import EntityType, Relation, RelationType, entity_id
from edgerag.domain.ids import ChunkId
from edgerag.domain.pages import locate, paginate
from edgerag.language.quantities import Interval
from edgerag.language.values import Kind, Value
from edgerag.present.jsonld import claim_node, handbook_node, relation_node
from tests.answers import make_handbook
from tests.claims import make_claim

BOOK = replace(make_handbook("Clinic", "2019", "Ministry"), sha256="ab" * 32)
TEXT = "0.5 mg IM"


def amount(low: Fraction | None, high: Fraction | None) -> Any:
    """Write the only amount of a claim."""
    value = Value(Kind.DOSE, "mg", Interval(low, high), 0, 6)
    node = claim_node(BOOK, make_claim(value), TEXT, (), "", ())
    return node["additionalProperty"][0]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(1, 2), "0.5"),
        (Fraction(3), 3),
        (Fraction(1, 3), "1/3"),
        (Fraction(5, 4), "1.25"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(10**30 + 1, 2), f"5{'0' * 29}.5"),
    ],
)
def test_numbers_are_written_exactly(number: Fraction, written: str | int) -> None:
    assert amount(number, number)["value"] == written


@given(st.fractions(), st.fractions(min_value=0))
def test_whatever_is_written_is_the_number(low: Fraction, wide: Fraction) -> None:
    node = amount(low, low + wide)
    if wide:
        assert (Fraction(node["minValue"]), Fraction(node["maxValue"])) == (low, low + wide)
    else:
        assert Fraction(node["value"]) == low


def test_an_open_end_is_left_out() -> None:
    node = amount(None, Fraction(2))
    assert node["maxValue"] == 2
    assert "minValue" not in node
    assert node["description"] == "0.5 mg"


def test_pages_of_a_statement_are_the_printed_ones_or_the_files() -> None:
    pages = paginate(["0.5", "mg IM"], [7, None], ["", "A-3"])
    node = claim_node(BOOK, make_claim(), TEXT, (), "Shock", locate(pages, 0, 9))
    assert node["place"] == {"@type": ["prov:Location", "Chapter"], "name": "Shock", "pagination": "7-A-3"}


def test_what_is_not_known_of_a_handbook_is_left_out() -> None:
    assert handbook_node(BOOK)["publisher"] == {"@type": "Organization", "name": "Ministry"}
    bare = replace(make_handbook("Clinic"), sha256="ab" * 32)
    assert not {"publisher", "datePublished"} & handbook_node(bare).keys()


@pytest.mark.parametrize("is_denied", [False, True])
def test_two_relations_of_one_statement_have_two_names(is_denied: bool) -> None:
    malaria, quinine = entity_id(EntityType.DISEASE, "malaria"), entity_id(EntityType.DRUG, "quinine")
    said = Relation(quinine, RelationType.ASSOCIATED_WITH, malaria, is_denied, ChunkId(1), 0, 9, 0.5)
    node, turned = (
        relation_node(BOOK, one, TEXT, "", ())
        for one in (said, replace(said, source=malaria, target=quinine))
    )
    assert node["predicate"] == "urn:edgerag:relation:associated-with" + ":denied" * is_denied
    assert node["@id"] != turned["@id"]
