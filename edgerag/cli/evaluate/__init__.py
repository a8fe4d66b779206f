"""`edgerag evaluate`: quality in numbers, with intervals, reproducible by one command."""

from __future__ import annotations

import click

from edgerag.cli.evaluate.corpora import absence, multihop, retrieval, routing
from edgerag.cli.evaluate.handbooks import differences, editions, handbooks, rag
from edgerag.cli.evaluate.judge import judge
from edgerag.cli.evaluate.texts import citation, extract, fusion, pairs

EPILOG = """\b
Examples:
  edgerag evaluate retrieval --data retrieval/mediqa_qa
  edgerag evaluate absence   --data medquad
  edgerag evaluate routing   --data medquad --limit 100
  edgerag evaluate multihop  --data multihop/hotpotqa
  edgerag evaluate pairs     --data disagreement --json pairs.json
  edgerag evaluate extract   --data marked
  edgerag evaluate fusion    --data fusion/movie
  edgerag evaluate citation  --data citation/wice
  edgerag evaluate rag       --data handbooks --extractive --limit 20
  edgerag evaluate judge     --data handbooks --from-quotes
  edgerag evaluate judge     --generator
  edgerag evaluate handbooks --data handbooks --extractive

\b
Libraries made from a data set are kept beside your own and used again; --fresh builds them anew.
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Measure quality on a data set with known answers."""


for measurement in (
    *(retrieval, absence, routing, multihop),
    *(pairs, extract, citation, fusion),
    *(rag, handbooks, differences, editions),
    judge,
):
    command.add_command(measurement)
