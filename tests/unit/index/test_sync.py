from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from edgerag.errors import Cancelled, EdgeRagError, LibraryBusyError
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from edgerag.store.salvage import Salvage
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.locked import lock

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg.", "Oxygen."])
HOSPITAL = make_handbook("Hospital", ["Adrenaline 1 mg."])


@pytest.fixture
def filled(indexes: Indexes) -> Indexes:
    indexes.add(CLINIC, make_vectors(2), EMBEDDER)
    indexes.add(HOSPITAL, make_vectors(1, seed=1), EMBEDDER)
    return indexes


def test_adding_and_removing_keeps_everything_in_step(filled: Indexes) -> None:
    assert filled.check() == ()
    assert filled.add(CLINIC, make_vectors(2), EMBEDDER) is Added.UNCHANGED
    newer = make_handbook("Clinic 2", ["Adrenaline 2 mg."], source=CLINIC.handbook.source_path)
    assert filled.add(newer, make_vectors(1, seed=2), EMBEDDER) is Added.REPLACED
    assert filled.check() == ()
    filled.remove(HOSPITAL.handbook.id)
    assert filled.check() == ()
    assert list(filled.lexical.search("adrenaline", 5).chunks) == [newer.handbook.id]


def test_a_stop_between_store_and_index_is_healed_at_the_next_start(
    filled: Indexes, library: Library, tmp_path: Path
) -> None:
    library.remove(CLINIC.handbook.id)
    library.add(make_handbook("Third", ["Snakebite."]), make_vectors(1, seed=3), EMBEDDER)
    assert filled.check() != ()
    healed = Indexes.open(library, tmp_path / "data" / "lexical")
    assert healed.check() == ()
    assert len(healed.lexical.search("snakebite", 5).chunks) == 1


@pytest.mark.parametrize(
    "tampering",
    [
        "delete from signs where rowid = (select min(rowid) from signs)",
        """
        delete from signs where rowid = 1 << 20;
        insert into signs (rowid, handbook, signs) values (1 << 20, 1, vec_bit(zeroblob(2)))
        """,
        "insert into signs (rowid, handbook, signs) values (99 << 20, 99, vec_bit(zeroblob(2)))",
    ],
)
def test_repair_mends_a_tampered_vector_table(filled: Indexes, library: Library, tampering: str) -> None:
    with library.transaction() as db:
        db.execute(tampering)
    assert [difference.index for difference in filled.check()] == ["vectors"]
    filled.repair()
    assert filled.check() == ()


def test_repair_tells_its_progress(filled: Indexes) -> None:
    steps: list[tuple[int, int]] = []
    filled.repair(progress=lambda done, total: steps.append((done, total)))
    assert steps == [(n, 6) for n in range(1, 7)]


