from __future__ import annotations

from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.workspace import Workspaces

ONE_THREAD = Config(models=Models(threads=1))
CORPUS = [
    {"handbook": handbook, "id": id_, "title": title, "text": text}
    for handbook, id_, title, text in (
        ("A", "a1", "Snake bite", "Keep the patient still. Do not use a tourniquet. Transport to hospital."),
        (
            "A",
            "a2",
            "Malaria treatment",
            "Give artemether-lumefantrine twice a day for three days.",
        ),
        ("B", "b1", "Hand washing", "Wash hands with soap before every meal and after using the toilet."),
    )
]


@pytest.fixture
def models(models_folder: Path) -> None:
    """Install the real models into this test's own folder."""
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Make a bench whose libraries are in this test's own folder."""
    return Bench(ONE_THREAD, Workspaces(tmp_path / "kept", ONE_THREAD.ingest), lambda *_: None)
