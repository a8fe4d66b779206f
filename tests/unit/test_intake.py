from __future__ import annotations

import hashlib
import tracemalloc
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import msgspec
import numpy as np
import pytest
from jaxtyping import Float32

from edgerag.config import Ingest
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.trail import Deed, read
from edgerag.errors import Cancelled, ModelError, StoreError
from edgerag.extract.claims import READER
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.intake import (
    EMBED_SLICE,
    AddEvent,
    Embedding,
    Failed,
    Indexed,
    Reading,
    add_exported,
    add_handbooks,
    embed_again,
    index_again,
    read_entities_again,
)
from edgerag.store.exchange import CONTENTS, ContentsFile, ExportedHandbook, LibraryExport, export_library
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

LONG = make_handbook("Long", [f"Give medicine {n}." for n in range(2 * EMBED_SLICE + 1)])
SHORT = make_handbook("Short", ["Cool a burn with running water."])


class Hashing:
    """Gives each text a direction of its own, and remembers what it embedded."""

    dimensions = 16

    def __init__(self, name: str = EMBEDDER) -> None:
        self.name = name
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> Float32[np.ndarray, "text dim"]:
        self.read += texts
        rows = [make_vectors(1, seed=zlib.crc32((self.name + text).encode())) for text in texts]
        return np.concatenate([np.zeros((0, 16), dtype=np.float32), *rows])

    def encode_query(self, question: str) -> Float32[np.ndarray, " dim"]:
        return self.encode([question])[0]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "data" / "library.db") as library:
        yield library


@pytest.fixture
def indexes(library: Library, tmp_path: Path) -> Indexes:
    return Indexes.open(library, tmp_path / "data" / "lexical")


@pytest.fixture
def books(tmp_path: Path) -> list[Path]:
    files = [tmp_path / "burns.md", tmp_path / "bites.md"]
    files[0].write_text("# Burns\n\nCool a burn with running water.\n", encoding="utf-8")
    files[1].write_text("# Bites\n\nKeep the limb still.\n", encoding="utf-8")
    return files


@pytest.fixture
def filled(library: Library, indexes: Indexes) -> Library:
    """The library, with two handbooks whose vectors are those of `Hashing`."""
    for parsed in (LONG, SHORT):
        indexes.add(parsed, Hashing().encode([chunk.indexed_text for chunk in parsed.chunks]), EMBEDDER)
    return library


@pytest.fixture
def export(filled: Library, tmp_path: Path) -> Iterator[LibraryExport]:
    target = tmp_path / "handbooks.edgerag"
    export_library(tmp_path / "data" / "library.db", target, lambda _done, _total: None, Event())
    with LibraryExport(target) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "other" / "library.db") as library:
        yield library


def add(
    files: Sequence[Path], library: Library, indexes: Indexes, embedder: Hashing, cancel: Event | None = None
) -> Iterator[AddEvent]:
    return add_handbooks(files, library, indexes, embedder, Ingest(), cancel or Event())


def take(
    export: LibraryExport, library: Library, embedder: Embedder | None, in_use: str = ""
) -> list[AddEvent]:
    def open_embedder() -> Embedder:
        if embedder is None:
            raise AssertionError("no vector must be made")
        return embedder

    indexes = Indexes.open(library, export.path.parent / "other" / "lexical")
    return list(add_exported(export, library, indexes, in_use, open_embedder, Event()))


def outcomes(events: Sequence[AddEvent]) -> list[tuple[str, Added]]:
    return [(event.path.name, event.outcome) for event in events if isinstance(event, Indexed)]


def assert_has_vectors_of(library: Library, embedder: Hashing, parsed: ParsedHandbook) -> None:
    expected = Hashing(embedder.name).encode([chunk.indexed_text for chunk in parsed.chunks])
    np.testing.assert_allclose(library.vectors(parsed.handbook.id), expected, atol=1e-3)


