"""Pairs of statements of two handbooks that were judged one by one: how the two relate as answers.

`judged_pairs.jsonl`, in the folder above, has questions as nurses type them, and pairs of what two of 20 real
handbooks state on them, each read under its headings with what completes it:

    same      who follows either does the same, as far as the question asks; a value may lie in a range
    more      both can be followed together; one adds a condition, a medicine, a step or a group of people, or
              each answers another part
    differs   who follows one does something else than who follows the other
    opposite  one says to do it, the other not to
    apart     at least one of them does not answer the question, so that nothing can be compared

The pairs are of the best two helpful statements (`selector.judged`) of each of two handbooks; for questions
written as full sentences, of the statements that the program would have quoted first. The relations are a
language model's, which was told to read as a careful clinician; no clinician gave or checked them. The
handbooks' texts are not in the file: a digest names a statement.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from selector.judged import Digest

JUDGED_PAIRS: Final = Path(__file__).parents[1] / "judged_pairs.jsonl"

Relation = Literal["same", "more", "differs", "opposite", "apart"]
RELATIONS: Final[tuple[Relation, ...]] = get_args(Relation)
"""In the order of the network's outputs."""


class JudgedPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two handbooks state, and how it relates."""

    a: str
    """A handbook."""
    a_said: Digest
    b: str
    b_said: Digest
    relation: Relation


class ComparedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `judged_pairs.jsonl`."""

    question: str
    wordings: tuple[str, ...]
    """The same question as others might type it."""
    pairs: tuple[JudgedPair, ...]
    held: bool = False
    """Whether it is kept from training, to measure by."""


def compared_questions(path: Path = JUDGED_PAIRS) -> list[ComparedQuestion]:
    """Read the judged pairs.

    Raises:
        msgspec.ValidationError: the file is not of this format.
    """
    return msgspec.json.Decoder(ComparedQuestion).decode_lines(path.read_bytes())