def test_opens_for_reading_while_another_program_writes(
    filled: Indexes, library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    library.add(make_handbook("Third", ["Snakebite."]), make_vectors(1, seed=3), EMBEDDER)
    with library.transaction(), Library.open(folder / "library.db", busy_timeout_s=0.1) as other:
        reader = Indexes.open(other, folder / "lexical")
        assert len(reader.lexical.search("adrenaline", 5).chunks) == 2
        with pytest.raises(LibraryBusyError):
            reader.remove(CLINIC.handbook.id)


def test_a_refused_handbook_changes_nothing(filled: Indexes, library: Library) -> None:
    before = library.generation
    with pytest.raises(ValueError, match="chunks"):
        filled.add(make_handbook("Third", ["a", "b"]), make_vectors(1), EMBEDDER)
    assert library.generation == before
    assert filled.check() == ()


def test_whatever_bit_of_the_library_is_flipped_a_search_ends_or_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "flipped" / "library.db"
    with Library.open(path) as library:
        indexes = Indexes.open(library, tmp_path / "words")
        for seed, title in enumerate(("Clinic", "Hospital")):
            texts = [f"{title}: adrenaline {n}.5 mg." for n in range(40)]
            indexes.add(make_handbook(title, texts), make_vectors(40, seed=seed), EMBEDDER)
    sound, draw, query = path.read_bytes(), random.Random(11), make_vectors(1, seed=5)[0]
    for _ in range(150):
        damaged = bytearray(sound)
        damaged[draw.randrange(len(sound))] ^= 1 << draw.randrange(8)
        for left in path.parent.iterdir():
            left.unlink()
        path.write_bytes(damaged)
        with suppress(EdgeRagError), Library.open(path) as library:
            indexes = Indexes.open(library, tmp_path / "words")
            readable = Salvage.of(library)
            near = indexes.vectors.search(query, 5)
            readable.chunks([hit.chunk_id for hits in near.values() for hit in hits])
            indexes.lexical.search("adrenaline", 5)
            indexes.check()


def test_a_locked_library_has_its_words_in_memory_and_none_on_the_disk(
    tmp_path: Path,
    cheap_wrapping: None,
    empty_keyring: None,
) -> None:
    path, folder = tmp_path / "locked" / "library.db", tmp_path / "locked" / "lexical"
    with Library.open(path) as plain:
        Indexes.open(plain, folder).add(CLINIC, make_vectors(2), EMBEDDER)
    assert folder.exists()
    lock(path)
    with Library.open(path) as library:
        opened = Indexes.open(library, folder)
        assert not folder.exists()
        assert opened.check() == ()
        opened.add(HOSPITAL, make_vectors(1, seed=1), EMBEDDER)
        assert set(opened.lexical.search("adrenaline", 5).chunks) == {
            CLINIC.handbook.id,
            HOSPITAL.handbook.id,
        }
        opened.repair()
        assert opened.check() == ()
        assert {file.suffix for file in path.parent.iterdir()} <= {
            ".db",
            ".key",
            ".db-wal",
            ".db-shm",
            ".rekeying",
        }
        assert not folder.exists()


@pytest.fixture
def locked(tmp_path: Path, cheap_wrapping: None, empty_keyring: None) -> Iterator[Library]:
    path = tmp_path / "locked" / "library.db"
    with Library.open(path) as plain:
        for n in range(12):
            texts = [f"Adrenaline {page}.5 mg in handbook {n}." for page in range(40)]
            plain.add(make_handbook(f"Handbook {n}", texts), make_vectors(40, seed=n), EMBEDDER)
    lock(path)
    with Library.open(path) as library:
        yield library


def test_whoever_needs_the_words_waits_until_all_are_read_in_the_background(
    locked: Library, tmp_path: Path
) -> None:
    indexes = Indexes.begin(locked, tmp_path / "lexical")
    assert not indexes.has_words
    assert len(indexes.lexical.search("adrenaline", 5).chunks) == 12
    assert indexes.has_words
    assert indexes.impairments() == ()
    assert indexes.check() == ()
    indexes.close()


def test_a_locked_library_loses_a_handbook_without_reading_its_words(locked: Library, tmp_path: Path) -> None:
    indexes = Indexes(locked, tmp_path / "lexical")
    gone, *_ = locked.handbooks()
    indexes.remove(gone.id)
    assert indexes.lexical.is_unread
    indexes.catch_up()
    found = indexes.lexical.search("adrenaline", 5).chunks
    assert len(found) == 11
    assert gone.id not in found


def test_a_library_can_be_closed_while_its_words_are_read(locked: Library, tmp_path: Path) -> None:
    indexes = Indexes.begin(locked, tmp_path / "lexical")
    indexes.close()
    assert indexes.has_words
    locked.close()
    with pytest.raises(Cancelled):
        _ = indexes.lexical


def test_a_plain_library_has_its_words_at_once(filled: Indexes, library: Library, tmp_path: Path) -> None:
    filled.close()
    indexes = Indexes.begin(library, tmp_path / "data" / "lexical")
    assert indexes.has_words
    assert len(indexes.lexical.search("adrenaline", 5).chunks) == 2
