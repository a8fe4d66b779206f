"""Measurements of texts, for which no library is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from edgerag.cli.evaluate import options
from edgerag.cli.evaluate.measuring import of_rows, on_bench

if TYPE_CHECKING:
    from edgerag.evaluate.bench import Bench
    from edgerag.evaluate.results import Progress, Result
    from edgerag.evaluate.run.source import Source


PAIRS_EPILOG = """\b
Examples:
  edgerag evaluate pairs --data checklist
  edgerag evaluate pairs --data checklist --half work --json pairs.json
"""
EXTRACT_EPILOG = """\b
Example:
  edgerag evaluate extract --data marked

\b
extract.SPLIT.jsonl holds a passage a line, as a person marked it:
  {"headings": ["Malaria", "Treatment"], "text": "Give quinine.",
   "entities": [{"type": "drug", "start": 5, "end": 12}],
   "relations": [{"source": 0, "type": "treats", "target": 1, "denied": false}],
   "abbreviations": {"IUD": "intrauterine device"}}
Types: body, gene, symptom, instrument, examination, chemical, disease, drug, supplement, treatment; causes,
treats, affects, uses, prevents, location of, associated with, part of. A relation counts entities from 0.
"""
FUSION_EPILOG = """\b
Examples:
  edgerag evaluate fusion --data fusion/movie
  edgerag evaluate fusion --data fusion/book --half held --json book.json

\b
claims.jsonl holds a claim a line, SPLIT.queries.jsonl a query with its true values:
  {"source": "a", "entity": "Ariel", "attribute": "director", "value": "Aki Kaurismäki"}
  {"id": "1", "entity": "Ariel", "attribute": "director", "answers": ["Aki Kaurismäki"]}
"""


@click.command(epilog=PAIRS_EPILOG)
@options.of_texts
@on_bench()
def pairs(source: Source, bench: Bench) -> Result:
    """Measure the labels of pairs of texts, also by capability where the data names any."""
    from edgerag.evaluate.run.pairs import measure_pairs

    return measure_pairs(source, bench)


@click.command(epilog=EXTRACT_EPILOG)
@options.data
@options.split
@options.json_file
@of_rows
def extract(source: Source, progress: Progress) -> Result:
    """Measure the entities and relations that are read of passages."""
    from edgerag.evaluate.run.extraction import measure_extraction

    return measure_extraction(source, progress)


@click.command()
@options.of_texts
@of_rows
def citation(source: Source, progress: Progress) -> Result:
    """Measure which sentences of a source are cited with a claim, beside those that people chose."""
    from edgerag.evaluate.run.citation import measure_citation

    return measure_citation(source, progress)


@click.command(epilog=FUSION_EPILOG)
@options.of_texts
@of_rows
def fusion(source: Source, progress: Progress) -> Result:
    """Measure which of several sources' values are trusted, also with parts left out."""
    from edgerag.evaluate.run.fusion import measure_fusion

    return measure_fusion(source, progress)
