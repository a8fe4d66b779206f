from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config
from edgerag.diagnosis import Finding, Severity, diagnose
from edgerag.domain.entities import RelationType
from edgerag.domain.trail import Deed
from edgerag.engine.ask import Engine
from edgerag.folders import make_private
from edgerag.index.graph_files import newest
from edgerag.intake import Failed
from edgerag.store.keys import key_file
from edgerag.store.library import Library
from tests.graphs import make_extracted
from tests.policies import put_policy
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.locked import lock, make_library


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


def damage_structure(*statements: str) -> None:
    with Library.open(paths.library_file()) as library:
        library.connections.here().pragma("foreign_keys", "off")
        with library.transaction() as db:
            for statement in statements:
                db.execute(statement)


def test_what_a_repair_has_mended_of_the_file_is_said_and_is_wrong_no_more(handbook_file: Path) -> None:
    damage_structure("delete from sections")
    assert [(told.severity, told.message) for told in about("library file")] == [
        (Severity.WRONG, "1 rows belong to nothing")
    ]
    (told,) = about("library file", repair=True)
    assert (told.severity, told.message) == (Severity.FINE, "mended: 1 rows belong to nothing")
    assert about("library file") == []


def test_what_a_repair_cannot_mend_of_the_file_is_wrong_still(handbook_file: Path) -> None:
    damage_structure("delete from sections", "insert into asked_handbooks values (99, 'a'), (99, 'b')")
    assert about("library file")[0].message == "3 rows belong to nothing"
    (told,) = about("library file", repair=True)
    assert (told.severity, told.message) == (Severity.WRONG, "2 rows belong to nothing")
    assert "backup" in told.remedy


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


def test_handbooks_that_were_not_read_for_entities_are_told_and_read(handbook_file: Path) -> None:
    damage("update handbooks set entities_read = 0")
    (told,) = about("entities")
    assert (told.severity, told.remedy) == (Severity.NOTE, "edgerag doctor --repair")
    assert {finding.severity for finding in about("entities", repair=True)} == {Severity.FINE}
    assert about("entities") == []


def test_a_deep_look_finds_quotations_that_are_not_there_any_more(handbook_file: Path) -> None:
    assert [finding.severity for finding in about("quotations", deep=True)] == [Severity.FINE]
    damage("update pages set text = replace(text, '0.5 mg', '8.5 mg')")
    told = about("quotations", deep=True)
    assert [f.severity for f in told] == [Severity.NOTE, Severity.FINE]
    assert "of damaged pages" in told[0].message


def test_a_report_that_quotes_a_forged_import_is_named_once_the_real_file_has_replaced_it(
    handbook_file: Path,
) -> None:
    """The library knows a handbook by the hash of its file, which a forger can claim for another text."""
    with Library.open(paths.library_file()) as library:
        (book,) = library.handbooks()
        encoded = library.report(library.newest_report())
        assert encoded is not None
        forged = library.keep_report("And for a child?", encoded.replace(b"0.5 mg", b"8.5 mg"), [book.id])
    told = about("quotations", deep=True)
    assert [finding.severity for finding in told] == [Severity.WRONG, Severity.FINE]
    assert f"report {forged} shows" in told[0].message
    assert "perhaps an import, before the file itself was added" in told[0].message
    assert f"edgerag history delete {forged}" in told[0].remedy


def test_a_report_that_is_none_is_named_and_the_other_ones_are_looked_up(handbook_file: Path) -> None:
    with Library.open(paths.library_file()) as library:
        library.switch_trail(is_on=True)
        nonsense = library.keep_report("What dose of atropine?", b"not JSON", [])
    told = about("quotations", deep=True)
    assert [finding.severity for finding in told] == [Severity.WRONG, Severity.FINE]
    assert f"report {nonsense} cannot be read" in told[0].message
    assert told[-1].message[0] != "0"
    assert about("audit trail", deep=True)[0].severity is Severity.FINE


def test_quotations_of_a_handbook_whose_own_entry_is_damaged_end_no_deep_look(handbook_file: Path) -> None:
    damage("update handbooks set n_chars = n_chars + 1")
    told = about("quotations", deep=True)
    assert [finding.severity for finding in told] == [Severity.NOTE, Severity.FINE]