def test_files_become_handbooks_whose_every_passage_has_its_vector(
    books: list[Path], library: Library, indexes: Indexes
) -> None:
    embedder = Hashing()
    events = list(add(books, library, indexes, embedder))
    assert [type(event) for event in events] == [Reading, Embedding, Indexed] * 2
    assert outcomes(events) == [("burns.md", Added.NEW), ("bites.md", Added.NEW)]
    chunks = [chunk for book in library.handbooks() for chunk in library.all_chunks(book.id)]
    assert sorted(embedder.read) == sorted(chunk.indexed_text for chunk in chunks)
    assert library.waiting_for_vectors() == ()
    assert indexes.check() == ()
    assert len(indexes.lexical.search("limb", 5).chunks) == 1


def test_content_that_is_there_is_left_alone_under_any_name(
    books: list[Path], library: Library, indexes: Indexes, tmp_path: Path
) -> None:
    list(add(books, library, indexes, Hashing()))
    copy = tmp_path / "copy.md"
    copy.write_bytes(books[0].read_bytes())
    before, embedder = library.generation, Hashing()
    assert outcomes(list(add([copy, *books], library, indexes, embedder))) == [
        ("copy.md", Added.UNCHANGED),
        ("burns.md", Added.UNCHANGED),
        ("bites.md", Added.UNCHANGED),
    ]
    assert (library.generation, embedder.read) == (before, [])


def test_a_file_that_cannot_be_read_is_told_and_the_others_go_on(
    books: list[Path], library: Library, indexes: Indexes, tmp_path: Path
) -> None:
    (tmp_path / "empty.md").touch()
    files = [tmp_path / "nowhere.md", books[0], tmp_path / "empty.md", books[1]]
    events = list(add(files, library, indexes, Hashing()))
    failed = [event for event in events if isinstance(event, Failed)]
    assert [event.path.name for event in failed] == ["nowhere.md", "empty.md"]
    assert failed[0].error.hint == "check its name and permissions"
    assert outcomes(events) == [("burns.md", Added.NEW), ("bites.md", Added.NEW)]


def test_what_was_finished_before_a_stop_stays_and_a_second_run_goes_on(
    books: list[Path], library: Library, indexes: Indexes
) -> None:
    cancel = Event()
    steps = add(books, library, indexes, Hashing(), cancel)
    next(step for step in steps if isinstance(step, Indexed))
    cancel.set()
    with pytest.raises(Cancelled):
        list(steps)
    assert [book.file_name for book in library.handbooks()] == ["burns.md"]
    assert library.unfinished() == ()
    again = outcomes(list(add(books, library, indexes, Hashing())))
    assert again == [("burns.md", Added.UNCHANGED), ("bites.md", Added.NEW)]


def test_a_handbook_is_in_the_library_whole_or_not_at_all(
    library: Library, indexes: Indexes, tmp_path: Path
) -> None:
    long = tmp_path / "long.md"
    long.write_text("".join(f"# Part {n}\n\nGive medicine {n}.\n\n" for n in range(3 * EMBED_SLICE)))
    cancel = Event()
    steps = add([long], library, indexes, Hashing(), cancel)
    first = next(step for step in steps if isinstance(step, Embedding))
    assert first.n_done == EMBED_SLICE < first.n_chunks
    with library.transaction() as db:
        db.execute("update unfinished set process_started = process_started - 1")
    assert library.unfinished() == (str(long),)  # what is left if the process is killed here
    cancel.set()
    with pytest.raises(Cancelled, match=r"long\.md"):
        list(steps)
    assert library.handbooks() == ()
    assert indexes.check() == ()


def test_another_embedder_makes_every_vector_anew_and_only_once(filled: Library, indexes: Indexes) -> None:
    other = Hashing("other")
    assert list(embed_again(filled, indexes, other, Event())) == [(0, 2), (1, 2), (2, 2)]
    for parsed in (LONG, SHORT):
        assert_has_vectors_of(filled, other, parsed)
    assert filled.embedder == "other"
    assert indexes.check() == ()
    again = Hashing("other")
    assert list(embed_again(filled, indexes, again, Event())) == [(0, 0)]
    assert again.read == []


