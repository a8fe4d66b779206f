from __future__ import annotations

import datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import Chunk, ParsedHandbook, is_date, this_year, why_not
from edgerag.domain.ids import ChunkId, SectionId
from tests.synthetic import make_handbook

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@given(prefix=TEXT, text=TEXT)
def test_a_chunk_is_found_by_its_headings_and_by_its_text(prefix: str, text: str) -> None:
    chunk = Chunk(ChunkId(1), SectionId(1), 0, prefix, 0, len(text), text)
    assert chunk.indexed_text.endswith(text)
    assert chunk.indexed_text.startswith(prefix)
    assert len(chunk.indexed_text) == len(prefix) + len(text) + bool(prefix)


@given(title=TEXT, texts=st.lists(TEXT, min_size=1, max_size=4))
def test_a_handbook_comes_through_a_pipe_as_it_is(title: str, texts: list[str]) -> None:
    parsed = make_handbook(title, texts)
    piped = msgspec.msgpack.encode(parsed)
    assert msgspec.msgpack.decode(piped, type=ParsedHandbook) == parsed


def test_a_handbook_is_called_what_its_metadata_say() -> None:
    book = make_handbook("Clinic", ["Oxygen."]).handbook
    assert (book.title, book.edition) == (book.metadata.title.value, book.metadata.edition.value)
    assert book.title == "Clinic"


@given(st.dates())
def test_a_day_its_month_and_its_year_are_dates(day: datetime.date) -> None:
    assert all(is_date(day.isoformat()[:length]) for length in (4, 7, 10))


@pytest.mark.parametrize(
    "text", ["", "May 2023", "2023-5", "2023-13", "2023-02-30", "2023-05-", "٢٠٢٣", "23"]
)
def test_what_cannot_be_ordered_is_no_date(text: str) -> None:
    assert not is_date(text)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", "May 2023"),
        ("title", " "),
        ("language", "English"),
        ("language", "EN"),
        ("edition", str(this_year() + 2)),
        ("edition", "9999-12-31"),
        ("title", "x" * 201),
        ("institution", "x" * 201),
    ],
)
def test_what_a_person_cannot_state_is_told_why(field: str, value: str) -> None:
    assert why_not(field, value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("edition", ""),
        ("edition", "2019-11"),
        ("edition", str(this_year() + 1)),
        ("title", "x" * 200),
        ("title", "May 2023"),
        ("collection", "any"),
    ],
)
def test_what_a_person_can_state_is_not_refused(field: str, value: str) -> None:
    assert why_not(field, value) == ""
