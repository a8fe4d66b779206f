"""The knowledge graph in Kùzu: writing a file of it, and reading one.

Kùzu's development has ended, and a process that opens a file which another one left in the middle of a change
can crash. So a file is written once, from nothing, and only read ever after; and this is the one module that
knows Kùzu, so that its maintained fork can take its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import kuzu

from edgerag.disk import Closing
from edgerag.domain.entities import EntityId, Relation, RelationType
from edgerag.domain.graphs import Community, GraphContent, Rows, Said
from edgerag.domain.ids import ChunkId, HandbookId
from edgerag.errors import DiskFullError, GraphError, QueryError
from edgerag.index.graph_tables import Tables, table_of
from edgerag.paths import bundled

READING_POOL_BYTES: Final = 64 << 20
READING_THREADS: Final = 1
"""A neighbourhood is found faster by one thread than by two."""
WRITING_POOL_BYTES: Final = 256 << 20
"""Pages in memory; by default it would be four fifths of the machine's."""
LEAST_ADDRESSES_BYTES: Final = 1 << 30
"""Addresses are reserved for the largest size of the file, by default 8 TB, which some systems refuse."""
_GROWTH: Final = 16
"""A file is smaller than so many times its tables as text."""
SCHEMA: Final = ("migrations", "graph", "0001_graph.cypher")
_AS_TEXT: Final = """header=false, parallel=false, auto_detect=false, delim=',', quote='"', escape='"'"""
"""How the tables are written; a line break may be in a quoted string."""
_RELATIONS: Final = {table_of(kind): kind for kind in RelationType}
_ANY_RELATION: Final = "|".join(_RELATIONS)
_RELATION_VALUES: Final = "r.handbook, r.chunk, r.start_char, r.end_char, r.is_denied, r.confidence"

Parameters = Mapping[str, object]


def write_graph(content: GraphContent, path: Path, scratch: Path) -> None:
    """Write a graph to a new file, and see that all of it is there.

    Args:
        content: what goes into it.
        path: the file, which must not exist.
        scratch: an empty folder for the tables as text.

    Raises:
        DiskFullError: there is no room.
        GraphError: what was written is not what was to be written.
        StoreError: the library cannot be read.
    """
    with Tables(scratch) as tables:
        tables.fill(content)
    with _failures_told(path), _opened(path, tables.n_bytes * _GROWTH, is_written=True) as connection:
        # One transaction: each of its own would wait for the disk.
        connection.execute("begin transaction")
        for statement in _statements():
            connection.execute(statement)
        for table, source in tables.files.items():
            if tables.n_rows[table]:
                connection.execute(f'copy {table} from "{_quoted(source)}" ({_AS_TEXT})')
        connection.execute("commit")
        connection.execute("checkpoint")
    with Graph(path) as graph:
        for table, n_rows in tables.n_rows.items():
            if graph.count(table) != n_rows:
                raise GraphError(f"the graph has {graph.count(table)} rows in {table}, not {n_rows}")


class Graph(Closing):
    """A graph file, which is only read."""

    def __init__(self, path: Path) -> None:
        """Open `path`, of which the caller knows that it is whole: a damaged one can end the process.

        Raises:
            GraphError: it cannot be opened.
        """
        self._path = path
        with _failures_told(path):
            self._opened = _opened(path, path.stat().st_size)
            self._connection = self._opened.__enter__()

    def close(self) -> None:
        """Let go of the file."""
        self._opened.__exit__(None, None, None)

    def count(self, table: str) -> int:
        """Count the nodes or edges of one table of the schema."""
        is_node = table in {"Handbook", "Section", "Chunk", "Entity", "Community"}
        pattern = f"(n:{table})" if is_node else f"()-[n:{table}]->()"
        ((n_rows,),) = self._rows(f"match {pattern} return count(*)")
        return int(str(n_rows))

    def neighbourhood(self, entity: EntityId, hops: int = 2) -> dict[EntityId, int]:
        """Give the entities within `hops` relations of one, whichever way these point, and how far each is.

        That one is 0 away; an entity that is not in the graph has no neighbours.

        Raises:
            GraphError: the file cannot be read.
            ValueError: `hops` is negative.
        """
        if hops < 0:
            raise ValueError("hops must not be negative")
        found, outermost = {entity: 0}, [entity]
        for hop in range(1, hops + 1):
            outermost = sorted(self._beside(outermost) - found.keys())
            found |= dict.fromkeys(outermost, hop)
        return found

    def _beside(self, entities: Sequence[EntityId]) -> set[EntityId]:
        """Give all entities that have a relation with one of these."""
        query = (
            f"match (a:Entity)-[r:{_ANY_RELATION}]-(b:Entity) where a.id in $entities return distinct b.id"
        )
        return {EntityId(str(row[0])) for row in self._rows(query, {"entities": [*entities]})}

    def said_of(self, entity: EntityId) -> tuple[Said, ...]:
        """Give every relation of an entity, by where it stands.

        Raises:
            GraphError: the file cannot be read.
        """
        said: dict[Said, None] = {}
        for mine in ("a", "b"):
            query = (
                f"match (a:Entity)-[r:{_ANY_RELATION}]->(b:Entity) where {mine}.id = $entity"
                f" return a.id, label(r), b.id, {_RELATION_VALUES}"
            )
            said |= dict.fromkeys(map(_said, self._rows(query, {"entity": entity})))
        return tuple(sorted(said, key=_place))

    def mentions(self, entity: EntityId) -> dict[HandbookId, int]:
        """Count how often each handbook names an entity.

        Raises:
            GraphError: the file cannot be read.
        """
        query = (
            "match (e:Entity {id: $entity})<-[m:MENTIONS]-(:Chunk)-[:IN_SECTION]->(:Section)"
            "-[:IN_HANDBOOK]->(h:Handbook) return h.id, sum(m.times) order by h.id"
        )
        return {HandbookId(str(row[0])): int(str(row[1])) for row in self._rows(query, {"entity": entity})}

    def community(self, entity: EntityId) -> Community | None:
        """Give the community of an entity; None if it has no relations.

        Raises:
            GraphError: the file cannot be read.
        """
        own = "match (:Entity {id: $entity})-[:MEMBER_OF]->(c:Community)"
        rows = list(
            self._rows(
                f"{own} match (e:Entity)-[m:MEMBER_OF]->(c) return c.id, c.name, e.id"
                " order by m.strength desc, e.id",
                {"entity": entity},
            )
        )
        if not rows:
            return None
        number, name, _ = rows[0]
        return Community(int(str(number)), str(name or ""), tuple(EntityId(str(row[2])) for row in rows))

    def query(self, cypher: str, *, most_rows: int, longest_s: float) -> Rows:
        """Run a person's query, which `edgerag.index.cypher` has made one that only reads.

        Raises:
            GraphError: the file cannot be read.
            QueryError: it is no query, takes too long, or needs too much memory.
        """
        self._connection.set_query_timeout(int(longest_s * 1000))
        try:
            answer = self._connection.execute(cypher)
        except RuntimeError as error:
            raise _refusal(str(error), longest_s) from error
        finally:
            self._connection.set_query_timeout(0)
        if isinstance(answer, list):
            raise QueryError("that is more than one query", hint="ask them one after another")
        with answer:
            rows = [tuple(_listed(answer.get_next())) for _ in _while(answer.has_next, most_rows)]
            return Rows(tuple(answer.get_column_names()), tuple(rows), answer.has_next())

    def _rows(self, query: str, parameters: Parameters | None = None) -> Iterator[list[object]]:
        """Run one of this module's queries; what comes from outside is a parameter."""
        with _failures_told(self._path):
            answer = self._connection.execute(query, dict(parameters or {}))
            if isinstance(answer, list):
                raise TypeError("one query has one result")
            with answer:
                rows = answer.get_all()
        yield from map(_listed, rows)