def test_making_vectors_anew_goes_on_where_it_was_stopped(filled: Library, indexes: Indexes) -> None:
    cancel = Event()
    steps = embed_again(filled, indexes, Hashing("other"), cancel)
    assert [next(steps), next(steps)] == [(0, 2), (1, 2)]
    cancel.set()
    with pytest.raises(Cancelled):
        next(steps)
    assert filled.waiting_for_vectors() == (SHORT.handbook.id,)
    rest = Hashing("other")
    assert list(embed_again(filled, indexes, rest, Event())) == [(0, 1), (1, 1)]
    assert rest.read == [chunk.indexed_text for chunk in SHORT.chunks]


def test_a_handbook_is_indexed_again_from_its_own_text(filled: Library, indexes: Indexes) -> None:
    wrong = make_vectors(len(SHORT.chunks), seed=9)
    filled.replace_vectors(SHORT.handbook.id, wrong, EMBEDDER)
    embedder = Hashing()
    events = list(index_again([SHORT.handbook.id] * 2, filled, indexes, embedder, Event()))
    assert outcomes(events) == [("Short.txt", Added.REPLACED)]
    assert embedder.read == [chunk.indexed_text for chunk in SHORT.chunks]
    assert_has_vectors_of(filled, embedder, SHORT)
    assert indexes.check() == ()


def test_with_another_embedder_all_handbooks_are_indexed_again(filled: Library, indexes: Indexes) -> None:
    other = Hashing("other")
    events = list(index_again([SHORT.handbook.id], filled, indexes, other, Event()))
    assert outcomes(events) == [("Short.txt", Added.REPLACED), ("Long.txt", Added.REPLACED)]
    assert_has_vectors_of(filled, other, LONG)
    assert filled.waiting_for_vectors() == ()


def test_what_is_damaged_in_the_index_of_another_handbook_is_mended_too(
    filled: Library, indexes: Indexes
) -> None:
    with filled.transaction() as db:
        db.execute("delete from signs where rowid = (select min(rowid) from signs)")
    assert indexes.check() != ()
    list(index_again([SHORT.handbook.id], filled, indexes, Hashing(), Event()))
    assert indexes.check() == ()


def test_vectors_of_an_export_are_taken_over_and_what_is_held_is_left_alone(
    export: LibraryExport, other: Library
) -> None:
    events = take(export, other, None)
    assert outcomes(events) == [("Long.txt", Added.NEW), ("Short.txt", Added.NEW)]
    assert other.embedder == EMBEDDER
    for parsed in (LONG, SHORT):
        assert_has_vectors_of(other, Hashing(), parsed)
    before = other.generation
    assert {outcome for _, outcome in outcomes(take(export, other, None))} == {Added.UNCHANGED}
    assert other.generation == before


def test_an_export_of_another_embedder_gets_vectors_of_the_one_in_use(
    export: LibraryExport, other: Library
) -> None:
    embedder = Hashing("other")
    events = take(export, other, embedder, in_use="other")
    assert outcomes(events) == [("Long.txt", Added.NEW), ("Short.txt", Added.NEW)]
    assert_has_vectors_of(other, embedder, LONG)
    made = [
        event.n_done for event in events if isinstance(event, Embedding) and event.path.name == "Long.txt"
    ]
    assert made == [EMBED_SLICE, 2 * EMBED_SLICE, 2 * EMBED_SLICE + 1]
    embedder.read.clear()
    take(export, other, embedder, in_use="other")
    assert embedder.read == []


