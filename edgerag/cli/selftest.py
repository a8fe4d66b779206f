"""`edgerag selftest`: does every part of the program work on this machine?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import progress, say_json, table

if TYPE_CHECKING:
    from edgerag.selftest.run import Checked

EPILOG = """\b
Examples:
  edgerag selftest
  edgerag selftest --quick

\b
It works in a folder of its own and does not touch the library. Exit code 1 says that a part failed;
what is left out for want of a model is no failure.
"""


@click.command(epilog=EPILOG)
@click.option("--quick", is_flag=True, help="Leave out the questions and the installed models.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.pass_obj
def command(config_file: Path, *, quick: bool, as_json: bool) -> None:
    """Use every part of the program once, then ask three questions of two short handbooks."""
    import msgspec

    from edgerag.governed import load_config
    from edgerag.selftest.outcomes import Failed
    from edgerag.selftest.run import names, run_checks

    checks = names(quick=quick)
    results: list[Checked] = []
    with progress() as advance:
        advance(f"checking {checks[0]}", 0, len(checks))
        for result in run_checks(load_config(config_file), config_file, quick=quick):
            results.append(result)
            following = checks[len(results)] if len(results) < len(checks) else checks[-1]
            advance(f"checking {following}", len(results), len(checks))
    if as_json:
        say_json(msgspec.json.format(msgspec.json.encode(results)))
    else:
        table(("", "part", "version", "found", "seconds", "what to do"), [_row(result) for result in results])
    if any(isinstance(result.outcome, Failed) for result in results):
        sys.exit(1)


def _row(result: Checked) -> tuple[str, ...]:
    from edgerag.selftest.outcomes import LeftOut, Passed

    seconds = f"{result.seconds:.1f}"
    match result.outcome:
        case Passed(version, detail):
            return "ok", result.part, version, detail, seconds, ""
        case LeftOut(reason, remedy):
            return "left out", result.part, "", reason, seconds, remedy
        case failed:
            return "FAILED", result.part, "", failed.message, seconds, failed.remedy
