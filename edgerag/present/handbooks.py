"""Handbooks as a person looks after them: a table that fits the screen, all details of one, its problems."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from edgerag.domain.doubts import doubts
from edgerag.domain.facts import NOTHING_KNOWN, Record
from edgerag.domain.handbooks import Handbook, Origin, Page, Stated
from edgerag.domain.ids import HandbookId
from edgerag.present.amounts import count
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, cells, fields, paragraph, shorten
from edgerag.present.page import page_name

COLUMNS = (
    "Title", "Institution", "Edition", "Collection", "Authority", "Lang", "Pages", "Passages", "State",
)  # fmt: skip
"""All columns, from left to right."""

_BY_NEED = ("State", "Edition", "Pages", "Authority", "Lang", "Institution", "Collection", "Passages")
"""The columns besides the title, the most needed first."""

_WIDEST = {"Institution": 20, "Collection": 14, "Edition": 10}
"""Columns in which longer text is cut."""

_NARROWEST_TITLE = 22
_SHARE_OF_TITLE = 0.38
"""Of the width, at least: what tells one handbook from another is often at a title's end."""
_PADDING = 2
"""Columns that a table puts around each cell."""

NOT_RANKED = "not ranked"
"""The authority of a handbook that nobody gave one."""

NOT_COUNTED: Mapping[HandbookId, int] = MappingProxyType({})
"""Of no handbook it is known how many pages there are to turn to: they are those that are stored."""

_READS = "edgerag reads PDF, DOCX, HTML, Markdown, text, CSV, XLSX, JSON and XML files"

_PAGES = re.compile(r"\bpages? [0-9]+(?:-[0-9]+)?(?:, [0-9]+(?:-[0-9]+)?)*")
_SPAN = re.compile(r"([0-9]+)(?:-([0-9]+))?")

_EXPLANATIONS = {
    "no text layer": "These pages are pictures, so nothing on them can be found or quoted. Run the file "
    "through a text recognition (OCR) program and add it again.",
    "is left out": "Readers do not see this text, or see that it no longer holds, so it is neither found nor "
    "quoted. If it does hold, mend the file and add it again.",
}
"""What a problem means and what to do, by words that its sentence holds."""


def state(book: Handbook, waiting: Collection[HandbookId]) -> str:
    """Say in a word or two how a handbook is; `waiting` are those that must be indexed again."""
    if book.id in waiting:
        return "re-index"
    said = [
        "to check" if doubts(book) else "",
        count(len(book.problems), "problem") if book.problems else "",
    ]
    return ", ".join(filter(None, said)) or "ready"


def extent(book: Handbook, page_counts: Mapping[HandbookId, int]) -> str:
    """Say how long a handbook is: in pages where it has some, else in the parts that its text is kept in.

    Args:
        book: which.
        page_counts: how many pages there are to turn to, as the library counts them.
    """
    return pages_or_parts(book.n_pages, page_counts.get(book.id, book.n_pages))


def pages_or_parts(n_parts: int, n_pages: int | None) -> str:
    """Say how long a text of `n_parts` is; `n_pages` of them have a page's number, None if nobody knows."""
    if n_pages is None:
        return f"{n_parts:,} pages or parts"
    return count(n_pages, "page") if n_pages else count(n_parts, "part")


def extent_cell(book: Handbook, page_counts: Mapping[HandbookId, int]) -> str:
    """Say how long a handbook is in a column of pages: "41", or "41 parts"."""
    return extent(book, page_counts).removesuffix(" pages").removesuffix(" page")


