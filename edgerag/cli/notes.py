"""`edgerag notes`: bookmarks and notes on pages and answers, in the reader's own words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.exports import export_lines
from edgerag.cli.numbers import NUMBER
from edgerag.cli.opening import user_library
from edgerag.cli.output import note as remark
from edgerag.cli.output import say, table
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from edgerag.domain.notes import Note
    from edgerag.store.library import Library

EPILOG = """\b
Examples:
  edgerag notes add pc101 --page 23 "Our ampoules are 0.5 mg/mL"
  edgerag notes add pc101 --page 23
  edgerag notes add pc101 --report 12 "Agreed with Dr M. on the ward round"
  edgerag notes list
  edgerag notes list --export notes.jsonl

\b
Notes may tell of patients: they are kept in the library only, never in a log, and leave the file when they
are deleted.
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Bookmark pages and answers, and note something on them."""


@command.command()
@click.argument("handbook")
@click.argument("text", default="")
@click.option("--page", type=int, help="The page, as the file counts.")
@click.option("--report", type=NUMBER, help="The question of the history whose answer it is about.")
def add(*, handbook: str, text: str, page: int | None, report: int | None) -> None:
    """Note TEXT on a page of HANDBOOK or on its answer to a question; without TEXT, bookmark it.

    It takes the place of what was noted there. It is shown and exported with every report that it belongs to,
    as a reader's note, never as a quotation.
    """
    from edgerag.domain.notes import LONGEST, words

    if (page is None) == (report is None):
        raise click.UsageError("name either --page or --report")
    if len(text) > LONGEST:
        raise click.BadParameter(f"at most {LONGEST} characters", param_hint="TEXT")
    with user_library() as library:
        made = _made(library, handbook, page, report, words(text))
        library.keep_note(made)
    say(f"{'noted on' if made.note else 'bookmarked'} {made.place} of {made.title}")


@command.command(name="list")
@click.option(
    "--export",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write them into this file, one JSON object a line, edgerag.note/1; an older export is replaced.",
)
def list_(file: Path | None) -> None:
    """List bookmarks and notes, newest first, or write them into a file."""
    from edgerag.present.notes import COLUMNS, note_lines, note_row

    with user_library() as library:
        notes, held = library.reader_notes(), library.handbooks()
    if file is None:
        table(("number", *COLUMNS), [(str(note.id), *note_row(note, held)) for note in notes])
        return
    export_lines(file, note_lines(notes), "edgerag.note")
    say(f"wrote {len(notes)} {'note' if len(notes) == 1 else 'notes'} to {file}")
    remark("The file holds what readers wrote: read it before you give it away.")


@command.command()
@click.argument("number", type=NUMBER)
def delete(number: int) -> None:
    """Delete note NUMBER, and what is left of it in the file."""
    with user_library() as library:
        is_swept = library.delete_note(number)
        copies = library.remove_older_copies()
    say(f"deleted {number}")
    for copy in copies:
        remark(f"deleted {copy}, too: a copy from before an update, with the same notes in it")
    if not is_swept:
        remark(
            "Another edgerag is using the library: what was deleted leaves the file when that one is done."
        )


def _made(library: Library, handbook: str, page: int | None, report: int | None, text: str) -> Note:
    """Make the note on a page or an answer, which must be there.

    Raises:
        HandbookNotFoundError: no handbook is called so.
        StoreError: it has no such page; there is no such report, or it does not ask that handbook.
    """
    from edgerag.engine.kept import kept_report
    from edgerag.present.handbooks import extent
    from edgerag.present.notes import answer_note, page_note
    from edgerag.present.page import page_name
    from edgerag.store.reports import ReportId

    if report is not None:
        answers = kept_report(library, ReportId(report)).answers
        asked = {answer.handbook.id: answer.handbook for answer in answers}
        named = [book for book in asked.values() if handbook.casefold() in (book.id, book.title.casefold())]
        book = named[0] if named else library.handbook(handbook)
        if book.id not in asked:
            raise StoreError(
                f"question {report} was not asked of {book.title}",
                hint=f"edgerag history show {report} names the handbooks",
            )
        return answer_note(asked[book.id], report, text)
    book = library.handbook(handbook)
    found = next((one for one in library.pages(book.id) if (one.number or one.ordinal) == page), None)
    if found is None:
        size = extent(book, library.page_counts())
        raise StoreError(f"{book.title} has no page {page}", hint=f"it has {size}")
    return page_note(book, found.ordinal, page_name(found), text)
