from __future__ import annotations

import os
import random
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tantivy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import ChunkId, HandbookId
from edgerag.domain.rankings import Rankings, ranked
from edgerag.errors import LexicalError, LibraryBusyError, StoreError
from edgerag.index.lexical import LexicalIndex
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.test_connection import as_somebody_else

CLINIC = make_handbook(
    "Clinic",
    [
        "Give adrenaline 0.5 mg (0.5 mL of 1:1000) into the thigh.",
        "Chlorine solution: 1,000 ppm for spills; 0.1% for floors.",
        "Gentamicin 7 mg/kg daily. Co-trimoxazole 960mg.",
        "高血压患者应限制钠盐摄入。",
        "Malaria is treated according to weight.",
    ],
    headings=["Anaphylaxis", "Cleaning", "Antibiotics", "血压", "Fever"],
)
HOSPITAL = make_handbook("Hospital", ["Adrenaline is kept in the red box.", "Treatment of malaria."])


@pytest.fixture
def lexical(indexes: Indexes) -> LexicalIndex:
    for parsed in (CLINIC, HOSPITAL):
        indexes.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    return indexes.lexical


def first_chunk(lexical: LexicalIndex, question: str, parsed: ParsedHandbook = CLINIC) -> int | None:
    """The ordinal of the best chunk."""
    ranking = lexical.search(question, 5).chunks.get(parsed.handbook.id, [])
    ordinals = {chunk.id: chunk.ordinal for chunk in parsed.chunks}
    return ordinals[ranking[0].chunk_id] if ranking else None


@pytest.mark.parametrize(
    ("question", "ordinal"),
    [
        ("1:1000", 0),
        ("7 mg/kg?", 2),
        ("dose per mg/kg", 2),
        ("0.5mg of what", 0),
        ("1,000", 1),
        ("1000 ppm", 1),
        ("0.1%", 1),
        ("cotrimoxazole or co-trimoxazole", 2),
        ("960 mg", 2),
        ("高血压", 3),
        ("treating MALARIA", 4),
        ("what about cleaning", 1),
    ],
)
def test_finds_doses_drugs_and_words_in_any_form(lexical: LexicalIndex, question: str, ordinal: int) -> None:
    assert first_chunk(lexical, question) == ordinal


def test_one_query_serves_every_handbook(lexical: LexicalIndex) -> None:
    found = lexical.search("adrenaline", 5).chunks
    assert {book: len(ranking) for book, ranking in found.items()} == {
        CLINIC.handbook.id: 1,
        HOSPITAL.handbook.id: 1,
    }
    assert list(lexical.search("adrenaline", 5, [HOSPITAL.handbook.id]).chunks) == [HOSPITAL.handbook.id]
    assert lexical.search("adrenaline", 5, []).chunks == {}


def test_titles_and_bodies_are_ranked_by_section(lexical: LexicalIndex) -> None:
    found = lexical.search("anaphylaxis", 5)
    assert [int(hit.chunk_id) for hit in found.titles[CLINIC.handbook.id]] == [CLINIC.sections[0].id]
    assert found.bodies == {}


@pytest.mark.parametrize(
    "question", ["", "   ", "?!", 'AND OR "a :: [* TO', "\x00\x1b[2J", "(" * 10_000, "🙂"]
)
def test_nothing_in_a_question_is_syntax(lexical: LexicalIndex, question: str) -> None:
    lexical.search(question, 5)


def assert_rankings(found: Rankings, k: int) -> None:
    for ranking in found.values():
        assert ranking == ranked(ranking)
        assert 0 < len(ranking) <= k


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(question=st.text(max_size=60), k=st.integers(1, 3))
def test_each_ranking_is_a_ranking(lexical: LexicalIndex, question: str, k: int) -> None:
    for found in (lexical.search(question, k), lexical.search(f"adrenaline malaria {question}", k)):
        for rankings in (found.chunks, found.bodies, found.titles):
            assert_rankings(rankings, k)