@contextmanager
def _opened(path: Path, n_bytes: int, *, is_written: bool = False) -> Iterator[kuzu.Connection]:
    addresses = max(LEAST_ADDRESSES_BYTES, 1 << n_bytes.bit_length())
    pool = WRITING_POOL_BYTES if is_written else READING_POOL_BYTES
    database = kuzu.Database(path, buffer_pool_size=pool, max_db_size=addresses, read_only=not is_written)
    try:
        connection = kuzu.Connection(database, num_threads=0 if is_written else READING_THREADS)
        try:
            yield connection
        finally:
            connection.close()
    finally:
        database.close()


def _statements() -> Iterator[str]:
    """Read the schema, statement by statement."""
    text = bundled(*SCHEMA).read_text(encoding="utf-8")
    code = "\n".join(line for line in text.splitlines() if not line.startswith("//"))
    return (statement for statement in map(str.strip, code.split(";")) if statement)


def _quoted(path: Path) -> str:
    """Write a path as a string of a query, in which no parameter can stand for it."""
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


def _said(row: list[object]) -> Said:
    source, table, target, handbook, chunk, start, end, is_denied, confidence = row
    relation = Relation(
        EntityId(str(source)),
        _RELATIONS[str(table)],
        EntityId(str(target)),
        bool(is_denied),
        ChunkId(int(str(chunk))),
        int(str(start)),
        int(str(end)),
        float(str(confidence)),
    )
    return Said(HandbookId(str(handbook)), relation)


def _place(said: Said) -> tuple[str, int, int, str, str, str, bool]:
    """Order relations by where they stand, and then by what they say."""
    one = said.relation
    return (said.handbook, one.start, one.end, one.source, one.target, one.type.value, one.is_denied)


def _listed(row: object) -> list[object]:
    if not isinstance(row, list):
        raise TypeError("a row is a list")
    return row


def _while(has_next: Callable[[], bool], most: int) -> Iterator[int]:
    """Count as long as there is more, and at most so often."""
    return (number for number in range(most) if has_next())


def _refusal(message: str, longest_s: float) -> QueryError:
    if message.startswith("Interrupted"):
        return QueryError(
            f"the query takes longer than {longest_s:.0f} seconds", hint="name an entity in it, or fewer hops"
        )
    if message.startswith("Buffer manager"):
        return QueryError("the query needs too much memory", hint="name an entity in it, or fewer hops")
    return QueryError(message.partition("\n")[0], hint="see `edgerag graph --help`")


@contextmanager
def _failures_told(path: Path) -> Iterator[None]:
    """Say Kùzu's failures in words; it raises errors of no class of its own.

    Raises:
        DiskFullError: there is no room.
        GraphError: the file cannot be read or written.
    """
    try:
        yield
    except (OSError, RuntimeError, IndexError, TypeError, UnicodeDecodeError) as error:
        if "No space left" in str(error):
            raise DiskFullError(f"the disk of {path} is full", hint="free some space there") from error
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise GraphError(
            f"the graph in {path} cannot be used: {reason}", hint="`edgerag graph --rebuild` makes it anew"
        ) from error
