"""`edgerag licences`: what the program is made of."""

from __future__ import annotations

import click

from edgerag.cli.output import say_text, table

EPILOG = """\b
Examples:
  edgerag licences
  edgerag licences numpy
"""


@click.command(epilog=EPILOG)
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List what the program is made of, or print the licence texts of NAME."""
    from edgerag.licences import component, components

    if name is None:
        rows = [(one.name, one.version, one.licence) for one in components()]
        table(("name", "version", "licence"), rows)
        return
    for file, text in component(name).texts.items():
        say_text(f"--- {file}\n\n{text}\n")
