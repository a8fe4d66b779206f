"""`edgerag doctor`: is all well, and if not, what to do."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from edgerag.cli.keys import misfits_of
from edgerag.cli.output import progress, say_json, table
from edgerag.errors import StoreError

EPILOG = """\b
Examples:
  edgerag doctor
  edgerag doctor --repair
  edgerag doctor --deep --json

\b
Every page, heading and passage is compared with the hash that was stored with it. --repair reads a
damaged handbook again from the file it was added from, if that is still there and the same, and reads
what an older edgerag added for the diseases, drugs and other things that it speaks of.
Exit code 1 says that something is wrong.
"""


@click.command(epilog=EPILOG)
@click.option("--repair", is_flag=True, help="Mend what can be mended: damaged pages, indexes, vectors.")
@click.option("--deep", is_flag=True, help="Look at every model, quotation, permission and trail entry too.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_obj
def command(config_file: Path, *, repair: bool, deep: bool, as_json: bool) -> None:
    """Check models, hardware and library, and say what to do."""
    import msgspec

    from edgerag.cli.passphrase import ask_now
    from edgerag.diagnosis import Finding, Severity, diagnose
    from edgerag.governed import load_config

    with suppress(StoreError):  # it is among the findings then
        ask_now()
    with progress() as advance:
        settings, mend = load_config(config_file), advance if repair else None
        findings = [
            *diagnose(settings, repair=mend, deep=deep),
            *(
                Finding(Severity.NOTE, "keys", told, f"correct {config_file}")
                for told in misfits_of(settings)
            ),
        ]
    if as_json:
        say_json(msgspec.json.format(msgspec.json.encode(findings)))
    else:
        table(
            ("", "what", "found", "what to do"),
            [(finding.severity, finding.what, finding.message, finding.remedy) for finding in findings],
        )
    if any(finding.severity is Severity.WRONG for finding in findings):
        sys.exit(1)
