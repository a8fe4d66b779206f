"""`edgerag` without a command: the terminal interface, or the help where there is no terminal."""

from __future__ import annotations

import sys

import click

from edgerag.cli.output import say_text


def open_interface(context: click.Context) -> None:
    """Open the terminal interface if a person sits at a terminal; it draws on stderr."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        say_text(context.get_help() + "\n")
        return
    from edgerag import config
    from tui.app import run

    run(config.load(context.obj), context.obj)
