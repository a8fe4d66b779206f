"""`edgerag add`: files become handbooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.editions import ASK, EDITIONS, settle
from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import note_opening, typed_name
from edgerag.cli.output import note, progress
from edgerag.errors import PARTIAL, IngestError

if TYPE_CHECKING:
    from edgerag.cli.output import Advance
    from edgerag.intake import AddEvent
    from edgerag.store.library import Library

EPILOG = """\b
Examples:
  edgerag add handbooks/*.pdf
  edgerag add /media/usb/guidelines
  edgerag add --editions replace pc101-2019.pdf

\b
Each handbook is indexed whole or not at all. After Ctrl-C or a power cut, run the same command
again: what is in the library is skipped. A name of nothing is said, and the others are added. Exit
code 5 if no file could be read, 7 if some files or folders could not.
"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--editions",
    type=click.Choice(EDITIONS),
    default=ASK,
    show_default=True,
    help="What becomes of an older edition of the same work; not asked in a script, where both are kept.",
)
@click.pass_obj
def command(config_file: Path, files: tuple[Path, ...], editions: str) -> None:
    """Index handbooks: FILES may be PDF, DOCX, HTML, Markdown or text, folders of them, and lists.

    A list is CSV, XLSX, JSON or XML; each of its rows is quoted with the names of its columns.
    """
    from edgerag.engine.ask import Engine
    from edgerag.governed import load_config
    from edgerag.ingest.discover import discover
    from edgerag.intake import Indexed
    from edgerag.store.rooms.stock import Added

    found = discover(files)
    for path in found.unsupported:
        note(f"skipped   {path.name}: not a PDF, DOCX, HTML, Markdown, text, CSV, XLSX, JSON or XML file")
    for path, why in found.problems:
        note(f"skipped   {path}: {why}")
    if not found.files:
        raise IngestError(
            "nothing of what you named can be added", hint="check the names, and what is in the folders"
        )
    settings = load_config(config_file)
    n_failed, added = 0, []
    with Engine.open(settings, name=typed_name()) as engine:
        note_opening(engine.library)
        for task in engine.library.unfinished():
            note(f"unfinished {task}: the program died while adding it; add it again")
        with cancel_on_interrupt() as cancel, progress() as advance:
            for event in engine.intake.add(found.files, cancel=cancel):
                n_failed += tell(event, advance, engine.library)
                if isinstance(event, Indexed) and event.outcome is Added.NEW:
                    added.append(event.handbook)
        settle(engine, added, editions)
    if n_failed or found.problems:
        sys.exit(IngestError.exit_code if n_failed == len(found.files) else PARTIAL)


def tell(event: AddEvent, advance: Advance, library: Library) -> bool:
    """Say what an event means to a person; whether it is a failure. `library` holds what was added."""
    from edgerag.domain.doubts import doubts
    from edgerag.intake import Embedding, Failed, Indexed, Reading
    from edgerag.present.handbooks import extent

    match event:
        case Reading(path):
            advance(f"reading {path.name}", 0, 0)
        case Embedding(path, n_done, n_chunks):
            advance(f"indexing {path.name}", n_done, n_chunks)
        case Indexed(path, handbook, outcome):
            size = extent(handbook, library.page_counts())
            note(f"{outcome:9} {path.name}: {size}, {handbook.n_chunks} chunks")
            for problem in handbook.problems:
                note(f"          {problem}")
            for doubt in doubts(handbook):
                note(f"          {doubt}: edgerag edit {handbook.id}")
        case Failed(path, error):
            note(f"failed    {error}" + (f" ({error.hint})" if error.hint else ""))
            return True
    return False
