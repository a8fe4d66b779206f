from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.reports import Label
from edgerag.evaluate.datasets.questions import GoldPair, read_questions
from edgerag.ingest.parse import parse_file
from written_questions import (
    LostPlaceError,
    WrittenQuestion,
    answer_at,
    main,
    place_of,
    questions,
    written_questions,
)

TEXT = "# Fever\n\n## Malaria\n\nGive zinc 20 mg\nonce a day\nfor 10 days.\n\n## Measles\n\nGive vitamin A.\n"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> ParsedHandbook:
    file = tmp_path_factory.mktemp("book") / "zinc.md"
    file.write_text(TEXT)
    return parse_file(file)


def test_what_is_shipped_can_be_read_and_each_pair_is_of_two_places() -> None:
    written = written_questions()
    assert len({one.question for one in written}) == len(written) == 96
    for one in written:
        handbooks = [place.handbook for place in one.places]
        assert len(set(handbooks)) == len(handbooks)
        assert {pair.a for pair in one.pairs} | {pair.b for pair in one.pairs} == set(handbooks)
        assert len(one.pairs) == len(handbooks) * (len(handbooks) - 1) // 2
    labels = {pair.label for one in written for pair in one.pairs}
    assert labels == {Label.CONSISTENT, Label.COMPLEMENTARY, Label.DIVERGENT, Label.CONTRADICTORY}


@given(
    st.sampled_from(["zinc 20 mg once a day", "once a day", "Give vitamin A."]),
    st.sampled_from([" ", "\n", "\n\n "]),
)
def test_a_place_is_found_however_its_lines_are_broken(book: ParsedHandbook, quote: str, space: str) -> None:
    page = next(one.ordinal for one in book.pages if quote.split()[-1] in one.text)
    place = place_of("zinc", book, page, quote.replace(" ", space), "")
    found = answer_at(place, book)
    assert found.quote is not None
    assert found.quote.split() == quote.split()
    assert found.heading == f"Fever > {'Measles' if 'vitamin' in quote else 'Malaria'}"
    assert found.page is None


def test_another_text_at_a_place_is_told(book: ParsedHandbook, tmp_path: Path) -> None:
    page = next(one.ordinal for one in book.pages if "zinc" in one.text)
    place = place_of("zinc", book, page, "zinc 20 mg", "20 mg")
    file = tmp_path / "zinc.md"
    file.write_text(TEXT.replace("20 mg", "10 mg"))
    written = WrittenQuestion("1", "How much zinc?", [place], [], [GoldPair("a", "b", Label.DIVERGENT)])
    with pytest.raises(LostPlaceError, match="zinc: page"):
        list(questions([written], lambda _: parse_file(file)))
    with pytest.raises(LostPlaceError, match="has no"):
        place_of("zinc", book, page, "zinc 30 mg", "")


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "written.jsonl"
    file.write_text('{"id":"1","question":"?","places":[],"absent":[],"pairs":[],"more":1}')
    with pytest.raises(msgspec.ValidationError):
        written_questions(file)


@pytest.mark.slow
def test_every_place_stands_in_the_real_handbooks(shared_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "questions.jsonl"
    main(["--handbooks", str(shared_data / "handbooks"), "--out", str(out)])
    assert len(read_questions(out)) == 96
