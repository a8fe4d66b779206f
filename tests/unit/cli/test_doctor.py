from __future__ import annotations

import json
import shutil

from edgerag import paths
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke


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


def test_repair_rebuilds_a_deleted_index(invoke: Invoke, library: Library) -> None:
    Indexes.open(library, paths.lexical_folder())
    shutil.rmtree(paths.lexical_folder())
    invoke("doctor", "--repair")
    assert Indexes.open(library, paths.lexical_folder()).check() == ()
