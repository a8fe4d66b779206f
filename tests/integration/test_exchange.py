"""Handbooks go from one library to another, through the program as a person types it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.errors import Cancelled, ModelError, StoreError
from edgerag.index.sync import Indexes
from edgerag.intake import AddEvent, Indexed, Reading, add_exported
from edgerag.store.exchange import LibraryExport, export_library
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.integration.test_another_embedder import Axes
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

Run = Callable[..., subprocess.CompletedProcess[str]]
ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "Oxygen 15 L/min."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])


def no_embedder() -> Axes:
    raise ModelError("no embedder is installed")


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """An export of two handbooks, whose keeper ranked the clinic's."""
    with Library.open(tmp_path / "theirs.db") as library:
        for number, parsed in enumerate((CLINIC, HOSPITAL)):
            library.add(parsed, make_vectors(len(parsed.chunks), seed=number), EMBEDDER)
        library.edit(CLINIC.handbook.id, "authority", "high")
        target = tmp_path / "handbooks.edgerag"
        export_library(tmp_path / "theirs.db", target, lambda n_done, n_handbooks: None, Event())
    return target


def import_into(
    library: Library,
    folder: Path,
    exported: Path,
    embedder_in_use: str = "",
    open_embedder: Callable[[], Axes] = no_embedder,
) -> list[AddEvent]:
    indexes = Indexes.open(library, folder / "lexical")
    with LibraryExport(exported) as opened:
        events = list(add_exported(opened, library, indexes, embedder_in_use, open_embedder, Event()))
    assert indexes.check() == ()
    return events


def outcomes(events: Sequence[AddEvent]) -> list[tuple[str, Added]]:
    return [(event.handbook.title, event.outcome) for event in events if isinstance(event, Indexed)]


def test_an_empty_library_takes_everything_without_any_model(exported: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "ours.db") as library:
        events = import_into(library, tmp_path, exported)
        assert outcomes(events) == [("Clinic", Added.NEW), ("Hospital", Added.NEW)]
        assert library.embedder == EMBEDDER
        assert library.all_chunks(CLINIC.handbook.id) == CLINIC.chunks
        expected = make_vectors(2, seed=0)
        np.testing.assert_allclose(library.vectors(CLINIC.handbook.id), expected, atol=1e-3)
        assert library.handbook("Clinic").metadata.authority == Stated("high", Origin.PERSON)


def test_what_is_here_is_left_alone_with_what_was_stated_here(exported: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "ours.db") as library:
        library.add(CLINIC, make_vectors(2, seed=7), EMBEDDER)
        library.edit(CLINIC.handbook.id, "authority", "low")
        events = import_into(library, tmp_path, exported)
        assert outcomes(events) == [("Clinic", Added.UNCHANGED), ("Hospital", Added.NEW)]
        assert library.handbook("Clinic").metadata.authority.value == "low"
        np.testing.assert_allclose(library.vectors(CLINIC.handbook.id), make_vectors(2, seed=7), atol=1e-3)
        generation = library.generation
        again = import_into(library, tmp_path, exported)
        assert {outcome for _, outcome in outcomes(again)} == {Added.UNCHANGED}
        assert library.generation == generation


def test_no_handbook_here_is_replaced_by_another_content_of_its_file(exported: Path, tmp_path: Path) -> None:
    source = CLINIC.handbook.source_path
    newer = make_handbook("Clinic", ["Adrenaline 1 mg IM."], source=source)
    with Library.open(tmp_path / "ours.db") as library:
        library.add(newer, make_vectors(1), EMBEDDER)
        import_into(library, tmp_path, exported)
        assert {book.id for book in library.handbooks()} == {
            newer.handbook.id,
            CLINIC.handbook.id,
            HOSPITAL.handbook.id,
        }


def test_vectors_are_made_anew_where_another_embedder_is_used(exported: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "ours.db") as library:
        import_into(library, tmp_path, exported, "axes", Axes)
        assert library.embedder == "axes"
        assert library.vectors(CLINIC.handbook.id).shape == (2, 8)
        assert library.waiting_for_vectors() == ()
        again = import_into(library, tmp_path, exported, "axes", no_embedder)
        assert {outcome for _, outcome in outcomes(again)} == {Added.UNCHANGED}


def test_a_library_of_an_embedder_that_is_not_here_refuses_other_vectors(
    exported: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "ours.db") as library:
        library.add(make_handbook("Own", ["own"]), make_vectors(1, dimensions=8), "gone")
        with pytest.raises(ModelError, match="made by gone, not by axes") as refused:
            import_into(library, tmp_path, exported, "axes", Axes)
        assert "doctor --repair" in refused.value.hint
        assert len(library.handbooks()) == 1


def test_a_stopped_import_keeps_what_is_done_and_goes_on(exported: Path, tmp_path: Path) -> None:
    cancel = Event()
    with Library.open(tmp_path / "ours.db") as library, LibraryExport(exported) as opened:
        indexes = Indexes.open(library, tmp_path / "lexical")
        events = add_exported(opened, library, indexes, "", no_embedder, cancel)
        assert isinstance(next(events), Reading)
        assert isinstance(next(events), Indexed)
        cancel.set()
        with pytest.raises(Cancelled):
            next(events)
        assert [book.title for book in library.handbooks()] == ["Clinic"]
        rest = import_into(library, tmp_path, exported)
        assert outcomes(rest) == [("Clinic", Added.UNCHANGED), ("Hospital", Added.NEW)]


def test_a_damaged_export_changes_nothing(exported: Path, tmp_path: Path) -> None:
    content = bytearray(exported.read_bytes())
    content[len(content) // 2] ^= 1
    exported.write_bytes(content)
    with Library.open(tmp_path / "ours.db") as library:
        with pytest.raises(StoreError, match="damaged"):
            import_into(library, tmp_path, exported)
        assert library.handbooks() == ()


def test_exported_handbooks_answer_on_another_laptop(
    run: Run, run_at: Run, empty_home: Path, tmp_path: Path
) -> None:
    ask = ("ask", "--extractive", "--json", ADRENALINE)
    answered = run(*ask).stdout
    stick = tmp_path / "stick" / "handbooks.edgerag"
    missing = run("library", "export", stick)
    assert missing.returncode == 3
    assert "is the folder there" in missing.stderr
    stick.parent.mkdir()
    written = run("library", "export", stick)
    assert written.stdout.startswith("4 handbooks")
    assert "are not in it" in written.stderr
    assert run_at(empty_home, "library", "info", stick).stdout.count("\n") == 5
    taken = run_at(empty_home, "library", "import", stick)
    assert taken.stdout == "4 new handbooks, 4 handbooks in the library\n", taken.stderr
    assert run_at(empty_home, "history", "list").stdout.count("\n") == 1
    assert json.loads(run_at(empty_home, *ask).stdout) == json.loads(answered)
    again = run_at(empty_home, "library", "import", stick)
    assert again.stdout == "0 new handbooks, 4 handbooks in the library\n"
    cut = tmp_path / "cut.edgerag"
    cut.write_bytes(stick.read_bytes()[:-100])
    shutil.rmtree(empty_home / "data" / "lexical")
    refused = run_at(empty_home, "library", "import", cut)
    assert refused.returncode == 3
    assert "damaged" in refused.stderr
    assert not (empty_home / "data" / "lexical").exists()
