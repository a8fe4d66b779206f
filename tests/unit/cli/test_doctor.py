from __future__ import annotations

import json

from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke
from tests.unit.store.test_unfinished import of_a_process_that_died


def test_missing_models_are_wrong_and_the_remedy_is_named(invoke: Invoke) -> None:
    shown = invoke("doctor", "--json")
    found = {finding["what"]: finding for finding in json.loads(shown.stdout)}
    assert shown.exit_code == 1
    assert found["embedder"]["severity"] == "wrong"
    assert "edgerag models install" in found["embedder"]["remedy"]


def test_table_says_the_same_as_json(invoke: Invoke) -> None:
    header, *rows = (line.split("\t") for line in invoke("doctor").stdout.splitlines())
    assert header == ["", "what", "found", "what to do"]
    found = json.loads(invoke("doctor", "--json").stdout)
    assert [row[:2] for row in rows] == [[finding["severity"], finding["what"]] for finding in found]


def test_only_repair_strikes_off_what_a_dead_process_left(invoke: Invoke, library: Library) -> None:
    with library.transaction() as db:
        of_a_process_that_died(db, "clinic.pdf")
    assert "clinic.pdf" in invoke("doctor").stdout
    assert len(library.unfinished()) == 1
    invoke("doctor", "--repair")
    assert library.unfinished() == ()
    assert "clinic.pdf" not in invoke("doctor").stdout
