from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from edgerag import paths
from edgerag.cli import cli
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.present.conftest import anaphylaxis, make  # noqa: F401  # fixtures
from tests.unit.store.locked import lock, make_library

Invoke = Callable[..., Result]
CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "Oxygen 15 L/min."], headings=["Shock", "Air"])
HOSPITAL = make_handbook("Hospital", ["Insulin infusion."])
QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"


@pytest.fixture(autouse=True)
def closed_log() -> Iterator[None]:
    """The log that a command opens is closed with the test."""
    yield
    logger = logging.getLogger("edgerag")
    for handler in list(logger.handlers):
        handler.close()
        logger.removeHandler(handler)
    logger.propagate = True


def _run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments], input=typed, catch_exceptions=False)


@pytest.fixture
def invoke() -> Invoke:
    """Run a command in this process: `invoke("list", "--json")`; an error of edgerag's comes out raised."""
    return _run


@pytest.fixture
def library() -> Iterator[Library]:
    """The library that the commands use, with two handbooks."""
    with Library.open(paths.library_file()) as library:
        for seed, parsed in enumerate((CLINIC, HOSPITAL)):
            library.add(parsed, make_vectors(len(parsed.chunks), seed=seed), EMBEDDER)
        yield library


@pytest.fixture(scope="session")
def asked_home(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A home with models and two short handbooks that disagree, in which one question was asked."""
    folder = tmp_path_factory.mktemp("asked")
    home = home_with_models(folder / "home", models_folder)
    for name, dose in (("harbour", "0.5 mg"), ("quarry", "1 mg")):
        text = (
            f"# {name.title()} Guide\n\n## Anaphylaxis\n\nGive an adult adrenaline {dose} into the thigh.\n"
        )
        (folder / f"{name}.md").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EDGERAG_HOME", str(home))
        added = _run("add", folder / "harbour.md", folder / "quarry.md")
        assert added.exit_code == 0, added.stderr
        assert _run("ask", "--extractive", QUESTION).exit_code == 0
    return home


@pytest.fixture
def in_asked_home(asked_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the commands use `asked_home`; do not change it."""
    monkeypatch.setenv("EDGERAG_HOME", str(asked_home))
    return asked_home


@pytest.fixture
def locked_home(cheap_wrapping: None, empty_keyring: None) -> Path:
    """A library that is locked, and whose key nobody knows."""
    make_library(paths.library_file())
    lock(paths.library_file())
    KEYRING.forget()
    return paths.library_file()


def descriptor(content: bytes) -> int:
    """Give the reading end of a pipe that holds `content`."""
    reading, writing = os.pipe()
    os.write(writing, content)
    os.close(writing)
    return reading