def test_vectors_of_two_embedders_never_mix(export: LibraryExport, other: Library) -> None:
    own = make_handbook("Own", ["Insulin infusion."])
    other.add(own, make_vectors(1), "another")
    with pytest.raises(ModelError, match="made by another, not by third") as refused:
        take(export, other, Hashing("third"), in_use="third")
    assert "edgerag doctor --repair" in refused.value.hint
    assert [book.title for book in other.handbooks()] == ["Own"]


def forged(path: Path, *books: ParsedHandbook, vectors: bytes | None = None) -> Path:
    """Write an export as another program might: its hashes are right, whatever it holds."""
    entries = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for parsed in books:
            matrix = make_vectors(len(parsed.chunks)).astype("<f2").tobytes() if vectors is None else vectors
            content = msgspec.msgpack.encode({"parsed": parsed, "vectors": matrix})
            sha256 = hashlib.sha256(content).hexdigest()
            book = parsed.handbook
            entry = ExportedHandbook(
                book.id, book.title, "", book.file_name, book.n_pages, len(content), sha256
            )
            archive.writestr(entry.member, content)
            entries.append(entry)
        contents = ContentsFile("edgerag.library/1", "0", EMBEDDER, 16, tuple(entries))
        archive.writestr(CONTENTS, msgspec.json.encode(contents))
    return path


def failures(events: Sequence[AddEvent]) -> list[str]:
    return [str(event.error) for event in events if isinstance(event, Failed)]


def renamed(parsed: ParsedHandbook, file_name: str) -> ParsedHandbook:
    return replace(parsed, handbook=replace(parsed.handbook, file_name=file_name, source_path=file_name))


OTHER_DOSE = make_handbook("Short", ["Cool a burn with running oil."])


@pytest.mark.parametrize("leads", ["/handbooks/Short.txt", "../../handbooks/Short.txt", "..", "a/b.txt"])
def test_an_import_whose_name_leads_to_another_handbook_is_refused_and_the_others_are_added(
    filled: Library, tmp_path: Path, leads: str
) -> None:
    filled.edit(SHORT.handbook.id, "authority", "high")
    filled.keep_report("How is a burn cooled?", b"{}", [SHORT.handbook.id])
    sound = make_handbook("Sound", ["Insulin infusion."])
    with LibraryExport(forged(tmp_path / "f.edgerag", renamed(OTHER_DOSE, leads), sound)) as export:
        events = take(export, filled, None)
    assert [("file name" in told, "Short" in told) for told in failures(events)] == [(True, True)]
    assert outcomes(events) == [("Sound.txt", Added.NEW)]
    assert filled.pages(SHORT.handbook.id) == SHORT.pages
    assert filled.handbook(SHORT.handbook.id).metadata.authority.value == "high"
    assert len(filled.reports()) == 1


def test_an_import_never_replaces_even_if_it_names_the_same_source(filled: Library, tmp_path: Path) -> None:
    path = forged(tmp_path / "f.edgerag", OTHER_DOSE)
    source = str(path / OTHER_DOSE.handbook.id / "Short.txt")
    victim = make_handbook("Victim", ["Insulin."], source=source)
    filled.add(victim, make_vectors(1), EMBEDDER)
    with LibraryExport(path) as export:
        assert outcomes(take(export, filled, None)) == [("Short.txt", Added.NEW)]
    assert filled.pages(victim.handbook.id) == victim.pages


def test_the_real_file_wins_over_an_import_that_claims_its_hash(
    library: Library, indexes: Indexes, tmp_path: Path
) -> None:
    file = tmp_path / "burns.txt"
    file.write_text("Cool a burn with running water for 20 minutes.")
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    forgery = make_handbook("Burns", ["Cool a burn with running oil."], sha256=sha256)
    with LibraryExport(forged(tmp_path / "f.edgerag", forgery)) as export:
        take(export, library, None)
    (book,) = library.handbooks()
    assert (book.sha256, book.signed_by) == (sha256, "nobody")
    library.keep_report("How is a burn cooled?", b"{}", [book.id])
    assert outcomes(list(add([file], library, indexes, Hashing()))) == [("burns.txt", Added.REPLACED)]
    (book,) = library.handbooks()
    assert (book.sha256, book.signed_by) == (sha256, "")
    assert "water" in library.text(book.id)
    assert [kept.question for kept in library.reports()] == ["How is a burn cooled?"]
    with LibraryExport(forged(tmp_path / "g.edgerag", forgery)) as export:
        assert outcomes(take(export, library, None)) == [("Burns.txt", Added.UNCHANGED)]
    assert "water" in library.text(book.id)


