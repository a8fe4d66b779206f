from __future__ import annotations

import pytest

from edgerag.store.damage import VECTORS, enumerated, lacking, mended, refusal
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg.", "Oxygen.", "Fluids."])


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("update pages set text = 'x' where ordinal = 2", "page 2"),
        ("delete from pages where ordinal = 3", "page 3"),
        ("update sections set path = '[]' where ordinal = 0", "heading 1"),
        ('update chunks set "end" = 3 where ordinal = 1', "passage 2"),
        ("update metadata set value = 'x' where field = 'title'", "its title"),
        ("delete from metadata where field = 'edition'", "its edition"),
        ("update vectors set matrix = zeroblob(length(matrix))", VECTORS),
        ("update handbooks set n_pages = 2", "its own entry"),
        ("update handbooks set problems = 'not JSON'", "its own entry"),
    ],
)
def test_whatever_part_of_a_handbook_is_damaged_is_named(library: Library, change: str, named: str) -> None:
    library.add(CLINIC, make_vectors(3), EMBEDDER)
    assert library.damage(CLINIC.handbook.id) == ()
    with library.transaction() as db:
        db.execute("pragma defer_foreign_keys = on")
        db.execute(change)
    assert library.damage(CLINIC.handbook.id) == (named,)


def test_rows_that_belong_to_nothing_are_told_as_damage_of_the_file(library: Library) -> None:
    library.add(CLINIC, make_vectors(3), EMBEDDER)
    assert library.file_damage(deep=True) == ()
    library.connections.here().pragma("foreign_keys", "off")
    with library.transaction() as db:
        db.execute("insert into asked_handbooks values (99, 'a'), (99, 'b')")
    assert library.file_damage() == ("2 rows belong to nothing",)


def test_what_holds_no_more_is_mended_and_not_what_holds_of_fewer() -> None:
    before = ("17 rows belong to nothing", "row 3 missing from index a", "row 3 missing from index b")
    assert mended(before, ()) == before
    assert mended(before, ("2 rows belong to nothing", "row 4 missing from index b")) == (before[1],)


def test_many_damaged_parts_are_told_by_the_first_few() -> None:
    assert enumerated(f"page {n}" for n in range(1, 8)) == "page 1, page 2, page 3, page 4, page 5 and 2 more"
    assert "clinic.pdf" in str(refusal("clinic.pdf", ["page 1"]))


def test_what_is_lacking_is_counted_from_one() -> None:
    assert list(lacking({0, 2}, 4)) == [2, 4]
    assert list(lacking({0, 1}, 2)) == []
