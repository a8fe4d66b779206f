"""One handbook's card while a question is answered, and after: its state, its answer, where it stands.

A card begins as one line (waiting), shows quotations as soon as they are found, then the text that is
being written, then the final answer; once the pairs are judged it says how it stands to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from edgerag.domain.answers import Answer, Citation, Status
from edgerag.domain.handbooks import Handbook
from edgerag.domain.notices import NOTHING_SAID, Understood
from edgerag.domain.reports import Report
from edgerag.present.amounts import count
from edgerag.present.handbooks import rank
from edgerag.present.inert import inert, one_line
from edgerag.present.lines import Line, Segment, Style, cells, fields, paragraph, shorten
from edgerag.present.standing import Standing, standings
from edgerag.present.text import is_its_quotations, note_lines, quoted_table_lines
from edgerag.present.wording import (
    MAY_NOT,
    behind,
    by_table,
    in_reading_order,
    looked_at,
    name,
    pages,
    remarks,
    searched,
    silent_word,
    unbroken_where,
)

STATE_COLUMNS = 14
"""The longest state, and a gap."""

MIN_NAME_COLUMNS = 24
"""A name is not cut below this; the line is folded instead."""


class State(StrEnum):
    """How far a handbook is with the question."""

    WAITING = "waiting"
    SEARCHING = "retrieving"
    READING = "reading"
    """Its evidence is found."""
    QUOTED = "quoted"
    """Its own words are found; a model may still put them into a sentence."""
    WRITING = "writing"
    ANSWERED = "answered"
    UNCERTAIN = MAY_NOT
    """What comes nearest is quoted."""
    NOT_ADDRESSED = "not addressed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Card:
    """What is known of one handbook's answer."""

    handbook: Handbook
    state: State = State.WAITING
    answer: Answer | None = None
    written: str = ""
    """What a model has written so far."""
    standing: Standing | None = None
    silent: str = "NOT ADDRESSED"
    """What is said of a handbook that has no answer."""
    notes: tuple[str, ...] = ()
    """What is to be known beside it: that it has aged, and what readers noted on it."""
    question: str = ""
    """As it was searched."""


def answered_card(
    answer: Answer,
    standing: Standing | None = None,
    understood: Understood = NOTHING_SAID,
    question: str = "",
) -> Card:
    """Make the card of a final answer to a question that was so understood."""
    state, silent = _final_state(answer), silent_word(understood)
    return Card(answer.handbook, state, answer, standing=standing, silent=silent, question=question)


def card_lines(card: Card, width: int) -> list[Line]:
    """Lay a card out in lines of at most `width` columns."""
    noted = (paragraph([Segment(note, Style.UNSURE)], width, indent=2) for note in card.notes)
    return [*_lines_without_notes(card, width), *(line for lines in noted for line in lines)]


def _lines_without_notes(card: Card, width: int) -> list[Line]:
    match card.state:
        case State.QUOTED | State.WRITING | State.ANSWERED | State.UNCERTAIN if card.answer is not None:
            return _with_answer(card, card.answer, width)
        case State.NOT_ADDRESSED if card.answer is not None:
            return _silent(card, looked_at(card.answer), width)
        case State.FAILED if card.answer is not None:
            return _silent(card, one_line(card.answer.note) or "no reason given", width)
        case _:
            return [_state_line(card, width)]


def progress_sentence(cards: Sequence[Card], n_judged: int) -> str:
    """Say how far the whole question is."""
    n = len(cards)
    final = (State.ANSWERED, State.UNCERTAIN, State.NOT_ADDRESSED, State.FAILED)
    n_final = sum(card.state in final for card in cards)
    n_read = sum(card.state not in (State.WAITING, State.SEARCHING) for card in cards)
    if n_judged:
        return f"Comparing the answers: {n_judged} of {n * (n - 1) // 2} pairs"
    if n_final:
        return f"Answering: {n_final} of {count(n, 'handbook')}"
    return f"Reading: {n_read} of {count(n, 'handbook')}" if n_read else f"Searching {count(n, 'handbook')}"


