"""`edgerag completions`: lets a shell complete commands and options with Tab."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from edgerag.cli.output import say_text

EPILOG = """\b
Examples:
  edgerag completions bash > ~/.local/share/bash-completion/completions/edgerag
  edgerag completions zsh > "${fpath[1]}/_edgerag"
  edgerag completions fish > ~/.config/fish/completions/edgerag.fish
"""
PROGRAM = "edgerag"
VARIABLE = "_EDGERAG_COMPLETE"


@click.command(epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script with which SHELL completes edgerag's commands and options."""
    from edgerag.cli import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"nothing completes for {shell}")
    say_text(kind(cli, {}, PROGRAM, VARIABLE).source())
