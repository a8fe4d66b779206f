"""`edgerag evaluate`: quality in numbers, with intervals, reproducible by one command."""

from __future__ import annotations

from pathlib import Path

import click

from edgerag.cli.output import progress, table

EPILOG = """\b
Examples:
  edgerag evaluate retrieval --data retrieval/mediqa_qa
  edgerag evaluate absence   --data medquad
  edgerag evaluate pairs     --data disagreement --json pairs.json
  edgerag evaluate judge     --data handbooks --from-quotes
  edgerag evaluate judge     --generator
  edgerag evaluate handbooks --data handbooks --extractive

\b
Libraries made from a data set are kept beside your own and used again; --fresh builds them anew.
"""


@click.command(epilog=EPILOG)
@click.argument("kind", type=click.Choice(["retrieval", "absence", "pairs", "judge", "handbooks"]))
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The data set; for the judge, the sample handbooks if it is left out.",
)
@click.option(
    "--split", default="dev", show_default=True, help="Which part, by the beginning of its file names."
)
@click.option(
    "--questions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="For handbooks: another question file.",
)
@click.option("--extractive", is_flag=True, help="For handbooks and their judge: leave the generator out.")
@click.option(
    "--from-quotes",
    is_flag=True,
    help="For the judge of handbooks: compare the known quotations and not the answers.",
)
@click.option(
    "--annotate",
    "n_packet",
    metavar="N",
    type=click.IntRange(min=1),
    help="For the judge: also write N pairs for human readers, without labels.",
)
@click.option(
    "--packet",
    default="packet.csv",
    show_default=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where --annotate writes them.",
)
@click.option(
    "--score",
    "returned",
    multiple=True,
    type=click.Path(exists=True, path_type=Path, dir_okay=False),
    help="For the judge: measure against a packet that a reader has filled in; once for each reader.",
)
@click.option(
    "--generator",
    is_flag=True,
    help="For the judge: check whether the generator may judge on this machine, and keep the result.",
)
@click.option(
    "--pairs",
    "most_pairs",
    metavar="N",
    type=click.IntRange(min=1),
    help="With --generator: ask about N pairs at most, for a first impression.",
)
@click.option("--fresh", is_flag=True, help="Build the data set's library anew, and ask the generator again.")
@click.option(
    "--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write the result here."
)
@click.pass_obj
def command(
    config_file: Path,
    *,
    kind: str,
    data: Path | None,
    split: str,
    questions: Path | None,
    extractive: bool,
    from_quotes: bool,
    n_packet: int | None,
    packet: Path,
    returned: tuple[Path, ...],
    generator: bool,
    most_pairs: int | None,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure quality on a data set with known answers."""
    from edgerag import config
    from edgerag.evaluate.results import confusion_rows, measure_rows, result_json
    from edgerag.evaluate.run import Kind, run

    with progress() as advance:
        result = run(
            Kind(kind),
            data,
            split,
            config=config.load(config_file),
            progress=advance,
            questions=questions,
            fresh=fresh,
            extractive=extractive,
            from_quotes=from_quotes,
            packet=packet if n_packet else None,
            n_packet=n_packet or 0,
            returned=returned,
            generator=generator,
            most_pairs=most_pairs or 0,
        )
    click.echo(f"{result.dataset}, {result.split}, n = {result.n}")
    table(("measure", "value", "95 % interval"), measure_rows(result))
    if result.confusion is not None:
        head, *rows = confusion_rows(result.confusion)
        click.echo()
        table(head, rows)
    for what, version in result.versions.items():
        click.echo(f"{what}: {version}")
    if n_packet:
        click.echo(f"pairs for human readers: {packet}")
    if json_file is not None:
        json_file.write_bytes(result_json(result))
