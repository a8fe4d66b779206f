from __future__ import annotations

import json

import pytest

from edgerag import paths
from edgerag.selftest import run
from tests.policies import put_policy
from tests.unit.cli.conftest import Invoke


def only(monkeypatch: pytest.MonkeyPatch, *parts: str) -> None:
    monkeypatch.setattr(run, "names", lambda *, quick: parts)


def test_table_names_what_works_and_what_is_left_out(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "folders", "questions")
    checked = invoke("selftest")
    _, works, left_out = (line.split("\t") for line in checked.stdout.splitlines())
    assert checked.exit_code == 0
    assert works[:2] == ["ok", "folders"]
    assert left_out[:2] == ["left out", "questions"]
    assert left_out[-1] == "edgerag models install"
    assert "checking questions" in checked.stderr
    assert not paths.library_file().exists()


def test_part_that_fails_is_exit_code_1(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "folders")
    monkeypatch.setenv("EDGERAG_HOME", "/proc/edgerag")
    checked = invoke("selftest", "--json")
    assert checked.exit_code == 1
    (result,) = json.loads(checked.stdout)
    assert result["outcome"]["type"] == "failed"
    assert "/proc" in result["outcome"]["message"]


def test_the_models_that_the_policy_fixes_are_tested(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "questions")
    put_policy('[models]\nembedder = "theirs"\n')
    checked = invoke("selftest", "--json")
    assert "theirs" in checked.stdout
