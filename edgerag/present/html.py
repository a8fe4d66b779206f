"""A report as one HTML file: no script, nothing fetched, made to be printed on a sheet or two.

On paper the answers stand in two columns. Of many pairs only the matrix is printed: who differs on what is in
the summary, and the reasons of all pairs are in the file.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from typing import Final

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.reports import Judgement, Label, Report
from edgerag.present.amounts import count
from edgerag.present.inert import inert, one_line
from edgerag.present.matrix import DIAGONAL, LETTERS, Cell, Matrix, letter_words
from edgerag.present.standing import Standing, standings
from edgerag.present.summary import summary_sentences
from edgerag.present.tables import quoted_table
from edgerag.present.tables_html import table_html
from edgerag.present.text import is_its_quotations
from edgerag.present.together import HEADING, omissions, speaker, subtitle, warnings
from edgerag.present.wording import (
    MAY_NOT,
    banner,
    behind,
    by_table,
    doubt,
    in_reading_order,
    looked_at,
    marked,
    name,
    newer_edition,
    notes_on,
    pairs_in_reading_order,
    searched,
    silent_word,
    to_read,
    understood_as,
    where,
)

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, serif; color: #111; background: #fff; max-width: 46em; margin: 2em auto;
  padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin: 1.6em 0 .3em; }
.verdict { border: 2px solid #111; padding: .6em .9em; } .verdict p { margin: .2em 0; }
.word { font-weight: bold; } .disagree { color: #a01212; } .agree { color: #14601f; }
blockquote { margin: .4em 0 .4em .2em; padding-left: .8em; border-left: 3px solid #999; }
.reader { border: 1px dotted #111; padding: .2em .5em; font-style: italic; }
.where, .note, footer { color: #555; font-size: .9em; }
table { border-collapse: collapse; font-size: .9em; margin: .6em 0; }
th, td { border: 1px solid #999; padding: .2em .5em; text-align: left; vertical-align: top; }
table.page { font-size: 1em; } tr.fits > * { border: 2px solid #111; font-weight: bold; }
table.matrix td { text-align: center; width: 1.6em; }
table.matrix td:first-child { text-align: left; width: auto; }
section, tr { break-inside: avoid; }
pre.page { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.paper { display: none; }
@page { size: A4; margin: 10mm; }
@media print {
  body { margin: 0; padding: 0; max-width: none; font-size: 8pt; line-height: 1.2; }
  h1 { font-size: 1.3em; margin: 0 0 .3em; } h2 { font-size: 1.05em; margin: .5em 0 .15em; }
  p { margin: .2em 0; } .verdict { padding: .2em .6em; }
  section { break-inside: auto; } h2 { break-after: avoid; }
  .answers { columns: 2; column-gap: 7mm; }
  blockquote { margin: .15em 0; padding-left: .5em; break-inside: avoid; }
  .silent h2, .silent p { display: inline; font-size: 1em; } .silent h2 { font-weight: normal; }
  .where { font-size: .85em; }
  table { font-size: .85em; margin: .2em 0; } th, td { padding: 0 .3em; }
  .screen { display: none; } .paper { display: block; }
}
""".strip()
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser that obeys this loads nothing, whatever a handbook has put into the page."""
MOST_PRINTED_PAIRS: Final = 12
"""More of them would fill sheets of paper; they are in the file."""
_CAUTION: Final = "This does not replace the handbooks: open the page."


def report_html(report: Report) -> str:
    """Write the whole report as one page; nothing from a handbook becomes markup."""
    notices = (f'<p class="note">{_text(sentence)}</p>' for sentence in understood_as(report.understood))
    above = (notices, _verdict(report), _together(report))
    body = (*above, _answers(report), _relations(report), _footer(report))
    return document(report.question, chain.from_iterable(body))


def document(title: str, body: Iterable[str]) -> str:
    """Write a page with a title, which is also its heading, that fetches and runs nothing.

    Args:
        title: plain text.
        body: lines of markup.
    """
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{_text(title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{_text(title)}</h1>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )


def _verdict(report: Report) -> Iterator[str]:
    verdict = banner(report)
    yield '<div class="verdict">'
    word = f'<span class="word {verdict.verdict.value}">{_text(verdict.word)}</span>'
    yield f"<p>{word} – {_text(verdict.sentence)}</p>"
    yield from (f"<p>{_text(sentence)}</p>" for sentence in summary_sentences(report))
    yield "</div>"


def _together(report: Report) -> Iterator[str]:
    quoted = report.together
    if quoted is None:
        return
    yield f"<section><h2>{_text(HEADING.capitalize())}</h2><p>{_text(subtitle(quoted))}</p>"
    yield from (f'<p class="note">{_text(warning)}</p>' for warning in warnings(report, quoted))
    for excerpt in quoted.excerpts:
        yield f"<h3>{_text(speaker(report, report.answer_of(excerpt.handbook)))}</h3>"
        for citations in by_table(excerpt.citations):
            yield from _quotations(citations, searched(report))
    yield from (f'<p class="note">{_text(omission)}</p>' for omission in omissions(report, quoted))
    yield "</section>"


def _answers(report: Report) -> Iterator[str]:
    seen = standings(report)
    yield '<div class="answers">'
    for answer in in_reading_order(report):
        is_answered = answer.status in (Status.ANSWERED, Status.UNCERTAIN)
        yield "<section>" if is_answered else '<section class="silent">'
        if is_answered:
            yield from _answered(
                answer,
                seen.get(answer.handbook.id),
                searched(report),
                [doubt(answer), newer_edition(report, answer)],
            )
        else:
            is_silent = answer.status is Status.NOT_ADDRESSED
            word = silent_word(report.understood) if is_silent else "FAILED"
            why = looked_at(answer) if is_silent else answer.note
            yield f"<h2>{_text(name(answer.handbook))}</h2>"
            yield f'<p><span class="word">{word}</span> – {_text(why)}</p>'
        yield from (f'<p class="reader">{_text(line)}</p>' for line in notes_on(report, answer.handbook.id))
        yield "</section>"
    yield "</div>"


def _answered(
    answer: Answer, standing: Standing | None, question: str, remarks: Sequence[str]
) -> Iterator[str]:
    word = f' <span class="word {standing.style.value}">{_text(standing.word)}</span>' if standing else ""
    yield f"<h2>{_text(name(answer.handbook))}{word}</h2>"
    if answer.status is Status.UNCERTAIN:
        yield f'<p><span class="word">{MAY_NOT}</span></p>'
    if not is_its_quotations(answer):
        yield from (f"<p>{_text(part)}</p>" for part in inert(answer.text).split("\n") if part.strip())
    for citations in by_table(answer.citations):
        yield from _quotations(citations, question)
    if source := " · ".join(behind(answer.handbook)):
        yield f'<p class="where">{_text(source)}</p>'
    yield from (f'<p class="note">{_text(remark)}</p>' for remark in remarks if remark)
    if answer.note:
        yield f'<p class="note">Note: {_text(answer.note)}</p>'


def _quotations(citations: Sequence[Citation], question: str) -> Iterator[str]:
    if shown := quoted_table(citations, question):
        yield f"<blockquote>{''.join(table_html(shown))}{_place(citations[0])}</blockquote>"
        return
    for citation in citations:
        yield f"<blockquote>“{_text(citation.quote)}” {_place(citation)}</blockquote>"


def _place(citation: Citation) -> str:
    place = " · ".join(filter(None, [where(citation), citation.section]))
    return f'<span class="where">[{_text(place)}]</span>'


def _relations(report: Report) -> Iterator[str]:
    if len(report.answers) < 2:
        return
    matrix = Matrix(report)
    yield "<section>"
    yield "<h2>How the answers relate</h2>"
    yield '<table class="matrix">'
    silent = {n + 1 for n in range(matrix.n) if _is_silent(matrix, n)}
    yield _row(("", *map(str, range(1, matrix.n + 1))), "th", silent)
    for row, answer in enumerate(matrix.answers, start=1):
        letters = (matrix.letter(Cell(row - 1, column)) for column in range(matrix.n))
        cells = (f"{row} {name(answer.handbook)}", *letters)
        yield _row(cells, "td", range(matrix.n + 1) if row in silent else silent)
    yield "</table>"
    yield f'<p class="where">{_text("; ".join(letter_words(has_marks=bool(report.marks))))}</p>'
    yield "</section>"
    pairs = [_pair_row(report, pair) for pair in pairs_in_reading_order(report)]
    if pairs:
        is_printed = len(pairs) <= MOST_PRINTED_PAIRS
        if not is_printed:
            yield f'<p class="where paper">Why each of {count(len(pairs), "pair")} is so: in the file.</p>'
        yield "<table>" if is_printed else '<table class="screen">'
        yield _row(("handbooks", "relation", "topic", "significance", "reasoning", "decided by"), "th")
        yield from (_row(pair, "td") for pair in pairs)
        yield "</table>"


def _pair_row(report: Report, pair: Judgement) -> tuple[str, ...]:
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    why = " ".join(filter(None, [pair.reasoning, to_read(report, pair), marked(report, pair)]))
    significance = pair.significance.value if pair.significance else ""
    both = f"{names[pair.a]} x {names[pair.b]}"
    return both, pair.label.value, pair.topic, significance, why, pair.decided_by.value


def _is_silent(matrix: Matrix, n: int) -> bool:
    """Whether a handbook has no answer that could stand to others, so that its row says nothing on paper."""
    letters = {matrix.letter(Cell(n, column)) for column in range(matrix.n)}
    return letters <= {LETTERS[Label.ABSENT], DIAGONAL}


def _row(cells: Iterable[str], tag: str, not_printed: Container[int] = ()) -> str:
    """Write a row; the cells at some positions are left out on paper."""
    left_out = f'<{tag} class="screen">'
    written = (
        f"{left_out if n in not_printed else f'<{tag}>'}{_text(cell)}</{tag}>" for n, cell in enumerate(cells)
    )
    return f"<tr>{''.join(written)}</tr>"


def _footer(report: Report) -> Iterator[str]:
    made_with = ", ".join(f"{what} {version}" for what, version in sorted(report.versions.items()) if version)
    yield f"<footer><p>{_text(_CAUTION)}</p><p>Made with: {_text(made_with)}</p></footer>"


def _text(text: str) -> str:
    return escape(one_line(text))