def test_the_order_of_adding_does_not_matter(library: Library, tmp_path: Path) -> None:
    def rankings(folder: str, books: list[ParsedHandbook]) -> dict[HandbookId, list[tuple[ChunkId, float]]]:
        with Library.open(tmp_path / folder / "library.db") as other:
            indexes = Indexes.open(other, tmp_path / folder / "lexical")
            for parsed in books:
                indexes.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
            return {
                book: [(hit.chunk_id, round(hit.score, 5)) for hit in ranking]
                for book, ranking in indexes.lexical.search("adrenaline for malaria", 5).chunks.items()
            }

    assert rankings("a", [CLINIC, HOSPITAL]) == rankings("b", [HOSPITAL, CLINIC])


def test_rarer_terms_weigh_more(lexical: LexicalIndex) -> None:
    weights = lexical.weights("adrenaline in the thigh of a unicorn")
    assert weights["unicorn"] > weights["thigh"] > weights["adrenalin"]


def test_a_removed_handbook_leaves_no_byte_in_the_folder(indexes: Indexes, tmp_path: Path) -> None:
    secret = make_handbook("Secret", ["zyxwvut " * 50], headings=["zyxwvut"])
    indexes.add(HOSPITAL, make_vectors(2), EMBEDDER)
    indexes.add(secret, make_vectors(1), EMBEDDER)
    indexes.remove(secret.handbook.id)
    left = [file for file in (tmp_path / "data").rglob("*") if file.is_file()]
    assert [file.name for file in left if b"zyxwvut" in file.read_bytes()] == []


def test_another_program_sees_what_is_added(lexical: LexicalIndex, indexes: Indexes, tmp_path: Path) -> None:
    with Library.open(tmp_path / "data" / "library.db") as other_library:
        other = Indexes.open(other_library, tmp_path / "data" / "lexical")
        other.add(make_handbook("New", ["snakebite"]), make_vectors(1), EMBEDDER)
        assert len(lexical.search("snakebite", 5).chunks) == 1
        other.remove(HOSPITAL.handbook.id)
        assert list(lexical.search("red box", 5).chunks) == []


def test_a_second_writer_waits_and_then_says_so(
    lexical: LexicalIndex, library: Library, tmp_path: Path
) -> None:
    held = tantivy.Index.open(str(tmp_path / "data" / "lexical" / "chunks")).writer(15_000_000, 1)
    started = time.monotonic()
    with pytest.raises(LibraryBusyError):
        lexical.rebuild()
    assert time.monotonic() - started >= library.busy_timeout_s
    held.wait_merging_threads()
    lexical.rebuild()


def damage_segment(folder: Path) -> None:
    for file in folder.rglob("*.term"):
        file.write_bytes(b"\xff" * file.stat().st_size)


def damage_meta(folder: Path) -> None:
    (folder / "chunks" / "meta.json").write_text("{")


def drop_one(folder: Path) -> None:
    shutil.rmtree(folder / "bodies")


def leave_stale_lock(folder: Path) -> None:
    (folder / "chunks" / ".tantivy-writer.lock").touch()
    (folder / "generation").unlink()


@pytest.mark.parametrize("harm", [shutil.rmtree, damage_meta, drop_one, leave_stale_lock])
def test_a_harmed_folder_is_healed_at_the_next_start(
    lexical: LexicalIndex, library: Library, tmp_path: Path, harm: object
) -> None:
    folder = tmp_path / "data" / "lexical"
    assert callable(harm)
    harm(folder)
    healed = Indexes.open(library, folder)
    assert healed.check() == ()
    assert first_chunk(healed.lexical, "1:1000") == 0


