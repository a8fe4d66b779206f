"""`edgerag models`: what is installed, and how it gets there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from edgerag.inference.installed import InstalledModels


def _installed() -> InstalledModels:
    from edgerag import paths
    from edgerag.inference import catalogue
    from edgerag.inference.installed import InstalledModels

    return InstalledModels(paths.models_folder(), catalogue.load())
