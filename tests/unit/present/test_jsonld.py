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
from edgerag.language.quantities import Dimension, Interval
from edgerag.language.values import Kind, Value
from edgerag.present.jsonld import claim_node, handbook_node, relation_node
from tests.answers import make_handbook
from tests.claims import make_claim

BOOK = replace(make_handbook("Clinic", "2019", "Ministry"), sha256="ab" * 32)
TEXT = "0.5 mg IM"


def amount(low: Fraction | None, high: Fraction | None) -> Any:
    """Write the only amount of a claim."""
    value = Value(Kind.DOSE, str(Dimension.MASS), Interval(low, high), 0, 6)
    node = claim_node(BOOK, make_claim(value), TEXT, (), "", ())
    return node["additionalProperty"][0]


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Fraction(1, 2), 0.5),
        (Fraction(3), 3),
        (Fraction(1, 3), 1 / 3),
        (Fraction(5, 4), 1.25),
        (Fraction(-1, 8), -0.125),
        (Fraction(10**30 + 1, 2), 5e29),
    ],
)
def test_an_amount_is_a_number_with_its_unit(number: Fraction, written: float) -> None:
    node = amount(number, number)
    assert node["value"] == written
    assert isinstance(node["value"], int | float)
    assert node["unitText"] == "mg"


@given(st.fractions(), st.fractions(min_value=0))
def test_whatever_is_written_is_the_number(low: Fraction, wide: Fraction) -> None:
    node = amount(low, low + wide)
    in_mg = {"mg": 1, "g": 1000, "µg": Fraction(1, 1000), "ng": Fraction(1, 10**6)}[node["unitText"]]
    if wide:
        ends = node["minValue"] * in_mg, node["maxValue"] * in_mg
        assert ends == (pytest.approx(float(low)), pytest.approx(float(low + wide)))
    else:
        assert node["value"] * in_mg == pytest.approx(float(low))


def test_what_is_measured_is_named_and_no_part_of_the_unit() -> None:
    value = Value(Kind.THRESHOLD, f"{Dimension.AMOUNT}/l glucose", Interval(None, Fraction(7, 2)), 0, 6)
    (node,) = claim_node(BOOK, make_claim(value), TEXT, (), "", ())["additionalProperty"]
    assert (node["name"], node["unitText"], node["maxValue"]) == ("threshold, glucose", "mmol/L", 3.5)


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
