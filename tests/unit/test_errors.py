from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from edgerag import cli, errors
from edgerag.errors import EdgeRagError


def family(root: type[EdgeRagError]) -> Iterator[type[EdgeRagError]]:
    yield root
    for child in root.__subclasses__():
        yield from family(child)


@pytest.mark.parametrize("kind", list(family(EdgeRagError)), ids=lambda kind: kind.__name__)
def test_the_tree_that_is_drawn_is_the_tree_there_is(kind: type[EdgeRagError]) -> None:
    drawn: dict[str, int] = {}
    code = 0
    for name, number in re.findall(r"^\s*[*x+] (\w+) *(\d*)$", errors.__doc__ or "", re.MULTILINE):
        code = int(number or code)
        drawn[name] = code
    assert drawn.pop(kind.__name__) == kind.exit_code
    assert drawn.keys() == {other.__name__ for other in family(EdgeRagError) if other is not kind}


def test_help_of_the_command_line_names_every_exit_code() -> None:
    named = {int(code) for code in re.findall(r"\b(\d+) [a-z]", cli.EPILOG.partition("Exit codes:")[2])}
    assert named == {kind.exit_code for kind in family(EdgeRagError)} | {0, errors.PARTIAL}


def test_an_error_says_what_happened_and_what_to_do() -> None:
    error = errors.IngestError("the file is empty", hint="copy it again")
    assert (str(error), error.hint) == ("the file is empty", "copy it again")
    assert EdgeRagError("broken").hint == ""
