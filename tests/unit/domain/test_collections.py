from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.collections import COLLECTIONS, sayings, sure_collection
from edgerag.domain.handbooks import Handbook, Origin, Stated
from tests.answers import make_handbook


def shelved(
    title: str, collection: str, origin: Origin = Origin.DOCUMENT, file_name: str = "x.pdf"
) -> Handbook:
    book = make_handbook(title)
    known = replace(book.metadata, collection=Stated(collection, origin))
    return replace(book, metadata=known, file_name=file_name)


@pytest.mark.parametrize(
    ("title", "collection"),
    [
        ("National Tuberculosis Management Guidelines", "guideline"),
        ("Harbour Hospital Protocols: Emergency Room", "local protocol"),
        ("National Formulary for Children", "formulary"),
        ("Medicines List 2021", "formulary"),
        ("Asthma: information for patients and families", "patient education"),
        ("The Patient\N{RIGHT SINGLE QUOTATION MARK}s Guide to Insulin", "patient education"),
        ("Textbook of Tropical Medicine", "textbook"),
        ("Facilitator Manual: Essential Newborn Care", "training"),
        ("Where There Is No Doctor", ""),
        ("Healthy diet", ""),
    ],
)
def test_a_title_tells_one_collection_or_none(title: str, collection: str) -> None:
    assert list(sayings(title)) == ([collection] if collection else [])


def test_of_several_collections_the_one_that_is_about_the_other_comes_first() -> None:
    assert list(sayings("Training course on the malaria guidelines")) == ["training", "guideline"]
    assert list(sayings("Harbour Hospital: Clinical Protocols")) == ["local protocol", "guideline"]
    assert list(sayings("Standard Treatment Guidelines and Essential Medicines List")) == [
        "guideline",
        "formulary",
    ]


@given(
    st.sampled_from(["guidelines", "formulary", "textbook", "training"]), st.text(alphabet="abc", min_size=1)
)
def test_a_phrase_counts_only_as_whole_words(phrase: str, rest: str) -> None:
    assert sayings(f"{phrase}{rest}") == {}
    assert sum(sayings(f"{rest} {phrase.upper()}, {rest}").values()) == 1


def test_a_collection_is_sure_if_title_or_file_name_speak_of_it_alone() -> None:
    assert sure_collection(shelved("TB Guidelines", "guideline")) == "guideline"
    assert sure_collection(shelved("TB", "guideline", file_name="tb-guidelines.pdf")) == "guideline"
    assert sure_collection(shelved("TB", "guideline")) == ""
    assert sure_collection(shelved("TB Guidelines", "guideline", file_name="tb-training.pdf")) == ""
    assert sure_collection(shelved("TB Guidelines", "")) == ""


@given(st.text(), st.sampled_from([*COLLECTIONS, "ours", ""]))
def test_what_a_person_states_is_sure_whatever_the_title_says(title: str, stated: str) -> None:
    assert sure_collection(shelved(title, stated, Origin.PERSON)) == stated
