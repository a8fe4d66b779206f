from __future__ import annotations

import pytest

from edgerag.errors import QueryError
from edgerag.index.cypher import LONGEST_QUERY_CHARS, reading


def test_a_query_that_reads_gets_a_limit() -> None:
    assert reading("match (e:Entity) return e.name", 10) == "match (e:Entity) return e.name LIMIT 11"
    assert reading("match (e) return e.name limit 3;", 10) == "match (e) return e.name LIMIT 3"
    assert reading("match (e) return e.name LIMIT 300", 10) == "match (e) return e.name LIMIT 11"


@pytest.mark.parametrize(
    "query",
    [
        "create (:Entity {id: 'x'})",
        "match (e:Entity) set e.name = 'x'",
        "match (e:Entity) detach delete e",
        "copy (match (e) return e.id) to '/media/usb/out.csv'",
        "load from '/etc/passwd' return *",
        "match (e) load from '/etc/passwd' return *",
        "export database '/media/usb/all'",
        "install httpfs",
        "call timeout=0",
        "match (e) call show_tables() return *",
        "profile match (e) return e",
        "match (e) return e.id union match (e) return e.name",
        "MATCH (e) RETURN e /* ' */ ; COPY e TO 'x'",
        "match (e) return e; drop table Entity",
        "// match\ncreate (:Entity)",
        "match (e) return 'open",
        "match (e) return e /* open",
        "match (e) return e limit $n",
        "",
        ";",
        "match (e) return e." + "x" * LONGEST_QUERY_CHARS,
    ],
)
def test_what_might_do_more_than_read_is_refused(query: str) -> None:
    with pytest.raises(QueryError) as refused:
        reading(query)
    assert refused.value.hint


@pytest.mark.parametrize("quoted", ["'create; drop'", '"it\'s; delete"', "`set`", "'\\'; copy'"])
def test_what_is_quoted_is_no_command(quoted: str) -> None:
    query = f"match (e) return {quoted}"
    assert reading(query, 5) == f"{query} LIMIT 6"


def test_comments_are_dropped() -> None:
    assert reading("match (e) // create\nreturn e /* drop; */", 1).split() == [
        *["match", "(e)", "return", "e", "LIMIT", "2"]
    ]
