"""`edgerag schema`: the JSON Schemas of what the program writes."""

from __future__ import annotations

import click

from edgerag.cli.output import say_text

EPILOG = """\b
Examples:
  edgerag schema report > edgerag.report.schema.json
"""


@click.command(epilog=EPILOG)
@click.argument("name", type=click.Choice(["report"]))
def command(name: str) -> None:  # noqa: ARG001  # there is one so far
    """Print the JSON Schema (draft 2020-12) of NAME: "report", which `edgerag ask --json` prints."""
    from edgerag.present.json.report import json_schema

    say_text(json_schema().decode())
