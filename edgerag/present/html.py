"""A report as one HTML file: no script, nothing fetched, made to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import inert, one_line
from edgerag.present.matrix import Cell, Matrix, cell_letter, letter_words
from edgerag.present.standing import Standing, standings
from edgerag.present.text import is_its_quotations
from edgerag.present.wording import (
    MAY_NOT,
    banner,
    in_reading_order,
    looked_at,
    name,
    pairs_in_reading_order,
    silent_word,
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
.where, .note, footer { color: #555; font-size: .9em; }
table { border-collapse: collapse; font-size: .9em; margin: .6em 0; }
th, td { border: 1px solid #999; padding: .2em .5em; text-align: left; vertical-align: top; }
table.matrix td { text-align: center; width: 1.6em; }
table.matrix td:first-child { text-align: left; width: auto; }
section, tr { break-inside: avoid; }
@media print { body { margin: 0; max-width: none; } }
""".strip()
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser that obeys this loads nothing, whatever a handbook has put into the page."""
_CAUTION: Final = "This does not replace the handbooks: open the page."


def report_html(report: Report) -> str:
    """Write the whole report as one page; nothing from a handbook becomes markup."""
    question = _text(report.question)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{question}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{question}</h1>",
            *(f'<p class="note">{_text(sentence)}</p>' for sentence in understood_as(report.understood)),
            *_verdict(report),
            *_answers(report),
            *_relations(report),
            *_footer(report),
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
    yield from (f"<p>{_text(detail)}</p>" for detail in verdict.details)
    yield "</div>"


def _answers(report: Report) -> Iterator[str]:
    seen = standings(report)
    for answer in in_reading_order(report):
        yield "<section>"
        if answer.status in (Status.ANSWERED, Status.UNCERTAIN):
            yield from _answered(answer, seen.get(answer.handbook.id))
        else:
            is_silent = answer.status is Status.NOT_ADDRESSED
            word = silent_word(report.understood) if is_silent else "FAILED"
            why = looked_at(answer) if is_silent else answer.note
            yield f"<h2>{_text(name(answer.handbook))}</h2>"
            yield f'<p><span class="word">{word}</span> – {_text(why)}</p>'
        yield "</section>"


def _answered(answer: Answer, standing: Standing | None) -> Iterator[str]:
    word = f' <span class="word {standing.style.value}">{_text(standing.word)}</span>' if standing else ""
    yield f"<h2>{_text(name(answer.handbook))}{word}</h2>"
    if answer.status is Status.UNCERTAIN:
        yield f'<p><span class="word">{MAY_NOT}</span></p>'
    if not is_its_quotations(answer):
        yield from (f"<p>{_text(part)}</p>" for part in inert(answer.text).split("\n") if part.strip())
    yield from map(_quotation, answer.citations)
    institution = answer.handbook.metadata.institution.value
    if institution:
        yield f'<p class="where">{_text(institution)}</p>'
    if answer.note:
        yield f'<p class="note">Note: {_text(answer.note)}</p>'


def _quotation(citation: Citation) -> str:
    place = " · ".join(filter(None, [where(citation), citation.section]))
    return f'<blockquote>“{_text(citation.quote)}” <span class="where">[{_text(place)}]</span></blockquote>'


def _relations(report: Report) -> Iterator[str]:
    if len(report.answers) < 2:
        return
    matrix = Matrix(report)
    yield "<section>"
    yield "<h2>How the answers relate</h2>"
    yield '<table class="matrix">'
    yield _row(("", *map(str, range(1, matrix.n + 1))), "th")
    for row, answer in enumerate(matrix.answers):
        letters = (cell_letter(matrix.pair(Cell(row, column))) for column in range(matrix.n))
        yield _row((f"{row + 1} {name(answer.handbook)}", *letters), "td")
    yield "</table>"
    yield f'<p class="where">{_text("; ".join(letter_words()))}</p>'
    yield "</section>"
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    pairs = [_pair_row(pair, names) for pair in pairs_in_reading_order(report)]
    if pairs:
        yield "<table>"
        yield _row(("handbooks", "relation", "topic", "significance", "reasoning", "decided by"), "th")
        yield from (_row(pair, "td") for pair in pairs)
        yield "</table>"


def _pair_row(pair: Judgement, names: dict[HandbookId, str]) -> tuple[str, ...]:
    significance = pair.significance.value if pair.significance else ""
    both = f"{names[pair.a]} x {names[pair.b]}"
    return both, pair.label.value, pair.topic, significance, pair.reasoning, pair.decided_by.value


def _row(cells: Iterable[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{_text(cell)}</{tag}>" for cell in cells) + "</tr>"


def _footer(report: Report) -> Iterator[str]:
    made_with = ", ".join(f"{what} {version}" for what, version in sorted(report.versions.items()) if version)
    yield f"<footer><p>{_text(_CAUTION)}</p><p>Made with: {_text(made_with)}</p></footer>"


def _text(text: str) -> str:
    return escape(one_line(text))
