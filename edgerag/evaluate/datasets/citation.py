"""Claims with the sentences that bear them out: SPLIT.jsonl."""

from __future__ import annotations

from pathlib import Path

import msgspec

from edgerag.evaluate.datasets.files import find_file, read_rows


class CitedClaim(msgspec.Struct, frozen=True):
    """A claim, the sentences of its source, and which of them bear it out, as people found."""

    claim: str
    evidence_sentences: list[str]
    supporting_sentence_sets: list[list[int]]
    """Places of sentences; any of the sets will do."""
    id: str = ""

    @property
    def question(self) -> str:
        """What decides to which half it belongs."""
        return self.claim


def read_citation(folder: Path, split: str) -> tuple[CitedClaim, ...]:
    """Read claims with the sentences that bear them out.

    Raises:
        ConfigError: the file is missing or not of this format.
    """
    return tuple(read_rows(find_file(folder, f"{split}.jsonl"), CitedClaim))
