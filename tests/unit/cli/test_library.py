from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.errors import BundleKeyError, EdgeRagError, StoreError
from edgerag.store.library import Library
from tests.integration.conftest import home_with_models
from tests.unit.cli.conftest import Invoke
from tests.unit.test_disk import FullDisk


def test_handbooks_travel_to_an_empty_library_and_arrive_once(
    invoke: Invoke, in_asked_home: Path, models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "handbooks.edgerag"
    assert invoke("library", "export", file).stdout.startswith("2 handbooks, ")
    monkeypatch.setenv("EDGERAG_HOME", str(home_with_models(tmp_path / "other", models_folder)))
    assert invoke("library", "import", file).stdout == "2 new handbooks, 2 handbooks in the library\n"
    assert invoke("library", "import", file).stdout == "0 new handbooks, 2 handbooks in the library\n"
    with Library.open(paths.library_file()) as library:
        assert [book.title for book in library.handbooks()] == ["Harbour Guide", "Quarry Guide"]
        assert library.reports() == ()


def test_an_export_is_verified_and_listed(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "handbooks.edgerag"
    invoke("library", "export", file)
    shown = invoke("library", "info", file)
    assert [line.split("\t")[1] for line in shown.stdout.splitlines()] == ["title", "Clinic", "Hospital"]
    assert "vectors of synthetic-16" in shown.stderr


def test_a_damaged_export_brings_nothing(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "handbooks.edgerag"
    invoke("library", "export", file)
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 1
    file.write_bytes(content)
    for action in ("info", "import"):
        with pytest.raises(StoreError, match="damaged"):
            invoke("library", action, file)


def test_who_signed_an_export_is_said_and_stays_with_its_handbooks(
    invoke: Invoke, in_asked_home: Path, models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invoke("bundle", "keygen", "--out", tmp_path / "clinic.key")
    signed, unsigned = tmp_path / "signed.edgerag", tmp_path / "unsigned.edgerag"
    assert (
        "Signed with the key" in invoke("library", "export", signed, "--key", tmp_path / "clinic.key").stderr
    )
    assert "Nobody signed it" in invoke("library", "export", unsigned).stderr
    monkeypatch.setenv("EDGERAG_HOME", str(home_with_models(tmp_path / "other", models_folder)))
    with pytest.raises(BundleKeyError, match="signed by nobody"):
        invoke("library", "import", unsigned, "--public-key", tmp_path / "clinic.key.pub")
    assert "signed with the key" in invoke("library", "info", signed).stderr
    imported = invoke("library", "import", signed, "--public-key", tmp_path / "clinic.key.pub")
    assert "2 new handbooks" in imported.stdout
    assert "signed by" in invoke("show", "harbour.md").stdout


def test_what_handbooks_state_is_written_as_json_ld(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonld"
    told = invoke("library", "export", file, "--jsonld")
    assert told.stdout.startswith("2 handbooks, ")
    assert "2 handbooks not read for entities yet" in told.stderr
    claims = [node for node in json.loads(file.read_bytes())["@graph"] if "Claim" in node["@type"]]
    assert "Adrenaline 0.5 mg IM." in [node["text"] for node in claims]
    invoke("library", "export", file, "--jsonld")
    (tmp_path / "clinic.key").write_text("")
    assert invoke("library", "export", file, "--jsonld", "--key", tmp_path / "clinic.key").exit_code == 2


def test_json_ld_takes_the_place_of_no_other_file(invoke: Invoke, library: Library, tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonld"
    file.write_text('{"@context":{}}')
    with pytest.raises(EdgeRagError, match="is there already and is no export"):
        invoke("library", "export", file, "--jsonld")
    assert file.read_text() == '{"@context":{}}'


@pytest.mark.usefixtures("library")
def test_json_ld_on_a_full_disk_is_one_error_and_no_file(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("edgerag.disk.os.fdopen", FullDisk)
    with pytest.raises(EdgeRagError, match="no space left on device"):
        invoke("library", "export", tmp_path / "claims.jsonld", "--jsonld")
    gc.collect()  # what is left open fails now, and the test with it
    assert list(tmp_path.glob("*claims*")) == list(tmp_path.glob(".edgerag*")) == []
