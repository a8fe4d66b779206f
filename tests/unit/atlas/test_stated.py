from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

import pytest

from edgerag.atlas.stated import gather
from edgerag.extract.claims import READER
from edgerag.store.claims import ReadClaims
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def test_claims_are_read_once_and_kept(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    (book,) = library.handbooks()
    assert library.claims(book.id, READER) is None
    gathered = gather(library, [book], lambda *_: None, Event())
    assert library.claims(book.id, READER) == tuple(one.claim for one in gathered.stated)


def test_what_an_older_version_read_is_read_anew(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    (book,) = library.handbooks()
    library.keep_claims(book.id, ReadClaims((), READER - 1))
    assert len(gather(library, [book], lambda *_: None, Event()).stated) == 1


@pytest.mark.parametrize("is_read_before", [False, True])
def test_a_damaged_handbook_is_left_out_and_named(
    library: Library, shelve: Shelve, *, is_read_before: bool
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at once."})
    if is_read_before:
        gather(library, library.handbooks(), lambda *_: None, Event())
    with library.transaction() as db:
        db.execute("update pages set text = replace(text, '600', '800')")
    gathered = gather(library, library.handbooks(), lambda *_: None, Event())
    assert [book.title for book in gathered.left_out] == ["One"]
    assert {one.handbook.title for one in gathered.stated} == {"Two"}


def test_progress_is_told_for_each_handbook(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    steps: list[tuple[str, int, int]] = []
    gather(library, library.handbooks(), lambda *step: steps.append(step), Event())
    assert steps == [("reading what the handbooks state", 0, 1)]
