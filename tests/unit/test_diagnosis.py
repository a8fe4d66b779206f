from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config
from edgerag.diagnosis import Finding, Severity, diagnose
from edgerag.engine.ask import Engine
from edgerag.folders import make_private
from edgerag.intake import Failed
from edgerag.store.library import Library


def findings() -> dict[str, Finding]:
    return {finding.what: finding for finding in diagnose(Config())}


def test_it_says_where_things_are_kept(tmp_path: Path) -> None:
    folders = findings()["folders"]
    assert folders.severity is Severity.FINE
    assert "EDGERAG_HOME" in folders.message
    assert str(tmp_path / "home" / "data") in folders.message


def test_it_says_that_everything_is_on_the_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "edgerag.toml").touch()
    monkeypatch.delenv("EDGERAG_HOME")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "edgerag"))
    folders = findings()["folders"]
    assert "beside the program" in folders.message
    assert str(tmp_path / "edgerag-data") in folders.message


def test_a_missing_model_is_fetched_in_a_checkout_and_taken_from_a_bundle_by_the_executable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert findings()["embedder"].remedy == "edgerag models install"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    for role in ("embedder", "generator"):
        assert "edgerag bundle install" in findings()[role].remedy


def test_a_stick_that_cannot_be_written_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGERAG_HOME", "/proc/stick")
    found = findings()
    assert found["folders"].severity is Severity.WRONG
    assert "/proc cannot be written" in found["folders"].message
    assert "write-protected" in found["folders"].remedy
    assert found["library"].severity is Severity.WRONG


def test_a_missing_temporary_folder_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/proc")
    found = findings()["temporary files"]
    assert found.severity is Severity.WRONG
    assert "TMPDIR" in found.remedy


CLINIC = "# Anaphylaxis\n\nAn adult with anaphylaxis should receive adrenaline 0.5 mg into the thigh.\n"


@pytest.fixture
def handbook_file(tmp_path: Path, models_folder: Path) -> Path:
    """A handbook in the user's library, added from a file, with the real embedder installed."""
    make_private(paths.data_folder())
    paths.models_folder().symlink_to(models_folder)
    file = tmp_path / "clinic.md"
    file.write_text(CLINIC, encoding="utf-8")
    with Engine.open(Config(), extractive=True) as engine:
        assert not any(isinstance(event, Failed) for event in engine.intake.add([file]))
        engine.report("What dose of adrenaline?")
    return file


def damage(statement: str) -> None:
    with Library.open(paths.library_file()) as library, library.transaction() as db:
        db.execute(statement)


def about(what: str, *, repair: bool = False, deep: bool = False) -> list[Finding]:
    found = diagnose(Config(), repair=(lambda *_: None) if repair else None, deep=deep)
    return [finding for finding in found if finding.what == what]


def test_a_damaged_page_is_named_and_read_again_from_its_file(handbook_file: Path) -> None:
    assert about("text")[0].severity is Severity.FINE
    damage("update pages set text = replace(text, '0.5 mg', '8.5 mg')")
    (told,) = about("text")
    assert told.severity is Severity.WRONG
    assert "page 1" in told.message
    assert told.remedy == "edgerag doctor --repair"
    assert {finding.severity for finding in about("text", repair=True)} == {Severity.FINE}
    with Library.open(paths.library_file()) as library:
        (book,) = library.handbooks()
        assert "0.5 mg" in library.text(book.id)
        assert len(library.reports()) == 1


def test_a_damaged_page_whose_file_is_gone_or_another_is_asked_for(handbook_file: Path) -> None:
    damage("update pages set text = replace(text, '0.5 mg', '8.5 mg')")
    handbook_file.write_text(CLINIC.replace("0.5", "5"), encoding="utf-8")
    told = about("text", repair=True)[-1]
    assert told.severity is Severity.WRONG
    assert "find clinic.md" in told.remedy


def test_damaged_vectors_are_made_anew_from_the_stored_text(handbook_file: Path) -> None:
    handbook_file.unlink()
    damage("update vectors set matrix = zeroblob(length(matrix))")
    assert "its vectors" in about("text")[0].message
    assert {finding.severity for finding in about("text", repair=True)} == {Severity.FINE}


def test_a_deep_look_finds_quotations_that_are_not_there_any_more(handbook_file: Path) -> None:
    assert [finding.severity for finding in about("quotations", deep=True)] == [Severity.FINE]
    damage("update pages set text = replace(text, '0.5 mg', '8.5 mg')")
    assert [f.severity for f in about("quotations", deep=True)] == [Severity.NOTE, Severity.FINE]


def test_a_deep_look_tells_what_others_may_read_and_closes_it(handbook_file: Path) -> None:
    assert about("permissions", deep=True)[0].severity is Severity.FINE
    paths.library_file().chmod(0o644)
    assert "library.db" in about("permissions", deep=True)[0].message
    assert about("permissions", deep=True, repair=True)[0].severity is Severity.FINE
    assert paths.library_file().stat().st_mode & 0o777 == 0o600


def test_a_damaged_report_is_named_with_how_to_delete_it(handbook_file: Path) -> None:
    damage("update reports set question = 'What dose of atropine?'")
    (told,) = about("history")
    assert "history delete 1" in told.remedy


@pytest.mark.parametrize("at", [0, 20, 56, 100, 4050])
def test_whatever_is_damaged_the_doctor_comes_to_its_end_and_says_what_to_do(
    handbook_file: Path, at: int
) -> None:
    content = bytearray(paths.library_file().read_bytes())
    content[at : at + 64] = b"\xff" * 64
    paths.library_file().write_bytes(content)
    found = list(diagnose(Config(), deep=True))
    assert any(finding.severity is Severity.WRONG for finding in found)
    assert all(finding.remedy for finding in found if finding.severity is Severity.WRONG)


def test_an_empty_library_file_is_wrong_and_stays_as_it_is() -> None:
    make_private(paths.data_folder())
    paths.library_file().touch()
    found = findings()["library"]
    assert found.severity is Severity.WRONG
    assert "is empty" in found.message
    assert "backup" in found.remedy
    assert paths.library_file().stat().st_size == 0


def test_a_file_where_the_word_index_belongs_is_mended(handbook_file: Path) -> None:
    shutil.rmtree(paths.lexical_folder())
    paths.lexical_folder().write_text("not an index")
    assert about("indexes", repair=True)[-1].severity is Severity.FINE
    assert paths.lexical_folder().is_dir()
