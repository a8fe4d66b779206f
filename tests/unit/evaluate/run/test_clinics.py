from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.evaluate.bench import Bench
from edgerag.evaluate.halves import Half
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source
from edgerag.samples import sample_files
from tests.rows import write_rows


def test_without_a_folder_the_samples_are_asked() -> None:
    assert set(handbook_set(Source(None)).files) == {file.stem for file in sample_files()}
    halves = [handbook_set(Source(None, half=half)).questions for half in (Half.WORK, Half.HELD)]
    assert sum(map(len, halves)) == len(handbook_set(Source(None)).questions)


@pytest.mark.usefixtures("models")
def test_data_sets_of_one_name_are_kept_apart(tmp_path: Path, bench: Bench) -> None:
    for place in ("here", "there"):
        folder = tmp_path / place / "clinic"
        write_rows(folder / "manifest.jsonl", {"id": "one", "file": str(sample_files()[0])})
        write_rows(folder / "questions.dev.jsonl", {"question": "?", "absent": ["one"]})
        source = Source(folder)
        with clinic_of(source, handbook_set(source), bench) as asked:
            assert len(asked.library.handbooks()) == 1
    assert len(list(bench.workspaces.root.glob("clinic-*"))) == 2