def test_programs_that_note_at_once_what_they_agree_with_do_not_trip_over_each_other(
    lexical: LexicalIndex, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "lexical"
    with Library.open(tmp_path / "data" / "library.db") as patient, ThreadPoolExecutor(4) as pool:
        programs = [LexicalIndex(patient, folder) for _ in range(4)]
        for _ in range(20):
            (folder / "generation").unlink()
            for noted in [pool.submit(program.catch_up) for program in programs]:
                noted.result()
            assert lexical.generation == patient.generation
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["generation"]


def test_damage_inside_a_segment_is_mended_by_a_rebuild(
    lexical: LexicalIndex, library: Library, tmp_path: Path
) -> None:
    damage_segment(tmp_path / "data" / "lexical")
    indexes = Indexes.open(library, tmp_path / "data" / "lexical")
    indexes.repair()
    assert first_chunk(indexes.lexical, "1:1000") == 0


def test_a_medicine_with_its_amount_outranks_the_medicine_and_the_amount_apart(indexes: Indexes) -> None:
    apart = "Isoniazid for prevention; with it pyridoxine, oral, 10 mg."
    together = "Pyridoxine for prevention; with it isoniazid, oral, 10 mg."
    parsed = make_handbook("Tuberculosis", [apart, together, apart])
    indexes.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
    assert first_chunk(indexes.lexical, "isoniazid 10 mg", parsed) == 1


def test_a_second_program_leaves_alone_what_the_first_has_only_begun(
    lexical: LexicalIndex, library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "lexical"
    (folder / "generation").unlink()
    begun = sorted(path.name for path in (folder / "chunks").iterdir())
    LexicalIndex(library, folder)
    assert sorted(path.name for path in (folder / "chunks").iterdir()) == begun
    assert first_chunk(lexical, "adrenaline") == 0


def test_the_words_of_all_chunks_are_known_and_follow_the_library(
    lexical: LexicalIndex, indexes: Indexes
) -> None:
    words = lexical.vocabulary()
    assert lexical.vocabulary() is words
    assert (words.n_chunks("adrenaline"), words.n_chunks("scabies")) == (2, 0)
    assert words.has_stem_of("treating")
    scabies = make_handbook("Skin", ["Scabies itches."])
    indexes.add(scabies, make_vectors(1), EMBEDDER)
    assert lexical.vocabulary().n_chunks("scabies") == 1


@pytest.mark.parametrize(
    ("names", "is_there"),
    [
        (["epinephrine", "adrenaline"], True),
        (["Cotrimoxazole", "co-trimoxazole"], True),
        (["red box"], True),
        (["red thigh"], False),
        (["levetiracetam", "keppra"], False),
        (["kleaning", "floorish"], False),
        (["cleanings"], True),
        ([], False),
    ],
)
def test_a_name_is_there_if_one_chunk_has_all_its_words(
    lexical: LexicalIndex, names: list[str], is_there: bool
) -> None:
    books = [CLINIC.handbook.id, HOSPITAL.handbook.id]
    assert lexical.names_any(names, books) is is_there


def test_a_name_is_looked_for_in_the_handbooks_that_are_asked(lexical: LexicalIndex) -> None:
    assert lexical.names_any(["gentamicin"], [CLINIC.handbook.id])
    assert not lexical.names_any(["gentamicin"], [HOSPITAL.handbook.id])
    assert not lexical.names_any(["gentamicin"], [])


def test_a_name_is_there_in_another_spelling(indexes: Indexes) -> None:
    book = make_handbook("Blood", ["Anaemia is treated with iron."])
    indexes.add(book, make_vectors(1), EMBEDDER)
    assert indexes.lexical.names_any(["anemia"], [book.handbook.id])


def test_a_file_where_the_folder_belongs_makes_way(
    lexical: LexicalIndex, library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "lexical"
    shutil.rmtree(folder)
    folder.write_text("not an index")
    healed = Indexes.open(library, folder)
    assert healed.check() == ()
    assert first_chunk(healed.lexical, "adrenaline") == 0


def test_whatever_byte_of_the_index_is_damaged_a_search_ends_and_repair_mends_it(
    lexical: LexicalIndex, library: Library, tmp_path: Path
) -> None:
    sound = tmp_path / "sound"
    shutil.copytree(tmp_path / "data" / "lexical", sound)
    draw = random.Random(7)
    files = sorted(path for path in sound.rglob("*") if path.is_file() and path.stat().st_size)
    for number in range(60):
        folder = tmp_path / f"damaged-{number}"  # Tantivy's threads may still be writing to the one before
        shutil.copytree(sound, folder)
        damaged = folder / draw.choice(files).relative_to(sound)
        content = bytearray(damaged.read_bytes())
        for at in draw.choices(range(len(content)), k=20):
            content[at] = draw.randrange(256)
        damaged.write_bytes(content)
        opened = Indexes(library, folder)
        opened.lexical.search("adrenaline", 5)
        assert opened.lexical.weights("adrenaline")
        if opened.check():
            opened.repair()
            assert opened.check() == ()
        assert first_chunk(Indexes.open(library, folder).lexical, "1,000 ppm") in {1, None}


def test_an_index_that_cannot_be_made_is_done_without(library: Library, lexical: LexicalIndex) -> None:
    nowhere = Indexes.open(library, Path("/proc/lexical"))
    assert nowhere.lexical.search("adrenaline", 5).chunks == {}
    assert nowhere.lexical.weights("adrenaline dose") == {"adrenalin": 1.0, "dose": 1.0}
    (error,) = nowhere.impairments()
    assert "cannot be used" in str(error)
    assert error.hint
    with pytest.raises(StoreError, match="cannot be used"):
        nowhere.repair()


def test_an_index_on_a_read_only_medium_is_searched(
    library: Library, lexical: LexicalIndex, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    shutil.copytree(tmp_path / "data" / "lexical", stick)
    for path in [stick, *stick.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    above = [path for path in stick.parents if path.stat().st_mode & 0o055 != 0o055]
    modes = {path: path.stat().st_mode for path in above}
    try:
        for path in above:
            path.chmod(0o755)
        found = as_somebody_else(lambda: first_chunk(LexicalIndex(library, stick), "adrenaline"))
    finally:
        for path, mode in modes.items():
            path.chmod(mode)
    assert found == "0"


def test_every_file_of_the_index_is_its_owners_alone_whatever_the_umask(
    library: Library, tmp_path: Path
) -> None:
    before = os.umask(0)
    try:
        Indexes.open(library, tmp_path / "new" / "lexical").add(CLINIC, make_vectors(5), EMBEDDER)
    finally:
        os.umask(before)
    for path in [tmp_path / "new", *(tmp_path / "new").rglob("*")]:
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.parametrize("question", ["adrenaline 0.5 mg", "anaphylaxis", "oxygen or insulin", "破伤风"])
def test_indexes_in_memory_rank_as_those_in_a_folder(
    lexical: LexicalIndex, library: Library, question: str
) -> None:
    in_memory = LexicalIndex(library, None)
    in_memory.catch_up()
    assert in_memory.search(question, 5) == lexical.search(question, 5)
    assert in_memory.weights(question) == lexical.weights(question)
    assert in_memory.generation == lexical.generation


def test_indexes_in_memory_follow_the_library_and_can_be_made_anew(
    indexes: Indexes, library: Library
) -> None:
    in_memory = LexicalIndex(library, None)
    assert in_memory.generation < 0
    indexes.add(make_handbook("Snakes", ["Snakebite antivenom."]), make_vectors(1), EMBEDDER)
    in_memory.catch_up()
    assert in_memory.search("snakebite", 5).chunks
    assert in_memory.differences() == []
    in_memory.failure = LexicalError("as if it were damaged")
    in_memory.rebuild()
    assert in_memory.search("snakebite", 5).chunks
    assert in_memory.differences() == []


def test_other_names_are_searched_too_and_weigh_less(lexical: LexicalIndex) -> None:
    def found(question: str, *also: str) -> dict[int, float]:
        hits = lexical.search(question, 5, None, also).chunks.get(CLINIC.handbook.id, [])
        ordinals = {chunk.id: chunk.ordinal for chunk in CLINIC.chunks}
        return {ordinals[hit.chunk_id]: hit.score for hit in hits}

    assert found("epinephrine") == {}
    assert found("epinephrine", "adrenaline").keys() == {0}
    assert 0 < found("epinephrine", "adrenaline")[0] < found("adrenaline")[0]
    # A word that the question has itself gains nothing by being another name too.
    assert found("adrenaline", "adrenaline") == found("adrenaline")
