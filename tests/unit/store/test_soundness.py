from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from edgerag.domain.handbooks import Handbook, Origin, ParsedHandbook, Stated
from edgerag.domain.ids import ChunkId, SectionId, handbook_id
from edgerag.store.soundness import flaws, is_bare_name
from tests.synthetic import make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "", "Oxygen 15 L/min."])
VECTORS = make_vectors(3).astype(np.float16)


def book(**changes: object) -> ParsedHandbook:
    return replace(CLINIC, handbook=replace(CLINIC.handbook, **changes))  # type: ignore[arg-type]


def page(**changes: object) -> ParsedHandbook:
    return replace(CLINIC, pages=(replace(CLINIC.pages[0], **changes), *CLINIC.pages[1:]))  # type: ignore[arg-type]


def section(**changes: object) -> ParsedHandbook:
    changed = replace(CLINIC.sections[1], **changes)  # type: ignore[arg-type]
    return replace(CLINIC, sections=(CLINIC.sections[0], changed, CLINIC.sections[2]))


def chunk(**changes: object) -> ParsedHandbook:
    return replace(CLINIC, chunks=(replace(CLINIC.chunks[0], **changes), *CLINIC.chunks[1:]))  # type: ignore[arg-type]


def test_what_the_program_makes_is_sound() -> None:
    assert list(flaws(CLINIC, VECTORS)) == []
    assert list(flaws(CLINIC, VECTORS[:0])) == []


@pytest.mark.parametrize(
    "unsound",
    [
        book(id=handbook_id("0" * 64)),
        book(sha256="A" * 64, id=handbook_id("A" * 64)),
        book(sha256=CLINIC.handbook.sha256 + "0"),
        book(file_name="/etc/passwd"),
        book(file_name="../library.db"),
        book(file_name=".."),
        book(file_name=""),
        book(file_name="a\\b"),
        book(file_name="a\0b"),
        book(file_name="x" * 300),
        book(media_type="exe"),
        book(n_chars=2**63),
        book(problems=("x" * 100_000,)),
        book(metadata=replace(CLINIC.handbook.metadata, title=Stated("x" * 100_000, Origin.PERSON))),
        page(text="Adrenaline 8.5 mg IM."),
        page(start=2**63),
        page(ordinal=2),
        page(number=2**63),
        section(parent=CLINIC.sections[2].id),
        section(parent=CLINIC.sections[1].id),
        section(parent=SectionId(7)),
        section(id=SectionId(7)),
        section(start=-1),
        section(end=2**63),
        section(level=2**63),
        chunk(text="Adrenaline 8.5 mg IM."),
        chunk(id=ChunkId(7)),
        chunk(start=2**63, end=2**63 + 1),
        chunk(section_id=SectionId(7)),
        replace(CLINIC, pages=()),
        replace(CLINIC, chunks=CLINIC.chunks[::-1]),
    ],
)
def test_whatever_does_not_hold_together_is_told(unsound: ParsedHandbook) -> None:
    assert list(flaws(unsound, VECTORS))


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf, -np.inf, 60_000.0, 0.01])
def test_vectors_that_are_no_directions_are_told(value: float) -> None:
    vectors = VECTORS.copy()
    vectors[1] = value
    assert "length 1" in next(flaws(CLINIC, vectors))


def test_vectors_of_other_passages_are_told() -> None:
    assert "2 vectors" in next(flaws(CLINIC, VECTORS[:2]))


@pytest.mark.parametrize("name", ["clinic.pdf", "Größe 2013 (v2).docx", ".hidden", "高血压.html"])
def test_ordinary_names_are_names(name: str) -> None:
    assert is_bare_name(name)


def test_a_handbook_is_a_record_whose_checked_fields_exist() -> None:
    assert {"sha256", "file_name", "media_type", "n_chars", "problems"} <= set(Handbook.__dataclass_fields__)
