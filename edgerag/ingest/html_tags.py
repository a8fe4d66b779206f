"""Cuts text with HTML in it into tags, comments and text, and follows which tags are open.

Every pattern takes a time that grows with the text's length, whatever is in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

from edgerag.ingest.html_look import Look, Looks
from edgerag.ingest.withdrawn import Withdrawal

_MARKUP = re.compile(
    r"(?P<comment><!--.*?(?:-->|\Z)|<[!?][^<>]*+>)"
    r"|<(?P<raw>script|style)\b[^<>]*+>(?P<inside>.*?)(?:</(?P=raw)[^<>]*+>|\Z)"
    r"""|(?P<tag></?[a-zA-Z](?>=\s*(?>"[^"]*"|'[^']*')|[^<>])*+>)""",
    re.DOTALL | re.IGNORECASE,
)
_OPENING = re.compile(r"""<[a-zA-Z](?>=\s*(?>"[^"]*"|'[^']*')|[^>])*+""")
"""What a parser may take for one opening tag, a `<` inside it and a missing `>` included."""
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"""([^\s=/>"'<]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_REOPENED = frozenset(["s", "strike"])
"""What a browser opens again in the next paragraph if this one did not close it."""


class Piece(Enum):
    """What a stretch of text with HTML in it is."""

    TEXT = auto()
    TAG = auto()
    COMMENT = auto()
    SCRIPT = auto()
    """The inside of a script."""
    STYLE = auto()
    """The inside of a style element."""


def pieces_of(content: str) -> Iterator[tuple[Piece, str]]:
    """Cut text into its pieces, in order; a `<` that begins no tag is text."""
    end = 0
    for match in _MARKUP.finditer(content):
        if match.start() > end:
            yield Piece.TEXT, content[end : match.start()]
        if match["tag"]:
            yield Piece.TAG, match.group()
        elif match["raw"]:
            yield Piece.STYLE if match["raw"].lower() == "style" else Piece.SCRIPT, match["inside"]
        else:
            yield Piece.COMMENT, match.group()
        end = match.end()
    if end < len(content):
        yield Piece.TEXT, content[end:]


def name_of(tag: str) -> str:
    """Give the name of a tag in small letters; empty if it has none."""
    name = _NAME.match(tag)
    return name[1].lower() if name else ""


def attributes_of(tag: str) -> dict[str, str]:
    """Read the attributes of an opening tag; the first of two of one name counts."""
    name = _NAME.match(tag)
    found = _ATTRIBUTE.findall(tag, name.end() if name else 0)
    return {key.lower(): value.strip("\"'") for key, value in reversed(found)}


def attribute_work(content: str) -> int:
    """Give the comparisons that a parser makes which compares each attribute of a tag with all others."""
    counts = (len(_ATTRIBUTE.findall(tag.group())) for tag in _OPENING.finditer(content))
    return sum(count * count for count in counts)


class OpenTags:
    """Which tags are open where text comes piece by piece, as in Markdown, and whether it is shown there."""

    def __init__(self) -> None:
        self._looks = Looks()
        self._open: list[tuple[str, Look]] = []
        self._count: Counter[str] = Counter()

    @property
    def why(self) -> Withdrawal | None:
        """Why text at this place does not count, if it does not."""
        return self._open[-1][1].why if self._open else None

    def learn(self, stylesheet: str) -> None:
        """Take in the rules of a style element."""
        self._looks.learn(stylesheet)

    def take(self, tag: str) -> None:
        """Open or close what a tag opens or closes."""
        name = name_of(tag)
        if tag.startswith("</"):
            self.close(name)
        elif name and name not in _VOID and not tag.endswith("/>"):
            self.open(name, attributes_of(tag))

    def open(self, name: str, attributes: dict[str, str] | None = None) -> None:
        """Open an element inside those that are open."""
        parent = self._open[-1][1] if self._open else self._looks.root()
        self._open.append((name, self._looks.of(name, attributes or {}, parent)))
        self._count[name] += 1

    def close(self, name: str) -> None:
        """Close the innermost element of that name with all that is open inside it, if there is one."""
        while self._count[name]:
            if self._pop() == name:
                return

    @contextmanager
    def paragraph(self) -> Iterator[None]:
        """Read one paragraph: its end closes what was opened in it, its beginning an open `<p>`."""
        if self._open and self._open[-1][0] == "p":
            self._pop()
        depth = len(self._open)
        yield
        again = [name for name, _ in self._open[depth:] if name in _REOPENED]
        while len(self._open) > depth:
            self._pop()
        for name in again:
            self.open(name)

    def _pop(self) -> str:
        name, _ = self._open.pop()
        self._count[name] -= 1
        return name
