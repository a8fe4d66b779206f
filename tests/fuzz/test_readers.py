"""Every reader meets thousands of damaged files: it reads them or refuses them, soon and in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from edgerag.ingest.process import child_environment

FORMATS = ("pdf", "docx", "html", "md", "txt")
SECONDS, LONG_SECONDS = 4, 300
SLOWEST_S = 30
"""Of one file of at most three megabytes, on a busy machine."""


@pytest.mark.parametrize("kind", FORMATS)
def test_damaged_files_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    _meet(kind, 1, SECONDS, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("kind", FORMATS)
def test_damaged_files_are_read_or_refused_for_minutes(kind: str, seed: int, tmp_path: Path) -> None:
    _meet(kind, seed, LONG_SECONDS, tmp_path)


def _meet(kind: str, seed: int, seconds: int, folder: Path) -> None:
    """Let a process make attempts, and say how they went; a crash leaves the file that made it."""
    script = Path(__file__).with_name("mutation.py")
    ended = subprocess.run(
        [sys.executable, str(script), kind, str(seed), str(seconds), str(folder)],
        capture_output=True,
        env=child_environment(),
        timeout=seconds + 10 * SLOWEST_S,
        check=False,
    )
    assert ended.returncode == 0, f"the reader died on {folder}/attempt.{kind}: {ended.stderr[-1500:]!r}"
    found = json.loads(ended.stdout)
    print(f"{kind}: {found}")  # noqa: T201
    assert found["failures"] == []
    assert found["attempts"] > 0
    assert found["slowest_s"] < SLOWEST_S
