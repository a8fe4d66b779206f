from __future__ import annotations

import platform
from pathlib import Path

import msgspec
import pytest

from edgerag.compare import validation as module
from edgerag.compare.validation import Validation, made_with, record_validation, validation_of
from edgerag.inference.catalogue import Entry
from edgerag.inference.installed import InstalledModels

GOOD = Validation("", n_pairs=72, n_conflicts=43, n_verdicts=60, n_right=54, n_false_agreements=1)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"n_conflicts": 29, "n_false_agreements": 0}, "29 conflicting pairs"),
        ({"n_false_agreements": 2}, "5% of the conflicts agreement"),
        ({"n_verdicts": 35, "n_right": 35}, "49% of the pairs"),
        ({"n_right": 47}, "78% of its verdicts"),
        ({"n_pairs": 0, "n_conflicts": 0, "n_verdicts": 0, "n_right": 0}, "0 conflicting pairs"),
    ],
)
def test_each_condition_alone_keeps_a_generator_from_judging(change: dict[str, int], why: str) -> None:
    assert GOOD.shortcomings == []
    assert why in "; ".join(msgspec.structs.replace(GOOD, **change).shortcomings)


def test_share_right_is_of_the_verdicts_given() -> None:
    assert GOOD.share_right == 0.9
    assert msgspec.structs.replace(GOOD, n_verdicts=0, n_right=0).share_right == 0.0


@pytest.fixture
def generator(models_folder: Path) -> Entry:
    return InstalledModels(models_folder).entry("smollm2-135m-instruct")


@pytest.fixture
def models(tmp_path: Path, generator: Entry) -> InstalledModels:
    (tmp_path / generator.name).mkdir()
    return InstalledModels(tmp_path)


def test_record_holds_for_these_weights_this_prompt_and_this_machine(
    models: InstalledModels, generator: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert validation_of(models, generator) is None
    validation = msgspec.structs.replace(GOOD, made_with=made_with(generator))
    record_validation(models, generator, validation)
    assert validation_of(models, generator) == validation
    weights = msgspec.structs.replace(generator.files[0], sha256="0" * 64)
    assert validation_of(models, msgspec.structs.replace(generator, files=(weights,))) is None
    for owner, name in ((module, "VERDICT_VERSION"), (module, "JUDGE_VERSION")):
        with monkeypatch.context() as other:
            other.setattr(owner, name, "another")
            assert validation_of(models, generator) is None
    monkeypatch.setattr(platform, "node", lambda: "another-laptop")
    assert validation_of(models, generator) is None


def test_damaged_record_is_none(models: InstalledModels, generator: Entry) -> None:
    record_validation(models, generator, msgspec.structs.replace(GOOD, made_with=made_with(generator)))
    (record,) = (models.folder / generator.name).iterdir()
    record.write_bytes(record.read_bytes()[:-9])
    assert validation_of(models, generator) is None
