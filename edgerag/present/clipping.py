"""An answer as plain text for the clipboard: what was asked, who says what, on which page."""

from __future__ import annotations

from edgerag.domain.answers import Answer, Status
from edgerag.domain.reports import Judgement, Report
from edgerag.present.inert import inert, one_line
from edgerag.present.summary import summary_sentences
from edgerag.present.text import is_its_quotations
from edgerag.present.wording import (
    MAY_NOT,
    banner,
    doubt,
    in_reading_order,
    looked_at,
    marked,
    name,
    silent_word,
    to_read,
    understood_as,
    where,
)


def clipping(question: str, answer: Answer) -> str:
    """Give one handbook's answer with its quotations and pages."""
    return f"{one_line(question)}\n\n{_said(answer)}"


def report_clipping(report: Report) -> str:
    """Give the verdict, the summary and every handbook's answer."""
    verdict, silent = banner(report), silent_word(report.understood)
    known = understood_as(report.understood)
    summary = summary_sentences(report)
    head = [one_line(report.question), *known, "", f"{verdict.word}: {verdict.sentence}", *summary]
    return (
        "\n".join(head) + "\n\n" + "\n\n".join(_said(answer, silent) for answer in in_reading_order(report))
    )


def _said(answer: Answer, silent: str = "NOT ADDRESSED") -> str:
    match answer.status:
        case Status.NOT_ADDRESSED:
            return f"{name(answer.handbook)}: {silent}, {looked_at(answer)}"
        case Status.FAILED:
            return f"{name(answer.handbook)}: FAILED, {one_line(answer.note)}"
        case Status.ANSWERED | Status.UNCERTAIN:
            nearest = f"{MAY_NOT}: " if answer.status is Status.UNCERTAIN else ""
            lines = [f"{nearest}{name(answer.handbook)}", *filter(None, [doubt(answer)])]
            if not is_its_quotations(answer):
                lines.append(inert(answer.text).strip())
            lines += [f'"{one_line(citation.quote)}" [{where(citation)}]' for citation in answer.citations]
            return "\n".join(lines)


def pair_clipping(report: Report, first: Answer, second: Answer, pair: Judgement) -> str:
    """Give two answers of a report and how they relate."""
    topic = f" on {one_line(pair.topic)}" if pair.topic else ""
    why = " ".join(filter(None, [one_line(pair.reasoning), to_read(report, pair), marked(report, pair)]))
    relation = f"{pair.label.value}{topic}: {why}"
    return "\n\n".join([one_line(report.question), relation, _said(first), _said(second)])
