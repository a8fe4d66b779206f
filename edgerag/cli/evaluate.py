"""`edgerag evaluate`: quality in numbers, with intervals, reproducible by one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import progress, say, table
from edgerag.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from edgerag.config import Config
    from edgerag.evaluate.results import Result
    from edgerag.evaluate.workspace import Workspaces

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
EDITIONS_EPILOG = """\b
Example:
  edgerag evaluate editions --data handbooks --work sa-tb-2009,sa-tb-2014

\b
The known quotations are taken for the answers, and the known labels for the pairs: no question is asked.
"""
JUDGE_EPILOG = """\b
Examples:
  edgerag evaluate judge --data disagreement
  edgerag evaluate judge --data handbooks --from-quotes
  edgerag evaluate judge --data handbooks --extractive --annotate 100 --packet packet.csv
  edgerag evaluate judge --data handbooks --extractive --score anna.csv --score ben.csv
  edgerag evaluate judge --generator
"""
HANDBOOKS_EPILOG = """\b
Examples:
  edgerag evaluate handbooks --data handbooks --extractive
  edgerag evaluate handbooks --data handbooks --extractive --half work --details misses.jsonl
  edgerag evaluate handbooks --data handbooks --extractive --handbooks-out zw-edliz,sa-tb-2014

\b
Without --half all questions are asked, and each half is shown for itself as well.
"""

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE = click.Path(path_type=Path, dir_okay=False)

_split = click.option(
    "--split", default="dev", show_default=True, help="Which part, by the beginning of its file names."
)
_fresh = click.option("--fresh", is_flag=True, help="Build the data set's library anew.")
_extractive = click.option("--extractive", is_flag=True, help="Leave the generator out.")
_questions = click.option("--questions", type=_FILE, help="Another question file than the split's.")
_half = click.option(
    "--half",
    type=click.Choice(["work", "held", "all"]),
    default="all",
    show_default=True,
    help="Which questions, by a hash of their words: seven tenths to work on, three held out.",
)
_data = click.option("--data", type=_FOLDER, help="The data set.")
_limit = click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help="Ask N of the questions, evenly spread, for a first impression.",
)
_json = click.option("--json", "json_file", type=_NEW_FILE, help="Write the result here.")


@click.group(epilog=EPILOG)
def command() -> None:
    """Measure quality on a data set with known answers."""


@command.command()
@_data
@_split
@_limit
@_fresh
@_json
@click.pass_obj
def retrieval(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    limit: int | None,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure one ranking over a corpus: are the documents that answer near the top?"""
    from edgerag.evaluate import run

    _measure(run.retrieval, config_file, data, split, json_file, fresh=fresh, limit=limit)


@command.command()
@_data
@_split
@_fresh
@_json
@click.pass_obj
def absence(config_file: Path, *, data: Path | None, split: str, fresh: bool, json_file: Path | None) -> None:
    """Measure silence: is it known which handbooks address a question at all?"""
    from edgerag.evaluate import run

    _measure(run.absence, config_file, data, split, json_file, fresh=fresh)


