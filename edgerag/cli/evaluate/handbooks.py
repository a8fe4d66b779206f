"""Measurements over whole handbooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.evaluate import options
from edgerag.cli.evaluate.measuring import on_bench

if TYPE_CHECKING:
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.results import Result
    from edgerag.evaluate.run.source import Source


EDITIONS_EPILOG = """\b
Example:
  edgerag evaluate editions --data handbooks --work sa-tb-2009,sa-tb-2014

\b
The known quotations are taken for the answers, and the known labels for the pairs: no question is asked.
"""
HANDBOOKS_EPILOG = """\b
Examples:
  edgerag evaluate handbooks --data handbooks --extractive
  edgerag evaluate handbooks --data handbooks --extractive --half work --details misses.jsonl
  edgerag evaluate handbooks --data handbooks --extractive --handbooks-out zw-edliz,sa-tb-2014

\b
Without --half all questions are asked, and each half is shown for itself as well.
"""


@click.command()
@options.data_or_samples
@options.split
@options.questions
@options.half
@options.limit
@options.extractive
@options.fresh
@options.json_file
@on_bench(samples=True)
def rag(source: Source, bench: Bench, *, limit: int | None, extractive: bool) -> Result:
    """Measure answers and evidence against known quotations: faithfulness, relevancy, statement counts."""
    from edgerag.evaluate.run.rag import measure_rag

    return measure_rag(source, bench, limit=limit, extractive=extractive)


@click.command(epilog=HANDBOOKS_EPILOG)
@options.data
@options.split
@options.questions
@options.half
@options.extractive
@click.option(
    "--handbooks-out", default="", metavar="A,B", help="Leave these handbooks out of library and gold."
)
@click.option(
    "--details",
    type=options.NEW_FILE,
    help="Write a line of JSON for each question: every miss, and the step that caused it.",
)
@options.fresh
@options.json_file
@on_bench()
def handbooks(
    source: Source, bench: Bench, *, extractive: bool, handbooks_out: str, details: Path | None
) -> Result:
    """Measure whole reports, from question to verdict, also by what the questions ask for."""
    from edgerag.evaluate.run.handbooks import measure_handbooks

    left_out = [name.strip() for name in handbooks_out.split(",") if name.strip()]

    return measure_handbooks(source, bench, left_out=left_out, extractive=extractive, details=details)


@click.command()
@options.data
@options.split
@options.questions
@options.half
@options.fresh
@options.json_file
@on_bench()
def differences(source: Source, bench: Bench) -> Result:
    """Measure the map of differences: what it finds of the known ones without a question."""
    from edgerag.evaluate.run.differences import measure_differences

    return measure_differences(source, bench)


@click.command(epilog=EDITIONS_EPILOG)
@options.data
@options.split
@options.questions
@click.option(
    "--work",
    "works",
    multiple=True,
    required=True,
    metavar="NAME,NAME",
    help="Handbooks of the data set that are editions of one work.",
)
@options.half
@options.fresh
@options.json_file
@on_bench()
def editions(source: Source, bench: Bench, *, works: tuple[str, ...]) -> Result:
    """Measure whether the newest edition is trusted where handbooks disagree by edition."""
    from edgerag.evaluate.run.editions import measure_editions

    return measure_editions(
        source, bench, works=[[name.strip() for name in work.split(",")] for work in works]
    )
