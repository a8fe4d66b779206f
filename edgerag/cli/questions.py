"""A file of questions for `edgerag ask --questions`: one a line, asked one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click

from edgerag.cli.output import note
from edgerag.errors import PARTIAL, QuestionError

STANDARD_INPUT: Final = "-"
LARGEST_BYTES: Final = 10_000_000
"""A larger file is no list of questions that a laptop answers."""


def read_questions(file: str) -> list[str]:
    """Read the questions; empty lines, and those that begin with #, are none.

    Raises:
        QuestionError: the file cannot be read, is not UTF-8 text, or has no question.
    """
    try:
        content = sys.stdin.buffer.read(LARGEST_BYTES + 1) if file == STANDARD_INPUT else _bytes(Path(file))
        lines = content.decode("utf-8-sig").splitlines()
    except OSError as error:
        raise QuestionError(
            f"{file} cannot be read: {error.strerror}", hint="name a text file with one question a line"
        ) from error
    except UnicodeDecodeError as error:
        raise QuestionError(f"{file} is not UTF-8 text", hint="save it as UTF-8 text") from error
    if len(content) > LARGEST_BYTES:
        raise QuestionError(
            f"{file} is larger than {LARGEST_BYTES:,} bytes", hint="split it into several files"
        )
    questions = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not questions:
        raise QuestionError(f"there is no question in {file}", hint="write one question a line")
    return questions


def ask_each(questions: Sequence[str], answer: Callable[[str], object]) -> None:
    """Answer one question after the other; one that cannot be asked is named, and the others go on.

    Raises:
        QuestionError: none of them could be asked.
        click.exceptions.Exit: some could not.
    """
    n_refused = 0
    for number, question in enumerate(questions, start=1):
        try:
            answer(question)
        except QuestionError as error:
            n_refused += 1
            note(f"question {number}: {error}")
    if n_refused == len(questions):
        raise QuestionError("none of the questions could be asked", hint="each is named above")
    if n_refused:
        raise click.exceptions.Exit(PARTIAL)


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(LARGEST_BYTES + 1)