def table(
    books: Sequence[Handbook],
    waiting: Collection[HandbookId],
    width: int,
    page_counts: Mapping[HandbookId, int] = NOT_COUNTED,
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Choose the columns that fit into `width`; give their headers and rows.

    Columns in which no handbook has anything come last; the title takes what is left.
    """
    rows = [dict(zip(COLUMNS, _row(book, waiting, page_counts), strict=True)) for book in books]
    title_columns = max(_NARROWEST_TITLE, int(width * _SHARE_OF_TITLE))
    room = width - title_columns - _PADDING
    chosen = {"Title"}
    for column in sorted(_BY_NEED, key=lambda column: not any(row[column] for row in rows)):
        need = max(cells(text) for text in (column, *(row[column] for row in rows))) + _PADDING
        if need <= room:
            chosen.add(column)
            room -= need
    title_columns += max(room, 0)
    shown = tuple(column for column in COLUMNS if column in chosen)
    for row in rows:
        title = shorten(row["Title"], title_columns, at_word=False)
        row["Title"] = title + " " * (title_columns - cells(title))
    return shown, [tuple(row[column] for column in shown) for row in rows]


def details(
    book: Handbook,
    waiting: Collection[HandbookId],
    width: int,
    kept: str = "",
    record: Record = NOTHING_KNOWN,
    closed: str = "",
    page_counts: Mapping[HandbookId, int] = NOT_COUNTED,
) -> list[Line]:
    """Lay out all that is known of a handbook, first what a person should do about it.

    Args:
        book: which.
        waiting: those that must be indexed again.
        width: columns of a line.
        kept: why it cannot be removed.
        record: what was found of it before.
        closed: why no handbooks of another library can be imported.
        page_counts: how many pages there are to turn to, as the library counts them.
    """
    lines = paragraph([Segment(one_line(book.title) or one_line(book.file_name), Style.TITLE)], width)
    if book.id in waiting:
        lines += paragraph([Segment("! Not searched: it must be indexed again", Style.UNSURE)], width, hang=2)
    for doubt in doubts(book):
        lines += paragraph([Segment(f"? {one_line(doubt)}: Edit corrects it", Style.UNSURE)], width, hang=2)
    for problem in book.problems:
        lines += paragraph([Segment(f"! {one_line(problem)}", Style.UNSURE)], width, hang=2)
        if explanation(problem):
            lines += paragraph([Segment(explanation(problem), Style.DIM)], width, indent=2)
    known = book.metadata
    lines += fields(
        [
            _field("Institution", known.institution),
            _field("Edition", known.edition),
            _field("Collection", known.collection),
            _field("Authority", known.authority) if rank(book) else Segment(f"Authority: {NOT_RANKED}"),
            _field("Language", known.language),
        ],
        width,
    )
    if book.signed_by:
        lines += paragraph([Segment(f"Imported; signed by {one_line(book.signed_by)}.")], width)
    if told := record_sentence(record):
        lines += paragraph([Segment(f"Its record: {told}.")], width)
    if kept:
        lines += paragraph([Segment(f"It cannot be removed: {one_line(kept)}.", Style.DIM)], width)
    if closed:
        lines += paragraph([Segment(f"Nothing can be imported: {one_line(closed)}.", Style.DIM)], width)
    size = (extent(book, page_counts), count(book.n_sections, "section"), count(book.n_chunks, "passage"))
    return lines + fields([Segment(", ".join(size)), Segment(one_line(book.source_path), Style.DIM)], width)


def problem_lines(
    failed: Mapping[str, tuple[str, str]],
    skipped: Sequence[str],
    unfinished: Sequence[str],
    books: Sequence[Handbook],
    width: int,
) -> list[Line]:
    """Lay out everything that is wrong: files that were refused, work left behind, handbooks with problems.

    Args:
        failed: what went wrong and what to do, by file name.
        skipped: names of files that are no handbooks.
        unfinished: paths of files that were being added when the program died.
        books: the library.
        width: columns of a line.
    """
    left_behind = "was being added when the program died"
    blocks = [_problem(name, message, hint, width) for name, (message, hint) in failed.items()]
    if skipped:
        head = f"{count(len(skipped), 'file')} left out"
        blocks.append(_problem(head, ", ".join(skipped), _READS, width))
    blocks += [_problem(path, left_behind, "add it again", width) for path in unfinished]
    for book in books:
        title = book.title or book.file_name
        blocks += [_problem(title, problem, explanation(problem), width) for problem in book.problems]
    lines: list[Line] = []
    for block in blocks:
        lines += [(), *block] if lines else block
    return lines or paragraph([Segment("Nothing is wrong.")], width)


def added_sentence(n_added: int, n_unchanged: int, n_failed: int, n_skipped: int) -> str:
    """Say how adding ended: "3 handbooks added, 1 file could not be added. See Problems."."""
    parts = [
        f"{count(n_added, 'handbook')} added" if n_added else "",
        f"{count(n_unchanged, 'handbook')} in the library already" if n_unchanged else "",
        f"{count(n_failed, 'file')} could not be added" if n_failed else "",
        f"{count(n_skipped, 'file')} left out" if n_skipped else "",
    ]
    said = ", ".join(filter(None, parts)) or "No handbook was added"
    return f"{said}. See Problems." if n_failed or n_skipped else f"{said}."


def shared_sentence(share: float) -> str:
    """Say how much of two handbooks' text is the same, without a full stop."""
    return f"{share:.0%} of the passages of the shorter one share text with the other"


def explanation(problem: str) -> str:
    """Say what a problem means and what to do about it; empty if its sentence says all."""
    return next((text for words, text in _EXPLANATIONS.items() if words in problem), "")


def no_text_sentence(book: Handbook, page: Page) -> str:
    """Say of a page without text what is known of that, without a full stop."""
    known = [told for told in book.problems if page.number is not None and page.number in _pages_in(told)]
    if not known:
        return f"{page_name(page)} has no text: it may be a picture; open the original to see it"
    return f"{page_name(page)} has no text: {'; '.join(known)}"


def _pages_in(problem: str) -> set[int]:
    """Read which pages a problem names: "pages 3-5, 9"."""
    named = _PAGES.search(problem)
    spans = _SPAN.findall(named[0]) if named else []
    return {page for low, high in spans for page in range(int(low), int(high or low) + 1)}


def record_sentence(record: Record) -> str:
    """Say what was found right of a handbook before, without a full stop; empty if nothing was found."""
    n_confirmed, n_weighed = record.n_right + record.n_wrong, record.n_borne_out + record.n_contradicted
    said = [
        f"found right by people in {record.n_right} of {n_confirmed}" if n_confirmed else "",
        f"borne out by others in {record.n_borne_out} of {n_weighed}" if n_weighed else "",
    ]
    return ", ".join(filter(None, said))


def rank(book: Handbook) -> str:
    """Give the authority that the library keeper gave a handbook; empty if they gave it none."""
    authority = book.metadata.authority
    return "" if authority.origin is Origin.DEFAULT else authority.value


def origin(stated: Stated) -> str:
    """Say where a piece of metadata came from."""
    match stated.origin:
        case Origin.PERSON:
            return "stated by a person"
        case Origin.DOCUMENT:
            return "found in the document"
        case Origin.FILE_NAME:
            return "taken from the file name"
        case Origin.DEFAULT:
            return "not stated yet"


def _row(
    book: Handbook, waiting: Collection[HandbookId], page_counts: Mapping[HandbookId, int]
) -> tuple[str, ...]:
    known = book.metadata
    row = (
        one_line(book.title) or one_line(book.file_name),
        one_line(known.institution.value),
        one_line(known.edition.value),
        one_line(known.collection.value),
        one_line(rank(book)),
        one_line(known.language.value),
        extent_cell(book, page_counts),
        f"{book.n_chunks:,}",
        state(book, waiting),
    )
    return tuple(
        shorten(text, _WIDEST[column]) if column in _WIDEST else text
        for column, text in zip(COLUMNS, row, strict=True)
    )


def _problem(name: str, message: str, remedy: str, width: int) -> list[Line]:
    lines = paragraph([Segment(f"! {one_line(name)}", Style.UNSURE)], width, hang=2)
    lines += paragraph([Segment(one_line(message))], width, indent=2)
    return lines + (paragraph([Segment(one_line(remedy), Style.DIM)], width, indent=2) if remedy else [])


def _field(name: str, stated: Stated) -> Segment:
    return Segment(f"{name}: {one_line(stated.value) or 'not known'}")
