from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.domain.entities import RelationType
from edgerag.domain.graphs import GraphContent
from edgerag.errors import GraphError, QueryError
from edgerag.index.cypher import reading
from edgerag.index.graph import Graph, write_graph
from edgerag.paths import bundled
from tests.graphs import Triple, id_of, make_content, make_entity, make_extracted
from tests.synthetic import make_handbook

TREATS, CAUSES = RelationType.TREATS, RelationType.CAUSES
CLINIC = make_handbook("Clinic", ["Artesunate treats malaria.", "Malaria causes fever."])
TRIPLES = [("artesunate", TREATS, "malaria"), ("malaria", CAUSES, "fever")]
HOSTILE = [
    "'; MATCH (n) DETACH DELETE n; //",
    'quote " and ""',
    "comma, and\nline\r\nbreak",
    "back\\slash\\",
    "\x1b[31mred\x00\x01",
    "[a, b]",
    "{id: 1}",
    "NULL",
    "null",
    " spaces ",
    "疟疾 \u202e",
    "$entity",
    "",
]


@contextmanager
def opened(content: GraphContent) -> Iterator[Graph]:
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "scratch"
        scratch.mkdir()
        write_graph(content, Path(folder) / "graph", scratch)
        with Graph(Path(folder) / "graph") as graph:
            yield graph


def within(triples: Sequence[Triple], centre: str, hops: int) -> dict[str, int]:
    """The neighbourhood, one relation after another."""
    found = {centre: 0}
    for hop in range(1, hops + 1):
        for source, _, target in triples:
            for here, there in ((source, target), (target, source)):
                if found.get(here) == hop - 1:
                    found.setdefault(there, hop)
    return found


def test_what_is_said_of_an_entity_is_found_from_both_ends() -> None:
    with opened(make_content([(CLINIC, make_extracted(CLINIC, TRIPLES))])) as graph:
        said = graph.said_of(id_of("malaria"))
        assert [(one.relation.source, one.relation.type, one.relation.target) for one in said] == [
            (id_of("artesunate"), TREATS, id_of("malaria")),
            (id_of("malaria"), CAUSES, id_of("fever")),
        ]
        assert {one.handbook for one in said} == {CLINIC.handbook.id}
        assert said == tuple(sorted(said, key=lambda one: one.relation.start))
        assert graph.mentions(id_of("malaria")) == {CLINIC.handbook.id: 2}
        assert graph.neighbourhood(id_of("fever")) == {
            id_of("fever"): 0,
            id_of("malaria"): 1,
            id_of("artesunate"): 2,
        }


def test_a_community_is_named_by_its_most_central_entity() -> None:
    with opened(make_content([(CLINIC, make_extracted(CLINIC, TRIPLES))])) as graph:
        community = graph.community(id_of("fever"))
        assert community is not None
        assert community.name == "malaria, artesunate, fever"
        assert community.members[0] == id_of("malaria")


def test_an_unknown_entity_has_no_neighbours() -> None:
    with opened(make_content([])) as graph:
        assert graph.neighbourhood(id_of("nothing")) == {id_of("nothing"): 0}
        assert graph.said_of(id_of("nothing")) == ()
        assert graph.community(id_of("nothing")) is None
        with pytest.raises(ValueError, match="negative"):
            graph.neighbourhood(id_of("nothing"), -1)


names = st.integers(0, 7).map(str)
triples = st.lists(st.tuples(names, st.sampled_from(RelationType), names), max_size=20)


@settings(max_examples=15, deadline=None)
@given(triples, names, st.integers(0, 3))
def test_a_neighbourhood_is_what_plain_python_finds(said: list[Triple], centre: str, hops: int) -> None:
    with opened(make_content([(CLINIC, make_extracted(CLINIC, said))])) as graph:
        expected = {id_of(name): n_hops for name, n_hops in within(said, centre, hops).items()}
        assert graph.neighbourhood(id_of(centre), hops) == expected
        own = {triple for triple in said if centre in (triple[0], triple[2])}
        assert {
            (one.relation.source, one.relation.type, one.relation.target)
            for one in graph.said_of(id_of(centre))
        } == {(id_of(a), kind, id_of(b)) for a, kind, b in own}


def test_a_name_is_data_whatever_is_in_it() -> None:
    hub = [(name, TREATS, "malaria") for name in HOSTILE]
    entities = [make_entity(name, f"also {name}") for name in HOSTILE]
    with opened(make_content([(CLINIC, make_extracted(CLINIC, hub, entities))])) as graph:
        for name in HOSTILE:
            assert graph.neighbourhood(id_of(name), 1) == {id_of(name): 0, id_of("malaria"): 1}
            community = graph.community(id_of(name))
            assert community is not None
            assert id_of(name) in community.members
        assert graph.count("Entity") == len(HOSTILE) + 1


def test_what_refers_to_nothing_is_left_out() -> None:
    extracted = make_extracted(CLINIC, TRIPLES)
    other = make_extracted(make_handbook("Other", ["x"]), [("a", TREATS, "b")])
    lost = make_content([(CLINIC, extracted)])
    content = GraphContent(
        lost.entities,
        [
            type(one)(one.handbook, one.pages, one.sections, one.chunks, other.mentions, other.relations)
            for one in lost.handbooks
        ],
    )
    with opened(content) as graph:
        assert graph.count("MENTIONS") == graph.count("TREATS") == 0


def test_a_persons_query_gives_rows_and_says_when_there_are_more() -> None:
    with opened(make_content([(CLINIC, make_extracted(CLINIC, TRIPLES))])) as graph:
        query = reading("match (e:Entity) return e.name as name order by e.name", 2)
        rows = graph.query(query, most_rows=2, longest_s=5)
        assert (rows.columns, rows.rows, rows.is_cut) == (("name",), (("artesunate",), ("fever",)), True)
        assert not graph.query(query, most_rows=3, longest_s=5).is_cut
        page = graph.query("match ()-[r:CAUSES]->() return r.page, r.is_denied", most_rows=2, longest_s=5)
        assert page.rows == ((2, False),)


@pytest.mark.parametrize(
    "query", ["create (:Entity {id: 'x'})", "match (e:Nothing) return e", "match", "drop table Entity"]
)
def test_a_query_that_cannot_be_run_says_why(query: str) -> None:
    with opened(make_content([])) as graph, pytest.raises(QueryError):
        graph.query(query, most_rows=1, longest_s=5)


def test_a_query_has_a_time_limit() -> None:
    endless = "unwind range(1, 1000000) as a unwind range(1, 1000000) as b with a * b as c return sum(c)"
    with opened(make_content([])) as graph:
        with pytest.raises(QueryError, match="longer than"):
            graph.query(endless, most_rows=1, longest_s=0.2)
        assert graph.count("Entity") == 0


def test_what_is_no_graph_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "graph").write_bytes(b"not a graph" * 1000)
    with pytest.raises(GraphError, match="cannot be used"):
        Graph(tmp_path / "graph")


def test_every_type_of_relation_has_its_table() -> None:
    schema = bundled("migrations", "graph", "0001_graph.cypher").read_text(encoding="utf-8")
    assert all(f"create rel table {kind.name} (from Entity to Entity" in schema for kind in RelationType)
