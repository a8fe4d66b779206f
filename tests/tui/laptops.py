"""Laptops with handbooks and none of the models, and the stick that goes from one to another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey
from textual.widgets import Input

from edgerag import paths
from edgerag.bundle.exports import signed_with
from edgerag.domain.handbooks import ParsedHandbook
from edgerag.store.exchange import export_library
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "Oxygen 15 L/min."])


HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])


WARD = make_handbook("Ward", ["Give amoxicillin 500 mg three times a day."])


BOOKS = (CLINIC, HOSPITAL, WARD)


Laptop = Callable[..., Path]


@pytest.fixture
def laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laptop:
    """Make a laptop, without models and with some handbooks; from then on it is the one that is used."""
    monkeypatch.setattr(Input, "cursor_blink", False)

    def use(name: str, *books: ParsedHandbook) -> Path:
        monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / name))
        with Library.open(paths.library_file()) as library:
            for number, parsed in enumerate(books):
                library.add(parsed, make_vectors(len(parsed.chunks), seed=number), EMBEDDER)
        return paths.library_file()

    return use


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def file(laptop: Laptop, stick: Path) -> Path:
    """All handbooks of another laptop; nobody signed it."""
    return written(laptop("theirs", *BOOKS), stick / "handbooks.edgerag")


def written(library_file: Path, target: Path, key: SigningKey | None = None) -> Path:
    sign = signed_with(key) if key else None
    return export_library(library_file, target, lambda n, of: None, Event(), sign=sign).path


def titles() -> list[str]:
    """What the library of the laptop in use holds."""
    with Library.open(paths.library_file()) as library:
        return [book.title for book in library.handbooks()]
