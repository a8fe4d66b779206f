"""`edgerag ask --after`: the question that another goes on from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from edgerag.cli.numbers import NUMBER
from edgerag.errors import StoreError

if TYPE_CHECKING:
    from edgerag.domain.follow_ups import Before
    from edgerag.store.library import Library

LAST: Final = "last"


class AfterType(click.ParamType["str | int"]):
    """The number of a kept report, or "last"."""

    name = "number"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | int:
        """Check what was typed."""
        if value == LAST or isinstance(value, int):
            return value
        if not value.isdecimal():
            self.fail(f"{value!r} is neither the number of a question of the history nor {LAST}", param, ctx)
        return NUMBER.convert(value, param, ctx)


def question_before(library: Library, after: str | int) -> Before:
    """Give the question of one kept report, or of the newest one, as one that another goes on from.

    Raises:
        DamagedError: it is not as it was stored.
        StoreError: there is none.
    """
    from edgerag.domain.follow_ups import before_of
    from edgerag.engine.kept import kept_report
    from edgerag.store.reports import ReportId

    if after == LAST:
        kept = library.reports()
        if not kept:
            raise StoreError("no question is kept that this one could go on from", hint="ask it first")
        after = kept[0].id
    number = ReportId(int(after))
    return before_of(kept_report(library, number), number, is_meant=True)
