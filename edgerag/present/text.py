"""A report in a terminal: the verdict, the summary, one block per handbook, then how the answers relate.

The lines carry styles, which `edgerag ask` and the terminal interface turn into colours;
without them the text says the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edgerag.domain.answers import QUOTED_WITHOUT_MODEL, Answer, AnswerMode, Citation, Status
from edgerag.domain.notices import Understood
from edgerag.domain.reports import Judgement, Label, Report, Verdict
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Segment, Style, fields, indented, paragraph
from edgerag.present.summary import folded_summary_lines, summary_lines
from edgerag.present.together import HEADING, omissions, speaker, subtitle, warnings
from edgerag.present.wording import (
    MAY_NOT,
    Banner,
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

MARGIN = 2
"""Columns before every line."""
STEP = 2
"""Columns by which a block's body is indented."""
BESIDE_NAMES = 24
"""Columns left for the relation on a line with two handbooks' names."""
MIN_NAME_COLUMNS = 24

_VERDICT_STYLES = {
    Verdict.AGREE: Style.AGREE,
    Verdict.DISAGREE: Style.DISAGREE,
    Verdict.SINGLE: Style.UNSURE,
    Verdict.NOT_ADDRESSED: Style.ABSENT,
    Verdict.NOT_CHECKED: Style.UNSURE,
    Verdict.NOT_UNDERSTOOD: Style.UNSURE,
    Verdict.TOO_VAGUE: Style.UNSURE,
}
LABEL_STYLES = {
    Label.ABSENT: Style.ABSENT,
    Label.CONSISTENT: Style.AGREE,
    Label.COMPLEMENTARY: Style.AGREE,
    Label.DIVERGENT: Style.DISAGREE,
    Label.CONTRADICTORY: Style.DISAGREE,
    Label.NOT_CHECKED: Style.UNSURE,
}
SUMMARY_LINES = 12
"""A summary of more lines would stand before the answers as a wall: the whole of it follows them."""
FOREMOST_LINES = 6
SUMMARY = "WHAT THE ANSWERS COME TO"
"""Over a summary that follows them."""
_BLANK: Line = ()


def report_lines(report: Report, width: int) -> list[Line]:
    """Lay the whole report out in lines of at most `width` columns."""
    lines = understood_lines(report.understood, width)
    lines += banner_lines(banner(report), width)
    summary = summary_lines(report, width, indent=MARGIN + STEP)
    is_long = len(summary) > SUMMARY_LINES
    lines += _foremost(report, width) if is_long else summary
    lines += together_lines(report, width)
    silent_before = False
    for answer in in_reading_order(report):
        silent = answer.status in (Status.NOT_ADDRESSED, Status.FAILED)
        if not (silent and silent_before):
            lines.append(_BLANK)
        lines += answer_lines(answer, width, silent_word(report.understood), searched(report))
        for note in remarks(report, answer):
            lines += paragraph([Segment(note, Style.UNSURE)], width, indent=MARGIN + STEP)
        silent_before = silent
    if relations := pair_lines(report, width):
        lines += [_BLANK, *relations]
    return [*lines, _BLANK, (Segment(" " * MARGIN + SUMMARY, Style.TITLE),), *summary] if is_long else lines


def _foremost(report: Report, width: int) -> list[Line]:
    return folded_summary_lines(report, width, FOREMOST_LINES, "at the end stand", indent=MARGIN + STEP)


def together_lines(report: Report, width: int) -> list[Line]:
    """Lay out what the handbooks say together, after a blank line; empty if that was not asked."""
    if report.together is None:
        return []
    title = [Segment(HEADING, Style.TITLE), Segment(f"   {subtitle(report.together)}")]
    lines = [_BLANK, *paragraph(title, width, indent=MARGIN, hang=MARGIN + STEP)]
    body = MARGIN + STEP
    for warning in warnings(report, report.together):
        lines += paragraph([Segment(warning, Style.DISAGREE)], width, indent=body, hang=body)
    for excerpt in report.together.excerpts:
        said_by = speaker(report, report.answer_of(excerpt.handbook))
        lines += paragraph([Segment(said_by, Style.TITLE)], width, indent=body, hang=body + STEP)
        for citations in by_table(excerpt.citations):
            lines += indented(_quotations(citations, width - STEP, searched(report)), STEP)
    for omission in omissions(report, report.together):
        lines += paragraph([Segment(omission, Style.UNSURE)], width, indent=body, hang=body)
    return lines


