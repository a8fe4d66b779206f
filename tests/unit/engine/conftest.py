from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.compare.validation import Validation, made_with, record_validation
from edgerag.inference.installed import InstalledModels
from edgerag.store.library import Library

GENERATOR = "smollm2-135m-instruct"


@pytest.fixture
def installed(tmp_path: Path, models_folder: Path) -> InstalledModels:
    """The real models, in folders to which a test may add."""
    for source in models_folder.glob("[!.]*"):
        folder = tmp_path / "models" / source.name
        folder.mkdir(parents=True)
        for file in source.iterdir():
            (folder / file.name).symlink_to(file)
    (tmp_path / "models" / GENERATOR / "judge.json").unlink(missing_ok=True)
    return InstalledModels(tmp_path / "models")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db", busy_timeout_s=0.5) as library:
        yield library


def record(installed: InstalledModels, n_right: int) -> None:
    """Record a check in which the generator was right so many times in a hundred."""
    entry = installed.entry(GENERATOR)
    counts = Validation(made_with(entry), 100, n_conflicts=50, n_verdicts=100, n_right=n_right,
                        n_false_agreements=0)  # fmt: skip
    record_validation(installed, entry, counts)
