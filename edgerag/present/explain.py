"""How the answers were found, for a person who asks why: in which turn, how closely, and what decided.

The handbooks come in the order in which they were read. What speaks against one is told beside the likeliest:
the signs by which it falls behind that most, for the same question weighs on all of them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from edgerag.domain.answers import Answer, Status
from edgerag.domain.evidence import RetrievalTrace
from edgerag.domain.reports import Report
from edgerag.present.amounts import count
from edgerag.present.handbooks import rank
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, paragraph
from edgerag.present.wording import collection, name, newer_edition

MARGIN = 2
STEP = 2
MOST_SIGNS = 2
"""Signs that are named against a handbook."""
LEAST_SHORTFALL = 0.1
"""Of the log odds; what is less decides nothing."""

_SIGNS: Final[Mapping[str, str]] = {
    "logit": "read closely, its best passage answers less well",
    "coverage": "it has fewer of the question's words",
    "named": "it names less of what the question is about",
    "cosine": "its passages mean something else",
    "standing": "its best passage stands far behind the best of all",
    "missing": "words of a short question are missing",
}
_VIEWS: Final[Mapping[str, str]] = {
    "answer": "likely to answer {:.2f}",
    "relevance": "relevance {:.2f}",
    "utility": "utility {:.2f} (it holds what was asked for, about the question's case)",
    "place": "place {:.2f} (near the passage's best words)",
}
_SAID: Final[Mapping[Status, str]] = {
    Status.ANSWERED: "answered",
    Status.UNCERTAIN: "may not answer",
    Status.NOT_ADDRESSED: "not addressed",
    Status.FAILED: "failed",
}


def explained_lines(report: Report, width: int) -> list[Line]:
    """Lay out how each handbook was searched, in lines of at most `width` columns."""
    lines = paragraph([Segment("HOW IT WAS FOUND", Style.TITLE)], width, indent=MARGIN)
    lines += paragraph([Segment(_INTRODUCTION, Style.DIM)], width, indent=MARGIN, hang=MARGIN + STEP)
    likeliest = max((answer.trace for answer in report.answers), key=_relevance, default=None)
    for answer in sorted(report.answers, key=lambda one: (not one.trace.turn, one.trace.turn)):
        lines.append(())
        title = Segment(name(answer.handbook), Style.TITLE)
        lines += paragraph([title], width, indent=MARGIN, hang=MARGIN + STEP)
        for sentence in (*_told(answer, likeliest or answer.trace), *_viewed(report, answer)):
            lines += paragraph([Segment(sentence)], width, indent=MARGIN + STEP, hang=MARGIN + 2 * STEP)
    return lines


_INTRODUCTION: Final = (
    "Passages to be read closely are shared out by promise: the score, 0 to 1, that a handbook's best passage"
    " has by its words and its meaning. What was read then says how likely it is that the handbook answers."
)


def _told(answer: Answer, likeliest: RetrievalTrace) -> Iterator[str]:
    trace, said = answer.trace, _SAID[answer.status]
    if not trace.turn:
        yield f"{said}; how it was searched is not known"
    elif not trace.n_reranked:
        yield f"{said}; nothing was read: {_why_unread(trace, likeliest)}"
    else:
        yield (
            f"{said}; read in turn {trace.turn}, {trace.n_reranked} of {count(trace.n_candidates, 'passage')}"
            f" found; promise {trace.promise:.2f}; {trace.relevance:.0%} likely to answer"
        )
        if against := _against(trace, likeliest):
            yield f"beside the likeliest: {'; '.join(against)}"
    if answer.note and answer.citations:
        yield f"note: {one_line(answer.note)}"


def _viewed(report: Report, answer: Answer) -> Iterator[str]:
    """Say how the statement quoted first does in each view; a book's authority and date change no order."""
    views = [
        told.format(answer.trace.views[view]) for view, told in _VIEWS.items() if view in answer.trace.views
    ]
    if views:
        yield f"quoted first: {', '.join(views)}"
    book = answer.handbook
    edition = f"edition {one_line(book.edition)}" if book.edition else "its date is not known"
    of_book = [collection(book), f"ranked {one_line(rank(book))}" if rank(book) else "not ranked"]
    if answer.citations:
        of_book.append(newer_edition(report, answer) or edition)
        yield f"authority and date, which silence nobody: {', '.join(filter(None, of_book))}"


def _why_unread(trace: RetrievalTrace, likeliest: RetrievalTrace) -> str:
    if not trace.n_candidates:
        return "no passage has its words or comes near its meaning"
    if not trace.promise:
        return f"none of {count(trace.n_candidates, 'passage')} found names the medicine asked about"
    return f"others promised more ({trace.promise:.2f}, and the likeliest {likeliest.promise:.2f})"


def _against(trace: RetrievalTrace, likeliest: RetrievalTrace) -> list[str]:
    """Name the signs by which a handbook falls most behind the likeliest, the worst first."""
    behind = {sign: likeliest.signs.get(sign, 0.0) - value for sign, value in trace.signs.items()}
    worst = sorted((sign for sign in behind if behind[sign] > LEAST_SHORTFALL), key=lambda s: (-behind[s], s))
    return [_SIGNS.get(sign, sign) for sign in worst[:MOST_SIGNS]]


def _relevance(trace: RetrievalTrace) -> float:
    return trace.relevance
