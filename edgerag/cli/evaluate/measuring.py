"""What all measurements share: what is given becomes a source and a bench, and the result is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import progress, say, table

if TYPE_CHECKING:
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.results import Progress, Result
    from edgerag.evaluate.run.source import Source

Command = Callable[..., None]


def on_bench(
    *, samples: bool = False, then: Callable[..., None] = lambda **_: None
) -> Callable[[Callable[..., Result]], Command]:
    """Make a command of a measurement that takes a source, a bench and its own options.

    Args:
        samples: the sample handbooks are measured where no data set is named.
        then: what is told after the result, of the measurement's own options.
    """

    def decorate(measure: Callable[..., Result]) -> Command:
        @click.pass_obj
        def command(
            config_file: Path,
            /,
            *,
            data: Path | None,
            split: str,
            questions: Path | None = None,
            half: str = "all",
            fresh: bool = False,
            json_file: Path | None,
            **chosen: object,
        ) -> None:
            source = _source(data, split, questions, half)
            if not samples:
                source.require_folder()
            with progress() as advance:
                result = measure(source, _bench(config_file, advance, fresh=fresh), **chosen)
            _show(result, json_file)
            then(**chosen)

        return wraps(measure)(command)

    return decorate


def of_rows(measure: Callable[[Source, Progress], Result]) -> Command:
    """Make a command of a measurement that needs neither models nor a library."""

    @wraps(measure)
    def command(*, data: Path | None, split: str, half: str = "all", json_file: Path | None) -> None:
        with progress() as advance:
            result = measure(_source(data, split, None, half), advance)
        _show(result, json_file)

    return command


def _source(data: Path | None, split: str, questions: Path | None, half: str) -> Source:
    from edgerag.evaluate.halves import Half
    from edgerag.evaluate.run.source import Source

    return Source(data, split, questions, Half(half))


def _bench(config_file: Path, advance: Progress, *, fresh: bool) -> Bench:
    from edgerag import paths
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.workspace import Workspaces
    from edgerag.governed import load_config

    config = load_config(config_file)
    return Bench(config, Workspaces(paths.data_folder() / "evaluation", config.ingest, fresh), advance)


def _show(result: Result, json_file: Path | None) -> None:
    from edgerag.evaluate.results import confusion_rows, group_rows, measure_rows, result_json

    say(f"{result.dataset}, {result.split}, n = {result.n}")
    table(("measure", "value", "95 % interval"), measure_rows(result))
    matrices = [group_rows(what, groups) for what, groups in result.groups.items()]
    if result.misses is not None:
        matrices.append(confusion_rows(result.misses, corner="missed"))
    if result.confusion is not None:
        matrices.append(confusion_rows(result.confusion))
    for head, *rows in matrices:
        say()
        table(head, rows)
    for what, version in result.versions.items():
        say(f"{what}: {version}")
    if json_file is not None:
        json_file.write_bytes(result_json(result))
