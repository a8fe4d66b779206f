"""`edgerag rekey`: another passphrase, or another key with its recovery key."""

from __future__ import annotations

from pathlib import Path

import click

from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.lock import KEY_FILE, tell_recovery_key
from edgerag.cli.output import note, progress
from edgerag.cli.passphrase import source_of

EPILOG = """\b
Examples:
  edgerag rekey
  edgerag rekey --recover
  edgerag rekey --new-recovery-key
  edgerag --key-file /media/usb/old.key rekey --new-key-file /media/usb/new.key

With --passphrase-fd the first line is the passphrase, or the recovery key with --recover, and the second
the new passphrase. After a new recovery key the older one opens nothing any more, but for copies of the
library that somebody has made before.
"""


@click.command(epilog=EPILOG)
@click.option("--recover", is_flag=True, help="The passphrase is lost: ask for the recovery key.")
@click.option("--new-recovery-key", is_flag=True, help="Encrypt anew, and show another recovery key.")
@click.option("--new-key-file", type=KEY_FILE, help="Use a file instead of a passphrase; made if not there.")
@click.pass_context
def command(
    context: click.Context, *, recover: bool, new_recovery_key: bool, new_key_file: Path | None
) -> None:
    """Change the passphrase of a locked library."""
    from edgerag import paths
    from edgerag.store import keys, locking
    from edgerag.store.keyring import KEYRING

    library_file, source = paths.library_file(), source_of(context)
    locking.demand_locked(library_file)
    if recover:
        KEYRING.recover(library_file, source.recovery_key())
    else:
        KEYRING.key_of(library_file)
    passphrase = source.new(new_key_file, line=1)
    if not new_recovery_key:
        locking.change_passphrase(library_file, passphrase)
        note("The passphrase was changed. The recovery key is the same as before.")
        return
    recovery_key = keys.make_recovery_key()
    tell_recovery_key(recovery_key)
    with cancel_on_interrupt() as cancel, progress() as advance:
        locking.change_key(library_file, passphrase, keys.data_key(recovery_key), advance, cancel)
    note("The library is encrypted anew.")
