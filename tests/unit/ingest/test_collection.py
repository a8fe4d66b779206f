from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from edgerag.domain.handbooks import Origin, Stated
from edgerag.domain.pages import paginate
from edgerag.ingest.assemble import assemble
from edgerag.ingest.collection import FEWEST_HEADINGS, FEWEST_MENTIONS, UNKNOWN, suggest


def suggested(
    title: str = "Harbour Book",
    front: str = "",
    headings: Sequence[str] = (),
    name: str = "scan.pdf",
    origin: Origin = Origin.DOCUMENT,
) -> Stated:
    return suggest(Path(name), Stated(title, origin), front, headings, paginate([front], [1], [""]))


def test_the_title_tells_before_all_else() -> None:
    front = "This textbook is a textbook; textbook."
    assert suggested("Malaria Guidelines", front, name="training.pdf") == Stated("guideline", Origin.DOCUMENT)
    assert suggested("malaria guidelines", origin=Origin.FILE_NAME).origin is Origin.FILE_NAME
    assert suggested("Malaria", front, name="malaria_training.pdf") == Stated("training", Origin.FILE_NAME)


@pytest.mark.parametrize("n", [FEWEST_MENTIONS - 1, FEWEST_MENTIONS])
def test_the_first_pages_tell_if_they_say_it_often_enough(n: int) -> None:
    found = suggested(front="The guideline says. " * n)
    assert found == (Stated("guideline", Origin.DOCUMENT) if n == FEWEST_MENTIONS else UNKNOWN)


def test_first_pages_that_speak_of_two_collections_tell_none() -> None:
    assert suggested(front="The guideline of this training. " * 9) == UNKNOWN
    assert suggested(front="guideline " * 8 + "training " * 4).value == "guideline"


@pytest.mark.parametrize(
    ("heading", "collection"),
    [
        ("Contraindications", "formulary"),
        ("When should I call the clinic?", "patient education"),
        ("Review questions", "textbook"),
        ("Session 3: weighing a child", "training"),
        ("Management", ""),
    ],
)
def test_headings_that_one_sort_of_book_has_again_and_again_tell_it(heading: str, collection: str) -> None:
    assert suggested(headings=[heading] * FEWEST_HEADINGS).value == collection
    assert suggested(headings=[heading] * (FEWEST_HEADINGS - 1)) == UNKNOWN
    assert suggested(headings=[heading] * FEWEST_HEADINGS + ["Fever"] * 100) == UNKNOWN


@pytest.mark.parametrize(
    ("head", "row", "collection"),
    [
        ("Medicine,Form,Strength", "adrenaline,injection,1 mg/mL", "formulary"),
        ("generic_name,adult_dose", "adrenaline,0.5 mg", "formulary"),
        ("Medicine,Shelf,Quantity", "adrenaline,A3,12", ""),
        ("Ward,Route,Bus", "Female,North,7", ""),
    ],
)
def test_a_list_of_medicines_is_a_formulary_if_it_says_how_they_are_given(
    tmp_path: Path, head: str, row: str, collection: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f"{head}\n{row}\n{row.replace('adrenaline', 'zinc')}\n")
    metadata = assemble(path, chunk_words=160, overlap_words=32).handbook.metadata
    assert metadata.collection.value == collection


def test_a_handbook_gets_its_collection_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "leaflet.md"
    questions = "".join(f"## What should I do on day {n}?\n\nRest.\n\n" for n in range(FEWEST_HEADINGS))
    path.write_text(f"# Malaria\n\n{questions}")
    metadata = assemble(path, chunk_words=160, overlap_words=32).handbook.metadata
    assert metadata.collection == Stated("patient education", Origin.FILE_NAME)
    plain = path.rename(tmp_path / "malaria.md")
    metadata = assemble(plain, chunk_words=160, overlap_words=32).handbook.metadata
    assert metadata.collection == Stated("patient education", Origin.DOCUMENT)
