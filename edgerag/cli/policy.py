"""`edgerag policy`: what whoever prepares laptops has fixed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import note, say

if TYPE_CHECKING:
    from edgerag.bundle.policy import CheckedPolicy

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
EPILOG = """\b
Examples:
  edgerag policy sign policy.toml --key clinic.key
  edgerag policy check policy.toml --public-key clinic.key.pub
  edgerag bundle create --out /media/usb/edgerag --key clinic.key --policy policy.toml
  edgerag policy show

A policy reaches a laptop with a bundle; without one, put the file and its signature where `show` says.
To loosen one, sign another with the same key: one that fixes nothing is allowed, a missing one is not.
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Show what is fixed on this laptop, or check or sign a policy file."""


@command.command()
def show() -> None:
    """Say what is fixed here, by whom, and since when."""
    from edgerag import paths
    from edgerag.governed import in_force

    found = in_force()
    say(f"# {paths.policy_file()}")
    if found.refused is not None:
        note(f"the policy file is not believed: {found.refused}")
        note(f"  what to do: {found.refused.hint}")
    sentences = found.rules.sentences()
    for sentence in sentences:
        say(sentence)
    say(found.rules.because if sentences else "nothing is fixed")


@command.command()
@click.argument("file", type=_FILE)
@click.option("--public-key", type=_FILE, help="The key that must have signed it.")
def check(*, file: Path, public_key: Path | None) -> None:
    """Check policy FILE and its signature, and say what it fixes."""
    from edgerag.bundle.policy import check as checked
    from edgerag.bundle.policy import read_signed
    from edgerag.bundle.signing import fingerprint, read_public_key
    from edgerag.errors import BundleKeyError

    expected = read_public_key(public_key) if public_key else None
    found = checked(read_signed(file))
    if expected is not None and found.key != expected:
        raise BundleKeyError(
            f"{file} is signed with the key {fingerprint(found.key)}, not with {fingerprint(expected)}",
            hint="do not use it; ask whoever prepares your laptops",
        )
    _say(found)


@command.command()
@click.argument("file", type=_FILE)
@click.option("--key", type=_FILE, required=True, help="The private key of `bundle keygen`.")
def sign(*, file: Path, key: Path) -> None:
    """Write the signature of policy FILE beside it."""
    from edgerag.bundle.policy import sign_policy, signature_path
    from edgerag.bundle.signing import read_private_key

    _say(sign_policy(file, read_private_key(key)))
    say(f"signature: {signature_path(file)}")


def _say(found: CheckedPolicy) -> None:
    from edgerag.bundle.signing import fingerprint

    for sentence in found.rules.sentences() or ("nothing is fixed",):
        say(sentence)
    say(f"policy of {found.policy.by}, signed at {found.signed_at} with the key {fingerprint(found.key)}")
