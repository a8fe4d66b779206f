"""An audit as one HTML file: it fetches nothing, and without a script all of it is shown.

Its size grows with distinct answers and not with pairs of handbooks: what handbooks say in the same words
stands once, with the pages of all of them, and every letter of the tables leads there.
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Final

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.audited import Audited, Coverage, Findings, Relation
from edgerag.domain.reports import AGREEMENTS, CONFLICTS, Judgement, Label, Report
from edgerag.present.audit_text import (
    Table,
    contested_table,
    label_table,
    percent,
    rates_table,
    silence_table,
    summary_sentences,
    topic_table,
)
from edgerag.present.inert import one_line
from edgerag.present.matrix import LETTERS
from edgerag.present.svg import bar, intervals
from edgerag.present.tables import quoted_table
from edgerag.present.tables_html import table_html
from edgerag.present.wording import PAIR_ORDER, by_table, searched, signed, where

_COLOURS: Final = {
    Label.CONTRADICTORY: "#8b0000",
    Label.DIVERGENT: "#c4541a",
    Label.NOT_CHECKED: "#6b6b6b",
    Label.COMPLEMENTARY: "#3f7fb5",
    Label.CONSISTENT: "#1b5e2f",
    Label.ABSENT: "#9a8f7a",
}
_STATUS_LETTERS: Final = {
    Status.ANSWERED: "A",
    Status.UNCERTAIN: "?",
    Status.NOT_ADDRESSED: "-",
    Status.FAILED: "!",
}
_NAMED: Final = 30
"""Handbooks up to which each is named wherever it stands, and two answers that disagree stand side by side;
beyond, the numbers of the tables are used, and each answer stands once, under its letter."""
_LINKS: Final = 10
"""Questions that are linked for each two handbooks; the tables have all of them."""
_STYLE: Final = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, serif; color: #111; background: #fff; max-width: 70em; margin: 2em auto;
  padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.25em; margin: 1.8em 0 .4em; } h3 { font-size: 1em; margin: 0; }
.note { color: #555; font-size: .9em; } .bad { color: #a01212; font-weight: bold; }
.wide { overflow-x: auto; content-visibility: auto; contain-intrinsic-size: 1px 40em; }
table { border-collapse: collapse; margin: .4em 0; font-size: .9em; }
th, td { border: 1px solid #bbb; padding: .15em .5em; text-align: left; vertical-align: top; }
.grid td, .grid th { text-align: center; padding: .1em .35em; } .grid th:first-child { text-align: left; }
.grid a { color: inherit; text-decoration: none; display: block; }
.q { border-top: 1px solid #bbb; padding: .6em 0; content-visibility: auto;
  contain-intrinsic-size: 1px 12em; }
blockquote { margin: .2em 0; padding-left: .7em; border-left: 3px solid #999; overflow-wrap: anywhere; }
tr.fits > * { border: 2px solid #111; font-weight: bold; }
.sides { table-layout: fixed; width: 100%; } :target { outline: 3px solid #e0a800; }
#filter { display: flex; gap: .8em; margin: 1em 0; } #filter[hidden] { display: none; }
#words { font: inherit; flex: 1; padding: .3em; } svg { font-family: sans-serif; max-width: 45em; }
@media print { body { margin: 0; max-width: none; } #filter { display: none; }
  .q, .wide { content-visibility: visible; } .q { break-inside: avoid; }
  a { color: inherit; text-decoration: none; } }
""".strip()
_SCRIPT: Final = """
const box = document.getElementById("words"), only = document.getElementById("only");
const all = [...document.querySelectorAll(".q")].map((q) => [q, q.textContent.toLowerCase()]);
document.getElementById("filter").hidden = false;
const sift = () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let n = 0;
  for (const [q, text] of all) {
    q.hidden = !(words.every((w) => text.includes(w)) && (!only.checked || q.dataset.n !== "0"));
    n += q.hidden ? 0 : 1;
  }
  document.getElementById("n").textContent = n + " of " + all.length;
};
box.addEventListener("input", sift);
only.addEventListener("change", sift);
""".strip()
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'"
"""A browser that obeys this loads nothing, and runs this page's own script alone."""
_CAUTION: Final = (
    "Every label was given by a program. Open both pages before you rely on one: people or purpose may"
    " differ. This does not rank the handbooks, and does not replace them."
)


