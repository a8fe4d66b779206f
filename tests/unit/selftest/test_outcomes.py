from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from edgerag.selftest.outcomes import Failed, LeftOut, Outcome, Passed, file_of, version_of

BUILD = Path(__file__).parents[3] / "packaging" / "selftest" / "build.py"


def test_the_sources_build_exactly_the_files_in_the_package(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-B", str(BUILD), "--out", str(tmp_path)], check=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert built == {name: file_of(name).read_bytes() for name in built}
    assert len(built) == 4


@pytest.mark.parametrize(
    ("told", "version"),
    [("1.2.3", "1.2.3"), ("v0.27.0 (release)", "0.27.0"), ("newest", "newest"), (None, "")],
)
def test_version_is_the_number_in_what_a_library_tells(
    monkeypatch: pytest.MonkeyPatch, told: str | None, version: str
) -> None:
    library = ModuleType("library")
    if told is not None:
        vars(library)["__version__"] = told
    monkeypatch.setitem(sys.modules, "library", library)
    assert version_of("library") == version


@pytest.mark.parametrize("outcome", [Passed("1.0", "read"), LeftOut("no model", "get one"), Failed("a", "b")])
def test_outcome_comes_through_the_pipe_as_what_it_is(outcome: Outcome) -> None:
    piped = msgspec.msgpack.encode(outcome)
    assert msgspec.msgpack.decode(piped, type=Passed | LeftOut | Failed) == outcome
