"""`edgerag lock`: from now on the library can be read with its passphrase only."""

from __future__ import annotations

from pathlib import Path

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import record_key_change
from edgerag.cli.output import note, progress, say
from edgerag.cli.passphrase import source_of

EPILOG = """\b
Examples:
  edgerag lock
  edgerag lock --new-key-file /media/usb/edgerag.key
  edgerag --passphrase-fd 3 lock 3<passphrase.txt

The recovery key is shown once. Write it down and keep it away from the laptop: who has lost the
passphrase opens the library with it, and nothing else does. Exports, and the files that handbooks
were read from, stay as they are.
"""
KEY_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(epilog=EPILOG)
@click.option("--new-key-file", type=KEY_FILE, help="Use a file instead of a passphrase; made if not there.")
@click.pass_context
def command(context: click.Context, *, new_key_file: Path | None) -> None:
    """Encrypt the library: handbooks, questions and answers.

    Every command then asks for the passphrase. A power cut leaves the library as it was, or encrypted.
    """
    from edgerag import paths
    from edgerag.domain.trail import Deed
    from edgerag.store import keys, locking
    from edgerag.store.library import Library

    library_file = paths.library_file()
    if library_file.exists():
        locking.demand_plain(library_file)
    with Library.open(library_file):  # makes it, or brings it up to date
        pass
    source = source_of(context)
    passphrase = source.new(new_key_file or source.key_file, line=0)
    recovery_key = keys.make_recovery_key()
    tell_recovery_key(recovery_key)
    with cancel_on_interrupt() as cancel, progress() as advance:
        derived = (paths.lexical_folder(), paths.graph_folder())
        key = keys.data_key(recovery_key)
        locking.lock(library_file, passphrase, key, advance, cancel, derived=derived)
    record_key_change(Deed.LOCKED)
    note("The library is encrypted. Older backups and exports of it are not.")


def tell_recovery_key(recovery_key: str) -> None:
    """Show a recovery key, before it is needed: it opens the library from the moment that it is encrypted."""
    note("The recovery key. Write it down now; it is shown this once, and kept nowhere:")
    say(recovery_key)
    note("If the passphrase is ever forgotten, type it at: edgerag rekey --recover")
