from __future__ import annotations

import msgspec
import pytest

from edgerag import paths
from edgerag.domain.entities import RelationType
from edgerag.errors import EntityNotFoundError, QueryError
from edgerag.index.graph_files import newest
from edgerag.store.library import Library
from tests.graphs import make_entity, make_extracted
from tests.unit.cli.conftest import CLINIC, Invoke


@pytest.fixture
def read(library: Library) -> Library:
    entities = [make_entity("anaphylaxis", "allergic shock"), make_entity("evil\x1b[31m")]
    said = [
        ("adrenaline", RelationType.TREATS, "anaphylaxis"),
        ("evil\x1b[31m", RelationType.CAUSES, "anaphylaxis"),
    ]
    library.replace_entities(CLINIC.handbook.id, make_extracted(CLINIC, said, entities))
    return library


def test_an_entity_is_shown_and_the_graph_is_built_for_it(invoke: Invoke, read: Library) -> None:
    shown = invoke("graph", "Allergic Shock")
    assert "is treated by\n  adrenaline" in shown.stdout
    assert '"Adrenaline 0.5 mg IM."  [Clinic, p. 1]' in shown.stdout
    assert "\x1b" not in shown.stdout
    assert "building the knowledge graph" in shown.stderr
    assert "building" not in invoke("graph", "anaphylaxis").stderr


def test_a_graph_that_lags_or_is_damaged_is_made_anew(invoke: Invoke, read: Library) -> None:
    invoke("graph", "anaphylaxis")
    found = newest(paths.graph_folder())
    assert found is not None
    found.path.write_bytes(b"damaged")
    assert "is treated by" in invoke("graph", "anaphylaxis").stdout
    read.replace_entities(
        CLINIC.handbook.id, make_extracted(CLINIC, [("oxygen", RelationType.TREATS, "anaphylaxis")])
    )
    shown = invoke("graph", "anaphylaxis")
    assert "oxygen" in shown.stdout
    assert "adrenaline" not in shown.stdout


def test_an_entity_as_json(invoke: Invoke, read: Library) -> None:
    told = msgspec.json.decode(invoke("graph", "adrenaline", "--hops", "2", "--json").stdout)
    assert told["schema"] == "edgerag.entity/1"
    assert [one["other"]["name"] for one in told["related"]] == ["anaphylaxis"]
    assert [one["entity"]["name"] for one in told["farther"]] == ["evil\x1b[31m"]


def test_a_misspelt_name_is_answered_with_what_was_meant(invoke: Invoke, read: Library) -> None:
    with pytest.raises(EntityNotFoundError) as missing:
        invoke("graph", "anafylaxis")
    assert "anaphylaxis" in missing.value.hint


def test_a_query_is_answered_in_rows(invoke: Invoke, read: Library) -> None:
    query = "match (a:Entity)-[r:TREATS|CAUSES]->(b) return a.name as name, r.page as page order by name"
    shown = invoke("graph", "--cypher", query)
    assert shown.stdout == "name\tpage\nadrenaline\t1\nevil<U+001B>[31m\t2\n"
    told = msgspec.json.decode(invoke("graph", "--cypher", query, "--json").stdout)
    assert told["rows"] == [["adrenaline", 1], ["evil\x1b[31m", 2]]


def test_a_query_that_would_write_is_refused(invoke: Invoke, read: Library) -> None:
    with pytest.raises(QueryError, match="only read"):
        invoke("graph", "--cypher", "match (e) detach delete e")


@pytest.mark.parametrize(
    "arguments", [[], ["malaria", "--cypher", "match (e) return e"], ["x", "--hops", "9"]]
)
def test_what_makes_no_sense_together_is_refused(invoke: Invoke, arguments: list[str]) -> None:
    assert invoke("graph", *arguments).exit_code == 2


def test_a_graph_can_be_made_anew(invoke: Invoke, read: Library) -> None:
    invoke("graph", "--rebuild")
    found = newest(paths.graph_folder())
    assert found is not None
    made = found.path.stat().st_ino
    invoke("graph", "--rebuild")
    again = newest(paths.graph_folder())
    assert again is not None
    assert again.path.stat().st_ino != made


def test_an_entity_beside_a_query_is_said_to_be_one_too_many(invoke: Invoke) -> None:
    refused = invoke("graph", "malaria", "--cypher", "match (e) return e").stderr
    assert "ENTITY and --cypher do not go together" in refused
    assert "name an ENTITY, or give a query" in invoke("graph").stderr
