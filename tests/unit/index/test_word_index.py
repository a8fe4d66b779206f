from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
import tantivy

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.ids import HandbookId
from edgerag.errors import LibraryBusyError
from edgerag.index.word_index import WordEntry, WordIndex
from edgerag.store.handbooks import HandbookKey
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

TEXTS = {
    "Crowd": [f"fever fever fever {n}" for n in range(60)],
    "Quiet": ["a long page that says fever once among many other words " * 3] * 3,
}


def words_of(library: Library, handbook: HandbookId) -> Iterator[WordEntry]:
    for chunk in library.all_chunks(handbook):
        yield WordEntry(chunk.id, chunk.prefix, chunk.text)


def skip() -> None:
    pass


@pytest.fixture
def keys(library: Library) -> Mapping[str, HandbookKey]:
    """Two handbooks in the library, by their names."""
    books = {name: make_handbook(name, texts) for name, texts in TEXTS.items()}
    for book in books.values():
        put(library, book)
    return {name: library.keys()[book.handbook.id] for name, book in books.items()}


def put(library: Library, book: ParsedHandbook) -> None:
    library.add(book, make_vectors(len(book.chunks)), EMBEDDER)


@pytest.fixture
def index(library: Library, keys: Mapping[str, HandbookKey], tmp_path: Path) -> WordIndex:
    index = WordIndex("words", tmp_path / "words", words_of)
    index.catch_up(library, skip)
    return index


def scores(index: WordIndex, k: int, keys: Sequence[HandbookKey]) -> dict[HandbookKey, list[float]]:
    found = index.search("fever", k, set(keys), is_filtered=True)
    return {key: [hit.score for hit in ranking] for key, ranking in found.items()}


def test_rarity_is_the_inverse_document_frequency_of_bm25(index: WordIndex) -> None:
    rarity = index.rarity(["fever", "page", "unicorn"])
    n = 63
    assert rarity == pytest.approx({
        "fever": math.log(1 + (n - 63 + 0.5) / (63 + 0.5)),
        "page": math.log(1 + (n - 3 + 0.5) / (3 + 0.5)),
        "unicorn": math.log(1 + (n + 0.5) / 0.5),
    })  # fmt: skip


def test_a_crowd_of_better_hits_elsewhere_hides_no_handbook(
    index: WordIndex, keys: Mapping[str, HandbookKey]
) -> None:
    both = [keys["Crowd"], keys["Quiet"]]
    few, all_of_them = scores(index, 2, both), scores(index, 100, both)
    assert {key: len(found) for key, found in few.items()} == dict.fromkeys(both, 2)
    assert few == {key: found[:2] for key, found in all_of_them.items()}


def test_what_is_searched_beside_a_handbook_changes_no_score(
    index: WordIndex, keys: Mapping[str, HandbookKey]
) -> None:
    alone = scores(index, 3, [keys["Quiet"]])
    assert alone == {keys["Quiet"]: scores(index, 3, list(keys.values()))[keys["Quiet"]]}
    assert scores(index, 3, []) == {}


def test_only_what_is_missing_is_added(library: Library, index: WordIndex) -> None:
    assert index.differences(library) == []
    new = make_handbook("New", ["snakebite"])
    put(library, new)
    assert index.differences(library) == [f"the words of {new.handbook.id} are not those of the library"]
    steps: list[int] = []
    index.catch_up(library, lambda: steps.append(1))
    assert (steps, index.differences(library)) == ([1], [])


def test_what_a_removed_handbook_leaves_is_told_and_goes(library: Library, index: WordIndex) -> None:
    library.remove(next(iter(library.keys())))
    assert index.differences(library) == ["there are words of a removed handbook"]
    index.rebuild(library, skip)
    assert index.differences(library) == []


def test_an_index_that_is_damaged_is_begun_anew(library: Library, index: WordIndex, tmp_path: Path) -> None:
    assert index.is_new
    assert not WordIndex("words", tmp_path / "words", words_of).is_new
    (tmp_path / "words" / "meta.json").write_text("{", encoding="utf-8")
    again = WordIndex("words", tmp_path / "words", words_of)
    assert again.is_new
    assert len(again.differences(library)) == len(TEXTS)


def test_a_second_writer_waits_and_then_says_so(library: Library, index: WordIndex, tmp_path: Path) -> None:
    held = tantivy.Index.open(str(tmp_path / "words")).writer(15_000_000, 1)
    with pytest.raises(LibraryBusyError, match="another program"):
        index.rebuild(library, skip)
    held.wait_merging_threads()
    index.rebuild(library, skip)
