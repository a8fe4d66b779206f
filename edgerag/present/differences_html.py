"""The map of differences as one HTML file: it fetches nothing, and without a script all of it is shown."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from typing import Final

from edgerag.domain.differences import DifferenceGroup, DifferingPair, GroupRelation, Side
from edgerag.domain.explored import Explored
from edgerag.present.differences import group_title, source
from edgerag.present.inert import inert, one_line
from edgerag.present.neighbourhood import neighbourhood_svg
from edgerag.present.wording import name

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, serif; color: #111; background: #fff; max-width: 62em; margin: 2em auto;
  padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin: 1.4em 0 .2em; }
.opposed { color: #a01212; } .note { color: #555; font-size: .9em; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .3em 0; }
td { border: 1px solid #999; padding: .3em .6em; vertical-align: top; overflow-wrap: anywhere; }
mark { background: #ffe9a8; } section, tr { break-inside: avoid; }
figure { margin: 1em 0; } svg { width: 100%; height: auto; }
#filter { font: inherit; width: 100%; box-sizing: border-box; padding: .3em; }
@media print { body { margin: 0; max-width: none; } #filter { display: none; } }
""".strip()
_SCRIPT: Final = """
const box = document.getElementById("filter");
box.hidden = false;
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const section of document.querySelectorAll("section")) {
    const text = section.textContent.toLowerCase();
    section.hidden = !words.every((word) => text.includes(word));
  }
});
""".strip()
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'"
"""A browser that obeys this loads nothing, and runs this page's own script alone."""
_CAUTION: Final = (
    "Found without a question. Each difference is two quotations: people or purpose may differ after all."
    " This does not replace the handbooks: open the page."
)


def differences_html(groups: Sequence[DifferenceGroup], explored: Explored | None = None) -> str:
    """Write the groups as one page; nothing from a handbook becomes markup.

    Args:
        groups: in the order of the page.
        explored: what the groups are about, to be drawn over them with what it has to do with others.
    """
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(_digest(_SCRIPT))}">',
            '<meta name="viewport" content="width=device-width">',
            "<title>Where the handbooks differ</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            "<h1>Where the handbooks differ</h1>",
            f'<p class="note">{_CAUTION}</p>',
            '<input id="filter" placeholder="Show only what has these words" aria-label="Filter" hidden>',
            *([f"<figure>{neighbourhood_svg(explored)}</figure>"] if explored else []),
            *_sections(groups),
            f"<script>{_SCRIPT}</script>",
            "</body>",
            "</html>",
        ]
    )


def _sections(groups: Iterable[DifferenceGroup]) -> Iterator[str]:
    for group in groups:
        yield f"<section><h2>{_text(group_title(group))}</h2>"
        opposed = ' class="opposed"' if group.relation is GroupRelation.OPPOSED else ""
        relation = f"<span{opposed}>{group.relation}</span>"
        yield f'<p class="note">{relation}, significance: {group.significance}</p>'
        yield "<table>"
        yield from map(_row, group.pairs)
        yield from (f"<tr>{_cell(side)}</tr>" for side in group.stated)
        yield "</table>"
        if group.silent:
            books = ", ".join(name(book) for book in group.silent)
            said = f"on {group.illness} too, and nothing of the kind was found: {books}"
            yield f'<p class="note">{_text(one_line(said))}</p>'
        yield "</section>"


def _row(pair: DifferingPair) -> str:
    return f"<tr>{_cell(pair.a)}{_cell(pair.b)}</tr>"


def _cell(side: Side) -> str:
    quote, value = one_line(side.quote), one_line(side.value)
    before, found, after = quote.partition(value) if value else (quote, "", "")
    marked = f"<mark>{_text(found)}</mark>" if found else ""
    return f'<td><div class="note">{_text(source(side))}</div>{_text(before)}{marked}{_text(after)}</td>'


def _text(text: str) -> str:
    return escape(inert(text))


def _digest(script: str) -> str:
    """Give the hash by which a content security policy names a script."""
    return b64encode(sha256(script.encode()).digest()).decode()