def test_a_file_that_says_what_was_imported_vouches_for_it_and_the_history_stays(
    library: Library, other: Library, indexes: Indexes, tmp_path: Path
) -> None:
    file = tmp_path / "burns.txt"
    file.write_text("Cool a burn with running water for 20 minutes.")
    list(add([file], library, indexes, Hashing()))
    export_library(tmp_path / "data" / "library.db", tmp_path / "e.edgerag", lambda *_: None, Event())
    with LibraryExport(tmp_path / "e.edgerag") as export:
        take(export, other, None)
    (book,) = other.handbooks()
    other.edit(book.id, "authority", "high")
    other.keep_report("How is a burn cooled?", b"{}", [book.id])
    their_indexes = Indexes.open(other, tmp_path / "other" / "lexical")
    assert outcomes(list(add([file], other, their_indexes, Hashing()))) == [("burns.txt", Added.CONFIRMED)]
    (book,) = other.handbooks()
    assert (book.signed_by, book.metadata.authority.value) == ("", "high")
    assert len(other.reports()) == 1
    assert their_indexes.check() == ()


@pytest.mark.parametrize("value", [float("nan"), 0.0, 60_000.0])
def test_an_import_with_vectors_that_are_no_directions_is_refused(
    other: Library, tmp_path: Path, value: float
) -> None:
    bad = np.full((1, 16), value, dtype="<f2").tobytes()
    with LibraryExport(forged(tmp_path / "f.edgerag", SHORT, vectors=bad)) as export:
        assert ["length 1" in told for told in failures(take(export, other, None))] == [True]
    assert other.handbooks() == ()


def test_an_imported_handbook_says_who_vouches_for_it(other: Library, tmp_path: Path) -> None:
    indexes = Indexes.open(other, tmp_path / "other" / "lexical")
    with LibraryExport(forged(tmp_path / "f.edgerag", SHORT)) as export:
        list(add_exported(export, other, indexes, "", Hashing, Event(), signed_by="1234 5678"))
    assert [book.signed_by for book in other.handbooks()] == ["1234 5678"]


def test_an_import_that_brings_nothing_new_is_in_the_trail(export: LibraryExport, other: Library) -> None:
    other.switch_trail(is_on=True)
    for _ in range(2):
        take(export, other, Hashing())
    *_, new, again = (read(row.content) for row in other.audit_trail()[0])
    assert (new.what, new.note) == (Deed.IMPORTED, "new, signed by nobody")
    assert (again.what, again.note) == (Deed.IMPORTED, "nothing new, signed by nobody")
    assert {book.id for book in again.handbooks} == {book.id for book in other.handbooks()}
    assert other.trail_flaw() is None


def test_an_import_of_which_all_is_refused_is_in_the_trail(other: Library, tmp_path: Path) -> None:
    other.switch_trail(is_on=True)
    unsound = replace(SHORT, pages=(replace(SHORT.pages[0], text="Cool a burn with ice."),))
    with LibraryExport(forged(tmp_path / "f.edgerag", unsound)) as export:
        assert any(isinstance(event, Failed) for event in take(export, other, Hashing()))
    entry = read(other.audit_trail()[0][-1].content)
    assert (entry.what, entry.note, entry.handbooks) == (Deed.IMPORTED, "nothing new, signed by nobody", ())


