"""`edgerag add --editions`: whether a newer edition takes the place of an older one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from edgerag.cli.output import agreed, note
from edgerag.errors import DamagedError, PolicyError

if TYPE_CHECKING:
    from edgerag.domain.handbooks import Handbook, Page
    from edgerag.domain.ids import HandbookId
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
    _ask_of_likely(engine, added)


def _ask_of_likely(engine: Engine, added: Sequence[Handbook]) -> None:
    """Name handbooks that may be editions of one work by their text; a person says whether they are."""
    from edgerag.summarise.shared_text import likely_editions

    held = engine.library.handbooks()
    present = {book.id for book in held}

    def pages_of(book: HandbookId) -> Sequence[Page]:
        try:
            return engine.library.pages(book)
        except DamagedError:
            return ()  # what cannot be read is like nothing

    mine = [book for book in added if book.id in present]
    for older, newer, share in likely_editions(mine, held, pages_of):
        shared = f"{share:.0%} of the passages of the shorter one share text with the other"
        note(f"editions?  {_dated(older)} and {_dated(newer)} may be editions of one work:")
        note(f"           {shared}. If they are, give")
        note("           both one title and maker: edgerag edit HANDBOOK --title ... --institution ...")


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
