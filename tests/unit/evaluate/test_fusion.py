from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from edgerag.confirm.claims import Claim, Kind
from edgerag.evaluate.datasets.fusion import FusionQuery, FusionSet, read_fusion
from edgerag.evaluate.fusion import (
    _kept,
    _masked,
    _masked_but_answers,
    _shuffled,
    evaluate_fusion,
    f1_of,
)

DATA = Path(__file__).parents[4] / "shared" / "data" / "fusion"


def silent(what: str, done: int, total: int) -> None: ...


def small() -> FusionSet:
    claims = [
        *(Claim(source, "Ariel", "director", "Aki Kaurismäki") for source in "abc"),
        Claim("d", "Ariel", "director", "Tom Tykwer"),
        Claim("a", "Them", "director", "Moreau, David; Palud, Xavier"),
        Claim("b", "Them", "director", "David Moreau"),
        Claim("a", "Them", "year", "2006"),
    ]
    queries = [
        FusionQuery("1", "ariel", "director", ("Kaurismaki Aki",)),
        FusionQuery("2", "Them", "director", ("David Moreau", "Xavier Palud")),
        FusionQuery("3", "Nobody's", "director", ("Jo Low",)),
    ]
    return FusionSet(tuple(claims), {"director": Kind.NAMES}, tuple(queries))


def test_f1_by_hand() -> None:
    gold = [("ann", "low"), ("bo", "hay")]
    assert f1_of([("ann", "low"), ("cy", "ray")], gold, lambda a, b: a == b) == (0.5, 0.5, 0.5)
    assert f1_of([], gold, lambda a, b: a == b) == (0.0, 0.0, 0.0)
    assert f1_of([("ann", "low")] * 2, gold, lambda a, b: a == b)[2] == 0.5


def test_measures_of_a_small_set_by_hand() -> None:
    measured = evaluate_fusion(small(), silent)
    values = {name: measure.value for name, measure in measured.measures.items()}
    assert measured.n == 2
    assert values["coverage"] == pytest.approx(2 / 3)
    assert values["f1"] == values["f1_lenient"] == values["precision"] == values["recall"] == 1.0


def test_every_part_and_method_and_perturbation_is_measured() -> None:
    groups = evaluate_fusion(small(), silent).groups
    parts = ["consistency", "authority", "history", "silence", "families"]
    assert [*groups["left out"]] == ["nothing", *parts, "all"]
    assert "edgerag" in groups["method"]
    for name in ("masked", "masked, answers kept", "shuffled"):
        assert [*groups[name]] == ["30%", "50%", "70%"]
        assert {"f1_kept", "kept_above_majority"} <= groups[name]["70%"].measures.keys()


def test_no_choice_of_claimed_values_exceeds_what_is_attainable() -> None:
    groups = evaluate_fusion(small(), silent).groups
    for name in ("masked", "masked, answers kept", "shuffled"):
        for group in groups[name].values():
            found = {method: group.measures[method].value for method in ("f1", "majority", "attainable")}
            assert max(found.values()) == found["attainable"]


def test_masking_leaves_every_query_a_claim() -> None:
    data = small()
    kept = _masked(data.claims, data.queries, 0.99, random.Random(1))
    assert {(claim.entity, claim.attribute) for claim in kept} == {
        ("Ariel", "director"),
        ("Them", "director"),
    }
    assert len(kept) == 2


@pytest.mark.parametrize("seed", range(20))
def test_every_true_value_stays_claimed_where_the_answers_are_kept(seed: int) -> None:
    data = small()
    kept = _masked_but_answers(data.claims, data.queries, 0.99, random.Random(seed))
    assert any("Aki" in claim.value for claim in kept)
    assert any("Palud" in claim.value for claim in kept)


def test_share_of_f1_that_is_kept_by_hand() -> None:
    assert _kept(np.array([0.5, 0.0]), np.array([1.0, 1.0])).value == 0.25


def test_shuffling_exchanges_values_and_loses_none() -> None:
    data = small()
    mixed = _shuffled(data.claims, data.queries, 0.7, random.Random(1))
    assert sorted(claim.value for claim in mixed) == sorted(claim.value for claim in data.claims)
    assert [(claim.source, claim.entity) for claim in mixed] == [
        (claim.source, claim.entity) for claim in data.claims
    ]


def test_answers_do_not_depend_on_the_gold() -> None:
    data = small()
    wrong = tuple(FusionQuery(query.id, query.entity, query.attribute, ("Jo Low",)) for query in data.queries)
    measured = evaluate_fusion(FusionSet(data.claims, data.kinds, wrong), silent)
    assert measured.measures["f1"].value == 0.0


@pytest.mark.skipif(not DATA.is_dir(), reason="the fusion data are not there")
def test_queries_of_the_data_sets_find_their_claims() -> None:
    data = read_fusion(DATA / "movie", "dev")
    assert {query.attribute for query in data.queries} == {"director"}
    books = read_fusion(DATA / "book_authors_dong", "dev")
    assert {query.entity for query in books.queries} <= {claim.entity for claim in books.claims}
