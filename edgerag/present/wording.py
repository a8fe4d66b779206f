"""The words that every presentation of a report shares: names, orders, counts, the verdict's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.notices import Concern, Understood
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report, Significance, Verdict
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import shorten

PAIR_ORDER = (Label.CONTRADICTORY, Label.DIVERGENT, Label.NOT_CHECKED, Label.COMPLEMENTARY, Label.CONSISTENT)
"""Relations in the order a reader needs them; ABSENT is told by the handbooks that do not address."""

_SIGNIFICANCE_ORDER = (Significance.HIGH, Significance.MEDIUM, Significance.LOW, None)

MIN_TITLE_COLUMNS = 12
"""A title is never cut below this."""

MAX_NAMED = 4
"""Handbooks that the banner names on one topic where columns are few; the pairs name them all."""

MAX_TOPICS = 3
"""Topics that the banner names; the pairs below it name them all."""

MAY_NOT = "MAY NOT ADDRESS IT"
"""Stands before the nearest passage of a handbook of which that is not certain."""

_SIGNS = {
    Verdict.AGREE: "=",
    Verdict.DISAGREE: "!",
    Verdict.SINGLE: "1",
    Verdict.NOT_ADDRESSED: "-",
    Verdict.NOT_CHECKED: "?",
    Verdict.NOT_UNDERSTOOD: "?",
}


@dataclass(frozen=True, slots=True)
class Banner:
    """The verdict for a person: a sign, a word, a sentence with counts, and who differs on what."""

    verdict: Verdict
    sign: str
    word: str
    sentence: str
    details: tuple[str, ...]
    """One a topic: "on adrenaline dose: A (2013) x B (2017)"."""


def banner(report: Report, columns: int = 0) -> Banner:
    """Put the verdict into words and counts.

    Args:
        report: what to sum up.
        columns: as for `name`, for the handbooks that differ; if positive, `MAX_NAMED` of them are named.
    """
    word = report.verdict.value.replace("_", " ").upper()
    return Banner(report.verdict, _SIGNS[report.verdict], word, _sentence(report), _details(report, columns))


def signed(verdict: Verdict) -> str:
    """Give the verdict's sign and word: "! DISAGREE"."""
    return f"{_SIGNS[verdict]} {verdict.value.replace('_', ' ').upper()}"


def name(handbook: Handbook, columns: int = 0) -> str:
    """Name a handbook: "Primary Care 101 (2013)", safe to print.

    Args:
        handbook: the handbook.
        columns: if positive, the title is cut so that the name takes about so many columns; the
            edition stays, because editions of one guideline are what must not be confused.
    """
    title = one_line(handbook.title) or one_line(handbook.file_name)
    edition = f" ({one_line(handbook.edition)})" if handbook.edition else ""
    if columns:
        title = shorten(title, max(columns - len(edition), MIN_TITLE_COLUMNS))
    return title + edition


def in_reading_order(report: Report) -> list[Answer]:
    """Order the answers: those that disagree, the others, what may be none, failures, silence."""
    disagreeing = _disagreeing(report)

    def place(answer: Answer) -> int:
        match answer.status:
            case Status.ANSWERED:
                return 0 if answer.handbook.id in disagreeing else 1
            case Status.UNCERTAIN:
                return 2
            case Status.FAILED:
                return 3
            case Status.NOT_ADDRESSED:
                return 4

    return sorted(report.answers, key=place)


def pairs_in_reading_order(report: Report) -> list[Judgement]:
    """Order the relations between answers, the most harmful first; ABSENT pairs are left out."""
    return sorted(
        (pair for pair in report.pairs if pair.label in PAIR_ORDER),
        key=lambda pair: (PAIR_ORDER.index(pair.label), _SIGNIFICANCE_ORDER.index(pair.significance)),
    )


def heading(citation: Citation) -> str:
    """Give the innermost heading of the cited section, safe to print."""
    return one_line(citation.section.rpartition(" > ")[2])


def pages(citations: Sequence[Citation]) -> str:
    """List the cited pages: "p. 16" or "pp. 16, 18"; empty where the format has no pages."""
    numbers = list(dict.fromkeys(citation.page for citation in citations if citation.page is not None))
    if not numbers:
        return ""
    return ("p. " if len(numbers) == 1 else "pp. ") + ", ".join(map(str, numbers))


