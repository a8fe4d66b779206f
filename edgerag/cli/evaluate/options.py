"""The options that several measurements share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(path_type=Path, dir_okay=False)

split = click.option(
    "--split", default="dev", show_default=True, help="Which part, by the beginning of its file names."
)
fresh = click.option("--fresh", is_flag=True, help="Build the data set's library anew.")
extractive = click.option("--extractive", is_flag=True, help="Leave the generator out.")
questions = click.option("--questions", type=FILE, help="Another question file than the split's.")
half = click.option(
    "--half",
    type=click.Choice(["work", "held", "all"]),
    default="all",
    show_default=True,
    help="Which questions, by a hash of their words: seven tenths to work on, three held out.",
)
data = click.option("--data", type=FOLDER, help="The data set.")
data_or_samples = click.option(
    "--data", type=FOLDER, help="The data set; the sample handbooks if it is left out."
)
limit = click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    help="Ask N of the questions, evenly spread, for a first impression.",
)
json_file = click.option("--json", "json_file", type=NEW_FILE, help="Write the result here.")


def all_of(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Make one of several options, which are shown in that order."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


of_corpus = all_of(data, split, limit, fresh, json_file)
of_texts = all_of(data, split, half, json_file)
