"""Which of a person's queries to the knowledge graph are run: those that read the graph and nothing else.

A graph that is opened for reading still lets a query write any file (COPY ... TO), read any (LOAD FROM), ask
the network (INSTALL) or lift its own time limit (CALL). So only what is known to be harmless passes.
"""

from __future__ import annotations

import re
from typing import Final

from edgerag.errors import QueryError

MOST_ROWS: Final = 1000
LONGEST_QUERY_CHARS: Final = 10_000

_APART: Final = re.compile(
    r"""
    "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' | `[^`]*`     # strings and quoted names
    | //[^\n]* | /\*.*?\*/                              # comments
    """,
    re.VERBOSE | re.DOTALL,
)
_BEGINNINGS: Final = frozenset({"match", "optional", "unwind", "with", "return"})
_REFUSED: Final = frozenset(
    {
        *{"alter", "attach", "begin", "call", "checkpoint", "comment", "commit", "copy", "create", "delete"},
        *{"detach", "drop", "explain", "export", "extension", "import", "insert", "install", "load", "macro"},
        *{"merge", "profile", "remove", "rollback", "set", "transaction", "truncate", "uninstall", "union"},
        *{"update", "use"},
    }
)
"""Words that stand for nothing but commands, and UNION, which would have a limit for each of its parts."""
_LIMIT: Final = re.compile(r"\blimit\s+(\S+)\s*\Z", re.IGNORECASE)
_HINT: Final = "a query is like: MATCH (a:Entity)-[r:TREATS]->(b:Entity) RETURN a.name, b.name, r.page"


def reading(query: str, most_rows: int = MOST_ROWS) -> str:
    """Give a query that reads the graph, with one row more than `most_rows` at most.

    Raises:
        QueryError: it might do anything else.
    """
    if len(query) > LONGEST_QUERY_CHARS:
        raise QueryError(f"a query has at most {LONGEST_QUERY_CHARS} characters", hint=_HINT)
    # What is quoted says nothing about what the query does, and a comment is no part of it.
    bare = _APART.sub(_without_words, query).strip()
    kept = _APART.sub(_without_comments, query).strip()
    if bare.endswith(";"):
        bare, kept = bare[:-1].rstrip(), kept[:-1].rstrip()
    if ";" in bare:
        raise QueryError("that is more than one query", hint="ask them one after another")
    if any(sign in bare for sign in ("'", '"', "`", "/*")):
        raise QueryError("a quotation or a comment in the query does not end", hint=_HINT)
    words = re.findall(r"\w+", bare.casefold())
    if not words or words[0] not in _BEGINNINGS:
        raise QueryError("the graph is only read: a query begins with MATCH", hint=_HINT)
    for word in words:
        if word in _REFUSED:
            hint = f"as a name it is quoted: `{word}`"
            raise QueryError(f"the graph is only read: {word.upper()} is not allowed", hint=hint)
    return _limited(kept, bare, most_rows)


def _without_words(found: re.Match[str]) -> str:
    return " " if found[0].startswith("/") else " _ "


def _without_comments(found: re.Match[str]) -> str:
    return " " if found[0].startswith("/") else found[0]


def _limited(query: str, bare: str, most_rows: int) -> str:
    """Ask for no more rows than are shown, and one that tells that there are more."""
    limit = _LIMIT.search(bare)
    if limit is None:
        return f"{query} LIMIT {most_rows + 1}"
    if not limit[1].isdecimal():
        raise QueryError("a limit is a number", hint=_HINT)
    asked = min(int(limit[1]), most_rows + 1)
    return f"{_LIMIT.sub('', query)}LIMIT {asked}"