@command.command()
@_data
@_split
@_limit
@_fresh
@_json
@click.pass_obj
def routing(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    limit: int | None,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure questions that several handbooks answer: who is read first, and is what each says found?"""
    from edgerag.evaluate import run

    _measure(run.routing, config_file, data, split, json_file, fresh=fresh, limit=limit)


@command.command()
@_data
@_split
@_limit
@_fresh
@_json
@click.pass_obj
def multihop(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    limit: int | None,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure one ranking for questions that take several paragraphs, beside the words alone."""
    from edgerag.evaluate import run

    _measure(run.multihop, config_file, data, split, json_file, fresh=fresh, limit=limit)


@command.command(epilog=PAIRS_EPILOG)
@_data
@_split
@_half
@_json
@click.pass_obj
def pairs(config_file: Path, data: Path | None, split: str, half: str, json_file: Path | None) -> None:
    """Measure the labels of pairs of texts, also by capability where the data names any."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    with progress() as advance:
        result = run.pairs(
            _given(data), split, half=Half(half), config=_config(config_file), progress=advance
        )
    _show(result, json_file)


@command.command(epilog=EXTRACT_EPILOG)
@_data
@_split
@_json
def extract(data: Path | None, split: str, json_file: Path | None) -> None:
    """Measure the entities and relations that are read of passages."""
    from edgerag.evaluate import run

    with progress() as advance:
        result = run.extraction(_given(data), split, progress=advance)
    _show(result, json_file)


@command.command()
@_data
@_split
@_half
@_json
def citation(*, data: Path | None, split: str, half: str, json_file: Path | None) -> None:
    """Measure which sentences of a source are cited with a claim, beside those that people chose."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    with progress() as advance:
        result = run.citation(_given(data), split, half=Half(half), progress=advance)
    _show(result, json_file)


@command.command()
@click.option("--data", type=_FOLDER, help="The data set; the sample handbooks if it is left out.")
@_split
@_questions
@_half
@_limit
@_extractive
@_fresh
@_json
@click.pass_obj
def rag(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    questions: Path | None,
    half: str,
    limit: int | None,
    extractive: bool,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure answers and evidence against known quotations: faithfulness, relevancy, statement counts."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    config = _config(config_file)
    with progress() as advance:
        result = run.rag(
            run.Source(data, split, questions, Half(half)),
            limit=limit,
            extractive=extractive,
            config=config,
            workspaces=_workspaces(config, fresh=fresh),
            progress=advance,
        )
    _show(result, json_file)


@command.command(epilog=FUSION_EPILOG)
@_data
@_split
@_half
@_json
def fusion(*, data: Path | None, split: str, half: str, json_file: Path | None) -> None:
    """Measure which of several sources' values are trusted, also with parts left out."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    with progress() as advance:
        result = run.fusion(_given(data), split, half=Half(half), progress=advance)
    _show(result, json_file)


@command.command(epilog=EDITIONS_EPILOG)
@_data
@_split
@_questions
@click.option(
    "--work",
    "works",
    multiple=True,
    required=True,
    metavar="NAME,NAME",
    help="Handbooks of the data set that are editions of one work.",
)
@_half
@_fresh
@_json
@click.pass_obj
def editions(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    questions: Path | None,
    works: tuple[str, ...],
    half: str,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure whether the newest edition is trusted where handbooks disagree by edition."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    config = _config(config_file)
    with progress() as advance:
        result = run.editions(
            run.Source(_given(data), split, questions, Half(half)),
            [[name.strip() for name in work.split(",")] for work in works],
            config=config,
            workspaces=_workspaces(config, fresh=fresh),
            progress=advance,
        )
    _show(result, json_file)


@command.command(epilog=JUDGE_EPILOG)
@click.option("--data", type=_FOLDER, help="The data set; the sample handbooks if it is left out.")
@_split
@_questions
@_half
@_extractive
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
    "--packet", default="packet.csv", show_default=True, type=_NEW_FILE, help="Where --annotate writes them."
)
@click.option(
    "--score",
    "returned",
    multiple=True,
    type=_FILE,
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
@_json
@click.pass_obj
def judge(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    questions: Path | None,
    half: str,
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
    """Measure the judge of pairs: kappa, calibration, each layer left out in turn, human readers."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    config = _config(config_file)
    workspaces = _workspaces(config, fresh=fresh)
    source = run.Source(data, split, questions, Half(half))
    with progress() as advance:
        labelled = run.labelled_pairs(
            source,
            from_quotes=from_quotes,
            extractive=extractive,
            config=config,
            workspaces=workspaces,
            progress=advance,
        )
        if generator:
            result = run.generator(
                source,
                labelled,
                most_pairs=most_pairs or 0,
                config=config,
                workspaces=workspaces,
                progress=advance,
            )
        elif returned:
            result = run.readers(source, labelled, returned, config=config, progress=advance)
        else:
            result = run.judge(
                source,
                labelled,
                packet=packet if n_packet else None,
                n_packet=n_packet or 0,
                config=config,
                progress=advance,
            )
    _show(result, json_file)
    if n_packet and not generator and not returned:
        say(f"pairs for human readers: {packet}")


@command.command(epilog=HANDBOOKS_EPILOG)
@_data
@_split
@_questions
@_half
@_extractive
@click.option(
    "--handbooks-out", default="", metavar="A,B", help="Leave these handbooks out of library and gold."
)
@click.option(
    "--details",
    type=_NEW_FILE,
    help="Write a line of JSON for each question: every miss, and the step that caused it.",
)
@_fresh
@_json
@click.pass_obj
def handbooks(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    questions: Path | None,
    half: str,
    extractive: bool,
    handbooks_out: str,
    details: Path | None,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure whole reports, from question to verdict, also by what the questions ask for."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    config = _config(config_file)
    with progress() as advance:
        result = run.handbooks(
            run.Source(_given(data), split, questions, Half(half)),
            left_out=[name.strip() for name in handbooks_out.split(",") if name.strip()],
            extractive=extractive,
            details=details,
            config=config,
            workspaces=_workspaces(config, fresh=fresh),
            progress=advance,
        )
    _show(result, json_file)


@command.command()
@_data
@_split
@_questions
@_half
@_fresh
@_json
@click.pass_obj
def differences(
    config_file: Path,
    *,
    data: Path | None,
    split: str,
    questions: Path | None,
    half: str,
    fresh: bool,
    json_file: Path | None,
) -> None:
    """Measure the map of differences: what it finds of the known ones without a question."""
    from edgerag.evaluate import run
    from edgerag.evaluate.halves import Half

    config = _config(config_file)
    with progress() as advance:
        result = run.differences(
            run.Source(_given(data), split, questions, Half(half)),
            config=config,
            workspaces=_workspaces(config, fresh=fresh),
            progress=advance,
        )
    _show(result, json_file)


def _given(data: Path | None) -> Path:
    if data is None:
        raise ConfigError("which data set is not said", hint="--data DIR")
    return data


def _config(config_file: Path) -> Config:
    from edgerag.governed import load_config

    return load_config(config_file)


def _workspaces(config: Config, *, fresh: bool) -> Workspaces:
    from edgerag import paths
    from edgerag.evaluate.workspace import Workspaces

    return Workspaces(paths.data_folder() / "evaluation", config.ingest, fresh)


def _measure(
    measured: Callable[..., Result],
    config_file: Path,
    data: Path | None,
    split: str,
    json_file: Path | None,
    *,
    fresh: bool,
    **chosen: object,
) -> None:
    """Show what is measured over a library that is made of the data set's documents."""
    config = _config(config_file)
    with progress() as advance:
        result = measured(
            _given(data),
            split,
            config=config,
            workspaces=_workspaces(config, fresh=fresh),
            progress=advance,
            **chosen,
        )
    _show(result, json_file)


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
