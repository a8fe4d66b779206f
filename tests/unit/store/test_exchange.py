from __future__ import annotations

import hashlib
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
import pytest

from edgerag.errors import Cancelled, StoreError
from edgerag.store.exchange import CONTENTS, LibraryExport, export_library
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "", "Oxygen 15 L/min."])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])


@pytest.fixture
def library_file(tmp_path: Path, library: Library) -> Path:
    """A library of two handbooks, open while it is exported, with a patient's question in its history."""
    for number, parsed in enumerate((CLINIC, HOSPITAL)):
        library.add(parsed, make_vectors(len(parsed.chunks), seed=number), EMBEDDER)
    library.edit(CLINIC.handbook.id, "authority", "high")
    library.keep_report("Mrs Jones has a fever", b"{}", [CLINIC.handbook.id])
    library.keep_answer("key", CLINIC.handbook.id, b"Mrs Jones")
    return tmp_path / "data" / "library.db"


@pytest.fixture
def exported(library_file: Path, tmp_path: Path) -> Path:
    return export(library_file, tmp_path / "handbooks.edgerag")


def silent(n_done: int, n_handbooks: int) -> None:
    pass


def export(library_file: Path, target: Path) -> Path:
    return export_library(library_file, target, silent, Event()).path


def test_an_export_gives_back_every_handbook_with_its_vectors(exported: Path, library: Library) -> None:
    with LibraryExport(exported) as opened:
        assert opened.contents.embedder == EMBEDDER
        for entry in opened.contents.handbooks:
            parsed, matrix = opened.read(entry)
            assert parsed.pages == library.pages(entry.id)
            assert parsed.sections == library.sections(entry.id)
            assert parsed.chunks == library.all_chunks(entry.id)
            assert parsed.handbook.metadata == library.handbook(entry.id).metadata
            np.testing.assert_array_equal(matrix, library.vectors(entry.id))


def test_no_question_and_no_folder_is_exported(exported: Path) -> None:
    with zipfile.ZipFile(exported) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"Adrenaline" in everything
    assert b"Jones" not in everything
    assert b"/handbooks/Clinic" not in everything


def test_an_export_is_for_its_owner_alone_and_leaves_nothing_beside_it(exported: Path) -> None:
    assert exported.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in exported.parent.iterdir()} == {"data", "handbooks.edgerag"}


def test_the_same_handbooks_give_the_same_file(library_file: Path, exported: Path, tmp_path: Path) -> None:
    again = export(library_file, tmp_path / "again.edgerag")
    assert again.read_bytes() == exported.read_bytes()


def test_what_others_commit_meanwhile_is_left_out(
    library_file: Path, tmp_path: Path, library: Library
) -> None:
    def remove_the_second(n_done: int, n_handbooks: int) -> None:
        if n_done == 1 and len(library.handbooks()) == 2:
            remover = threading.Thread(target=library.remove, args=(HOSPITAL.handbook.id,))
            remover.start()
            remover.join()

    target = tmp_path / "handbooks.edgerag"
    assert export_library(library_file, target, remove_the_second, Event()).n_handbooks == 2
    assert [book.title for book in library.handbooks()] == ["Clinic"]
    with LibraryExport(target) as opened:
        assert [entry.title for entry in opened.contents.handbooks] == ["Clinic", "Hospital"]


@pytest.mark.parametrize("has_older", [True, False])
def test_a_stopped_export_leaves_what_was_there(library_file: Path, tmp_path: Path, has_older: bool) -> None:
    target = tmp_path / "stick" / "handbooks.edgerag"
    target.parent.mkdir()
    older = export(library_file, target).read_bytes() if has_older else None
    cancel = Event()
    with pytest.raises(Cancelled):
        export_library(library_file, target, lambda n_done, n_handbooks: cancel.set(), cancel)
    assert [path.read_bytes() for path in target.parent.iterdir()] == ([older] if older else [])


