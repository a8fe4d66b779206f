"""The words that every presentation of a report shares: names, orders, counts, the verdict's sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.collections import sure_collection
from edgerag.domain.handbooks import Handbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note, of_handbook
from edgerag.domain.notices import Concern, Understood
from edgerag.domain.reports import (
    CONFLICTS,
    Counts,
    Judgement,
    Label,
    Report,
    Significance,
    Verdict,
    counts_of,
)
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import shorten

PAIR_ORDER = (
    Label.CONTRADICTORY,
    Label.DIVERGENT,
    Label.NOT_CHECKED,
    Label.COMPLEMENTARY,
    Label.CONSISTENT,
    Label.ABSENT,
)
"""Relations in the order a reader needs them."""

_SIGNIFICANCE_ORDER = (Significance.HIGH, Significance.MEDIUM, Significance.LOW, None)

MIN_TITLE_COLUMNS = 12
"""A title is never cut below this."""

MAY_NOT = "MAY NOT ADDRESS IT"
"""Stands before the nearest passage of a handbook of which that is not certain."""

MAY_BE_NONE = "What is quoted may not answer the question"
"""Said beside an answer that is doubtful."""

NO_PUBLISHER = "publisher not stated"

_SIGNS = {
    Verdict.AGREE: "=",
    Verdict.DISAGREE: "!",
    Verdict.SINGLE: "1",
    Verdict.NOT_ADDRESSED: "-",
    Verdict.NOT_CHECKED: "?",
    Verdict.NOT_UNDERSTOOD: "?",
    Verdict.TOO_VAGUE: "?",
}


@dataclass(frozen=True, slots=True)
class Banner:
    """The verdict for a person: a sign, a word, a sentence with counts."""

    verdict: Verdict
    sign: str
    word: str
    sentence: str


def banner(report: Report) -> Banner:
    """Put the verdict into words and counts; who differs on what, the summary says."""
    word = report.verdict.value.replace("_", " ").upper()
    return Banner(report.verdict, _SIGNS[report.verdict], word, _sentence(report) + _removed(report))


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


def by_table(citations: Sequence[Citation]) -> list[list[Citation]]:
    """Put citations of rows of one table together, where the first of them stands; every other is alone."""
    together: dict[tuple[int, str], list[Citation]] = {}
    for at, citation in enumerate(citations):
        key = (citation.page_ordinal, citation.table) if citation.table else (-at, "")
        together.setdefault(key, []).append(citation)
    return list(together.values())


def searched(report: Report) -> str:
    """Give a report's question as it was searched: with what a follow-up goes on from, as corrected."""
    return report.understood.searched or report.question


def in_reading_order(report: Report) -> list[Answer]:
    """Order the answers: those that disagree, the others, what may be none, failures, silence.

    Of each the likeliest to answer comes first.
    """
    surely, perhaps = _disagreeing(report, is_sure=True), _disagreeing(report)

    def place(answer: Answer) -> int:
        match answer.status:
            case Status.ANSWERED:
                book = answer.handbook.id
                return 0 if book in surely else 1 if book in perhaps else 2
            case Status.UNCERTAIN:
                return 3
            case Status.FAILED:
                return 4
            case Status.NOT_ADDRESSED:
                return 5

    return sorted(report.answers, key=lambda answer: (place(answer), -answer.probability))


