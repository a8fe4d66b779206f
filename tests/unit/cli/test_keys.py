from __future__ import annotations

import json

import pytest

from edgerag import paths
from edgerag.cli.keys import misfits_of
from edgerag.config import Config
from tests.unit.cli.conftest import Invoke


@pytest.mark.parametrize(
    ("screen", "action", "key", "told"),
    [
        ("app", "library", "f9", "no action: app.library"),
        ("ask", "exprot", "f9", "no action: ask.exprot"),
        ("ask", "copy", "f99", "there is no key 'f99', which the settings give to ask.copy"),
        ("everywhere", "help", "f2", "one key to two actions: f2 to everywhere.ask and everywhere.help"),
        ("ask", "copy", "f4", "one key to two actions: f4 to everywhere.library and ask.copy"),
    ],
)
def test_keys_that_do_nothing_or_not_what_they_should_are_told(
    invoke: Invoke, screen: str, action: str, key: str, told: str
) -> None:
    paths.config_file().parent.mkdir(parents=True)
    paths.config_file().write_text(f'[keys.{screen}]\n{action} = "{key}"\n')
    assert told in invoke("config", "show").stderr
    found = {finding["what"]: finding for finding in json.loads(invoke("doctor", "--json").stdout)}
    assert found["keys"]["severity"] == "note"
    assert told in found["keys"]["message"]


def test_keys_that_can_be_moved_so_are_not_told() -> None:
    moved = {"everywhere": {"library": "f10,alt+l"}, "ask": {"copy": "y"}, "compare": {"export": "plus"}}
    assert misfits_of(Config(keys=moved)) == []
