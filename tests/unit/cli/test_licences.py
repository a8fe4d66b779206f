from __future__ import annotations

import pytest

from edgerag.errors import EdgeRagError
from tests.unit.cli.conftest import Invoke


def test_every_component_is_one_line_with_its_licence(invoke: Invoke) -> None:
    header, *rows = (line.split("\t") for line in invoke("licences").stdout.splitlines())
    assert header == ["name", "version", "licence"]
    licences = {name: licence for name, _, licence in rows}
    assert "BSD" in licences["numpy"]
    assert all(licences.values())


def test_text_of_one_component_is_printed(invoke: Invoke) -> None:
    shown = invoke("licences", "numpy").stdout
    assert shown.startswith("--- ")
    assert "Redistribution and use in source and binary forms" in shown


def test_what_is_not_a_component_is_an_error(invoke: Invoke) -> None:
    with pytest.raises(EdgeRagError, match="nothing-of-ours"):
        invoke("licences", "nothing-of-ours")
