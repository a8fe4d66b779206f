from __future__ import annotations

from edgerag.domain.answers import Citation
from edgerag.domain.ids import SectionId
from edgerag.present.find import book_line, found_sentence, place_line
from edgerag.store.find import Found, Place
from tests.unit.present.conftest import Builder

PLACE = Place(Citation(SectionId(1), "Care > Shock", 16, 16, "salt", 4, 8), "the\nsalt\x1b[31m and")


def test_a_place_is_a_line_with_its_page_heading_and_the_words_around(make: Builder) -> None:
    assert place_line(PLACE) == "p. 16  Shock  … the salt<U+001B>[31m and …"
    assert book_line(Found(make.handbook("Clinic", "2013"), (PLACE, PLACE))) == "Clinic (2013): 2 places"


def test_what_the_list_leaves_out_is_said(make: Builder) -> None:
    found = [Found(make.handbook("Clinic"), (PLACE, PLACE))]
    assert found_sentence(found, 2) == "2 places in 1 handbook"
    assert "the first 1 are listed: add a word" in found_sentence(found, 1)
    assert found_sentence([], 0).startswith("Nothing has these words.")
