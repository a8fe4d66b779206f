"""`edgerag manual`: the manual page, written from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from edgerag import __version__
from edgerag.cli.output import say_text

EPILOG = """\b
Examples:
  edgerag manual > ~/.local/share/man/man1/edgerag.1
  edgerag manual | man -l -
"""
AS_IT_STANDS = "\b"
"""Begins, in click's help texts, a paragraph whose lines are kept."""
_FILES = (
    "`edgerag config path` names the settings file; library, models and log are in the folders that "
    "`edgerag doctor` names. EDGERAG_HOME moves all of them to one folder."
)


@click.command(epilog=EPILOG)
def command() -> None:
    """Print the manual page of all commands, for man(1)."""
    from edgerag.cli import cli

    say_text("\n".join(page(cli)))


def page(program: click.Command) -> Iterator[str]:
    """Give the lines of a program's manual page in roff, each command with its options and examples."""
    root = click.Context(program, info_name="edgerag")
    help_text = program.help or ""
    yield f'.TH EDGERAG 1 "" "edgerag {__version__}" "User Commands"'
    yield from (".SH NAME", f"edgerag \\- {_escaped(help_text.partition(chr(10))[0].rstrip('.'))}")
    yield from (".SH SYNOPSIS", *_usage(root), ".SH DESCRIPTION", *_paragraphs(help_text))
    yield from (".SH OPTIONS", *_options(root), ".SH COMMANDS")
    for context in _commands_below(root):
        yield from (f'.SS "{_escaped(context.command_path)}"', *_usage(context))
        yield from _paragraphs(context.command.help or "")
        yield from _options(context)
        yield from _paragraphs(context.command.epilog or "")
    yield from (".SH EXAMPLES", *_paragraphs(program.epilog or ""))
    yield from (".SH FILES", _escaped(_FILES))


def _commands_below(context: click.Context) -> Iterator[click.Context]:
    """Give a context for each command of a group, and for each of theirs."""
    if not isinstance(context.command, click.Group):
        return
    for name in context.command.list_commands(context):
        command = context.command.get_command(context, name)
        if command is not None and not command.hidden:
            below = click.Context(command, info_name=name, parent=context)
            yield below
            yield from _commands_below(below)


def _usage(context: click.Context) -> Iterator[str]:
    pieces = " ".join(context.command.collect_usage_pieces(context))
    yield from (".PP", f"\\fB{_escaped(context.command_path)}\\fR {_escaped(pieces)}")


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        if record := parameter.get_help_record(context):
            yield from (".TP", f"\\fB{_escaped(record[0])}\\fR", _escaped(record[1]) or "\\&")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.strip("\n").split("\n\n"):
        if paragraph.startswith(AS_IT_STANDS):
            lines = paragraph.removeprefix(AS_IT_STANDS).strip("\n").splitlines()
            yield from (".PP", ".nf", *map(_escaped, lines), ".fi")
        elif paragraph:
            yield from (".PP", *map(_escaped, paragraph.splitlines()))


def _escaped(text: str) -> str:
    """Write a line so that roff takes nothing in it for a request, and prints hyphens that can be copied."""
    line = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{line}" if line.startswith((".", "'")) else line