def test_another_file_is_not_replaced(library_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "notes.txt"
    target.write_text("my notes")
    with pytest.raises(StoreError, match="is no export"):
        export(library_file, target)
    assert target.read_text() == "my notes"


def test_a_full_disk_says_so_and_leaves_no_part(library_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "stick" / "handbooks.edgerag"
    target.parent.mkdir()
    target.with_name(f".{target.name}.partial").symlink_to("/dev/full")
    with pytest.raises(StoreError, match="the disk is full"):
        export(library_file, target)
    assert list(target.parent.iterdir()) == []


def test_only_the_handbooks_that_are_named_are_exported(library_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "one.edgerag"
    written = export_library(library_file, target, silent, Event(), only={HOSPITAL.handbook.id})
    assert written.n_handbooks == 1
    with LibraryExport(target) as opened:
        assert [entry.title for entry in opened.contents.handbooks] == ["Hospital"]
        assert opened.contents.embedder == EMBEDDER
    with pytest.raises(StoreError, match="no handbooks to export"):
        export_library(library_file, tmp_path / "none.edgerag", silent, Event(), only=())


def test_an_empty_library_is_not_exported(tmp_path: Path, library: Library) -> None:
    for file in (tmp_path / "data" / "library.db", tmp_path / "nowhere.db"):
        with pytest.raises(StoreError, match="no handbooks"):
            export(file, tmp_path / "handbooks.edgerag")
    assert not (tmp_path / "nowhere.db").exists()


def damaged_copies(whole: bytes) -> Iterator[bytes]:
    for position in range(0, len(whole), 3):
        yield whole[:position] + bytes([whole[position] ^ 0x10]) + whole[position + 1 :]
    yield from (whole[:length] for length in range(0, len(whole), 50))


def everything_in(path: Path) -> list[object]:
    with LibraryExport(path) as opened:
        read = [opened.read(entry) for entry in opened.contents.handbooks]
        return [opened.contents, *((parsed, matrix.tobytes()) for parsed, matrix in read)]


def test_a_flipped_byte_or_a_missing_end_is_refused_or_changes_nothing(
    exported: Path, tmp_path: Path
) -> None:
    whole, expected = exported.read_bytes(), everything_in(exported)
    refusals: list[StoreError] = []
    copies = list(damaged_copies(whole))
    for copy in copies:
        exported.write_bytes(copy)
        try:
            assert everything_in(exported) == expected
        except StoreError as error:
            refusals.append(error)
    assert len(refusals) > 0.8 * len(copies)
    assert all("damaged" in str(error) and error.hint for error in refusals)


@pytest.mark.parametrize("content", [b"", b"not a zip file", None])
def test_what_is_no_export_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other"
    if content is None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme.txt", "hello")
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match="not a library export"):
        LibraryExport(path)


def test_an_export_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        LibraryExport(tmp_path / "nowhere.edgerag")


def rewritten(path: Path, change: dict[str, object]) -> Path:
    """Copy an export with other contents, its handbooks as they are."""
    target = path.with_name("changed.edgerag")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as archive:
        for name in source.namelist():
            content = source.read(name)
            if name == CONTENTS:
                content = json.dumps(json.loads(content) | change).encode()
            archive.writestr(name, content)
    return target


def test_an_export_of_a_newer_program_is_refused(exported: Path) -> None:
    newer = rewritten(exported, {"format": "edgerag.library/2", "handbooks": "somewhere else"})
    with pytest.raises(StoreError, match=r"newer edgerag.*edgerag\.library/2") as refused:
        LibraryExport(newer)
    assert refused.value.hint == "update edgerag"


def test_another_dose_is_refused(exported: Path) -> None:
    other = exported.with_name("other.edgerag")
    with zipfile.ZipFile(exported) as source, zipfile.ZipFile(other, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, source.read(name).replace(b"0.5 mg", b"5.0 mg"))
    with pytest.raises(StoreError, match="'Clinic' does not have its SHA-256"):
        LibraryExport(other)


@pytest.mark.parametrize(
    "listed", [{"title": "Formulary"}, {"edition": "2030"}, {"n_pages": 9}, {"page_count": 9}]
)
def test_a_handbook_that_is_listed_as_another_is_refused(exported: Path, listed: dict[str, object]) -> None:
    """What a person agrees to import is the list."""
    with LibraryExport(exported) as opened:
        entries = [msgspec.to_builtins(entry) for entry in opened.contents.handbooks]
    forged = rewritten(exported, {"handbooks": [entries[0] | listed, entries[1]]})
    with LibraryExport(forged) as opened:
        with pytest.raises(StoreError, match="it is listed otherwise"):
            opened.read(opened.contents.handbooks[0])
        opened.read(opened.contents.handbooks[1])


def test_an_export_that_does_not_say_how_many_pages_are_numbered_is_still_read(exported: Path) -> None:
    with LibraryExport(exported) as opened:
        entries = [msgspec.to_builtins(entry) for entry in opened.contents.handbooks]
    older = rewritten(
        exported,
        {
            "handbooks": [
                {what: told for what, told in entry.items() if what != "page_count"} for entry in entries
            ]
        },
    )
    with LibraryExport(older) as opened:
        assert [entry.page_count for entry in opened.contents.handbooks] == [None, None]
        for entry in opened.contents.handbooks:
            opened.read(entry)


def test_a_handbook_with_ids_of_its_own_is_refused(exported: Path) -> None:
    """A hash in the contents proves only that contents and handbook were written together."""
    with LibraryExport(exported) as opened:
        entry = opened.contents.handbooks[0]
        parsed, matrix = opened.read(entry)
    forged = msgspec.to_builtins(parsed)
    forged["chunks"][0]["id"] += 1
    content = msgspec.msgpack.encode({"parsed": forged, "vectors": matrix.astype("<f2").tobytes()})
    record = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    contents = msgspec.to_builtins(opened.contents) | {"handbooks": [msgspec.to_builtins(entry) | record]}
    with zipfile.ZipFile(exported, "w") as archive:
        archive.writestr(entry.member, content)
        archive.writestr(CONTENTS, json.dumps(contents))
    with LibraryExport(exported) as opened, pytest.raises(StoreError, match="not what it must be"):
        opened.read(opened.contents.handbooks[0])


def test_a_device_is_no_place_for_an_export_and_none_to_read_from(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreError, match="is no file"):
        LibraryExport(tmp_path / "folder")
