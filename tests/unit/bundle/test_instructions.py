from __future__ import annotations

import re
import shutil
from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey

from edgerag.bundle.instructions import instructions
from edgerag.bundle.manifest import INSTALLER, LIBRARY
from edgerag.bundle.reading import open_bundle, verify_files
from edgerag.cli.bundle import install as install_command
from edgerag.disk import require_space, silent
from edgerag.errors import EdgeRagError
from tests.unit.bundle.conftest import Install, MakeBundle

PLATFORMS = ("linux-x86_64", "win32-amd64", "darwin-arm64")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_system_is_told_its_own_way_and_nothing_is_left_to_fill_in(platform: str) -> None:
    text = instructions("1.2.3", platform, has_library=True)
    assert "edgerag 1.2.3, for " in text
    assert "$" not in text
    others = {instructions("1.2.3", other, has_library=True) for other in PLATFORMS if other != platform}
    assert text not in others
    assert "bundle install ." in text or INSTALLER in text


def test_handbooks_are_mentioned_only_if_they_are_there() -> None:
    assert LIBRARY in instructions("1.0", "linux-x86_64", has_library=True)
    assert LIBRARY not in instructions("1.0", "linux-x86_64", has_library=False)
    assert "--library" in {name for option in install_command.params for name in option.opts}


def test_no_line_is_wider_than_a_window_of_a_simple_editor() -> None:
    for platform in PLATFORMS:
        assert max(map(len, instructions("1.0", platform, has_library=True).splitlines())) <= 110


def test_what_it_says_about_errors_are_the_words_of_the_errors(
    make_bundle: MakeBundle, put: Install, tmp_path: Path
) -> None:
    told = re.findall(r'^  "(.+?)"', instructions("1.0", "linux-x86_64", has_library=False), re.MULTILINE)
    said: list[str] = []

    def failing(step: object, *arguments: object) -> None:
        with pytest.raises(EdgeRagError) as failed:
            step(*arguments)  # type: ignore[operator]
        said.append(str(failed.value))

    new, old = make_bundle("new", "2.0", mine=b"weights"), make_bundle("old", "1.0")
    put(new)
    failing(put, old)
    other = shutil.copytree(new.folder, tmp_path / "other")
    failing(open_bundle, other, SigningKey.generate().verify_key)
    (other / "models" / "mine" / "model.gguf").write_bytes(b"Weights")
    failing(verify_files, open_bundle(other), silent, Event())
    failing(require_space, tmp_path, 10**18)
    assert all(any(words in message for message in said) for words in told)
    assert len(told) == len(said)
