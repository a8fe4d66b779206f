"""Statements of handbooks that were judged one by one: how well each answers a question.

`judged_statements.jsonl`, in the folder above, has questions as nurses type them, written for this project
and most of them in two further wordings, that were asked of a library of 20 real handbooks. Of each handbook
with a relevance of at least .12 the ten statements that are likeliest by their words were read under their
headings, and graded:

    3  answers directly: who reads it first has what was asked for
    2  a good part of the answer
    1  bears on the question and does not answer it
    0  anything else

The last 404 questions, most of them in full sentences, were asked after the shipped weights were trained, and
eight statements of a handbook were read.

The grades are a language model's, which was told to read as a careful clinician; no clinician gave or checked
them. The handbooks' texts are not in the file: a digest names a statement.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

JUDGED: Final = Path(__file__).parents[1] / "judged_statements.jsonl"
JUDGED_CHARS: Final = 300
"""So much of a statement was read and graded."""
DIGEST_BYTES: Final = 6
"""A handbook has some ten thousand statements: that two of them share a digest is all but impossible."""

Grade = Literal[0, 1, 2, 3]
HELPFUL: Final[Grade] = 2
"""From this grade on, a statement holds at least a good part of the answer."""
Digest = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * DIGEST_BYTES}}}$")]
Grades = Mapping[str, int]
"""Grades of statements by their digests."""


class JudgedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `judged_statements.jsonl`."""

    question: str
    wordings: tuple[str, ...]
    """The same question as others might type it."""
    grades: dict[str, dict[Digest, Grade]]
    """Of the statements that were read, by handbook. What stands in several places has its best grade."""
    held: bool = False
    """Whether it is kept from training, to measure by."""


def judged_questions(path: Path = JUDGED) -> list[JudgedQuestion]:
    """Read the judged statements.

    Raises:
        msgspec.ValidationError: the file is not of this format.
    """
    return msgspec.json.Decoder(JudgedQuestion).decode_lines(path.read_bytes())


def digest(said: str) -> str:
    """Name a statement by what it says, however its lines are broken."""
    read = " ".join(said.split())[:JUDGED_CHARS].rstrip()
    return hashlib.blake2b(read.encode(), digest_size=DIGEST_BYTES).hexdigest()
