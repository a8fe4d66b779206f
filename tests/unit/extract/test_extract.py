from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest

from edgerag.domain.entities import Extracted
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.domain.pages import handbook_text
from edgerag.extract.extract import extract
from edgerag.language.abbreviations import harvest
from tests.growth import is_linear
from tests.synthetic import make_handbook


def read(parsed: ParsedHandbook) -> Extracted:
    text = handbook_text(parsed.pages)
    return extract(text, parsed.sections, parsed.chunks, harvest(text))


BOOK = make_handbook(
    "Book",
    ["Epinephrine, or adrenaline, is used for anaphylaxis.", "Intrauterine death (IUD): induce labour. IUD"],
)


def test_an_entity_is_listed_once_with_the_names_that_the_handbook_has_for_it() -> None:
    names = {entity.name: entity.names for entity in read(BOOK).entities}
    assert names["adrenaline"] == ("epinephrine",)
    assert names["stillbirth"] == ("IUD", "intrauterine death")


def test_every_mention_is_the_name_at_its_place_in_its_chunk() -> None:
    text = handbook_text(BOOK.pages)
    extracted = read(BOOK)
    entities = {entity.id: entity for entity in extracted.entities}
    chunks = {chunk.id: chunk for chunk in BOOK.chunks}
    for mention in extracted.mentions:
        entity, chunk = entities[mention.entity], chunks[mention.chunk]
        assert text[mention.start : mention.end].lower() in {n.lower() for n in (entity.name, *entity.names)}
        assert chunk.start <= mention.start < mention.end <= chunk.end


def test_relations_are_among_entities_that_are_listed() -> None:
    extracted = read(BOOK)
    listed = {entity.id for entity in extracted.entities}
    assert extracted.relations
    assert {r.source for r in extracted.relations} | {r.target for r in extracted.relations} <= listed


def test_what_only_a_heading_names_is_listed_for_what_is_said_below_it() -> None:
    book = make_handbook("Clinic", ["Amlodipine 5 mg is first."])
    (section,) = book.sections
    below = replace(section, path=("Cardiovascular disease", "Long-term treatment"))
    extracted = read(replace(book, sections=(below,)))
    targets = {relation.target for relation in extracted.relations}
    assert "disease:cardiovascular disease" in targets
    assert targets <= {entity.id for entity in extracted.entities}


def test_the_same_handbook_gives_the_same_extract() -> None:
    assert read(BOOK) == read(BOOK)


def test_a_handbook_of_nothing_names_nothing() -> None:
    assert read(make_handbook("Empty", [""])) == Extracted((), (), ())


@pytest.mark.parametrize(
    "part",
    [
        "malaria ",
        "| iron | 5 mg |\n",
        "疟疾 ",
        "\x00\x1b[2J fever\x07 ",
        "x",
        "Treatment:\n- iron\n",
        "fever (ABC) ",
    ],
)
def test_the_time_grows_with_the_handbook_however_it_is_written(part: str) -> None:
    assert is_linear(lambda text: read(make_handbook("Long", [text])), part, n_chars=30_000)


def test_one_word_over_and_over_is_read_in_little_memory() -> None:
    book = make_handbook("One word", ["malaria " * 20_000])
    tracemalloc.start()
    try:
        extracted = read(book)
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(extracted.mentions) == 20_000
    assert peak_bytes < 60_000_000
