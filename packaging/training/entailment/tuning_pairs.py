"""What the fine-tuning learns from: labelled disagreements, read from either side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from disagreements import Disagreement
from entailment.labels import Meaning, Pair

OF_DISAGREEMENT: Final = {
    "CONSISTENT": Meaning.ENTAIL,
    "COMPLEMENTARY": Meaning.NEUTRAL,
    "CONTRADICTORY": Meaning.CONTRADICT,
}
TUNING_SOURCES: Final = ("HealthVer", "NLI4CT", "Climate-FEVER")
"""The disagreements fine-tuned on. Of the others, ManConCorpus is for research, SciFact (CC BY 4.0, abstracts
ODC-By) gained nothing, and the rest are long trivia, web pages, or a program's writing."""


def tunable(rows: Iterable[Disagreement]) -> list[Disagreement]:
    """Keep the disagreements that may be fine-tuned on."""
    return [row for row in rows if row.source in TUNING_SOURCES and row.label in OF_DISAGREEMENT]


def in_both_orders(rows: Sequence[Disagreement]) -> list[Pair]:
    """Read every disagreement from a to b and from b to a."""
    return [
        Pair(premise, hypothesis, OF_DISAGREEMENT[row.label], row.source, number, row.fold, way)
        for number, row in enumerate(rows)
        for way, (premise, hypothesis) in enumerate(((row.a, row.b), (row.b, row.a)))
    ]
