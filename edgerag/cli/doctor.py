"""`edgerag doctor`: is all well, and if not, what to do."""

from __future__ import annotations

import sys

import click

from edgerag.cli.output import table

EPILOG = """\b
Examples:
  edgerag doctor
  edgerag doctor --repair

Exit code 1 says that something is wrong.
"""


@click.command(epilog=EPILOG)
@click.option("--repair", is_flag=True, help="Rebuild the indexes if they differ from the library.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(repair: bool, as_json: bool) -> None:
    """Check models, hardware and library, and say what to do."""
    import msgspec

    from edgerag.diagnosis import Severity, diagnose

    findings = list(diagnose(repair=repair))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(findings)) + b"\n")
    else:
        table(
            ("", "what", "found", "what to do"),
            [(finding.severity, finding.what, finding.message, finding.remedy) for finding in findings],
        )
    if any(finding.severity is Severity.WRONG for finding in findings):
        sys.exit(1)
