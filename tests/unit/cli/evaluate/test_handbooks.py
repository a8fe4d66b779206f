from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.samples import sample_files
from tests.unit.cli.conftest import Invoke
from tests.unit.cli.evaluate.conftest import QUESTIONS


def test_handbooks_to_leave_out_are_named_with_commas_and_must_exist(invoke: Invoke, tmp_path: Path) -> None:
    books = [json.dumps({"id": book.stem, "file": str(book)}) for book in sample_files()[:2]]
    (tmp_path / "manifest.jsonl").write_text("\n".join(books))
    (tmp_path / "questions.dev.jsonl").write_text(json.dumps({"question": QUESTIONS[0], "absent": []}))
    out = f"{sample_files()[0].stem} , , nowhere"
    with pytest.raises(ConfigError, match="no handbook nowhere"):
        invoke("evaluate", "handbooks", "--data", tmp_path, "--extractive", "--handbooks-out", out)
