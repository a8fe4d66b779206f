"""The numbers by which the history and the notes are named on the command line."""

from __future__ import annotations

import re
from typing import Final

import click


class NumberType(click.ParamType["int"]):
    """A number that something can be kept under; SQLite, which gives them, has none of more than 64 bits."""

    name = "number"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Check what was typed."""
        if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,18}", value):
            self.fail(f"{value!r} is no number that anything is kept under", param, ctx)
        return int(value)


NUMBER: Final = NumberType()
