"""`edgerag audit submit`, and what `status` and `merge` say of the shards that it has sent to a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.audit_reports import NAME
from edgerag.cli.opening import opened_audits
from edgerag.cli.output import note, say
from edgerag.cli.passphrase import source_of
from edgerag.errors import AuditError

if TYPE_CHECKING:
    from edgerag.domain.audits import SubmittedShard
    from edgerag.store.audits import Audits

EPILOG = """\b
Examples:
  edgerag audit submit malaria-2026 --shards 100 --to /shared/malaria --time 04:00
  edgerag audit status malaria-2026
  edgerag audit merge malaria-2026

\b
Each shard is a task of a job array. A task that is out of time is queued again and goes on; one that failed
goes on with the same command, without --shards and --to. Every node must see the folder of the shards and
EDGERAG_HOME at the same paths, and the Python that runs this. A locked library needs --key-file, for nobody
types on a node. Needs `pip install edgerag[slurm]`; the executable does not have it.
"""


def _minutes(_context: click.Context, _parameter: click.Parameter, typed: str) -> int:
    """Read "04:30" as 270 minutes."""
    parts = re.fullmatch(r"(\d{1,3}):([0-5]\d)", typed)
    minutes = 60 * int(parts[1]) + int(parts[2]) if parts else 0
    if not minutes:
        raise click.BadParameter(f"{typed!r} is no time of hours and minutes, such as 04:30")
    return minutes


@click.command(epilog=EPILOG)
@NAME
@click.option("--shards", "n_shards", type=click.IntRange(min=1, max=10_000), help="How many.")
@click.option("--to", "folder", type=click.Path(path_type=Path, file_okay=False), help="Where they go.")
@click.option("--time", "minutes", required=True, metavar="HH:MM", callback=_minutes, help="Of each task.")
@click.option("--partition", default="", help="Which part of the cluster; its own choice if not given.")
@click.option(
    "--cores", "n_cores", type=click.IntRange(min=1), default=1, show_default=True, help="Of each task."
)
@click.pass_context
def submit(
    context: click.Context,
    *,
    name: str,
    n_shards: int | None,
    folder: Path | None,
    minutes: int,
    partition: str,
    n_cores: int,
) -> None:
    """Split what is left of the audit NAME, and queue the shards on a SLURM cluster; again to go on."""
    from edgerag import paths
    from edgerag.audit.shards import progress_of
    from edgerag.audit.slurm import Request, demand_slurm, states, submit_shards
    from edgerag.disk import erase
    from edgerag.store.cipher import is_encrypted

    key_file = source_of(context).key_file
    demand_slurm()
    with opened_audits() as audits:
        if is_encrypted(paths.library_file()) and key_file is None:
            raise AuditError(
                "nobody can type the passphrase of a locked library on a node",
                hint="edgerag --key-file FILE audit submit, with a file that every node sees",
            )
        known = audits.submitted(name)
        if known:
            alive = states()
            left = [
                shard.folder
                for shard in known
                if shard.job not in alive and (progress := progress_of(shard.folder)) and not progress.is_done
            ]
        else:
            left = _split(audits, name, n_shards, folder)
        if not left:
            raise AuditError("no shard is left to be run", hint=f"edgerag audit status {name}")
        request = Request(minutes, n_cores, partition)
        try:
            submitted = submit_shards(left, audits.terms(name), request, context.obj, key_file)
        except AuditError:
            for made in () if known else left:
                erase(made)
            raise
        audits.note_submitted(name, submitted)
    for shard in submitted:
        say(f"{shard.folder}: task {shard.job}")


def shard_lines(submitted: tuple[SubmittedShard, ...]) -> Iterator[str]:
    """Say of each shard that is with a cluster how far it is."""
    from edgerag.audit.shards import progress_of

    alive = _alive()
    for shard in submitted:
        progress = progress_of(shard.folder)
        far = (
            f"{progress.n_done} of {progress.n_questions} questions done"
            if progress
            else "not to be seen here"
        )
        is_over = progress is not None and progress.is_done
        state = "state unknown" if alive is None else alive.get(shard.job, "ended" if is_over else "stopped")
        yield f"shard {shard.folder.name}: task {shard.job} {state.lower()}, {far}"
        if state == "stopped":
            from edgerag.audit.slurm import last_words_of

            yield f"  {last_words_of(shard)}"


def ended_shards(submitted: tuple[SubmittedShard, ...]) -> list[Path]:
    """Give the folders of the shards that no task works on, and say which the others are.

    Raises:
        AuditError: SLURM does not answer: a shard whose task runs must not be opened here.
    """
    from edgerag.audit.slurm import states

    alive = states() if submitted else {}
    for shard in submitted:
        if shard.job in alive:
            note(f"{shard.folder.name}: task {shard.job} is {alive[shard.job].lower()}, and merged later")
    return [shard.folder for shard in submitted if shard.job not in alive]


def _split(audits: Audits, name: str, n_shards: int | None, folder: Path | None) -> list[Path]:
    from edgerag import paths
    from edgerag.audit.shards import split

    if n_shards is None or folder is None:
        raise click.UsageError("--shards and --to are needed to submit an audit for the first time")
    return split(audits, name, n_shards, folder.absolute(), paths.library_file())


def _alive() -> dict[str, str] | None:
    """Give the states of the tasks that have not ended; None, with the reason told, if nobody knows."""
    from edgerag.audit.slurm import states

    try:
        return states()
    except AuditError as error:
        note(str(error))
        return None
