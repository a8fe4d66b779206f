"""`edgerag add`: files become handbooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.output import note, note_migrations, progress
from edgerag.errors import PARTIAL, IngestError

if TYPE_CHECKING:
    from edgerag.cli.output import Advance
    from edgerag.intake import AddEvent

EPILOG = """\b
Examples:
  edgerag add handbooks/*.pdf
  edgerag add /media/usb/guidelines

\b
Each handbook is indexed whole or not at all. After Ctrl-C or a power cut, run the same command
again: what is in the library is skipped. Exit code 5 if no file could be read, 7 if some files or
folders could not.
"""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_obj
def command(config_file: Path, files: tuple[Path, ...]) -> None:
    """Index handbooks: FILES may be PDF, DOCX, HTML, Markdown or text, or folders of them."""
    from edgerag import config
    from edgerag.engine.ask import Engine
    from edgerag.ingest.discover import discover

    found = discover(files)
    for path in found.unsupported:
        note(f"skipped   {path.name}: not a PDF, DOCX, HTML, Markdown or text file")
    for path, why in found.problems:
        note(f"skipped   {path}: {why}")
    settings = config.load(config_file)
    n_failed = 0
    with Engine.open(settings) as engine, cancel_on_interrupt() as cancel, progress() as advance:
        note_migrations(engine.library)
        for task in engine.library.unfinished():
            note(f"unfinished {task}: the program died while adding it; add it again")
        for event in engine.intake.add(found.files, cancel=cancel):
            n_failed += tell(event, advance)
    if n_failed or found.problems:
        sys.exit(IngestError.exit_code if n_failed == len(found.files) else PARTIAL)


def tell(event: AddEvent, advance: Advance) -> bool:
    """Say what an event means to a person; whether it is a failure."""
    from edgerag.intake import Embedding, Failed, Indexed, Reading

    match event:
        case Reading(path):
            advance(f"reading {path.name}", 0, 0)
        case Embedding(path, n_done, n_chunks):
            advance(f"indexing {path.name}", n_done, n_chunks)
        case Indexed(path, handbook, outcome):
            note(f"{outcome:9} {path.name}: {handbook.n_pages} pages, {handbook.n_chunks} chunks")
            for problem in handbook.problems:
                note(f"          {problem}")
        case Failed(path, error):
            note(f"failed    {error}" + (f" ({error.hint})" if error.hint else ""))
            return True
    return False
