"""What real handbooks say of themselves is read right, or a person is told to look.

They are no part of the project: without them nothing is tested here, and it is said so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from edgerag.domain.doubts import doubts
from edgerag.domain.handbooks import Handbook
from edgerag.ingest.assemble import assemble

DATA = Path(__file__).parents[3] / "shared" / "data" / "handbooks"
MOST_PAGES = 60
"""What has more is read in seconds each, and only with `-m slow`."""


class Known(msgspec.Struct, frozen=True):
    """What whoever collected the handbooks wrote down of one."""

    title: str
    institution: str
    year: int
    file: str
    pages: int = 0


@dataclass(frozen=True)
class Read:
    """A handbook as it was read, beside what is known of it."""

    book: Handbook
    known: Known


def known() -> Iterator[object]:
    """List the handbooks, each a test of its own."""
    manifest = DATA / "manifest.jsonl"
    if not manifest.is_file():
        yield pytest.param(None, marks=pytest.mark.skip(reason=f"the real handbooks are not in {DATA}"))
        return
    for one in msgspec.json.Decoder(Known).decode_lines(manifest.read_bytes()):
        marks = [pytest.mark.slow] if one.pages > MOST_PAGES else []
        yield pytest.param(one, id=Path(one.file).stem, marks=marks)


@pytest.fixture(scope="module", params=known())
def read(request: pytest.FixtureRequest) -> Read:
    """Each handbook, read once for all tests."""
    one: Known = request.param
    return Read(assemble(DATA / one.file, chunk_words=160, overlap_words=32).handbook, one)


def words(text: str) -> list[str]:
    """Give the words of a name, without what stands in brackets, articles and years."""
    found = re.findall(r"[^\W\d_]+", re.sub(r"\(.*?\)", " ", text).casefold())
    return [word for word in found if word not in {"the", "a", "an"}]


def agree(read: str, known: str) -> bool:
    """Whether one title is the other, or the beginning of it before a subtitle."""
    shorter, longer = sorted((words(read), words(known)), key=len)
    return bool(shorter) and longer[: len(shorter)] == shorter


def same_maker(read: str, known: str) -> bool:
    """Whether two names are of one institution, one of them by its initials perhaps."""
    mine = [word for word in words(read) if word not in {"of", "for", "and"}]
    theirs = words(known)
    return "".join(word[0] for word in words(read)) in theirs or len({*mine} & {*theirs}) > 1


def doubts_about(what: str, book: Handbook) -> list[str]:
    """Give the doubts that a person is shown about the title or the edition."""
    return [doubt for doubt in doubts(book) if what in doubt and "its collection" not in doubt]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("The Burns Guide 2019", "Burns guide", True),
        ("Burns Guide: a handbook", "Burns guide (BG)", True),
        ("Guide to burns", "Burns guide", False),
        ("2019", "Burns guide", False),
    ],
)
def test_titles_agree_but_for_years_brackets_and_subtitles(one: str, other: str, is_same: bool) -> None:
    assert agree(one, other) is is_same


def test_the_title_of_a_real_handbook_is_its_own_or_is_doubted(read: Read) -> None:
    title = read.book.metadata.title.value
    assert agree(title, read.known.title) or doubts_about("title", read.book), title


def test_the_edition_of_a_real_handbook_is_its_own_or_is_doubted(read: Read) -> None:
    edition = read.book.metadata.edition.value
    assert edition[:4] == str(read.known.year) or doubts_about("edition", read.book), edition


def test_the_institution_of_a_real_handbook_is_its_own_or_is_left_open(read: Read) -> None:
    institution = read.book.metadata.institution.value
    assert not institution or same_maker(institution, read.known.institution), institution