def banner_lines(verdict: Banner, width: int) -> list[Line]:
    """Lay out the verdict: sign, word and counts."""
    first = [
        Segment(f"{verdict.sign} {verdict.word}", _VERDICT_STYLES[verdict.verdict]),
        Segment(f"   {verdict.sentence}"),
    ]
    return paragraph(first, width, indent=MARGIN, hang=MARGIN + STEP)


def understood_lines(understood: Understood, width: int) -> list[Line]:
    """Lay out how the question was understood, and a line for each thing to know."""
    lines: list[Line] = []
    for sentence in understood_as(understood):
        style = Style.UNSURE if lines or not understood.line else Style.DIM
        lines += paragraph([Segment(sentence, style)], width, indent=MARGIN, hang=MARGIN + STEP)
    return lines


def answer_lines(answer: Answer, width: int, silent: str = "NOT ADDRESSED", question: str = "") -> list[Line]:
    """Lay out what one handbook says, or in one word, `silent`, that it says nothing."""
    match answer.status:
        case Status.ANSWERED | Status.UNCERTAIN:
            return _answered(answer, width, question)
        case Status.NOT_ADDRESSED:
            return _one_liner(silent, Style.ABSENT, answer, looked_at(answer), width)
        case Status.FAILED:
            return _one_liner(
                "FAILED", Style.UNSURE, answer, one_line(answer.note) or "no reason given", width
            )


def pair_lines(report: Report, width: int) -> list[Line]:
    """Lay out how the answers relate, conflicts first; pairs of one label and one reason share a block."""
    alike: dict[tuple[str, ...], list[Judgement]] = {}
    for pair in pairs_in_reading_order(report):
        alike.setdefault((*_what_is_said(pair), marked(report, pair)), []).append(pair)
    lines: list[Line] = []
    for pairs in alike.values():
        if lines:
            lines.append(_BLANK)
        lines += _relation(report, pairs, width)
    return lines


def _answered(answer: Answer, width: int, question: str) -> list[Line]:
    lines = paragraph(_answer_title(answer), width, indent=MARGIN, hang=MARGIN + STEP)
    body = MARGIN + STEP
    if not is_its_quotations(answer):
        for part in inert(answer.text).split("\n"):
            lines += paragraph([Segment(" ".join(part.split()))], width, indent=body)
    for citations in by_table(answer.citations):
        lines += _quotations(citations, width, question)
    return lines + note_lines(answer, width, indent=body)


def _quotations(citations: Sequence[Citation], width: int, question: str) -> list[Line]:
    """Lay out quotations; those of one table as its rows."""
    body = MARGIN + STEP
    if table := quoted_table_lines(citations, question, width, indent=body):
        place = Segment(f"[{where(citations[0])}]", Style.DIM)
        return [*table, *paragraph([place], width, indent=body)]
    lines: list[Line] = []
    for citation in citations:
        quoted = [
            Segment(f'"{one_line(citation.quote)}"', Style.QUOTE),
            Segment(f"  [{where(citation)}]", Style.DIM),
        ]
        lines += paragraph(quoted, width, indent=body, hang=body + 1)
    return lines


def quoted_table_lines(
    citations: Sequence[Citation], question: str, width: int, *, indent: int
) -> list[Line]:
    """Lay out the rows of one table that citations quote, in their columns; empty if they quote none."""
    if not citations[0].table:
        return []
    from edgerag.present.tables import quoted_table, table_lines  # they bring all that reads clinical text

    shown = quoted_table(citations, question)
    return indented(table_lines(shown, width - indent), indent) if shown else []