def audit_html(found: Findings, questions: Iterable[Audited]) -> Iterator[bytes]:
    """Write the page piece by piece; nothing from a handbook or a question becomes markup.

    Args:
        found: what was counted.
        questions: the questions with their reports, which are looked at one by one.
    """
    policy = _POLICY.format(b64encode(sha256(_SCRIPT.encode()).digest()).decode())
    page = _Page(found)
    yield from _lines(
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>Audit {_text(found.name)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>Audit {_text(found.name)}</h1>",
        *(f"<p>{_text(sentence)}</p>" for sentence in summary_sentences(found)),
        f'<p class="note">{_CAUTION}</p>',
        *page.overview(),
    )
    for one in questions:
        yield from _lines(*page.question(one))
    yield from _lines(*page.ending(), f"<script>{_SCRIPT}</script></body></html>")


@dataclass(frozen=True, slots=True)
class _Group:
    """Handbooks that say the same."""

    letter: str
    answers: tuple[Answer, ...]

    @property
    def first(self) -> Answer:
        return self.answers[0]

    @property
    def is_quoted(self) -> bool:
        return self.first.status in (Status.ANSWERED, Status.UNCERTAIN)

    @property
    def is_of_one_table(self) -> bool:
        """Whether the words stand in the same tables: under another head they may mean something else."""
        return len({tuple(said.table for said in answer.citations) for answer in self.answers}) == 1


class _Page:
    """The parts of the page; it remembers which cells the questions have, for the tables that follow."""

    def __init__(self, found: Findings) -> None:
        self._found = found
        self._books = found.terms.handbooks
        self._places = {book.id: place for place, book in enumerate(self._books)}
        self._rows: list[str] = []
        self._conflicts: defaultdict[tuple[int, int], list[str]] = defaultdict(list)

    def overview(self) -> Iterator[str]:
        """Give what stands before the questions."""
        found = self._found
        yield "<h2>How the answers relate</h2>"
        yield bar([(label.value, found.labels.get(label, 0), _COLOURS[label]) for label in PAIR_ORDER])
        yield from _table(label_table(found))
        yield "<h2>Rates, with 95 % intervals</h2>"
        yield "<h3>Pairs that disagree, of those judged</h3>"
        named = [(group.value or "all questions", group.divergence) for group in found.groups]
        yield intervals(named)
        yield from _table(rates_table(found))
        yield from self._coverage()
        yield from self._agreement()
        if found.contested:
            yield "<h2>What is disagreed about</h2>"
            yield from _table(topic_table(found))
            yield "<h2>Most contested questions</h2>"
            links = [f"#q{one.question.position + 1}" for one in found.contested]
            yield from _table(contested_table(found), links)
        yield "<h2>Most silent handbooks</h2>"
        yield from _table(silence_table(found))
        yield "<h2>Questions</h2>"
        yield '<div id="filter" hidden><input id="words" placeholder="Show only what has these words"'
        yield ' aria-label="Filter"><label><input type="checkbox" id="only"> only disagreements</label>'
        yield '<span id="n"></span></div>'

    def question(self, one: Audited) -> Iterator[str]:
        """Give a question with what each handbook says, and each two that disagree side by side."""
        number, report = one.question.position + 1, one.report
        n_conflicts = sum(pair.label in CONFLICTS for pair in report.pairs) if report else 0
        yield f'<div class="q" id="q{number}" data-n="{n_conflicts}">'
        yield f"<h3>{number}. {_text(one.question.text)}</h3>"
        labels = ", ".join(f"{name}: {value}" for name, value in one.question.labels.items())
        yield f'<p class="note">{_text(labels)}</p>' if labels else ""
        if report is None:
            yield f'<p class="bad">failed: {_text(one.failure)}</p>'
            self._rows.append(self._failed_cells(number))
        else:
            groups = _groups(report)
            yield f"<p>{_text(signed(report.verdict))}</p>"
            yield from (self._group(number, group, searched(report)) for group in groups)
            yield from self._pairs(number, report, groups)
            self._rows.append(self._cells(number, groups))
        yield "</div>"

    def ending(self) -> Iterator[str]:
        """Give the table of all cells, and the questions behind each cell of the matrix."""
        letters = ", ".join(f"{letter} {status.value}" for status, letter in _STATUS_LETTERS.items())
        yield f'<h2>Every cell</h2><p class="note">{_text(letters.replace("_", " "))}</p>'
        yield '<div class="wide"><table class="grid"><tr><th>question</th>'
        yield from (self._head(place) for place in range(len(self._books)))
        yield "</tr>"
        yield from self._rows
        yield "</table></div><h2>Which handbooks disagree where</h2>"
        for (one, other), places in sorted(self._conflicts.items()):
            links = " ".join(f'<a href="#{place}">{_number(place)}</a>' for place in places[:_LINKS])
            more = f" and {len(places) - _LINKS} more" if len(places) > _LINKS else ""
            both = f"{self._short(one)} × {self._short(other)}"
            yield f'<p id="p{one}-{other}">{both}: questions {links}{more}</p>'
        made_with = ", ".join(f"{what} {v}" for what, v in sorted(self._found.terms.versions.items()) if v)
        yield f'<p class="note">Made with: {_text(made_with)}</p>'

    def _coverage(self) -> Iterator[str]:
        found = self._found
        if not found.columns:
            return
        yield f"<h2>Coverage by {_text(found.by)}: share of questions answered</h2>"
        yield '<div class="wide"><table class="grid"><tr><th>handbook</th>'
        yield from (f"<th>{_text(column)}</th>" for column in found.columns)
        yield "</tr>"
        for place in range(len(self._books)):
            yield f'<tr><th id="h{place + 1}">{place + 1}. {self._name(place)}</th>'
            cells = (found.coverage.get((place, column), Coverage()) for column in found.columns)
            yield from (_shaded(cell.answered, cell.n_asked, "31,95,168") for cell in cells)
            yield "</tr>"
        yield "</table></div>"

    def _agreement(self) -> Iterator[str]:
        n = len(self._books)
        if n < 2:
            return
        yield "<h2>Which handbooks disagree: conflicts of pairs judged</h2>"
        yield '<div class="wide"><table class="grid"><tr><th>handbook</th>'
        yield from (self._head(place) for place in range(n))
        yield "</tr>"
        for row in range(n):
            yield f"<tr><th>{row + 1}. {self._name(row)}</th>"
            yield from (self._relation(row, column) for column in range(n))
            yield "</tr>"
        yield "</table></div>"

    def _relation(self, row: int, column: int) -> str:
        one, other = min(row, column), max(row, column)
        relation = self._found.relations.get((one, other), Relation())
        share = relation.n_conflicts / relation.n_judged if relation.n_judged else None
        link = f"#p{one}-{other}" if relation.n_conflicts else ""
        return _shaded(share, relation.n_judged, "196,84,26", link)

    def _head(self, place: int) -> str:
        return f'<th><abbr title="{self._name(place)}">{place + 1}</abbr></th>'

    def _name(self, place: int) -> str:
        return _text(self._found.handbook_name(place))

    def _cells(self, number: int, groups: Sequence[_Group]) -> str:
        """Give a row of letters, each of which leads to what that handbook says."""
        cells = ["<td></td>"] * len(self._books)
        for group in groups:
            letter = _STATUS_LETTERS[group.first.status]
            linked = f'<a href="#q{number}{group.letter}">{letter}</a>' if group.is_quoted else letter
            for answer in group.answers:
                cells[self._places[answer.handbook.id]] = f"<td>{linked}</td>"
        return f'<tr><th><a href="#q{number}">{number}</a></th>{"".join(cells)}</tr>'

    def _failed_cells(self, number: int) -> str:
        letters = "<td>!</td>" * len(self._books)
        return f'<tr><th><a href="#q{number}">{number}</a></th>{letters}</tr>'

    def _group(self, number: int, group: _Group, question: str) -> str:
        """Give what some handbooks say, or that they are silent."""
        word = group.first.status.value.replace("_", " ")
        if not group.is_quoted:
            return f'<p class="note">{word}: {"; ".join(map(self._unquoted, group.answers))}</p>'
        who = "; ".join(f"{self._name_of(answer)} {_text(_pages(answer))}" for answer in group.answers)
        head = f'<p class="note"><b>{group.letter}</b> {word}: {who}</p>'
        return f'<div id="q{number}{group.letter}">{head}{_quoted(group, question)}</div>'

    def _unquoted(self, answer: Answer) -> str:
        """Name a handbook that gave no answer; by its number alone where there are many."""
        place = self._places[answer.handbook.id]
        if answer.status is Status.FAILED:
            return f"{self._name(place)} ({_text(answer.note)})"
        return self._short(place)

    def _short(self, place: int) -> str:
        return self._name(place) if len(self._books) <= _NAMED else str(place + 1)

    def _name_of(self, answer: Answer) -> str:
        return self._name(self._places[answer.handbook.id])

    def _pairs(self, number: int, report: Report, groups: Sequence[_Group]) -> Iterator[str]:
        """Give each two groups that were compared once, side by side if they disagree."""
        group_of = {answer.handbook.id: group for group in groups for answer in group.answers}
        compared: dict[tuple[str, str, Label], list[Judgement]] = {}
        for pair in report.pairs:
            one, other = sorted((group_of[pair.a].letter, group_of[pair.b].letter))
            if pair.label is not Label.ABSENT and (one != other or pair.label in CONFLICTS):
                compared.setdefault((one, other, pair.label), []).append(pair)
        agreed = [f"{one} × {other} {label.value}" for one, other, label in compared if label in AGREEMENTS]
        yield f'<p class="note">{"; ".join(agreed)}</p>' if agreed else ""
        for (one, other, label), same in compared.items():
            if label not in AGREEMENTS:
                place = f"q{number}{one}-{other}"
                self._remember(place, same)
                a, b = group_of[same[0].a], group_of[same[0].b]
                yield _apart(place, same[0], a, b)
                if label in CONFLICTS and len(self._books) <= _NAMED:
                    sides = "".join(f"<td>{_quoted(side, searched(report))}</td>" for side in (a, b))
                    yield f'<table class="sides"><tr>{sides}</tr></table>'

    def _remember(self, place: str, pairs: Iterable[Judgement]) -> None:
        """Note where on the page the conflicts of handbooks stand."""
        for pair in pairs:
            if pair.label in CONFLICTS:
                one, other = sorted((self._places[pair.a], self._places[pair.b]))
                self._conflicts[one, other].append(place)


def _apart(place: str, pair: Judgement, a: _Group, b: _Group) -> str:
    """Say how two groups disagree, or that nobody could compare them."""
    about = ", ".join(filter(None, [pair.topic, pair.significance and pair.significance.value]))
    letters = f"{a.letter} × {b.letter} {LETTERS[pair.label]} {pair.label.value}"
    told = f"{letters}{f' ({about})' if about else ''}: {pair.reasoning}"
    anchor = f' id="{place}"' if pair.label in CONFLICTS else ""
    return f'<p class="note"{anchor}>{_text(told)}</p>'


def _number(place: str) -> str:
    """Give the number of the question in "q12A-C"."""
    return "".join(filter(str.isdigit, place))


def _pages(answer: Answer) -> str:
    return ", ".join(dict.fromkeys(where(citation) for citation in answer.citations))


def _groups(report: Report) -> list[_Group]:
    """Put the handbooks together that say the same, those that answer first."""
    same: dict[tuple[str, str, tuple[str, ...]], list[Answer]] = {}
    order = list(_STATUS_LETTERS)
    for answer in sorted(report.answers, key=lambda answer: order.index(answer.status)):
        quotes = tuple(citation.quote for citation in answer.citations)
        same.setdefault((answer.status.value, answer.text, quotes), []).append(answer)
    return [_Group(_letters(n), tuple(answers)) for n, answers in enumerate(same.values())]


def _letters(number: int) -> str:
    """Number groups A to Z, then AA, AB and so on."""
    before = _letters(number // 26 - 1) if number >= 26 else ""
    return before + chr(ord("A") + number % 26)


def _quoted(group: _Group, question: str) -> str:
    answer = group.first
    said = "\n".join(citation.quote for citation in answer.citations)
    written = f"<p>{_text(answer.text)}</p>" if _is_written(answer, said) else ""
    if not group.is_of_one_table:
        return written + "".join(map(_quotation, answer.citations))
    return written + "".join(_rows(citations, question) for citations in by_table(answer.citations))


def _rows(citations: Sequence[Citation], question: str) -> str:
    """Give quoted rows of a table in its columns, and anything else as it stands."""
    if not citations[0].table or (shown := quoted_table(citations, question)) is None:
        return "".join(map(_quotation, citations))
    return f"<blockquote>{''.join(table_html(shown))}{_place(citations[0])}</blockquote>"


def _is_written(answer: Answer, said: str) -> bool:
    """Say whether an answer is more than its quotations."""
    return " ".join(answer.text.split()) not in " ".join(said.split())


def _quotation(citation: Citation) -> str:
    return f"<blockquote>“{_text(citation.quote)}” {_place(citation)}</blockquote>"


def _place(citation: Citation) -> str:
    place = " · ".join(filter(None, [where(citation), citation.section]))
    return f'<span class="note">[{_text(place)}]</span>'


def _table(table: Table, links: Sequence[str] = ()) -> Iterator[str]:
    headers, rows = table
    yield f"<div class='wide'><table><tr>{''.join(f'<th>{_text(cell)}</th>' for cell in headers)}</tr>"
    for n, (first, *rest) in enumerate(rows):
        linked = f'<a href="{links[n]}">{_text(first)}</a>' if links else _text(first)
        yield f"<tr><td>{linked}</td>{''.join(f'<td>{_text(cell)}</td>' for cell in rest)}</tr>"
    yield "</table></div>"


def _shaded(share: float | None, n: int, rgb: str, link: str = "") -> str:
    """Give a cell with a share in percent, the darker the more; empty where there is none."""
    if share is None:
        return "<td></td>"
    text = percent(share, 1).replace(".0%", "%")
    shown = f'<a href="{link}">{text}</a>' if link else text
    ink = ";color:#fff" if share > _DARK else ""
    return f'<td style="background:rgba({rgb},{share:.2f}){ink}" title="of {n}">{shown}</td>'


_DARK: Final = 0.55
"""From this share on, black letters could not be read."""


def _text(text: str) -> str:
    return escape(one_line(text))


def _lines(*lines: str) -> Iterator[bytes]:
    yield from (f"{line}\n".encode() for line in lines if line)
