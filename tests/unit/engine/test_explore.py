from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from edgerag.domain.entities import EntityType, RelationType
from edgerag.domain.explored import Explored
from edgerag.engine.explore import entities_in, explore, find_entity, similar_names
from edgerag.errors import EntityNotFoundError
from edgerag.index.graph_index import GraphIndex
from edgerag.store.library import Library
from tests.graphs import id_of, make_entity, make_extracted
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

TREATS, CAUSES = RelationType.TREATS, RelationType.CAUSES
CLINIC = make_handbook("Clinic", ["Artesunate treats malaria.", "Malaria causes fever."])
HOSPITAL = make_handbook("Hospital", ["Give artesunate for severe malaria."])
MALARIA = make_entity("malaria", "paludism")
ADRENALINE = make_entity("adrenaline", "epinephrine", kind=EntityType.DRUG)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as opened:
        said = [("artesunate", TREATS, "malaria"), ("malaria", CAUSES, "fever")]
        opened.add(CLINIC, make_vectors(2), EMBEDDER, make_extracted(CLINIC, said))
        named = make_extracted(HOSPITAL, [("artesunate", TREATS, "malaria")], [MALARIA])
        opened.add(HOSPITAL, make_vectors(1, seed=1), EMBEDDER, named)
        yield opened


def look(library: Library, name: str, tmp_path: Path, hops: int = 1) -> Explored:
    index = GraphIndex(library, tmp_path / "graph")
    index.build()
    graph = index.open()
    assert graph is not None
    with graph:
        return explore(find_entity(library.entities(), name), graph, library, hops=hops)


@pytest.mark.parametrize("typed", ["adrenaline", "Epinephrine", " ADRENALINE ", "drug:adrenaline"])
def test_an_entity_is_found_by_any_of_its_names(typed: str) -> None:
    assert find_entity([MALARIA, ADRENALINE], typed) == ADRENALINE


def test_the_entities_that_a_text_names_come_in_its_order() -> None:
    text = "Give epinephrine, not for malaria; adrenaline again, and gout."
    assert entities_in(text, [MALARIA, ADRENALINE]) == (ADRENALINE, MALARIA)
    assert entities_in("nothing", [MALARIA]) == ()


def test_a_misspelt_name_is_answered_with_the_names_that_are_near() -> None:
    with pytest.raises(EntityNotFoundError) as missing:
        find_entity([MALARIA, ADRENALINE], "epinefrine")
    assert missing.value.hint == "did you mean epinephrine?"
    with pytest.raises(EntityNotFoundError) as unheard:
        find_entity([MALARIA, ADRENALINE], "zzz")
    assert unheard.value.hint == "try another name for it"
    assert similar_names([MALARIA], "malria") == ["malaria"]


def test_a_name_of_two_things_is_answered_with_their_ids() -> None:
    drug = make_entity("lead", kind=EntityType.CHEMICAL)
    tool = make_entity("lead", kind=EntityType.INSTRUMENT)
    with pytest.raises(EntityNotFoundError) as several:
        find_entity([drug, tool], "lead")
    assert several.value.hint == 'use one of "chemical:lead", "instrument:lead"'


def test_a_library_that_was_never_read_for_entities_says_so() -> None:
    with pytest.raises(EntityNotFoundError, match="no handbook has been read"):
        find_entity([], "malaria")


def test_statements_of_all_handbooks_are_quoted_from_their_pages(library: Library, tmp_path: Path) -> None:
    found = look(library, "paludism", tmp_path)
    assert [book.file_name for book in found.handbooks] == ["Clinic.txt", "Hospital.txt"]
    assert found.names[HOSPITAL.handbook.id] == ("malaria", "paludism")
    assert found.n_mentions == {CLINIC.handbook.id: 2, HOSPITAL.handbook.id: 1}
    causes, treats = found.related
    assert (causes.type, causes.is_source, causes.other.id) == (CAUSES, True, id_of("fever"))
    assert (treats.type, treats.is_source, treats.other.id) == (TREATS, False, id_of("artesunate"))
    assert {(said.handbook.file_name, said.page, said.quote) for said in treats.statements} == {
        ("Clinic.txt", 1, "Artesunate treats malaria."),
        ("Hospital.txt", 1, "Give artesunate for severe malaria."),
    }
    assert found.community
    assert found.n_members == 3


def test_entities_farther_away_are_named_with_their_distance(library: Library, tmp_path: Path) -> None:
    assert look(library, "fever", tmp_path).farther == ()
    ((farther, hops),) = look(library, "fever", tmp_path, hops=2).farther
    assert (farther.id, hops) == (id_of("artesunate"), 2)


def test_a_statement_on_a_damaged_page_is_not_shown(library: Library, tmp_path: Path) -> None:
    look(library, "fever", tmp_path)
    with library.transaction() as db:
        db.execute("update pages set text = 'Malaria cures fever.' where text like '%causes fever%'")
    assert look(library, "fever", tmp_path).related == ()


def test_a_statement_over_a_page_end_is_quoted_from_one_page(library: Library, tmp_path: Path) -> None:
    book = make_handbook("Long", ["Severe", "cholera is treated with doxycycline."], pages_per_section=2)
    said = make_extracted(book, [("doxycycline", TREATS, "cholera")])
    relation = replace(said.relations[0], start=0, end=book.pages[1].start + len(book.pages[1].text))
    library.add(book, make_vectors(2), EMBEDDER, replace(said, relations=(relation,)))
    (related,) = look(library, "cholera", tmp_path).related
    (statement,) = related.statements
    assert (statement.page, statement.quote) == (2, "cholera is treated with doxycycline.")