def test_a_huge_member_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.edgerag"
    entry = ExportedHandbook(SHORT.handbook.id, "Bomb", "", "bomb.txt", 1, 480_000_000, "0" * 64)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(entry.member, "w") as member:
            for _ in range(480):
                member.write(bytes(1_000_000))
        contents = ContentsFile("edgerag.library/1", "0", EMBEDDER, 16, (entry,))
        archive.writestr(CONTENTS, msgspec.json.encode(contents))
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match="claims 480,000,000 bytes"):
            LibraryExport(path)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_a_handbook_comes_with_what_it_speaks_of(library: Library, indexes: Indexes, tmp_path: Path) -> None:
    file = tmp_path / "malaria.md"
    file.write_text("# Malaria\n\nQuinine is used for severe malaria.\n", encoding="utf-8")
    list(add_handbooks([file], library, indexes, Hashing(), Ingest(), Event()))
    (book,) = library.handbooks()
    assert {entity.name for entity in library.entities(book.id)} == {"malaria", "quinine", "severe malaria"}
    assert [relation.source for relation in library.relations(book.id)] == ["drug:quinine"]
    assert library.waiting_for_entities() == ()


def test_a_handbook_comes_with_what_it_states(library: Library, indexes: Indexes, tmp_path: Path) -> None:
    file = tmp_path / "malaria.md"
    file.write_text("# Malaria\n\nGive quinine 600 mg at once.\n", encoding="utf-8")
    list(add_handbooks([file], library, indexes, Hashing(), Ingest(), Event()))
    (book,) = library.handbooks()
    claims = library.claims(book.id, READER)
    assert claims is not None
    assert [claim.drugs for claim in claims] == [frozenset({"quinine"})]


def test_a_stop_while_a_handbook_is_read_for_what_it_states_leaves_none_of_it(
    library: Library, indexes: Indexes, tmp_path: Path
) -> None:
    file, cancel = tmp_path / "malaria.md", Event()
    file.write_text("# Malaria\n\nGive quinine 600 mg at once.\n", encoding="utf-8")
    adding = add_handbooks([file], library, indexes, Hashing(), Ingest(), cancel)
    assert isinstance(next(adding), Reading)
    cancel.set()
    with pytest.raises(Cancelled):
        list(adding)
    assert library.handbooks() == ()


def test_handbooks_of_an_older_library_are_read_for_their_entities_once(filled: Library) -> None:
    n_handbooks = len(filled.handbooks())
    assert [done for done, _ in read_entities_again(filled, Event())] == list(range(n_handbooks + 1))
    assert "burn" in {entity.name for entity in filled.entities(SHORT.handbook.id)}
    assert list(read_entities_again(filled, Event())) == [(0, 0)]


def test_reading_for_entities_goes_on_where_it_was_stopped(filled: Library) -> None:
    cancel = Event()
    reading = read_entities_again(filled, cancel)
    next(reading)
    cancel.set()
    with pytest.raises(Cancelled):
        next(reading)
    n_waiting = len(filled.waiting_for_entities())
    assert 0 < n_waiting < len(filled.handbooks())
    list(read_entities_again(filled, Event()))
    assert filled.waiting_for_entities() == ()


def test_a_damaged_handbook_waits_and_the_others_are_read(filled: Library) -> None:
    with filled.transaction() as db:
        db.execute(
            "update pages set text = 'Freeze it.' where handbook in (select key from handbooks where id = ?)",
            (SHORT.handbook.id,),
        )
    list(read_entities_again(filled, Event()))
    assert filled.waiting_for_entities() == (SHORT.handbook.id,)


def test_an_import_is_read_for_its_entities(export: LibraryExport, other: Library, tmp_path: Path) -> None:
    into = Indexes.open(other, tmp_path / "other-lexical")
    list(add_exported(export, other, into, EMBEDDER, Hashing, Event()))
    assert other.waiting_for_entities() == ()
    assert "burn" in {entity.name for entity in other.entities()}
    assert all(other.claims(book.id, READER) is not None for book in other.handbooks())
