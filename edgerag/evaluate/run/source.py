"""Which part of which data set is measured, and the result as it is told of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from edgerag import __version__
from edgerag.errors import ConfigError
from edgerag.evaluate.halves import Half
from edgerag.evaluate.models import Versions
from edgerag.evaluate.results import Measurements, Result
from edgerag.samples import gold_file

_MANIFEST: Final = "manifest.jsonl"
"""A data set that has this file holds handbooks, and no pairs."""


@dataclass(frozen=True, slots=True)
class Source:
    """Which part of which data set."""

    data: Path | None
    """The folder of the data set; None for the sample handbooks, where they will do."""
    split: str = "dev"
    """By the beginning of its file names."""
    questions: Path | None = None
    """A question file in place of the split's own."""
    half: Half = Half.ALL

    def require_folder(self) -> Path:
        """Give the folder of the data set.

        Raises:
            ConfigError: it is not said.
        """
        if self.data is None:
            raise ConfigError("which data set is not said", hint="--data DIR")
        return self.data

    @property
    def name(self) -> str:
        """What the data set is called."""
        return self.data.resolve().name if self.data else "samples"

    @property
    def part(self) -> str:
        """What the part of it is called."""
        file = self.questions or (gold_file() if self.data is None else None)
        part = file.name if file else self.split
        return part if self.half is Half.ALL else f"{part}, {self.half} half"

    @property
    def has_handbooks(self) -> bool:
        """Whether it holds handbooks and not pairs."""
        return self.data is None or (self.data / _MANIFEST).is_file()

    def result(self, measured: Measurements, versions: Versions) -> Result:
        """Say of measurements what they were made on and with."""
        return Result(
            dataset=self.name,
            split=self.part,
            n=measured.n,
            measures=measured.measures,
            versions={"edgerag": __version__} | versions,
            confusion=measured.confusion,
            groups=measured.groups,
            misses=measured.misses,
        )
