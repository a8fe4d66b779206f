from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths

QUESTIONS = [f"What dose of adrenaline is given to an adult, case {n}?" for n in range(6)]


PAIRS = [
    {"question": question, "a": f"Give {a} mg IM.", "b": f"Give {b} mg IM.", "label": label}
    for n, question in enumerate(QUESTIONS)
    for a, b, label in [(n + 1, n + 1, "CONSISTENT") if n % 2 else (n + 1, n + 9, "DIVERGENT")]
]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """A data set of pairs that are the same or of which one dose is another."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    (folder / "dev.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS))
    return folder


@pytest.fixture
def models(models_folder: Path) -> None:
    """Install the real models into this test's own folder."""
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)
