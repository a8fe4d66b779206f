from __future__ import annotations

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.pages import handbook_text
from edgerag.extract.naming import Naming
from edgerag.extract.statements import Read, Reader
from tests.synthetic import make_handbook


def statements(parsed: ParsedHandbook) -> list[Read]:
    reader = Reader(handbook_text(parsed.pages), parsed.chunks, Naming(()))
    return [one for section in parsed.sections for one in reader.read(section)]


def test_a_statement_carries_its_entities_and_its_place() -> None:
    book = make_handbook("Book", ["Give quinine.\nMalaria is common."], headings=["Malaria"])
    first, second = statements(book)
    assert [entity.name for entity in first.named] == ["quinine"]
    assert (first.text, first.start, first.chunks) == ("Give quinine.", 0, (book.chunks[0].id,))
    assert handbook_text(book.pages)[second.start : second.end] == second.text == "Malaria is common."


def test_an_item_stands_under_the_line_that_announced_it_and_under_its_headings() -> None:
    text = "For severe pneumonia:\n- ceftriaxone 1 g\n- oxygen\nLater give amoxicillin."
    *_, item, _, later = statements(make_handbook("Book", [text], headings=["Chest"]))
    assert [line.text for line in item.above] == ["For severe pneumonia:", "Chest"]
    assert [entity.name for entity in item.above[0].named] == ["pneumonia"]
    assert [line.text for line in later.above] == ["Chest"]


def test_statements_without_entities_are_left_out() -> None:
    assert statements(make_handbook("Book", ["Nothing is said here."])) == []


def test_text_that_is_in_no_chunk_is_left_out() -> None:
    book = make_handbook("Book", ["Malaria.", "Measles."])
    text = handbook_text(book.pages)
    reader = Reader(text, book.chunks[1:], Naming(()))
    only_second = [one for section in book.sections for one in reader.read(section)]
    assert [one.text for one in only_second] == ["Measles."]
