"""`edgerag graph`: what handbooks say of a medicine, an illness or any other entity."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.output import note, say_json, say_lines, table

if TYPE_CHECKING:
    from edgerag.index.graph import Graph
    from edgerag.store.library import Library

PIPED_COLUMNS = 100
LONGEST_QUERY_S = 10.0
EPILOG = """\b
Examples:
  edgerag graph malaria
  edgerag graph "magnesium sulphate" --hops 2 --json
  edgerag graph --cypher "MATCH (d:Entity)-[r:TREATS]->(e:Entity {name: 'malaria'})
                          RETURN d.name, r.is_denied, r.handbook, r.page"

\b
Nodes: Entity (id, type, name, names), Community (id, name, n_entities), Handbook (id, title,
edition), Section (id, heading, path, page), Chunk (id, ordinal, start_char, end_char).
Relations between entities: CAUSES, TREATS, AFFECTS, USES, PREVENTS, LOCATION_OF,
ASSOCIATED_WITH, PART_OF, each with handbook, page, chunk, start_char, end_char, is_denied and
confidence; a TREATS that is denied is a contraindication. Others: (Chunk)-[MENTIONS times]->
(Entity), (Chunk)-[IN_SECTION]->(Section)-[IN_HANDBOOK]->(Handbook), and
(Entity)-[MEMBER_OF strength]->(Community).
"""


@click.command(epilog=EPILOG)
@click.argument("entity", required=False)
@click.option(
    "--hops", type=click.IntRange(1, 4), default=1, show_default=True, help="Relations to follow from ENTITY."
)
@click.option("--cypher", metavar="QUERY", help="Run a query that only reads; 1000 rows at most.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--rebuild", is_flag=True, help="Make the graph anew first.")
def command(*, entity: str | None, hops: int, cypher: str | None, as_json: bool, rebuild: bool) -> None:
    """Show what handbooks say of ENTITY and what it has to do with others.

    ENTITY is any of its names, in any handbook: a medicine, an illness, a sign, a test. The graph is
    derived from the library and made anew when handbooks have changed.
    """
    from edgerag import paths
    from edgerag.store.library import Library

    if entity is not None and cypher is not None:
        raise click.UsageError("ENTITY and --cypher do not go together")
    if entity is None and cypher is None and not rebuild:
        raise click.UsageError("name an ENTITY, or give a query with --cypher")
    with (
        Library.open(paths.library_file()) as library,
        cancel_on_interrupt() as cancel,
        _current(library, cancel, rebuild=rebuild) as graph,
    ):
        if cypher is not None:
            _query(graph, cypher, as_json=as_json)
        elif entity is not None:
            _entity(graph, library, entity, hops, as_json=as_json)


def _current(library: Library, cancel: Event, *, rebuild: bool) -> Graph:
    """Open the graph, building it if it lags, is missing or damaged."""
    from edgerag import paths
    from edgerag.index.graph_index import GraphIndex

    index = GraphIndex(library, paths.graph_folder())
    return index.current(cancel, lambda: note("building the knowledge graph"), is_anew=rebuild)


def _entity(graph: Graph, library: Library, typed: str, hops: int, *, as_json: bool) -> None:
    from edgerag.engine.explore import explore, find_entity
    from edgerag.present.graph import entity_json, entity_lines

    found = find_entity(library.entities(), typed)
    explored = explore(found, graph, library, hops=hops)
    if as_json:
        say_json(entity_json(explored))
    else:
        say_lines(lambda width: entity_lines(explored, width), PIPED_COLUMNS)


def _query(graph: Graph, cypher: str, *, as_json: bool) -> None:
    from edgerag.index.cypher import MOST_ROWS, reading
    from edgerag.present.graph import cell, rows_json

    rows = graph.query(reading(cypher), most_rows=MOST_ROWS, longest_s=LONGEST_QUERY_S)
    if as_json:
        say_json(rows_json(rows))
    else:
        table(rows.columns, [[cell(value) for value in row] for row in rows.rows])
    if rows.is_cut:
        note(f"only the first {MOST_ROWS} rows are shown")
