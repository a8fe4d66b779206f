"""Audits of two short handbooks that disagree, with the real models."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.audit.terms import terms_of
from edgerag.config import Config
from edgerag.domain.audits import AuditQuestion
from edgerag.engine.ask import Engine
from edgerag.store.audits import Audits
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.unit.cli.conftest import asked_home  # noqa: F401  # a fixture

QUESTIONS = [
    AuditQuestion(0, "What dose of adrenaline should an adult with anaphylaxis receive?", {"topic": "shock"}),
    AuditQuestion(1, "How is malaria treated?", {"topic": "fever"}),
    AuditQuestion(2, "Where is adrenaline injected for anaphylaxis?", {"topic": "shock"}),
]


def copy_home(asked: Path, own: Path, models: Path) -> Path:
    """Copy a home's library and word index."""
    home_with_models(own, models)
    shutil.copy2(asked / "data" / "library.db", own / "data" / "library.db")
    shutil.copytree(asked / "data" / "lexical", own / "data" / "lexical")
    return own


@pytest.fixture
def home(
    tmp_path: Path,
    asked_home: Path,  # noqa: F811  # the fixture that is imported
    models_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A home with models and two handbooks that a test may change."""
    own = copy_home(asked_home, tmp_path / "own", models_folder)
    monkeypatch.setenv("EDGERAG_HOME", str(own))
    return own


@pytest.fixture
def audits(home: Path) -> Iterator[Audits]:
    """The audits of that home, one of which, `doses`, is begun."""
    with Engine.open(Config(), extractive=True) as engine:
        terms = terms_of(engine, Config(), [], is_extractive=True)
        Audits(engine.library.connections).create("doses", terms, QUESTIONS, "2026-11-21 23:59:59")
    with Library.open(paths.library_file()) as library:
        yield Audits(library.connections)
