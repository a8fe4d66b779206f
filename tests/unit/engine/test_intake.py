from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from edgerag.config import Ingest
from edgerag.config import Models as Chosen
from edgerag.engine.intake import Intake
from edgerag.engine.models import Models
from edgerag.index.sync import Indexes
from edgerag.inference.installed import InstalledModels
from edgerag.intake import Indexed
from edgerag.store.exchange import LibraryExport, export_library
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added


@pytest.fixture
def models(installed: InstalledModels) -> Models:
    return Models(installed, Chosen(threads=1), extractive=True)


def test_a_handbook_comes_by_file_once_more_and_from_another_library(
    library: Library, models: Models, tmp_path: Path
) -> None:
    file = tmp_path / "burns.md"
    file.write_text("# Burns\n\nCool a burn with running water.\n", encoding="utf-8")
    door = Intake(library, Indexes.open(library, tmp_path / "words"), models, Ingest())
    *_, added = door.add([file])
    assert isinstance(added, Indexed)
    assert added.outcome is Added.NEW
    *_, again = door.index_again([added.handbook.id])
    assert isinstance(again, Indexed)
    assert again.outcome is Added.REPLACED
    target = tmp_path / "handbooks.edgerag"
    export_library(tmp_path / "library.db", target, lambda n_done, n_handbooks: None, Event())
    with Library.open(tmp_path / "other.db") as other, LibraryExport(target) as export:
        other_door = Intake(other, Indexes.open(other, tmp_path / "other words"), models, Ingest())
        *_, taken = other_door.add_exported(export)
        assert isinstance(taken, Indexed)
        assert taken.handbook.id == added.handbook.id
        assert other.embedder == models.embedder_name
