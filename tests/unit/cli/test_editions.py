from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.cli import editions
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.unit.cli.conftest import QUESTION, Invoke

OLD = "# Harbour Guide 2013\n\n## Anaphylaxis\n\nGive an adult adrenaline 0.5 mg into the thigh.\n"
NEW = OLD.replace("2013", "2019").replace("0.5 mg", "1 mg")


@pytest.fixture
def files(models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invoke: Invoke) -> Path:
    """A folder with two editions; the older one is in the library, was asked, and has a note."""
    monkeypatch.setenv("EDGERAG_HOME", str(home_with_models(tmp_path / "home", models_folder)))
    (tmp_path / "harbour-2013.md").write_text(OLD)
    (tmp_path / "harbour-2019.md").write_text(NEW)
    invoke("add", tmp_path / "harbour-2013.md")
    invoke("edit", "harbour-2013.md", "--edition", "2013")
    invoke("ask", "--extractive", QUESTION)
    invoke("notes", "add", "harbour-2013.md", "--page", 1, "ask the pharmacist")
    return tmp_path


def held() -> list[str]:
    with Library.open(paths.library_file()) as library:
        return sorted(book.edition for book in library.handbooks())


def test_in_a_script_both_editions_are_kept_and_that_is_said(invoke: Invoke, files: Path) -> None:
    said = invoke("add", files / "harbour-2019.md").stderr
    assert held() == ["2013", "2019"]
    assert "kept both" in said
    assert "edgerag differences --changed" in said
    with Library.open(paths.library_file()) as library:
        named = " ".join(
            f"--handbook {book.id}" for book in sorted(library.handbooks(), key=lambda b: b.edition)
        )
    assert f"edgerag differences --changed {named}" in said


def test_a_replaced_edition_leaves_its_reports_and_notes(invoke: Invoke, files: Path) -> None:
    said = invoke("add", "--editions", "replace", files / "harbour-2019.md").stderr
    assert held() == ["2019"]
    assert "replaced" in said
    kept = json.loads(invoke("history", "show", 1, "--json").stdout)
    assert "0.5 mg" in kept["answers"][0]["text"]
    assert kept["removed"] == [kept["answers"][0]["handbook"]["id"]]
    assert "removed since\task the pharmacist" in invoke("notes", "list").stdout


@pytest.mark.parametrize(("typed", "left"), [("y\n", ["2019"]), ("n\n", ["2013", "2019"])])
def test_who_is_there_is_asked(
    invoke: Invoke, files: Path, monkeypatch: pytest.MonkeyPatch, typed: str, left: list[str]
) -> None:
    monkeypatch.setattr(editions, "_is_watched", lambda: True)
    added = invoke("add", files / "harbour-2019.md", typed=typed)
    assert "Remove the older one?" in added.stderr
    assert held() == left


def test_an_older_edition_replaces_nothing(invoke: Invoke, files: Path) -> None:
    (files / "harbour-2009.md").write_text(OLD.replace("2013", "2009"))
    said = invoke("add", "--editions", "replace", files / "harbour-2009.md").stderr
    assert "replaced" not in said
    assert len(held()) == 2


def test_a_book_whose_text_is_much_like_that_of_an_older_one_is_asked_about(
    invoke: Invoke, files: Path
) -> None:
    passages = "\n\n".join(
        f"## Illness {n}\n\n" + " ".join(f"Measure {n} {at} is taken at once." for at in range(8))
        for n in range(30)
    )
    (files / "tb-2009.md").write_text(f"# Tuberculosis in Districts 2009\n\n{passages}\n")
    (files / "web-2014.md").write_text(f"# Final for Web 2014\n\n{passages.replace('Measure 3', 'Step 3')}\n")
    invoke("add", files / "tb-2009.md")
    said = invoke("add", files / "web-2014.md").stderr
    assert "may be editions of one work" in said
    assert "Tuberculosis in Districts" in said