def pairs_in_reading_order(report: Report) -> list[Judgement]:
    """Order the relations between answers: the most harmful first, of them those whose sides surely answer.

    ABSENT pairs are left out, for the handbooks that do not address the question tell them, unless marked.
    """
    answers = {answer.handbook.id: answer for answer in report.answers}

    def place(pair: Judgement) -> tuple[int, bool, int, float]:
        gravity = _SIGNIFICANCE_ORDER.index(pair.significance)
        least = min(answers[book].probability for book in (pair.a, pair.b))
        return PAIR_ORDER.index(pair.label), pair.is_doubtful, gravity, -least

    return sorted(
        (pair for pair in report.pairs if pair.label is not Label.ABSENT or report.mark(pair)), key=place
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
    """Say where a quotation stands: its page, else its heading; "also" where it is no part of the answer."""
    return _also(citation) + (pages([citation]) or heading(citation))


def unbroken_where(citation: Citation) -> str:
    """Say where a quotation stands, for a text that is folded: "p. 16" stays in one line."""
    return _also(citation) + (pages([citation]).replace(" ", "\u00a0") or heading(citation))


def _also(citation: Citation) -> str:
    return "also " if citation.is_elsewhere else ""


def to_read(report: Report, pair: Judgement, columns: int = 0) -> str:
    """Say which two places a person must read beside each other, of a pair that nobody could compare.

    Empty of any other pair, and where one of the two quotes nothing. `columns` is as for `name`.
    """
    answers = {answer.handbook.id: answer for answer in report.answers}
    both = answers[pair.a], answers[pair.b]
    if pair.label is not Label.NOT_CHECKED or not all(answer.citations for answer in both):
        return ""
    first, second = (f"{_place(one.citations[0])} of {name(one.handbook, columns)}" for one in both)
    return f"Read {first} beside {second}."


def marked(report: Report, pair: Judgement) -> str:
    """Say what a reader holds against the relation of a pair; empty if nothing."""
    mark = report.mark(pair)
    if mark is None:
        return ""
    right = f", {mark.right.value} as right" if mark.right else ""
    note = f": {one_line(mark.note)}" if mark.note else ""
    return f"Marked by a reader as wrong{right}{note}"


def _place(citation: Citation) -> str:
    return pages([citation]) or f'"{heading(citation)}"'


def understood_as(understood: Understood) -> list[str]:
    """Say how the question was understood, then what its reader must know, a sentence each."""
    line = [f"Understood as: {one_line(understood.line)}"] if understood.line else []
    return [*line, *(one_line(notice.sentence) for notice in understood.notices)]


def notes_on(report: Report, handbook: HandbookId) -> list[str]:
    """Say what readers noted on one handbook's answer and on the pages that it cites, a line each."""
    return [reader_note(note) for note in of_handbook(report.notes, handbook)]


def reader_note(note: Note) -> str:
    """Say what a reader noted so that nobody takes it for the handbook's own words."""
    return f"Reader's note ({one_line(note.place)}): {one_line(note.note)}"


def remarks(report: Report, answer: Answer) -> list[str]:
    """Say what a reader must know beside an answer: doubt, a newer edition, and what readers noted."""
    known = filter(None, [doubt(answer), newer_edition(report, answer)])
    return [*known, *notes_on(report, answer.handbook.id)]


def doubt(answer: Answer) -> str:
    """Say that an answer may be none; empty if that is not likely."""
    return MAY_BE_NONE if answer.is_doubtful else ""


def newer_edition(report: Report, answer: Answer) -> str:
    """Say that the library has a newer edition of a handbook that has an answer; empty if it has none."""
    newer = report.newer_edition(answer.handbook.id)
    if newer is None or answer.status not in (Status.ANSWERED, Status.UNCERTAIN):
        return ""
    old, new = one_line(answer.handbook.edition), one_line(newer.edition)
    return f"{old} edition; a {new} edition of this work is in the library"


def behind(handbook: Handbook) -> list[str]:
    """Name a handbook's publisher and its collection, as far as they are known.

    Beside a collection it is said that no publisher is known: "guideline" alone would be read as one's name.
    """
    institution, sort = one_line(handbook.metadata.institution.value), collection(handbook)
    return [part for part in (institution or (NO_PUBLISHER if sort else ""), sort) if part]


def collection(handbook: Handbook) -> str:
    """Give the collection that a handbook is known to belong to; empty if none is."""
    return one_line(sure_collection(handbook))


def with_hints(understood: Understood, hints: Mapping[Concern, str]) -> Understood:
    """Add to notices of some concerns what the reader can do about them."""
    notices = tuple(
        replace(one, sentence=f"{_ended(one.sentence)} {hints[one.concern]}") if one.concern in hints else one
        for one in understood.notices
    )
    return replace(understood, notices=notices)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith("?") else f"{sentence}."


def silent_word(understood: Understood) -> str:
    """Say of a handbook that it has no answer; of a question that is not clear it may have one."""
    return "NOT ADDRESSED" if understood.is_clear else "NOTHING FOUND"


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
    counts = counts_of(report)
    parts: list[str] = []
    match report.verdict:
        case Verdict.DISAGREE:
            surely = _disagreeing(report, is_sure=True)
            told, how = (surely, "differ") if surely else (_disagreeing(report), "may differ")
            parts.append(f"{len(told)} of {count(n, 'handbook')} {how} from another")
        case Verdict.AGREE:
            parts.append(f"{counts.n_answered} of {count(n, 'handbook')} answer, and no two of them disagree")
        case Verdict.SINGLE:
            parts.append(f"only 1 of {count(n, 'handbook')} answers")
        case Verdict.NOT_ADDRESSED:
            if not counts.n_uncertain:
                return f"not in any of {count(n, 'handbook')}"
        case Verdict.NOT_UNDERSTOOD:
            return "; ".join(["the question was not read", *_without_clear_question(counts)])
        case Verdict.TOO_VAGUE:
            return "; ".join(["the question says too little", *_without_clear_question(counts)])
        case Verdict.NOT_CHECKED:
            parts.append(f"{counts.n_answered} of {count(n, 'handbook')} answer")
    parts += _counted(counts)
    if report.marks:
        parts.append(f"{count(len(report.marks), 'pair')} marked by a reader as wrong")
    return "; ".join(parts)


def _counted(counts: Counts) -> Iterator[str]:
    """Yield how the pairs stand, and how many handbooks gave no answer to compare."""
    n_differ = counts.n_differ - counts.n_doubtful
    pairs = [
        f"{counts.n_agree} {_verb(counts.n_agree, 'agree')}" if counts.n_agree else "",
        f"{counts.n_add} {_verb(counts.n_add, 'add')} more" if counts.n_add else "",
        f"{n_differ} {_verb(n_differ, 'differ')}" if n_differ else "",
        f"{counts.n_doubtful} may differ" if counts.n_doubtful else "",
        f"{counts.n_unchecked} not checked" if counts.n_unchecked else "",
    ]
    if any(pairs):
        yield f"pairs: {', '.join(filter(None, pairs))}"
    if counts.n_uncertain:
        yield f"{counts.n_uncertain} may not address it"
    if counts.n_silent:
        yield f"{counts.n_silent} {'does' if counts.n_silent == 1 else 'do'} not address it"
    if counts.n_failed:
        yield f"{counts.n_failed} could not be asked"


def _without_clear_question(counts: Counts) -> Iterator[str]:
    """Yield what was found where nobody can say whether it answers."""
    if counts.n_uncertain:
        yield f"something near it was found in {count(counts.n_uncertain, 'handbook')}"
    if counts.n_silent:
        yield f"nothing was found in {count(counts.n_silent, 'handbook')}"


def _verb(n: int, plural: str) -> str:
    return f"{plural}s" if n == 1 else plural


def _removed(report: Report) -> str:
    """Say which handbooks left the library since: a reader can open their pages no more."""
    gone = [name(answer.handbook) for answer in report.answers if answer.handbook.id in report.removed]
    if not gone:
        return ""
    who = "; ".join(gone)
    return f". Removed from the library since, so that its pages cannot be opened: {who}"


def _disagreeing(report: Report, *, is_sure: bool = False) -> set[HandbookId]:
    """Name the handbooks that are in a conflict, or in one that is not doubtful."""
    conflicts = (pair for pair in report.pairs if pair.label in CONFLICTS)
    told = (pair for pair in conflicts if not (is_sure and pair.is_doubtful))
    return {handbook for pair in told for handbook in (pair.a, pair.b)}
