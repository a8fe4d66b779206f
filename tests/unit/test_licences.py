from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from edgerag import licences
from edgerag.cli.licences import command
from edgerag.errors import EdgeRagError
from edgerag.licences import Component, component, components, read_text


def test_installed_packages_are_listed_with_their_licence_and_text() -> None:
    named = {one.name: one for one in components()}
    assert {"edgerag", "numpy", "textual", "tantivy", "click", "llama_cpp_python"} <= named.keys()
    assert named["numpy"].licence.startswith("BSD-3-Clause")
    assert any("Permission is hereby granted" in text for text in named["textual"].texts.values())
    assert all(one.version and one.licence for one in named.values())


def test_what_only_developers_need_is_not_listed() -> None:
    assert not {"pytest", "ruff", "mypy", "hypothesis"} & {one.name for one in components()}


def test_executable_shows_the_list_that_was_made_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [Component("OpenSSL", "3", "Apache-2.0", {"copyright": "the text"})]
    (tmp_path / licences.LIST).write_bytes(msgspec.json.encode(made))
    monkeypatch.setattr(licences, "bundled", tmp_path.joinpath)
    shown = CliRunner().invoke(command, [])
    assert shown.output.splitlines() == ["name\tversion\tlicence", "OpenSSL\t3\tApache-2.0"]
    assert "the text" in CliRunner().invoke(command, ["openssl"]).output


def test_unknown_name_is_refused_with_what_to_do() -> None:
    with pytest.raises(EdgeRagError, match="'nothing'") as caught:
        component("nothing")
    assert "edgerag licences" in caught.value.hint


def test_old_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "COPYING").write_bytes(b"Copyright \xa9 1999")
    assert read_text(tmp_path / "COPYING") == "Copyright © 1999"
