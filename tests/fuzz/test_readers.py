"""Every reader and importer meets thousands of damaged files, which it takes or refuses soon.

pytest -m slow -s tests/fuzz        10,000 files, and how each reader fared
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from edgerag.process import child_environment

REPOSITORY = Path(__file__).parents[2]
DOCUMENTS = {
    "pdf": 1000,
    "docx": 900,
    "html": 900,
    "md": 1000,
    "txt": 800,
    **dict.fromkeys(("csv", "tsv", "xlsx", "json", "jsonl", "xml"), 400),
}
"""How many of each format are read; with those that are imported they are more than 10,000."""
N_IMPORTS = 3600
ENOUGH, LONG_S = 10**9, 3600
SLOWEST_S = 30
"""Of the processor, for one file of at most three megabytes."""
PEAK_MB = 1500


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_damaged_files_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    _meet("mutation", kind, 1, ENOUGH, 4, tmp_path)


def test_damaged_imports_are_taken_or_refused(tmp_path: Path) -> None:
    _meet("imports", "all", 1, ENOUGH, 4, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "n_attempts"), DOCUMENTS.items())
def test_thousands_of_damaged_files_are_read_or_refused(kind: str, n_attempts: int, tmp_path: Path) -> None:
    _meet("mutation", kind, 2, n_attempts, LONG_S, tmp_path)


@pytest.mark.slow
def test_thousands_of_damaged_imports_are_taken_or_refused(tmp_path: Path) -> None:
    _meet("imports", "all", 2, N_IMPORTS, LONG_S, tmp_path)


def _meet(module: str, kind: str, seed: int, n_attempts: int, seconds: int, folder: Path) -> None:
    """Let a process make attempts, and say how they went; a crash leaves the file that made it."""
    arguments = map(str, (kind, seed, n_attempts, seconds, folder))
    ended = subprocess.run(
        [sys.executable, "-m", f"tests.fuzz.{module}", *arguments],
        capture_output=True,
        cwd=REPOSITORY,
        env=child_environment(),
        timeout=seconds + 10 * SLOWEST_S,
        check=False,
    )
    assert ended.returncode == 0, f"the reader died on an attempt in {folder}: {ended.stderr[-1500:]!r}"
    found = json.loads(ended.stdout)
    print(f"{kind}: {found}")  # noqa: T201
    assert found["failures"] == []
    assert found["attempts"] > 0
    assert found["slowest_s"] < SLOWEST_S
    assert found["peak_mb"] < PEAK_MB
