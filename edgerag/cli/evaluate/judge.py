"""Measurements of the judge of pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.evaluate import options
from edgerag.cli.evaluate.measuring import on_bench
from edgerag.cli.output import say

if TYPE_CHECKING:
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.results import Result
    from edgerag.evaluate.run.source import Source


JUDGE_EPILOG = """\b
Examples:
  edgerag evaluate judge --data disagreement
  edgerag evaluate judge --data handbooks --from-quotes
  edgerag evaluate judge --data handbooks --extractive --annotate 100 --packet packet.csv
  edgerag evaluate judge --data handbooks --extractive --score anna.csv --score ben.csv
  edgerag evaluate judge --generator
"""


def _tell_of_packet(
    *, n_packet: int | None, packet: Path, returned: tuple[Path, ...], generator: bool, **_: object
) -> None:
    if n_packet and not generator and not returned:
        say(f"pairs for human readers: {packet}")


@click.command(epilog=JUDGE_EPILOG)
@options.data_or_samples
@options.split
@options.questions
@options.half
@options.extractive
@click.option(
    "--from-quotes", is_flag=True, help="Of handbooks: compare the known quotations and not the answers."
)
@click.option(
    "--annotate",
    "n_packet",
    metavar="N",
    type=click.IntRange(min=1),
    help="Also write N pairs for human readers, without labels.",
)
@click.option(
    "--packet",
    default="packet.csv",
    show_default=True,
    type=options.NEW_FILE,
    help="Where --annotate writes them.",
)
@click.option(
    "--score",
    "returned",
    multiple=True,
    type=options.FILE,
    help="Measure against a packet that a reader has filled in; once for each reader.",
)
@click.option(
    "--generator",
    is_flag=True,
    help="Check whether the generator may judge on this machine, and keep the result.",
)
@click.option(
    "--pairs",
    "most_pairs",
    metavar="N",
    type=click.IntRange(min=1),
    help="With --generator: ask about N pairs at most, for a first impression.",
)
@click.option("--fresh", is_flag=True, help="Build the data set's library anew, and ask the generator again.")
@options.json_file
@on_bench(samples=True, then=_tell_of_packet)
def judge(
    source: Source,
    bench: Bench,
    *,
    extractive: bool,
    from_quotes: bool,
    n_packet: int | None,
    packet: Path,
    returned: tuple[Path, ...],
    generator: bool,
    most_pairs: int | None,
) -> Result:
    """Measure the judge of pairs: kappa, calibration, each layer left out in turn, human readers."""
    from edgerag.evaluate.run.generator import measure_generator
    from edgerag.evaluate.run.judge import measure_judge, measure_readers
    from edgerag.evaluate.run.labelled import labelled_pairs

    labelled = labelled_pairs(source, bench, from_quotes=from_quotes, extractive=extractive)
    if generator:
        return measure_generator(source, labelled, bench, most_pairs=most_pairs or 0)
    if returned:
        return measure_readers(source, labelled, returned, bench)
    to_write = packet if n_packet else None
    return measure_judge(source, labelled, bench, packet=to_write, n_packet=n_packet or 0)
