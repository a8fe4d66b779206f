"""Whether the installed generator may judge: how well it did on labelled pairs on this machine.

The record lies beside the model's files and not in the library: a library that is copied to another
laptop carries no pass. It names the weights, the prompt, the judge and the machine, and counts for nothing
once one of them is another.

A generator passes if

1. at least 30 conflicting pairs were read: of fewer, none wrong would still be no proof;
2. at most 3 % of the conflicting pairs were called CONSISTENT or COMPLEMENTARY;
3. it gave a verdict on at least half of all pairs, and four in five of its verdicts were right.

It is asked about every pair, as if the other layers had left all of them open: those that they do leave
open are too few to count. A pair that is left open misses every label, so with a generator that passes
the judge can only become more accurate; what it could lose is that no conflict is called agreement, and
that is the second condition. The third is the accuracy that the judge itself has to reach.
"""

from __future__ import annotations

import platform
from typing import Final

import msgspec

from edgerag.compare.judge import JUDGE_VERSION
from edgerag.compare.verdict import VERDICT_VERSION
from edgerag.disk import write_whole
from edgerag.inference.catalogue import Entry
from edgerag.inference.hardware import cpu_name
from edgerag.inference.installed import InstalledModels

FEWEST_CONFLICTS: Final = 30
MOST_FALSE_AGREEMENT: Final = 0.03
LEAST_VERDICTS: Final = 0.5
LEAST_RIGHT: Final = 0.8
CHECK: Final = "edgerag evaluate judge --generator"
"""The command that writes the record."""
_RECORD: Final = "judge.json"


class Validation(msgspec.Struct, frozen=True):
    """What a generator was asked on this machine, and how often it was right."""

    made_with: str
    """Weights, prompt, judge and machine."""
    n_pairs: int
    n_conflicts: int
    n_verdicts: int
    n_right: int
    n_false_agreements: int
    """Conflicting pairs called CONSISTENT or COMPLEMENTARY."""

    @property
    def share_right(self) -> float:
        """Right verdicts / verdicts."""
        return self.n_right / self.n_verdicts if self.n_verdicts else 0.0

    @property
    def shortcomings(self) -> list[str]:
        """Why the generator may not judge; nothing if it may."""
        false_agreement = self.n_false_agreements / max(self.n_conflicts, 1)
        coverage = self.n_verdicts / max(self.n_pairs, 1)
        met = {
            f"read {self.n_conflicts} conflicting pairs of at least {FEWEST_CONFLICTS}": (
                self.n_conflicts >= FEWEST_CONFLICTS
            ),
            f"called {false_agreement:.0%} of the conflicts agreement, at most {MOST_FALSE_AGREEMENT:.0%}": (
                false_agreement <= MOST_FALSE_AGREEMENT
            ),
            f"gave a verdict on {coverage:.0%} of the pairs, at least {LEAST_VERDICTS:.0%}": (
                coverage >= LEAST_VERDICTS
            ),
            f"was right in {self.share_right:.0%} of its verdicts, at least {LEAST_RIGHT:.0%}": (
                self.share_right >= LEAST_RIGHT
            ),
        }
        return [shortcoming for shortcoming, is_met in met.items() if not is_met]


def made_with(generator: Entry) -> str:
    """Name all that a validation holds for: the weights, the prompt, the judge, this machine."""
    machine = f"{platform.node()} ({cpu_name()})"
    return f"{generator.revision}, verdict {VERDICT_VERSION}, judge {JUDGE_VERSION}, {machine}"


def validation_of(models: InstalledModels, generator: Entry) -> Validation | None:
    """Give the record of an installed generator; None if there is none that holds here and now."""
    try:
        content = (models.folder / generator.name / _RECORD).read_bytes()
        validation = msgspec.json.decode(content, type=Validation)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return validation if validation.made_with == made_with(generator) else None


def record_validation(models: InstalledModels, generator: Entry, validation: Validation) -> None:
    """Keep the record of an installed generator beside its files."""
    write_whole(models.folder / generator.name / _RECORD, msgspec.json.encode(validation))
