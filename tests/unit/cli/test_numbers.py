from __future__ import annotations

import click
import pytest

from edgerag.cli.numbers import NUMBER
from edgerag.store.library import Library
from tests.unit.cli.conftest import Invoke

PAIR = ("--pair", "clinic", "hospital")


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "one", "9" * 5000])
@pytest.mark.parametrize(
    "command",
    [
        ("history", "show", "--", "{}"),
        ("history", "delete", "--", "{}"),
        ("history", "mark", *PAIR, "--", "{}"),
        ("history", "unmark", *PAIR, "--", "{}"),
        ("notes", "delete", "--", "{}"),
        ("notes", "add", "Clinic", "--report={}", "text"),
        ("confirm", "--", "{}", "Clinic"),
        ("ask", "--after={}", "text"),
    ],
)
def test_a_number_that_nothing_kept_can_have_is_wrong_usage(
    invoke: Invoke, library: Library, command: tuple[str, ...], number: str
) -> None:
    refused = invoke(*(part.format(number) for part in command))
    assert refused.exit_code == click.UsageError.exit_code
    assert "Error: Invalid value" in refused.stderr


def test_any_number_that_something_kept_can_have_is_taken() -> None:
    for number in (0, 1, 10**18 - 1):
        assert NUMBER.convert(str(number), None, None) == number
