"""`edgerag audit topics`: proposes topics for the questions of a file, before an audit is begun."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import click

from edgerag.cli.exports import refuse_any
from edgerag.cli.output import say, table

EPILOG: Final = """\b
Examples:
  edgerag audit topics --questions questions.txt --to questions.csv
  edgerag audit new malaria-2026 --questions questions.csv

\b
Questions that are alike get one topic, named by its words. Correct the column `topic` in the new file with
any spreadsheet, then begin the audit with it: the audit keeps them, and its report counts by them. A file
that is there already is never replaced.
"""
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEW_FILE: Final = click.Path(path_type=Path, dir_okay=False)


@click.command(epilog=EPILOG)
@click.option("--questions", "file", type=_FILE, required=True, help="Text, CSV or JSON lines.")
@click.option("--to", "target", type=_NEW_FILE, required=True, help="The CSV that is written.")
@click.pass_obj
def topics(config_file: Path, *, file: Path, target: Path) -> None:
    """Find topics for questions that have none, and write them beside the questions."""
    from edgerag import paths
    from edgerag.audit.questions import read_questions
    from edgerag.audit.topics import TOPIC, topic_rows, with_topics
    from edgerag.disk import save_parts
    from edgerag.governed import load_config
    from edgerag.inference.installed import InstalledModels
    from edgerag.inference.opening import open_embedder
    from edgerag.present.audit_tables import as_csv

    refuse_any(target)
    chosen = load_config(config_file).models
    questions = read_questions(file)
    embedder = open_embedder(InstalledModels(paths.models_folder()), chosen.embedder, chosen.threads)
    found = with_topics(questions, embedder.encode([question.text for question in questions]))
    save_parts(target, as_csv(*topic_rows(found)))
    counts = Counter(question.labels[TOPIC] for question in found)
    table((TOPIC, "questions"), [(name, str(n)) for name, n in counts.most_common()])
    say(f"written: {target}")
