"""`edgerag add --editions`: whether a newer edition takes the place of an older one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from edgerag.cli.output import agreed, note
from edgerag.errors import PolicyError

if TYPE_CHECKING:
    from edgerag.domain.handbooks import Handbook
    from edgerag.engine.ask import Engine

ASK: Final = "ask"
REPLACE: Final = "replace"
EDITIONS: Final = (ASK, "keep", REPLACE)


def settle(engine: Engine, added: Sequence[Handbook], wish: str) -> None:
    """Say of each new handbook which older editions of it there are, and remove them if that is wished.

    Reports that quote them keep their words, and notes on their pages stay.

    Raises:
        StoreError: the library cannot be changed.
    """
    from edgerag.summarise.editions import replaced_by

    for book in added:
        for older in replaced_by(book, engine.library.handbooks()):
            if wish == REPLACE or (wish == ASK and _is_watched() and _agrees(older, book)):
                _replace(engine, older)
            else:
                note(f"kept both  {_dated(older)} and {_dated(book)} are editions of one work")
                note(f"           edgerag differences --changed {older.id} {book.id}")


def _replace(engine: Engine, older: Handbook) -> None:
    try:
        engine.indexes.remove(older.id)
    except PolicyError as error:
        note(f"kept both  {error}")
    else:
        note(f"replaced   {_dated(older)}; what was asked of it and noted on it stays")


def _agrees(older: Handbook, newer: Handbook) -> bool:
    return agreed(f"{_dated(newer)} is newer than {_dated(older)}. Remove the older one?")


def _is_watched() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _dated(book: Handbook) -> str:
    return f"{book.title} ({book.edition})"
