from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import Event

import pytest

from edgerag.atlas import kept
from edgerag.atlas.atlas import draw
from edgerag.atlas.comparisons import Book, Comparison, compare
from edgerag.atlas.told import Wanted, told, told_undisputed
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.errors import Cancelled
from edgerag.present.differences_json import differences_json
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

Shelve = Callable[[str, Mapping[str, str]], None]

ILLNESSES = ("Malaria", "Scabies", "Pneumonia", "Anaphylaxis in children", "Gonorrhoea in pregnancy")
MEDICINES = ("quinine", "permethrin", "amoxicillin", "adrenaline", "ceftriaxone", "doxycycline")
ORDERS = (
    "Give {medicine} {n} mg at once.",
    "Give {medicine} {n} mg twice a day for {days} days.",
    "Do not give {medicine}.",
    "Give {medicine} with food for {days} days.",
)


def handbook(number: int) -> ParsedHandbook:
    """Make up a handbook whose statements meet those of others in every way."""
    chance = Random(number)

    def statement() -> str:
        n, days = chance.choice([250, 500, 1000]), chance.choice([3, 5, 7])
        return chance.choice(ORDERS).format(medicine=chance.choice(MEDICINES), n=n, days=days)

    texts = ["\n\n".join(statement() for _ in range(4)) for _ in ILLNESSES]
    return make_handbook(f"Handbook {number}", texts, headings=ILLNESSES)


def put(library: Library, number: int) -> None:
    parsed = handbook(number)
    spread = 0.6 * make_vectors(len(parsed.chunks), seed=number)
    spread[:, 0] += 1
    spread /= (spread**2).sum(axis=1, keepdims=True) ** 0.5
    library.add(parsed, spread, EMBEDDER)


def drawn(library: Library) -> bytes:
    """Draw the map as `--all --json` writes it."""
    atlas = draw(library, library.handbooks(), lambda *_: None, Event())
    every = [*told(library, atlas.groups, Wanted()), *told_undisputed(library, atlas.undisputed, Wanted())]
    return differences_json(every)


def n_kept(library: Library) -> int:
    with library.reading() as db:
        return db.execute("select count(*) from compared_handbooks").get


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """The titles of handbooks that are compared from now on, two by two."""
    titles: list[frozenset[str]] = []

    def counted(one: Book, other: Book) -> Comparison:
        titles.append(frozenset(book.stated[0].handbook.title for book in (one, other)))
        return compare(one, other)

    monkeypatch.setattr(kept, "compare", counted)
    return titles


@pytest.mark.parametrize("seed", range(6))
def test_a_map_is_the_one_made_from_nothing_in_whatever_order_handbooks_came_and_went(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    held: set[int] = set()
    with Library.open(tmp_path / "grown.db") as grown:
        for step, number in enumerate(chance.choices(range(5), k=10)):
            if number in held:
                grown.remove(handbook(number).handbook.id)
            else:
                put(grown, number)
            held ^= {number}
            if chance.random() < 0.6 or step == 9:
                with Library.open(tmp_path / f"{step}.db") as new:
                    for other in sorted(held, key=lambda _: chance.random()):
                        put(new, other)
                    assert drawn(grown) == drawn(new)
                assert n_kept(grown) == len(held) * (len(held) - 1) // 2


def test_the_maps_of_these_tests_hold_differences_of_every_sort(library: Library) -> None:
    for number in range(5):
        put(library, number)
    found = drawn(library)
    assert all(f'"{name}"'.encode() in found for name in ("opposed", "differing", "agreed", "drug", "dose"))


def test_only_a_new_handbook_is_compared(library: Library, compared: list[frozenset[str]]) -> None:
    for number in (0, 1, 2):
        put(library, number)
    drawn(library)
    assert len(compared) == 3
    compared.clear()
    drawn(library)
    assert compared == []
    put(library, 3)
    drawn(library)
    assert set(compared) == {frozenset({f"Handbook {number}", "Handbook 3"}) for number in (0, 1, 2)}


def test_a_removed_handbook_is_compared_anew_when_it_comes_back(
    library: Library, compared: list[frozenset[str]]
) -> None:
    for number in (0, 1, 2):
        put(library, number)
    before = drawn(library)
    library.remove(handbook(1).handbook.id)
    assert n_kept(library) == 1
    put(library, 1)
    compared.clear()
    assert drawn(library) == before
    assert len(compared) == 2


def test_what_was_compared_before_a_stop_is_kept(library: Library, compared: list[frozenset[str]]) -> None:
    for number in (0, 1, 2):
        put(library, number)
    stop = Event()

    def advance(what: str, n_done: int, _n_all: int) -> None:
        if (what, n_done) == (kept.COMPARING, 1):
            stop.set()

    with pytest.raises(Cancelled):
        draw(library, library.handbooks(), advance, stop)
    assert n_kept(library) == len(compared) == 2
    drawn(library)
    assert len(compared) == 3


def test_another_program_compares_anew(
    library: Library, compared: list[frozenset[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (0, 1):
        put(library, number)
    drawn(library)
    monkeypatch.setattr(kept, "_program", lambda: b"another")
    drawn(library)
    assert len(compared) == 2
    assert n_kept(library) == 1


@pytest.mark.parametrize("column", ["found", "seal"])
def test_a_comparison_that_is_damaged_is_made_anew(library: Library, column: str) -> None:
    for number in (0, 1):
        put(library, number)
    before = drawn(library)
    with library.transaction() as db:
        db.execute(f"update compared_handbooks set {column} = zeroblob(16)")
    assert drawn(library) == before


def test_a_library_that_cannot_be_written_to_is_compared_each_time(
    tmp_path: Path, compared: list[frozenset[str]]
) -> None:
    with Library.open(tmp_path / "library.db", busy_timeout_s=0.1) as library:
        for number in (0, 1):
            put(library, number)
        with Library.open(tmp_path / "library.db") as other, other.transaction():
            assert drawn(library) == drawn(library)
        assert n_kept(library) == 0
        assert len(compared) == 2