def cards_of(report: Report) -> list[Card]:
    """Make the cards of a finished report, those that disagree first."""
    seen = standings(report)
    cards = [
        answered_card(answer, seen.get(answer.handbook.id), report.understood, searched(report))
        for answer in in_reading_order(report)
    ]
    return [
        replace(card, notes=tuple(remarks(report, card.answer))) if card.answer else card for card in cards
    ]


def _final_state(answer: Answer) -> State:
    match answer.status:
        case Status.ANSWERED:
            return State.ANSWERED
        case Status.UNCERTAIN:
            return State.UNCERTAIN
        case Status.NOT_ADDRESSED:
            return State.NOT_ADDRESSED
        case Status.FAILED:
            return State.FAILED


def _state_line(card: Card, width: int) -> Line:
    shown = shorten(name(card.handbook, width - STATE_COLUMNS), max(width - STATE_COLUMNS, 1))
    style = Style.DIM if card.state is State.WAITING else Style.UNSURE
    return (Segment(f"{card.state.value:{STATE_COLUMNS}}", style), Segment(shown, Style.TITLE))


def _silent(card: Card, why: str, width: int) -> list[Line]:
    is_silent = card.state is State.NOT_ADDRESSED
    head = [
        Segment(card.silent, Style.ABSENT) if is_silent else Segment(card.state.value.upper(), Style.UNSURE),
        Segment(name(card.handbook), Style.TITLE),
        Segment(why, Style.DIM),
    ]
    return fields(head, width, hang=2)


def _with_answer(card: Card, answer: Answer, width: int) -> list[Line]:
    lines = _head(card, answer, width)
    if card.state is State.WRITING:
        lines += paragraph([Segment(one_line(card.written) + " …")], width, indent=2)
    elif not is_its_quotations(answer):
        for part in inert(answer.text).split("\n"):
            lines += paragraph([Segment(" ".join(part.split()))], width, indent=2)
    for citations in by_table(answer.citations):
        lines += _quotations(citations, card.question, width)
    lines += fields(_source(card.handbook), width, indent=2, hang=2)
    return lines + note_lines(answer, width, indent=2)


def _head(card: Card, answer: Answer, width: int) -> list[Line]:
    """Put sign, word, name and page in one line, the name cut to fit unless nothing of it would be left."""
    word = _word(card)
    cited = pages(answer.answering)
    place = f" · {cited}" if cited else ""
    room = width - cells(word.text) - 2 - cells(place)
    is_cut = room >= MIN_NAME_COLUMNS
    title = shorten(name(card.handbook, room), room) if is_cut else name(card.handbook)
    head = [word, Segment("  "), Segment(title, Style.TITLE), Segment(place, Style.DIM)]
    return [tuple(head)] if is_cut else paragraph(head, width, hang=2)


def _word(card: Card) -> Segment:
    if card.standing is not None:
        return Segment(f"{card.standing.sign} {card.standing.word}", card.standing.style)
    style = Style.PLAIN if card.state is State.ANSWERED else Style.UNSURE
    return Segment(card.state.value, style)


def _quotations(citations: Sequence[Citation], question: str, width: int) -> list[Line]:
    """Lay out quotations; those of one table as its rows."""
    if table := quoted_table_lines(citations, question, width, indent=2):
        place = Segment(f"[{unbroken_where(citations[0])}]", Style.DIM)
        return [*table, *paragraph([place], width, indent=2)]
    return [line for citation in citations for line in _quotation(citation, width)]


def _quotation(citation: Citation, width: int) -> list[Line]:
    quoted = [
        Segment(f"“{one_line(citation.quote)}”", Style.QUOTE),
        Segment(f"  [{unbroken_where(citation)}]", Style.DIM),
    ]
    return paragraph(quoted, width, indent=2, hang=3)


def _source(handbook: Handbook) -> list[Segment]:
    """Say who stands behind the handbook and of what sort it is; an authority that nobody stated is none."""
    parts = behind(handbook)
    if authority := rank(handbook):
        parts.append(f"authority {authority}")
    return [Segment(one_line(part), Style.DIM) for part in parts]
