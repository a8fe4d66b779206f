from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from edgerag.samples import sample_files

Run = Callable[..., subprocess.CompletedProcess[str]]


def edgerag(
    home: Path, arguments: Sequence[str | Path], *, stdin: str = "", timeout_s: float = 240
) -> subprocess.CompletedProcess[str]:
    """Run the real program as a person would, in its own process."""
    environment = {**os.environ, "EDGERAG_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "100"}
    command = [sys.executable, "-m", "edgerag", *map(str, arguments)]
    return subprocess.run(
        command, env=environment, input=stdin, capture_output=True, text=True, timeout=timeout_s, check=False
    )


def home_with_models(folder: Path, models: Path) -> Path:
    """Make an EDGERAG_HOME that has the test models and nothing else."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    (folder / "data" / "models").symlink_to(models, target_is_directory=True)
    return folder


@pytest.fixture(scope="session")
def sample_home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home whose library holds the four sample handbooks, indexed by the real program; do not change it.

    Whichever process of the test run comes first makes it; the others wait, and use the same.
    """
    is_one_of_several = "PYTEST_XDIST_WORKER" in os.environ
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if is_one_of_several else own
    home = folder / "samples"
    with (folder / "samples.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not home.exists():
            unfinished = home_with_models(Path(tempfile.mkdtemp(dir=folder)), models_folder)
            added = edgerag(unfinished, ["add", *sample_files()])
            assert added.returncode == 0, added.stderr
            unfinished.rename(home)
    return home


@pytest.fixture
def own_sample_home(tmp_path: Path, sample_home: Path, models_folder: Path) -> Path:
    """A copy of the sample library that a test may change."""
    home = home_with_models(tmp_path / "own", models_folder)
    for name in ("library.db", "lexical"):
        source = sample_home / "data" / name
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        copy(source, home / "data" / name)
    return home


@pytest.fixture
def own_models_home(tmp_path: Path, models_folder: Path) -> Path:
    """A home without a library, to whose models a test may add files."""
    home = tmp_path / "models"
    for source in models_folder.glob("[!.]*/[mt]*"):
        (home / "data" / "models" / source.parent.name).mkdir(parents=True, exist_ok=True)
        (home / "data" / "models" / source.parent.name / source.name).symlink_to(source)
    return home


@pytest.fixture
def run(own_sample_home: Path) -> Run:
    """Run edgerag on a copy of the sample library."""

    def start(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return edgerag(own_sample_home, arguments, stdin=stdin)

    return start


@pytest.fixture
def run_at() -> Run:
    """Run edgerag in any home: `run_at(home, "list")`."""

    def start(home: Path, *arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return edgerag(home, arguments, stdin=stdin)

    return start


@pytest.fixture
def empty_home(tmp_path: Path, models_folder: Path) -> Path:
    """A home with models and no library yet."""
    return home_with_models(tmp_path / "empty", models_folder)
