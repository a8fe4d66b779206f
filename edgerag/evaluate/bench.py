"""What a measurement is made with."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.config import Config
from edgerag.evaluate.results import Progress
from edgerag.evaluate.workspace import Workspaces


@dataclass(frozen=True, slots=True)
class Bench:
    """Models, a place for libraries, and who is told what is being done."""

    config: Config
    """Models and settings."""
    workspaces: Workspaces
    """Where libraries are kept."""
    progress: Progress