def test_quotations_of_a_removed_handbook_cannot_be_checked_and_are_no_fault(handbook_file: Path) -> None:
    with Library.open(paths.library_file()) as library:
        library.remove(library.handbooks()[0].id)
    told = about("quotations", deep=True)
    assert {finding.severity for finding in told} == {Severity.FINE}
    assert "cannot be checked any more" in told[-1].message


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


def test_it_says_what_is_fixed_and_that_a_demanded_lock_is_missing() -> None:
    assert "policy" not in findings()
    with Library.open(paths.library_file()):
        pass
    put_policy("[library]\nlocked = true")
    found = findings()
    assert found["policy"].severity is Severity.FINE
    assert "must be locked with a passphrase: fixed by the policy of" in found["policy"].message
    assert found["encryption"].severity is Severity.WRONG
    assert found["encryption"].remedy == "edgerag lock"
    paths.library_file().write_bytes(b"\x8a" * 4096)
    assert "encryption" not in findings()


def test_a_plain_library_is_advised_to_be_locked() -> None:
    found = findings()["encryption"]
    assert (found.severity, found.remedy) == (Severity.NOTE, "edgerag lock")


def test_a_locked_library_is_said_to_be_and_what_opens_it(cheap_wrapping: None, empty_keyring: None) -> None:
    make_library(paths.library_file())
    lock(paths.library_file())
    found = findings()["encryption"]
    assert found.severity is Severity.FINE
    assert "library.key is whole, and the recovery key opens it" in found.message


def test_a_damaged_key_file_is_a_fault_that_the_recovery_key_mends(
    cheap_wrapping: None, empty_keyring: None
) -> None:
    make_library(paths.library_file())
    lock(paths.library_file())
    key = key_file(paths.library_file())
    sound = key.read_bytes()
    before, named, box = sound.partition(b'"box"')
    key.write_bytes(before + named + box.swapcase())
    found = findings()["encryption"]
    assert found.severity is Severity.WRONG
    assert "rekey --recover" in found.remedy


def test_a_policy_that_is_not_believed_is_a_fault() -> None:
    put_policy("[library]\nlocked = true")
    paths.policy_file().with_name("policy.toml.sig").unlink()
    found = findings()["policy"]
    assert found.severity is Severity.WRONG
    assert "policy.toml.sig: cannot be read" in found.message
    assert found.remedy


def test_deep_names_the_first_broken_entry_of_the_audit_trail() -> None:
    def of_trail() -> list[Finding]:
        return [found for found in diagnose(Config(), deep=True) if found.what == "audit trail"]

    with Library.open(paths.library_file()) as library:
        assert of_trail() == []
        library.switch_trail(is_on=True)
        library.record(Deed.EXPORTED)
        assert [(found.severity, found.message[:16]) for found in of_trail()] == [
            (Severity.FINE, "2 entries, whole")
        ]
        with library.transaction() as db:
            db.execute("delete from trail where number = 2")
        (found,) = of_trail()
        assert found.severity is Severity.WRONG
        assert found.message == "entry 2 is missing: there should be 2"
        assert "trail verify FILE" in found.remedy


def test_a_graph_that_lags_or_is_damaged_is_told_and_built_anew() -> None:
    book = make_handbook("Clinic", ["Artesunate treats malaria."])
    said = make_extracted(book, [("artesunate", RelationType.TREATS, "malaria")])
    with Library.open(paths.library_file()) as library:
        library.add(book, make_vectors(1), EMBEDDER)
        assert "graph" not in findings()
        library.replace_entities(book.handbook.id, said)
    assert findings()["graph"].severity is Severity.NOTE
    assert about("graph", repair=True)[-1].severity is Severity.FINE
    file = newest(paths.graph_folder())
    assert file is not None
    file.path.write_bytes(b"damaged")
    assert findings()["graph"].severity is Severity.WRONG
    assert about("graph", repair=True)[-1].severity is Severity.FINE
