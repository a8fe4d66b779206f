"""`edgerag` without a command: the terminal interface, or the help where there is no terminal."""

from __future__ import annotations

import sys

import click

from edgerag.cli.output import say_text


def open_interface(context: click.Context) -> None:
    """Open the terminal interface if a person sits at a terminal; it draws on stderr.

    It asks for a passphrase itself, unless the options say where one is.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        say_text(context.get_help() + "\n")
        return
    from edgerag import config
    from edgerag.cli.opening import typed_name
    from edgerag.cli.passphrase import ask_now, source_of
    from edgerag.governed import rules
    from edgerag.store.keyring import KEYRING
    from tui.app import run

    if not source_of(context).is_a_person:
        ask_now()
    KEYRING.ask_with(None)
    fixed = rules()
    run(fixed.governs(config.load(context.obj)), context.obj, rules=fixed, name=typed_name())
