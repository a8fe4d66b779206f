from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgerag.errors import ConfigError, ModelMissingError
from tests.policies import put_policy
from tests.unit.cli.conftest import Invoke

KINDS = [
    "retrieval",
    "absence",
    "routing",
    "multihop",
    "pairs",
    "judge",
    "handbooks",
    "differences",
    "fusion",
    "citation",
    "rag",
]


@pytest.mark.parametrize(
    "kind",
    [
        "retrieval",
        "absence",
        "routing",
        "multihop",
        "pairs",
        "handbooks",
        "differences",
        "fusion",
        "citation",
    ],
)
def test_a_data_set_must_be_named(invoke: Invoke, kind: str) -> None:
    with pytest.raises(ConfigError, match="which data set") as refused:
        invoke("evaluate", kind)
    assert refused.value.hint == "--data DIR"


@pytest.mark.parametrize("kind", KINDS)
def test_a_data_set_that_is_not_there_is_wrong_usage(invoke: Invoke, kind: str, tmp_path: Path) -> None:
    refused = invoke("evaluate", kind, "--data", tmp_path / "nowhere")
    assert refused.exit_code == 2
    assert "does not exist" in refused.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_of_something_else_is_refused_before_models_are_missed(
    invoke: Invoke, kind: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        invoke("evaluate", kind, "--data", tmp_path)


@pytest.mark.usefixtures("models")
def test_what_is_shown_is_what_is_written(invoke: Invoke, pairs: Path, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    shown = invoke("evaluate", "pairs", "--data", pairs, "--json", file)
    first, head, *rows = shown.stdout.splitlines()
    assert (first, head) == ("pairs, dev, n = 6", "measure\tvalue\t95 % interval")
    result = json.loads(file.read_text())
    assert result["n"] == 6
    assert result["measures"]["accuracy"]["value"] == 1.0
    for name, measure in result["measures"].items():
        value = "-" if measure["value"] is None else f"{measure['value']:.3f}"
        assert any(row.startswith(f"{name}\t{value}") for row in rows)
    for gold, counts in result["confusion"].items():
        assert "\t".join([gold, *map(str, counts.values())]) in rows
    for what, version in result["versions"].items():
        assert f"{what}: {version}" in rows


def test_what_is_measured_are_the_models_that_the_policy_fixes(invoke: Invoke) -> None:
    put_policy('[models]\nembedder = "theirs"\n')
    with pytest.raises(ModelMissingError, match="theirs"):
        invoke("evaluate", "judge", "--extractive", "--fresh")
