from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event

from edgerag.atlas.comparisons import Book, compare, decoded, encoded
from edgerag.atlas.stated import gather
from edgerag.language.values import Kind
from edgerag.store.library import Library

Shelve = Callable[[str, Mapping[str, str]], None]


def books(library: Library) -> list[Book]:
    return [Book(gather(library, [book], lambda *_: None, Event()).stated) for book in library.handbooks()]


def test_two_handbooks_are_compared_in_amounts_deeds_and_choices(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg.", "Scabies": "Apply permethrin cream once."})
    shelve("Two", {"Malaria": "Give quinine 900 mg.", "Scabies": "Apply benzyl benzoate lotion."})
    found = compare(*books(library))
    assert {one.attribute.kind for one in found.differences} == {Kind.DOSE, Kind.DRUG}
    assert {one.attribute.kind for one in found.agreements} == {Kind.ACTION}


def test_a_comparison_comes_back_as_it_was(library: Library, shelve: Shelve) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once.\n\nDo not give doxycycline for malaria."})
    shelve("Two", {"Malaria": "Give quinine 900 mg at once.\n\nGive doxycycline for malaria."})
    one, other = books(library)
    found = compare(one, other)
    assert found.differences
    assert decoded(encoded(found, one, other), one, other) == found


def test_two_handbooks_differ_in_the_same_whatever_else_is_in_the_library(
    library: Library, shelve: Shelve
) -> None:
    shelve("One", {"Malaria": "Give quinine 600 mg at once."})
    shelve("Two", {"Malaria": "Give quinine 900 mg with food."})
    alone = compare(*books(library))
    shelve("Zwei", {"Malaria": "Give quinine 300 mg at once with food.", "Gout": "Give ibuprofen 400 mg."})
    ones, others, _ = books(library)
    assert [one.likeness for one in compare(ones, others).differences] == [
        one.likeness for one in alone.differences
    ]
