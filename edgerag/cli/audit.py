"""`edgerag audit`: many questions asked of many handbooks, overnight and on with it the next night."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from edgerag.cli.audit_reports import NAME, agreement, compare, datasheet, named_if_any, report, sample
from edgerag.cli.audit_slurm import ended_shards, shard_lines, submit
from edgerag.cli.audit_topics import topics
from edgerag.cli.interrupt import cancel_on_interrupt
from edgerag.cli.opening import note_opening, opened_audits, opened_shard, typed_name, user_library
from edgerag.cli.output import confirm, note, progress, say, table
from edgerag.cli.passphrase import ask_now
from edgerag.errors import AuditError

if TYPE_CHECKING:
    from edgerag.audit.questions import Twin
    from edgerag.domain.audits import AuditState

SHOWN_TWINS: Final = 20
EPILOG = """\b
Examples:
  edgerag audit new malaria-2026 --questions questions.csv --extractive
  edgerag audit run malaria-2026 --until 06:00
  edgerag audit status malaria-2026
  edgerag audit report malaria-2026 --html malaria.html

\b
A question file has a question a line; or it is a CSV with a column `question`, or JSON lines with that
key. Every other column, such as topic or group, is a label by which the report counts; `edgerag audit
topics` proposes topics for questions that have none. Ctrl-C, a kill or a power cut costs the questions that
were being asked; `run` goes on. An audit is kept until it is removed.
"""
SHARD_EPILOG = """\b
Examples:
  edgerag audit split malaria-2026 --shards 8 --to /media/usb/shards
  edgerag audit run --shard /media/usb/shards/malaria-2026-1-of-8
  edgerag audit merge malaria-2026 /media/usb/shards/malaria-2026-*

