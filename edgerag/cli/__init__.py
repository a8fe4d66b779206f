"""The command line: one module per command, loaded only when that command runs.

Results go to stdout, everything else to stderr. Exit codes are those of `edgerag.errors`;
2 is also click's code for a command that was typed wrong.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from pathlib import Path

import click

from edgerag import __version__, paths
from edgerag.cli.interrupt import interrupt_once
from edgerag.cli.output import Unanswered, note
from edgerag.errors import Cancelled, EdgeRagError

COMMANDS = {
    "add": "Index handbooks: files or whole folders.",
    "ask": "Answer a question once per handbook and show where they disagree.",
    "differences": "Show where the handbooks differ, without a question.",
    "list": "List the handbooks in the library.",
    "show": "Show a handbook's details, its outline, or one page.",
    "edit": "Correct a handbook's title, edition and other details.",
    "remove": "Remove handbooks; the history keeps what it quoted.",
    "graph": "Show what handbooks say of a medicine, an illness or another entity.",
    "fuse": "Make one table of several about the same things, and show where they differ.",
    "library": "Carry handbooks from one library to another in a file.",
    "history": "Look at, or delete, earlier questions.",
    "confirm": "Say which handbook was found right.",
    "credibility": "Show what was found right and wrong of each handbook, or forget it.",
    "trail": "Look at the audit trail: list, verify or export it.",
    "policy": "Show what is fixed on this laptop, or check or sign a policy file.",
    "models": "List, install, import, verify or remove models.",
    "lock": "Encrypt the library with a passphrase.",
    "unlock": "Decrypt the library for ever.",
    "rekey": "Change the passphrase, or use the recovery key.",
    "doctor": "Check models, hardware and library, and say what to do.",
    "notes": "Bookmark pages and answers, and note something on them.",
    "schema": "Print the JSON Schema of what `edgerag ask --json` prints.",
    "manual": "Print the manual page of all commands.",
    "completions": "Print what lets a shell complete commands with Tab.",
    "selftest": "Use every part of the program once, to see that it works here.",
    "audit": "Ask many questions of many handbooks, and report who is silent and who disagrees.",
    "evaluate": "Measure quality on data sets with known answers.",
    "bundle": "Prepare laptops: make, verify and install bundles on a USB stick.",
    "config": "Show or change settings.",
    "licences": "List what the program is made of, and its licences.",
}
"""What `edgerag --help` says, without importing any of the commands."""


class CommandGroup(click.Group):
    """Imports a command's module when the command is run, so that `--help` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Name the commands in the order of `COMMANDS`."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command's module and take its `command`."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"edgerag.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands from `COMMANDS`, so that none is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


EPILOG = """\b
Examples:
  edgerag
  edgerag add handbooks/*.pdf
  edgerag ask "What dose of adrenaline should an adult with anaphylaxis receive?"

\b
Exit codes: 0 done, 1 failed, 2 wrong usage or settings, 3 library, 4 models, 5 documents,
6 question, 7 partly done, 8 bundles, 9 audits, 130 stopped with Ctrl-C.
"""


@click.group(
    cls=CommandGroup,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="edgerag")
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Settings file to use instead of the usual one; only `config set` makes one.",
)
@click.option("--as", "person", metavar="NAME", help="Who you are, beside the account, in the audit trail.")
@click.option(
    "--passphrase-fd",
    type=click.IntRange(min=0),
    metavar="NUMBER",
    help="Read the passphrase of a locked library from this file descriptor.",
)
@click.option(
    "--key-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Open a locked library with this file, on a stick perhaps, instead of a passphrase.",
)
@click.pass_context
def cli(
    context: click.Context,
    config_file: Path | None,
    person: str | None,  # noqa: ARG001  # read where it is needed
    passphrase_fd: int | None,
    key_file: Path | None,
) -> None:
    """Ask once, hear every handbook: grounded answers with page citations, without a network.

    Without a command it opens the terminal interface.
    """
    from edgerag import log
    from edgerag.cli.passphrase import use_passphrase

    if config_file is not None and context.invoked_subcommand != "config":
        from edgerag.config import demand

        demand(config_file)
    log.configure(paths.log_folder())
    context.obj = config_file or paths.config_file()
    use_passphrase(context, passphrase_fd, key_file)
    if context.invoked_subcommand is None:
        from edgerag.cli.interface import open_interface

        open_interface(context)


_FAILED_WRITES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What printing fails with, then without the name of a file."""


def main() -> None:
    """Run the command line and leave with the exit code that says how it went."""
    _replace_closed_streams()
    interrupt_once()
    try:
        exit_code = cli.main(standalone_mode=False)  # click hands back that of its Exit; commands give none
        sys.stdout.flush()
        sys.exit(exit_code)
    except click.ClickException as error:
        _tell_usage(error)
        sys.exit(error.exit_code)
    except (EdgeRagError, Unanswered) as error:
        note(f"edgerag: {error}")
        if error.hint:
            note(f"  what to do: {error.hint}")
        sys.exit(error.exit_code)
    except UnicodeEncodeError:
        # Python hands on the bytes of an argument that are no text as lone surrogates.
        if not any("\udc80" <= character <= "\udcff" for each in sys.argv for character in each):
            raise
        note("edgerag: an argument is not UTF-8 text")
        note("  what to do: type it in a terminal set to UTF-8")
        sys.exit(click.UsageError.exit_code)
    except (KeyboardInterrupt, click.Abort):
        note("edgerag: stopped; what was done is kept")
        sys.exit(Cancelled.exit_code)
    except BrokenPipeError:
        # The reader (head, less) went away.
        _print_no_more()
        sys.exit(0)
    except OSError as error:
        if error.filename is not None or error.errno not in _FAILED_WRITES:
            raise
        _print_no_more()
        note(f"edgerag: what was to be printed is lost: {(error.strerror or 'unknown reason').lower()}")
        note("  what to do: free some space where the output goes, or send it elsewhere")
        sys.exit(EdgeRagError.exit_code)


def _replace_closed_streams() -> None:
    """Open onto nothing what the shell closed (`>&-`): Python then has None in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # until the end


def _print_no_more() -> None:
    """Point stdout at nothing, so that what is left to print does not fail once more at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_usage(error: click.ClickException) -> None:
    """Say what was typed wrong, and how it is typed; of a group without a command, what commands it has."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        for line in error.format_message().splitlines():
            note(line)
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        for line in context.get_usage().splitlines():
            note(line)
        note(f"Try '{context.command_path} --help' for help.")
        note("")
    note(f"Error: {error.format_message()}")
