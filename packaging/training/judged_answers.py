"""What the program answered and flagged for nurses' questions, judged one by one.

330 of the last 404 judged questions (`selector.judged`), each in one of its wordings, were asked of 20 real
handbooks; `judged_answers.jsonl` has the 314 that some handbook answered. The selector was not trained on
them; of 56 the relation model may have learnt from pairs, and of 60 statements are among those that the
constants of `edgerag.answer.extractive` are fitted to. Of every handbook that answered, what was quoted was
graded as a statement is, all of it together. Of at most fourteen pairs of answers that were flagged as a
difference, each was judged:

    right    both answer, for the same people and case, and a nurse who follows one would do otherwise
    same     both answer, and come to the same
    answer   what is quoted of one of the two does not answer the question
    people   they are for other people, another severity, age or weight
    misread  a value is not what it was taken for

The grades and verdicts are a language model's, which saw the question and the quotations under their
headings, and of a flag what it sets side by side; no clinician gave or checked them. The handbooks' texts are
not in the file: a digest names what was quoted, so that another quotation is not taken for the one that was
judged.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from selector.judged import Digest, Grade

JUDGED_ANSWERS: Final = Path(__file__).with_suffix(".jsonl")

Verdict = Literal["right", "same", "answer", "people", "misread"]


class JudgedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was quoted of a handbook."""

    said: Digest
    grade: Grade


class JudgedFlag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two handbooks whose answers were flagged as a difference."""

    a: str
    b: str
    verdict: Verdict


class AnsweredQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `judged_answers.jsonl`."""

    question: str
    answers: dict[str, JudgedAnswer]
    """By handbook."""
    flags: tuple[JudgedFlag, ...]


def judged_answers(path: Path = JUDGED_ANSWERS) -> list[AnsweredQuestion]:
    """Read the judged answers.

    Raises:
        msgspec.ValidationError: the file is not of this format.
    """
    return msgspec.json.Decoder(AnsweredQuestion).decode_lines(path.read_bytes())