_WHY_WITHOUT_MODEL: Final = re.compile(rf"({re.escape(QUOTED_WITHOUT_MODEL)}[^(;]*) \(.*?\)(?=; |$)")
"""Why a model's words were left out, behind that they were."""


def note_lines(answer: Answer, width: int, *, indent: int) -> list[Line]:
    """Lay out what a reader must know of an answer; what the model did is no doubt about a quotation.

    Why its words were left out is told where it is told how the answer was found.
    """
    if not answer.note:
        return []
    notes = _WHY_WITHOUT_MODEL.sub(r"\1", one_line(answer.note)).split("; ")
    styles = [Style.DIM if note.startswith(QUOTED_WITHOUT_MODEL) else Style.UNSURE for note in notes]
    before = ["note: ", *["; "] * (len(notes) - 1)]
    said = [Segment(mark + note, style) for mark, note, style in zip(before, notes, styles, strict=True)]
    return paragraph(said, width, indent=indent, hang=indent)


def _answer_title(answer: Answer) -> list[Segment]:
    doubt = [Segment(f"{MAY_NOT}  ", Style.UNSURE)] if answer.status is Status.UNCERTAIN else []
    title = [*doubt, Segment(name(answer.handbook), Style.TITLE)]
    cited = [pages(answer.answering), heading(answer.citations[0])] if answer.citations else []
    told = filter(None, [collection(answer.handbook), *cited])
    return [*title, *(Segment(f" · {one}", Style.DIM) for one in told)]


def is_its_quotations(answer: Answer) -> bool:
    """Say whether the text is what the citations quote and no more, so that printing both would stutter.

    Only letters and digits are compared: the text of an extractive answer is its quotations
    without their markup, line ends and hyphens.
    """
    if answer.mode is not AnswerMode.EXTRACTIVE:
        return False
    rest = _letters(answer.text)
    for quote in sorted((_letters(citation.quote) for citation in answer.citations), key=len, reverse=True):
        rest = rest.replace(quote, "") if quote else rest
    return not rest


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _one_liner(word: str, style: Style, answer: Answer, what: str, width: int) -> list[Line]:
    said = [Segment(word, style), Segment(name(answer.handbook), Style.TITLE), Segment(what, Style.DIM)]
    return fields(said, width, indent=MARGIN, hang=MARGIN + STEP)


def _name_columns(width: int) -> int:
    """Give each of two handbooks that stand on one line its share of the width."""
    return max((width - BESIDE_NAMES) // 2, MIN_NAME_COLUMNS)


def _what_is_said(pair: Judgement) -> tuple[str, str, str, str, str]:
    significance = pair.significance.value if pair.significance else ""
    return pair.label.value, pair.topic, significance, pair.reasoning, pair.decided_by.value


def _relation(report: Report, alike: Sequence[Judgement], width: int) -> list[Line]:
    first, columns = alike[0], _name_columns(width)
    names = {answer.handbook.id: name(answer.handbook, columns) for answer in report.answers}
    who = "; ".join(f"{names[pair.a]} x {names[pair.b]}" for pair in alike)
    head = [
        Segment(who, Style.TITLE),
        Segment(first.label.value, LABEL_STYLES[first.label]),
        Segment(f"topic: {one_line(first.topic)}" if first.topic else ""),
        Segment(f"significance: {first.significance.value}" if first.significance else ""),
    ]
    why = [Segment(one_line(first.reasoning)), Segment(f"decided by: {first.decided_by.value}", Style.DIM)]
    body = MARGIN + STEP
    lines = [*fields(head, width, indent=MARGIN, hang=body), *fields(why, width, indent=body, hang=body)]
    for pair in alike:
        lines += paragraph([Segment(to_read(report, pair, columns))], width, indent=body, hang=body + STEP)
    mark = Segment(marked(report, first), Style.UNSURE)
    return lines + paragraph([mark], width, indent=body, hang=body + STEP)
