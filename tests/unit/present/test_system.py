from __future__ import annotations

from dataclasses import replace

import pytest

from edgerag.inference.catalogue import load_catalogue
from edgerag.inference.hardware import Hardware
from edgerag.present.lines import plain
from edgerag.present.system import (
    Health,
    SystemStatus,
    finding_lines,
    hardware_lines,
    model_lines,
    model_table,
    state,
    status_lines,
    summary,
)

ENTRIES = load_catalogue().models
MACHINE = Hardware("A processor", 4, 3, 8 * 10**9, 5 * 10**9, False, "there is no driver", (), False)
STATUS = SystemStatus(4, 0, 7, True, 7, "bge@1", "/home/nurse")


@pytest.mark.parametrize(
    ("health", "said"),
    [
        (Health(ENTRIES[0], False, in_use=False), "not installed"),
        (Health(ENTRIES[0], True, in_use=False), "installed"),
        (Health(ENTRIES[0], True, in_use=True, verified=True), "in use, verified"),
        (Health(ENTRIES[0], True, in_use=True, verified=False), "in use, DAMAGED"),
    ],
)
def test_a_models_state_is_told_in_words(health: Health, said: str) -> None:
    assert state(health) == said


def test_the_licence_is_in_the_table_where_there_is_room() -> None:
    models = [Health(entry, True, in_use=True) for entry in ENTRIES]
    for width, n_columns in ((79, 4), (119, 5)):
        headers, rows = model_table(models, width)
        assert {len(headers), *map(len, rows)} == {n_columns}
    assert f"Licence: {ENTRIES[0].licence}" in plain(model_lines(models[0], 80))


def test_a_missing_model_says_how_to_get_it() -> None:
    said = plain(model_lines(Health(ENTRIES[0], False, in_use=False), 200))
    assert f"edgerag models install {ENTRIES[0].name}" in said


def test_the_reason_for_the_processor_is_told() -> None:
    said = plain(hardware_lines(MACHINE, 110_000_000, 100))
    assert "the processor, because there is no driver" in said
    assert "5.0 GB free of 8.0 GB; edgerag uses 110 MB" in said
    card = replace(MACHINE, cuda_driver=True, cuda_reason="")
    assert "the graphics card (CUDA)" in plain(hardware_lines(card, 0, 100))
    assert "built without CUDA" in plain(hardware_lines(card, 0, 100))


def test_an_index_behind_the_library_is_told() -> None:
    assert plain(status_lines(STATUS, 100)).count("up to date") == 2
    behind = replace(STATUS, vectors_agree=False, words_generation=6)
    assert plain(status_lines(behind, 100)).count("behind the library") == 2
    assert "2 handbooks to be indexed again" in plain(status_lines(replace(STATUS, n_waiting=2), 100))


def test_findings_have_a_sign_and_what_to_do() -> None:
    said = plain(finding_lines([("ok", "disk", "fine", ""), ("wrong", "index", "torn", "mend it")], 80))
    assert said == "+ disk  fine\n! index  torn\n  What to do: mend it\n"


def test_a_check_ends_in_one_sentence() -> None:
    assert summary(["ok", "note"]) == "Everything that was looked at is well."
    assert summary(["ok", "wrong"]) == "1 thing must be mended."
