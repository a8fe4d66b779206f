"""A report as a Markdown document: for a file, a mail or a meeting's minutes."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.reports import Report
from edgerag.present.inert import inert
from edgerag.present.inert import markdown as escaped
from edgerag.present.summary import summary_sentences
from edgerag.present.tables import MARK, Shown, quoted_table
from edgerag.present.together import HEADING, omissions, speaker, subtitle, warnings
from edgerag.present.wording import (
    MAY_NOT,
    banner,
    by_table,
    collection,
    heading,
    in_reading_order,
    looked_at,
    marked,
    name,
    pages,
    pairs_in_reading_order,
    remarks,
    searched,
    silent_word,
    to_read,
    understood_as,
    where,
)


def report_markdown(report: Report) -> str:
    """Write the whole report as CommonMark with one table; nothing from a handbook becomes markup."""
    parts = [f"# {escaped(report.question)}"]
    parts += [f"*{escaped(sentence)}*" for sentence in understood_as(report.understood)]
    parts += [_verdict(report), *_together(report)]
    answers = in_reading_order(report)
    said = (Status.ANSWERED, Status.UNCERTAIN)
    for answer in answers:
        if answer.status in said:
            parts += [_answered(answer, searched(report)), *_notes(report, answer)]
    word = silent_word(report.understood)
    silent = [_silent(answer, word) for answer in answers if answer.status not in said]
    if silent:
        parts += ["## Without an answer", "\n".join(silent)]
    parts += [line for answer in answers if answer.status not in said for line in _notes(report, answer)]
    relations = _relations(report)
    if relations:
        parts += ["## How the answers relate", relations]
    parts += [
        "## Made with",
        "\n".join(f"- {escaped(what)}: {escaped(v)}" for what, v in report.versions.items() if v),
    ]
    return "\n\n".join(parts) + "\n"


def _together(report: Report) -> list[str]:
    quoted = report.together
    if quoted is None:
        return []
    parts = [f"## {HEADING.capitalize()}", escaped(subtitle(quoted))]
    parts += [f"**{escaped(warning)}**" for warning in warnings(report, quoted)]
    for excerpt in quoted.excerpts:
        parts.append(f"### {escaped(speaker(report, report.answer_of(excerpt.handbook)))}")
        for citations in by_table(excerpt.citations):
            parts += _quotations(citations, searched(report))
    return parts + [escaped(omission) for omission in omissions(report, quoted)]


def _verdict(report: Report) -> str:
    verdict = banner(report)
    details = "".join(f"\n- {escaped(sentence)}" for sentence in summary_sentences(report))
    return f"**{verdict.word}** – {escaped(verdict.sentence)}" + (f"\n{details}" if details else "")


def _answered(answer: Answer, question: str) -> str:
    places = [pages(answer.answering), heading(answer.citations[0])] if answer.citations else []
    title = " · ".join([name(answer.handbook), *filter(None, [collection(answer.handbook), *places])])
    parts = [f"## {escaped(title)}"]
    if answer.status is Status.UNCERTAIN:
        parts.append(f"**{MAY_NOT}**")
    parts += [escaped(line) for line in inert(answer.text).split("\n") if line.strip()]
    parts += [one for citations in by_table(answer.citations) for one in _quotations(citations, question)]
    if answer.note:
        parts.append(f"*Note: {escaped(answer.note)}*")
    return "\n\n".join(parts)


def _quotations(citations: Sequence[Citation], question: str) -> list[str]:
    shown = quoted_table(citations, question)
    if shown is None:
        return [f"> “{escaped(citation.quote)}” [{escaped(where(citation))}]" for citation in citations]
    below = [MARK + escaped(shown.remark)] if shown.remark else []
    below.append(f"[{escaped(where(citations[0]))}]")
    return ["\n".join(f"> {line}".rstrip() for line in [*_table(shown), "", *below])]


def _table(shown: Shown) -> list[str]:
    """Write a table with its head first, as Markdown wants it; what stands above the head comes below."""
    table = shown.table
    rows = [row for at, row in enumerate(table.rows) if at not in table.head]
    lines = [[escaped(name) for name in table.names], ["---"] * table.n_columns]
    lines += [
        [
            (MARK if shown.is_marked(row) else "") * (not at) + escaped(cell.of(shown.text))
            for at, cell in enumerate(row.cells)
        ]
        for row in rows
    ]
    return [f"| {' | '.join(line)} |" for line in lines]


def _notes(report: Report, answer: Answer) -> list[str]:
    by = f"{name(answer.handbook)}: " if answer.status in (Status.NOT_ADDRESSED, Status.FAILED) else ""
    return [escaped(f"{by}{line}") for line in remarks(report, answer)]


def _silent(answer: Answer, silent: str) -> str:
    word, what = ("FAILED", answer.note) if answer.status is Status.FAILED else (silent, looked_at(answer))
    return f"- **{word}** {escaped(name(answer.handbook))} – {escaped(what)}"


def _relations(report: Report) -> str:
    names = {answer.handbook.id: name(answer.handbook) for answer in report.answers}
    rows = [
        [
            f"{names[pair.a]} x {names[pair.b]}",
            pair.label.value,
            pair.topic,
            pair.significance.value if pair.significance else "",
            " ".join(filter(None, [pair.reasoning, to_read(report, pair), marked(report, pair)])),
            pair.decided_by.value,
        ]
        for pair in pairs_in_reading_order(report)
    ]
    if not rows:
        return ""
    header = ["handbooks", "relation", "topic", "significance", "reasoning", "decided by"]
    lines = [" | ".join(header), " | ".join(["---"] * len(header))]
    lines += [" | ".join(map(escaped, row)) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)
