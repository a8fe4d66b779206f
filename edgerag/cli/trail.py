"""`edgerag trail`: who did what, and whether anything of that was changed since."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.opening import user_library
from edgerag.cli.output import note, say, say_json, table
from edgerag.errors import DamagedError, EdgeRagError

if TYPE_CHECKING:
    from edgerag.bundle.trails import CheckedTrail
    from edgerag.domain.trail import Entry, Flaw

_KEY_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
EPILOG = """\b
Examples:
  edgerag trail list --since 2026-11-01
  edgerag trail verify
  edgerag trail export /media/usb/clinic-3.trail --key clinic.key
  edgerag trail verify /media/usb/clinic-3.trail --public-key clinic.key.pub

The trail is off until a policy turns it on. It holds no question, only a digest under a salt that is
deleted with the question. Exit code 3 says that an entry was changed, removed or moved.
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Look at the audit trail: list, verify or export it."""


@command.command(name="list")
@click.option("--since", metavar="DATE", help="Only what was done on that day or later: 2026-11-01.")
@click.option("--json", "as_json", is_flag=True, help="Print the entries as JSON.")
def list_(*, since: str | None, as_json: bool) -> None:
    """List what was done, oldest first.

    What was asked stands there only if the policy says so, and until its report is deleted.
    """
    import msgspec

    first = _day(since)
    with user_library() as library:
        rows, _ = library.audit_trail()
        questions, is_on = library.trail_questions(), library.has_trail
    readable = _readable([row.content for row in rows])
    entries = [entry for entry in readable if entry.when >= first]
    if as_json:
        told = [
            msgspec.to_builtins(entry)
            | ({"text": questions[entry.number]} if entry.number in questions else {})
            for entry in entries
        ]
        say_json(msgspec.json.format(msgspec.json.encode(told)))
    else:
        headers = ("number", "when", "who", "what", "handbooks", "verdict", "note")
        table((*headers, *["question"] * bool(questions)), [_row(entry, questions) for entry in entries])
    if len(readable) < len(rows):
        note("some entries cannot be read: edgerag trail verify")
    if not is_on:
        note("No audit trail is being written: a policy turns it on.")


@command.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--public-key", type=_KEY_FILE, help="The key that must have signed FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def verify(*, file: Path | None, public_key: Path | None, as_json: bool) -> None:
    """Say whether the trail of the library, or the one in FILE, is whole, and name the first broken entry.

    An export of this library's own trail is also compared with the library: what was cut off or written
    anew since then is found.
    """
    if file is None:
        with user_library() as library:
            rows, head = library.audit_trail()
            flaw = library.trail_flaw()
        _tell(len(rows), head.hash, flaw, "", as_json=as_json)
        return
    export = _export(file, public_key)
    flaw = export.flaw
    if flaw is None:
        from edgerag import paths
        from edgerag.bundle.trails import departure

        if paths.library_file().is_file():
            with user_library() as library:
                flaw = departure(export, library.audit_trail()[0])
    _tell(export.head.n_entries, export.head.hash, flaw, export.signed_by, as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", type=_KEY_FILE, help="The private key that signs it: see `edgerag bundle keygen`.")
def export(*, file: Path, key: Path | None) -> None:
    """Write the trail to FILE, without any question; an older export there is replaced.

    Keep it where the laptop's user cannot change it: it shows what was cut off or written anew later.
    """
    from edgerag.bundle.signing import fingerprint, read_private_key
    from edgerag.bundle.trails import write_trail
    from edgerag.domain.trail import Deed

    signing_key = read_private_key(key) if key else None
    with user_library() as library:
        if flaw := library.trail_flaw():
            raise _broken(flaw)
        if not library.audit_trail()[0]:
            raise EdgeRagError("there is no audit trail to export", hint="a policy turns it on")
        library.record(Deed.TRAIL_EXPORTED, note=file.name)
        rows, head = library.audit_trail()
        write_trail(file, rows, head, signing_key)
    say(f"{_entries(head.n_entries)}: {file}")
    say(f"head: {head.hash}")
    if signing_key:
        note(f"Signed with the key {fingerprint(signing_key.verify_key)}.")
    else:
        note("Nobody signed it: who changes it can write all of it anew. Sign it with --key.")


def _export(file: Path, public_key: Path | None) -> CheckedTrail:
    from edgerag.bundle.signing import read_public_key
    from edgerag.bundle.trails import read_trail

    return read_trail(file, read_public_key(public_key) if public_key else None)


def _tell(n_entries: int, head: str, flaw: Flaw | None, signed_by: str, *, as_json: bool) -> None:
    """Say whether a trail is whole.

    Raises:
        DamagedError: it is not.
    """
    import msgspec

    if as_json:
        found = {
            "whole": flaw is None,
            "entries": n_entries,
            "head": head,
            "first_broken": flaw.number if flaw else None,
            "flaw": flaw.what if flaw else "",
            "signed_by": signed_by,
        }
        say_json(msgspec.json.format(msgspec.json.encode(found)))
    if flaw is not None:
        raise _broken(flaw)
    if not as_json:
        say(f"whole: {_entries(n_entries)}, head {head}")
        if signed_by:
            say(f"signed by: {signed_by}")


def _entries(n_entries: int) -> str:
    return "1 entry" if n_entries == 1 else f"{n_entries:,} entries"


def _broken(flaw: Flaw) -> DamagedError:
    return DamagedError(
        f"the audit trail is broken: {flaw.what}",
        hint="compare it with the last export that was kept elsewhere; tell whoever prepares your laptops",
    )


def _day(since: str | None) -> str:
    if since is None:
        return ""
    try:
        return date.fromisoformat(since).isoformat()
    except ValueError as error:
        raise click.BadParameter(f"{since!r} is no day: 2026-11-01", param_hint="--since") from error


def _readable(contents: list[bytes]) -> list[Entry]:
    """Read the entries that can be read."""
    from edgerag.domain.trail import read

    found = []
    for content in contents:
        try:
            found.append(read(content))
        except ValueError:
            continue
    return found


def _row(entry: Entry, questions: dict[int, str]) -> list[str]:
    books = ", ".join(f"{book.id} {book.edition}".strip() for book in entry.handbooks)
    told = [str(entry.number), entry.when, entry.who, entry.what, books, entry.verdict, entry.note]
    return [*told, questions.get(entry.number, "")] if questions else told