def where(citation: Citation) -> str:
    """Say where a quotation stands: its page, else its heading."""
    return pages([citation]) or heading(citation)


def unbroken_where(citation: Citation) -> str:
    """Say where a quotation stands, for a text that is folded: "p. 16" stays in one line."""
    return pages([citation]).replace(" ", "\u00a0") or heading(citation)


def understood_as(understood: Understood) -> list[str]:
    """Say how the question was understood, then what its reader must know, a sentence each."""
    line = [f"Understood as: {one_line(understood.line)}"] if understood.line else []
    return [*line, *(one_line(notice.sentence) for notice in understood.notices)]


def silent_word(understood: Understood) -> str:
    """Say of a handbook that it has no answer; of a question that was not read it may have one."""
    return "NOTHING FOUND" if understood.has(Concern.NOT_ENGLISH) else "NOT ADDRESSED"


def looked_at(answer: Answer) -> str:
    """Say what was read before the handbook was found not to address the question."""
    sections = answer.trace.sections
    if not sections:
        return "looked at: no section came near the question"
    page = answer.trace.best_page
    best = f"p. {page}" if page is not None else f'"{one_line(sections[0])}"'
    return f"looked at: {count(len(sections), 'section')}, best {best}"


def _sentence(report: Report) -> str:
    n = len(report.answers)
    if not n:
        return "there is no handbook to ask"
    statuses = [answer.status for answer in report.answers]
    n_answered, n_silent = statuses.count(Status.ANSWERED), statuses.count(Status.NOT_ADDRESSED)
    n_uncertain, n_failed = statuses.count(Status.UNCERTAIN), statuses.count(Status.FAILED)
    n_unchecked = sum(pair.label is Label.NOT_CHECKED for pair in report.pairs)

    parts: list[str] = []
    match report.verdict:
        case Verdict.DISAGREE:
            parts.append(f"{len(_disagreeing(report))} of {count(n, 'handbook')} differ from another")
        case Verdict.AGREE:
            parts.append(f"{n_answered} of {count(n, 'handbook')} answer, and no two of them disagree")
        case Verdict.SINGLE:
            parts.append(f"only 1 of {count(n, 'handbook')} answers")
        case Verdict.NOT_ADDRESSED:
            if not n_uncertain:
                return f"not in any of {count(n, 'handbook')}"
        case Verdict.NOT_UNDERSTOOD:
            return f"the question was not read; nothing was found in {count(n, 'handbook')}"
        case Verdict.NOT_CHECKED:
            parts.append(f"{n_answered} of {count(n, 'handbook')} answer")
    if n_unchecked:
        parts.append(f"{count(n_unchecked, 'pair')} could not be compared")
    if n_uncertain:
        parts.append(f"{n_uncertain} may not address it")
    if n_silent:
        parts.append(f"{n_silent} {'does' if n_silent == 1 else 'do'} not address it")
    if n_failed:
        parts.append(f"{n_failed} could not be asked")
    return "; ".join(parts)


def _details(report: Report, columns: int) -> tuple[str, ...]:
    """Name, for each topic, the two handbooks that differ, or all that differ from some other."""
    names = {answer.handbook.id: name(answer.handbook, columns) for answer in report.answers}
    by_topic: dict[str, dict[HandbookId, None]] = {}
    for pair in pairs_in_reading_order(report):
        if pair.label in CONFLICTS:
            by_topic.setdefault(one_line(pair.topic), {}).update({pair.a: None, pair.b: None})
    n_named = MAX_NAMED if columns else len(names)
    details = [
        (f"on {topic}: " if topic else "") + _named([names[book] for book in who], n_named)
        for topic, who in list(by_topic.items())[:MAX_TOPICS]
    ]
    if len(by_topic) > MAX_TOPICS:
        details.append(f"and on {len(by_topic) - MAX_TOPICS} more")
    return tuple(details)


def _named(names: Sequence[str], most: int) -> str:
    """Name who differs, at most so many; who is left out is counted, and is never only one."""
    if len(names) == 2:
        return " x ".join(names)
    if len(names) <= most:
        return "; ".join(names)
    shown = names[: most - 1]
    return f"{'; '.join(shown)}; and {len(names) - len(shown)} more"


def _disagreeing(report: Report) -> set[HandbookId]:
    return {handbook for pair in report.pairs if pair.label in CONFLICTS for handbook in (pair.a, pair.b)}
