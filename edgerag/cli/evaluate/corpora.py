"""Measurements over a library that is made of a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.evaluate import options
from edgerag.cli.evaluate.measuring import on_bench

if TYPE_CHECKING:
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.results import Result
    from edgerag.evaluate.run.source import Source


@click.command()
@options.of_corpus
@on_bench()
def retrieval(source: Source, bench: Bench, *, limit: int | None) -> Result:
    """Measure one ranking over a corpus: are the documents that answer near the top?"""
    from edgerag.evaluate.run.retrieval import measure_retrieval

    return measure_retrieval(source, bench, limit=limit)


@click.command()
@options.data
@options.split
@options.fresh
@options.json_file
@on_bench()
def absence(source: Source, bench: Bench) -> Result:
    """Measure silence: is it known which handbooks address a question at all?"""
    from edgerag.evaluate.run.absence import measure_absence

    return measure_absence(source, bench)


@click.command()
@options.of_corpus
@click.option(
    "--ablate", is_flag=True, help="Also measure equal shares, and what is found without each part."
)
@on_bench()
def routing(source: Source, bench: Bench, *, limit: int | None, ablate: bool) -> Result:
    """Measure questions that several handbooks answer: who is read first, and is what each says found?"""
    from edgerag.evaluate.run.routing import measure_routing

    return measure_routing(source, bench, limit=limit, ablate=ablate)


@click.command()
@options.of_corpus
@on_bench()
def multihop(source: Source, bench: Bench, *, limit: int | None) -> Result:
    """Measure one ranking for questions that take several paragraphs, beside the words alone."""
    from edgerag.evaluate.run.multihop import measure_multihop

    return measure_multihop(source, bench, limit=limit)
