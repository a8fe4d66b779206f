"""`edgerag unlock --forever`: the library is plain again."""

from __future__ import annotations

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import record_key_change
from edgerag.cli.output import confirm, note, progress

EPILOG = """\b
Examples:
  edgerag unlock --forever
  edgerag --key-file /media/usb/edgerag.key unlock --forever --yes

\b
To use a locked library, just use it: every command asks for the passphrase.
"""


@click.command(epilog=EPILOG)
@click.option("--forever", "is_forever", is_flag=True, help="Decrypt the library, and ask no more.")
@click.option("--yes", is_flag=True, help="Do not ask whether that is meant.")
def command(*, is_forever: bool, yes: bool) -> None:
    """Decrypt the library for ever.

    A power cut leaves the library as it was, or decrypted.
    """
    from edgerag import paths
    from edgerag.domain.trail import Deed
    from edgerag.governed import rules
    from edgerag.store import locking
    from edgerag.store.library import Library

    if not is_forever:
        raise click.UsageError("every command asks for the passphrase; --forever decrypts the library")
    rules().refuse_unlocking()
    library_file = paths.library_file()
    with Library.open(library_file):  # asks for the passphrase
        pass
    if not yes:
        confirm("Decrypt the library, for whoever takes the disk to read?", "nothing was changed")
    with cancel_on_interrupt() as cancel, progress() as advance:
        locking.unlock_for_ever(library_file, advance, cancel)
    record_key_change(Deed.UNLOCKED)
    note("The library is not encrypted any more.")
