from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

DIST = Path(__file__).parents[2] / "dist"
PROGRAMS = {"one file": DIST / "edgerag", "one folder": DIST / "edgerag-dir" / "edgerag"}

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> Path:
    """The executable that `make binary` makes, in both forms."""
    path = PROGRAMS[request.param]
    if not path.is_file():
        pytest.skip(f"{path} was not built: make binary")
    return path


@pytest.fixture
def home(tmp_path: Path, models_folder: Path) -> Path:
    """A home with models and nothing else."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    (home / "data" / "models").symlink_to(models_folder)
    return home


@pytest.fixture
def run(program: Path, home: Path) -> Run:
    """Run the executable at `home` to its end."""

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *arguments],
            env={**os.environ, "EDGERAG_HOME": str(home)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run