\b
A shard holds questions and answers, encrypted if the library is. The machine that runs it needs the same
handbooks (`edgerag library export`), models, settings and version of edgerag: on other terms it refuses.
"""
_FOLDER: Final = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(epilog=EPILOG)
def command() -> None:
    """Ask many questions of many handbooks, and report who is silent and who disagrees."""


@command.command()
@NAME
@click.option("--questions", "file", type=_FILE, required=True, help="Text, CSV or JSON lines.")
@click.option("--handbooks", default="", metavar="A,B", help="Ask only these.")
@click.option("--extractive", is_flag=True, help="Quote sentences only; do not generate text.")
@click.pass_obj
def new(config_file: Path, *, name: str, file: Path, handbooks: str, extractive: bool) -> None:
    """Begin the audit NAME: its questions, handbooks and models are fixed from now on."""
    from edgerag.audit.begin import begin
    from edgerag.audit.questions import read_questions, twins
    from edgerag.engine.ask import Engine
    from edgerag.governed import load_config

    config = load_config(config_file)
    questions = read_questions(file)
    asked = [part.strip() for part in handbooks.split(",") if part.strip()]
    with Engine.open(config, extractive=extractive, name=typed_name()) as engine:
        note_opening(engine.library)
        terms = begin(engine, config, name, questions, asked, is_extractive=extractive)
    _tell_twins([*islice(twins(questions), SHOWN_TWINS + 1)])
    say(
        f"{name}: {len(questions)} questions for {len(terms.handbooks)} handbooks; `edgerag audit run {name}`"
    )


@command.command()
@click.argument("name", required=False, callback=named_if_any)
@click.option("--shard", "folder", type=_FOLDER, help="Run this shard in place of an audit of the library.")
@click.option(
    "--workers", type=click.IntRange(min=1, max=256), help="Processes that ask, each with its own models."
)
@click.option("--until", "clock", metavar="HH:MM", help="Begin no question after this time of day.")
@click.option("--retry", is_flag=True, help="First drop what failed, so that it is asked again.")
@click.pass_obj
def run(
    config_file: Path,
    *,
    name: str | None,
    folder: Path | None,
    workers: int | None,
    clock: str | None,
    retry: bool,
) -> None:
    """Ask what is left of the audit NAME, or of a shard; run it again to go on."""
    from edgerag import paths
    from edgerag.audit.begin import guard_of
    from edgerag.audit.run import Running, to_retry, usual_workers
    from edgerag.audit.run import run as run_audit
    from edgerag.audit.shards import note_progress
    from edgerag.governed import load_config
    from edgerag.store.keyring import KEYRING

    if (name is None) == (folder is None):
        raise click.UsageError("name an audit, or a shard with --shard")
    end = _end(clock)
    config = load_config(config_file)
    ask_now()
    opening = opened_audits() if folder is None else opened_shard(folder)
    with opening as audits, cancel_on_interrupt() as cancel, progress() as advance:
        asked = name or audits.names()[0]
        if retry:
            audits.forget(asked, to_retry(audits, asked))
        library_file = paths.library_file()

        def tell(state: AuditState) -> None:
            advance("asking questions", state.n_questions - state.n_left, state.n_questions)
            if folder is not None:
                note_progress(folder, state)

        running = Running(
            config,
            workers or usual_workers(audits.terms(asked)),
            KEYRING.key_of(library_file) if KEYRING.holds(library_file) else b"",
            typed_name(),
            lambda: end is not None and datetime.now().astimezone() >= end,
            cancel,
            tell,
        )
        guard = folder / ".running" if folder else guard_of(audits, asked)
        state = run_audit(audits, asked, running, guard)
    _tell_state(state)
    if state.n_left:
        note(f"{state.n_left} questions are left: the same command goes on")


@command.command()
@NAME
def status(name: str) -> None:
    """Say how far the audit NAME is, what failed, and how far its shards on a cluster are."""
    with opened_audits() as audits:
        _tell_state(audits.state(name))
        failures = audits.failures(name)
        texts = audits.questions(name) if failures else ()
        submitted = audits.submitted(name)
    for position, failure in failures.items():
        say(f"failed: {texts[position].text}: {failure}")
    for line in shard_lines(submitted) if submitted else ():
        say(line)


@command.command(name="list")
def list_() -> None:
    """List the audits, oldest first."""
    with opened_audits() as audits:
        states = [audits.state(name) for name in audits.names()]
    headers = ("name", "begun (UTC)", "questions", "answered", "failed", "left")
    table(
        headers,
        [
            (one.name, one.created_at, *map(str, (one.n_questions, one.n_answered, one.n_failed, one.n_left)))
            for one in states
        ],
    )


@command.command()
@NAME
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(name: str, *, yes: bool) -> None:
    """Remove the audit NAME with its questions and all that was found."""
    from edgerag.audit.begin import guard_of
    from edgerag.disk import locked
    from edgerag.store.audits import Audits

    with user_library() as library:
        audits = Audits(library.connections)
        state = audits.state(name)
        if not yes:
            confirm(
                f"Remove the audit {name} ({state.n_answered} answered questions)?", "nothing was removed"
            )
        guard = guard_of(audits, name)
        with locked(guard, f"audit {name}"):
            library.remove_audit(name)
        guard.unlink(missing_ok=True)
        library.sweep()
    say(f"removed {name}")


@command.command(epilog=SHARD_EPILOG)
@NAME
@click.option("--shards", "n_shards", type=click.IntRange(min=1, max=10_000), required=True, help="How many.")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), required=True, help="Where they go."
)
def split(name: str, n_shards: int, folder: Path) -> None:
    """Write what is left of the audit NAME into shards, to be run on other machines."""
    from edgerag import paths
    from edgerag.audit.shards import split as split_audit

    with opened_audits() as audits:
        for shard in split_audit(audits, name, n_shards, folder, paths.library_file()):
            say(f"shard: {shard}")


@command.command(epilog=SHARD_EPILOG)
@NAME
@click.argument("folders", nargs=-1, type=_FOLDER)
def merge(name: str, folders: tuple[Path, ...]) -> None:
    """Take over what the shards in FOLDERS have found, if they belong to the audit NAME.

    Without FOLDERS these are the shards that were submitted to a cluster and have ended.
    """
    from edgerag.audit.shards import merge as merge_shard

    with opened_audits() as audits:
        ended = folders or ended_shards(audits.submitted(name))
        if not ended:
            raise AuditError("there is no shard to merge", hint="name the folders of the shards")
        for folder in ended:
            with opened_shard(folder) as shard:
                n_new, state = merge_shard(audits, name, shard)
            left = f", {state.n_left} left in it" if state.n_left else ""
            say(f"{folder}: {n_new} results are new{left}")
        _tell_state(audits.state(name))


for _more in (topics, submit, report, compare, sample, agreement, datasheet):
    command.add_command(_more)


def _end(clock: str | None) -> datetime | None:
    from edgerag.audit.run import until

    if clock is None:
        return None
    try:
        return until(clock, datetime.now().astimezone())
    except ValueError as error:
        raise click.BadParameter(f"{clock!r} is no time of day", param_hint="--until") from error


def _tell_state(state: AuditState) -> None:
    say(
        f"{state.name}: {state.n_questions} questions, {state.n_answered} answered, {state.n_failed} failed, "
        f"{state.n_left} left"
    )


def _tell_twins(found: list[Twin]) -> None:
    """Say which questions are there twice; all of them are asked.

    The last of more than are shown stands for the rest: questions that are all alike make more pairs than
    memory holds.
    """
    for twin in found[:SHOWN_TWINS]:
        how = "the same" if twin.is_same else "nearly the same"
        first, second = (f"{one.position + 1}. {one.text}" for one in (twin.first, twin.second))
        note(f"{how}: {first} | {second}")
    if len(found) > SHOWN_TWINS:
        note("and more questions that are the same, or nearly")
    if found:
        note("All of them are asked.")
