"""Differences between handbooks that were judged one by one: whether both sides speak of one thing.

`judged_differences.jsonl` has pairs of statements of 20 real handbooks that the map of differences set beside
each other, each read on its page:

    right    both state a value of the same thing, for the same people, case and step, and a nurse who follows
             one would do otherwise than with the other
    people   they are for other people
    subject  they are of another medicine, illness, case, step or line of treatment
    value    the value is not what it was taken for, or both come to the same

The verdicts are a language model's, which was told to read as a careful clinician; no clinician gave or
checked them. The handbooks' texts are not in the file: a digest names a statement under its headings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from edgerag.language.values import Kind
from selector.judged import Digest, digest

JUDGED_DIFFERENCES: Final = Path(__file__).with_suffix(".jsonl")

Verdict = Literal["right", "people", "subject", "value"]


class JudgedDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `judged_differences.jsonl`."""

    a: str
    """A handbook."""
    a_said: Digest
    b: str
    b_said: Digest
    kind: Kind
    verdict: Verdict

    @property
    def statements(self) -> frozenset[tuple[str, str]]:
        """The two statements, whichever comes first: handbook and digest."""
        return frozenset({(self.a, self.a_said), (self.b, self.b_said)})


def judged_differences(path: Path = JUDGED_DIFFERENCES) -> list[JudgedDifference]:
    """Read the judged differences.

    Raises:
        msgspec.ValidationError: the file is not of this format.
    """
    return msgspec.json.Decoder(JudgedDifference).decode_lines(path.read_bytes())


def named(said: str, path: Sequence[str]) -> Digest:
    """Name a statement and the headings over it: the same words are said of many illnesses."""
    return digest(f"{said} < {' < '.join(reversed(path))}")
