from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.domain.pages import handbook_text
from edgerag.errors import DamagedError, StoreError
from edgerag.store.library import Library
from edgerag.store.rooms.stock import Added
from edgerag.store.salvage import LOST_HEADING, Salvage, filled_pages, filled_sections
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

N_FLIPS = 400


def doses(title: str, n_pages: int) -> ParsedHandbook:
    texts = [
        f"{title}, page {n}: give adrenaline {n}.5 mg into the thigh, not {n} mg." for n in range(n_pages)
    ]
    return make_handbook(title, texts, pages_per_section=3)


BOOKS = (doses("Clinic", 60), doses("Hospital", 30))
TRUTH = {book.handbook.id: book for book in BOOKS}
REPORT = b'{"quoted": "adrenaline 0.5 mg"}'
SEALED_TABLES = {
    "pages": "text",
    "sections": "path",
    "chunks": "text",
    "metadata": "value",
    "handbooks": "file_name",
}


@pytest.fixture
def library_file(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "library.db"
    make_books(path)
    return path


def make_books(path: Path) -> None:
    """Make a library of the books, with one question in its history."""
    with Library.open(path) as library:
        for number, book in enumerate(BOOKS):
            library.add(book, make_vectors(len(book.chunks), seed=number), EMBEDDER)
        library.keep_report("What dose?", REPORT, list(TRUTH))


def shown(library: Library) -> tuple[bool, bool]:
    """Read all that can be read: whether nothing of it is wrong, and whether nothing of it is lacking."""
    salvaged = Salvage.of(library)
    books = {book.id: book for book in library.handbooks()}
    right, whole = True, set(books) == set(TRUTH)
    for name in books.keys() & TRUTH.keys():
        true = TRUTH[name]
        try:
            pages, sections = salvaged.pages(name), salvaged.sections(name)
        except DamagedError:
            whole = False
            continue
        chunks = salvaged.all_chunks(name)
        right &= all(
            page.text in ("", page.text[:1] * len(page.text)) or page in true.pages for page in pages
        )
        right &= all(one.heading == LOST_HEADING or one in true.sections for one in sections)
        right &= all(chunk in true.chunks for chunk in chunks)
        right &= books[name].title in (true.handbook.title, true.handbook.file_name)
        whole &= (pages, sections, chunks) == (true.pages, true.sections, true.chunks)
        whole &= books[name] == true.handbook
    kept = library.reports()
    right &= all(one.question in ("What dose?", "(damaged)") for one in kept)
    for one in kept:
        try:
            right &= library.report(one.id) in (REPORT, None)
        except DamagedError:
            whole = False
    return right, whole


def found(library: Library) -> bool:
    """Whether the full check finds anything."""
    damaged = any(library.damage(book.id) for book in library.handbooks())
    return bool(
        damaged or library.unreadable() or library.damaged_reports() or library.file_damage(deep=True)
    )


def test_a_bit_flipped_anywhere_is_never_shown_as_text_and_is_found(library_file: Path) -> None:
    sound = library_file.read_bytes()
    draw = random.Random(20261123)
    n_refused = 0
    for _ in range(N_FLIPS):
        at, bit = draw.randrange(len(sound)), draw.randrange(8)
        damaged = bytearray(sound)
        damaged[at] ^= 1 << bit
        for left in library_file.parent.iterdir():
            left.unlink()
        library_file.write_bytes(damaged)
        try:
            with Library.open(library_file) as library:
                right, whole = shown(library)
                assert right, f"bit {bit} of byte {at} was shown"
                assert whole or found(library), f"bit {bit} of byte {at} was not found"
                n_refused += not whole
        except StoreError:
            n_refused += 1
    assert n_refused > N_FLIPS / 10


@pytest.mark.parametrize(("table", "column"), SEALED_TABLES.items())
def test_what_is_changed_behind_the_programs_back_is_named(
    library_file: Path, table: str, column: str
) -> None:
    with Library.open(library_file) as library:
        with library.transaction() as db:
            db.execute(
                f"update {table} set {column} = replace({column}, substr({column}, 3, 1), '#')"
                f" where rowid = 2"
                if table not in {"pages", "metadata"}
                else f"update {table} set {column} = {column} || '#' where handbook = 2"
            )
        hospital = BOOKS[1].handbook.id
        if table == "handbooks":
            assert library.unreadable() == (hospital,)
        else:
            assert any(library.damage(book) for book in TRUTH)
        assert shown(library)[0]


def damage_page(library: Library, handbook: HandbookId, ordinal: int) -> None:
    key = library.keys()[handbook]
    with library.transaction() as db:
        db.execute(
            "update pages set text = replace(text, '.5 mg', '8.5 mg') where handbook = ? and ordinal = ?",
            (key, ordinal),
        )


def test_a_damaged_page_is_refused_by_its_number_and_the_others_are_read(library_file: Path) -> None:
    clinic = BOOKS[0]
    with Library.open(library_file) as library:
        damage_page(library, clinic.handbook.id, 12)
        with pytest.raises(DamagedError, match="page 12") as refused:
            library.pages(clinic.handbook.id)
        assert "doctor --repair" in refused.value.hint
        assert library.page(clinic.handbook.id, 13) == clinic.pages[12]
        salvaged = Salvage.of(library)
        pages = salvaged.pages(clinic.handbook.id)
        assert salvaged.damaged(clinic.handbook.id) == ("page 12",)
        assert pages[11].text.isspace()
        assert pages[:11] + pages[12:] == clinic.pages[:11] + clinic.pages[12:]
        assert len(handbook_text(pages)) == len(handbook_text(clinic.pages))


def test_a_lost_passage_is_remembered_for_its_handbook(library_file: Path) -> None:
    clinic = BOOKS[0]
    with Library.open(library_file) as library:
        with library.transaction() as db:
            db.execute("update chunks set text = 'x' where id = ?", (clinic.chunks[3].id,))
        salvaged = Salvage.of(library)
        assert salvaged.chunks([clinic.chunks[3].id, clinic.chunks[4].id]).keys() == {clinic.chunks[4].id}
        assert salvaged.first_chunks([clinic.sections[1].id]) == []
        assert salvaged.damaged(clinic.handbook.id) == ("passage 4",)


def test_adding_the_file_again_mends_it_and_keeps_reports_and_what_a_person_stated(
    library_file: Path,
) -> None:
    clinic = BOOKS[0]
    with Library.open(library_file) as library:
        library.edit(clinic.handbook.id, "authority", "high")
        salvaged = Salvage.of(library)
        damage_page(library, clinic.handbook.id, 12)
        assert salvaged.pages(clinic.handbook.id)[11].text.isspace()
        assert not library.has_content(clinic.handbook.sha256)
        assert library.add(clinic, make_vectors(len(clinic.chunks)), EMBEDDER) is Added.MENDED
        assert salvaged.pages(clinic.handbook.id) == clinic.pages == library.pages(clinic.handbook.id)
        assert salvaged.damaged(clinic.handbook.id) == ()
        assert len(library.reports()) == 1
        assert library.handbook(clinic.handbook.id).metadata.authority.value == "high"
        assert library.add(clinic, make_vectors(len(clinic.chunks)), EMBEDDER) is Added.UNCHANGED


@pytest.mark.parametrize("lost", [{1}, {60}, {5, 6, 7}, set(range(1, 61))])
def test_blank_pages_take_exactly_the_room_of_those_they_stand_for(lost: set[int]) -> None:
    clinic = BOOKS[0]
    pages = filled_pages(
        {page.ordinal: page for page in clinic.pages if page.ordinal not in lost}, clinic.handbook
    )
    assert len(handbook_text(pages)) == len(handbook_text(clinic.pages))
    assert all(page.text.strip() == "" or page == clinic.pages[page.ordinal - 1] for page in pages)


@pytest.mark.parametrize("lost", [{0}, {19}, {4, 5}])
def test_a_damaged_heading_keeps_its_place_and_its_id(lost: set[int]) -> None:
    clinic = BOOKS[0]
    kept = {section.ordinal: section for section in clinic.sections if section.ordinal not in lost}
    sections = filled_sections(kept, clinic.handbook)
    assert [section.id for section in sections] == [section.id for section in clinic.sections]
    assert {section.ordinal for section in sections if section.heading == LOST_HEADING} == lost
    assert all(one.end <= other.start for one, other in pairwise(sections))


def test_a_library_from_before_there_were_seals_gets_them_and_says_so(
    library_file: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older.db"
    shutil.copy(library_file, older)
    with Library.open(older) as library, library.transaction() as db:
        db.execute("delete from _migrations where name = '0004_seals'")
        for table in (
            "handbooks",
            "metadata",
            "pages",
            "sections",
            "chunks",
            "own_names",
            "vectors",
            "answers",
        ):
            db.execute(f"alter table {table} drop column seal")
        db.execute("alter table reports drop column seal")
        db.execute("alter table handbooks drop column signed_by")
        db.execute("alter table handbooks drop column sealed_late")
    with Library.open(older) as library:
        assert shown(library) == (True, True)
        assert not found(library)
        assert library.n_sealed_late == len(BOOKS)
        assert library.migrated == ("0004_seals",)
    with Library.open(library_file) as library:
        assert library.n_sealed_late == 0
        assert library.migrated == ()


def test_a_lost_passage_is_remembered_though_pages_are_read_after_it(library_file: Path) -> None:
    clinic = BOOKS[0]
    with Library.open(library_file) as library:
        with library.transaction() as db:
            db.execute("update chunks set text = 'x' where id = ?", (clinic.chunks[3].id,))
        salvaged = Salvage.of(library)
        assert salvaged.chunks([clinic.chunks[3].id]) == {}
        salvaged.pages(clinic.handbook.id)
        salvaged.sections(clinic.handbook.id)
        assert salvaged.damaged(clinic.handbook.id) == ("passage 4",)
