"""What sort of book a handbook is, and how old: from its file to what stands beside its answer."""

from __future__ import annotations

import json
from pathlib import Path

from tests.integration.conftest import Run

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
BOOKS = {
    "shock-a": ("Harbour Anaphylaxis Guidelines", "2013", "Give an adult adrenaline 0.5 mg IM at once."),
    "shock-b": ("Harbour Anaphylaxis Guidelines", "2019", "Give an adult adrenaline 0.5 mg IM at once."),
    "booklet": ("Anaphylaxis: information for patients", "2018", "Adults take adrenaline 0.3 mg IM at once."),
}


def write_books(folder: Path) -> None:
    for name, (title, year, dose) in BOOKS.items():
        (folder / f"{name}.md").write_text(
            f"# {title}\n\nEdition {year}\n\n## Anaphylaxis in adults\n\n{dose}\n"
        )
    (folder / "stock.csv").write_text("Medicine,Strength,Dose\nzinc,20 mg,1 tablet\niron,60 mg,1 tablet\n")


def test_a_collection_is_suggested_corrected_shown_and_carried_to_another_library(
    run_at: Run, empty_home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    write_books(folder)
    added = run_at(empty_home, "add", folder)
    assert "that its collection is formulary is not told by its title alone" in added.stderr
    listed = {book["file_name"]: book for book in json.loads(run_at(empty_home, "list", "--json").stdout)}
    suggested = {name: book["metadata"]["collection"]["value"] for name, book in listed.items()}
    assert suggested == {
        "shock-a.md": "guideline",
        "shock-b.md": "guideline",
        "booklet.md": "patient education",
        "stock.csv": "formulary",
    }
    assert "collection   formulary  (document)" in run_at(empty_home, "show", "stock.csv").stdout
    assert run_at(empty_home, "edit", "stock.csv", "--collection", "our store").returncode == 0
    assert "collection   our store  (person)" in run_at(empty_home, "show", "stock.csv").stdout
    assert "our store" in run_at(empty_home, "list").stdout

    stick, other = tmp_path / "stick.edgerag", tmp_path / "other"
    assert run_at(empty_home, "library", "export", stick).returncode == 0
    (other / "data").mkdir(parents=True)
    (other / "data" / "models").symlink_to(empty_home / "data" / "models", target_is_directory=True)
    assert run_at(other, "library", "import", stick).returncode == 0
    assert "collection   our store  (person)" in run_at(other, "show", "stock.csv").stdout
    assert "collection   guideline  (document)" in run_at(other, "show", "shock-a.md").stdout


def test_a_guideline_is_supported_better_than_a_leaflet_until_the_keeper_says_otherwise(
    run_at: Run, empty_home: Path, tmp_path: Path
) -> None:
    write_books(tmp_path)
    files = [tmp_path / f"{name}.md" for name in BOOKS]
    assert run_at(empty_home, "add", *files).returncode == 0
    ask = ("ask", "--extractive", QUESTION)
    told = run_at(empty_home, *ask).stdout
    words = " ".join(told.split())
    assert "guideline before patient education" in words
    assert "Harbour Anaphylaxis Guidelines (2013) · guideline" in words
    assert words.count("2013 edition; a 2019 edition of this work is in the library") == 1
    report = json.loads(run_at(empty_home, *ask, "--json").stdout)
    assert [one["edition"] for one in report["newer_editions"]] == ["2019"]
    assert {answer["handbook"]["title"] for answer in report["answers"]} == {
        title for title, _, _ in BOOKS.values()
    }
    for form in ("--markdown", "--html", "--plain"):
        written = " ".join(run_at(empty_home, *ask, form).stdout.split())
        assert "a 2019 edition of this work is in the library" in written
        assert "patient education" in written

    assert run_at(empty_home, "edit", "booklet.md", "--authority", "high").returncode == 0
    words = " ".join(run_at(empty_home, *ask).stdout.split())
    assert "best supported: “0.3 mg” (you rank it higher)" in words
    assert "before patient education" not in words
    assert "0.5 mg" in words
