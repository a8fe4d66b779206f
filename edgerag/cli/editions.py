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
    from edgerag.engine.editions import Pair

ASK: Final = "ask"
REPLACE: Final = "replace"
EDITIONS: Final = (ASK, "keep", REPLACE)


def settle(engine: Engine, added: Sequence[Handbook], wish: str) -> None:
    """Say of each new handbook which older editions of it there are, and remove them if that is wished.

    Reports that quote them keep their words, and notes on their pages stay.

    Raises:
        StoreError: the library cannot be changed.
    """
    from edgerag.engine.editions import likely_pairs, told_editions

    for pair in told_editions(engine.library, added):
        if wish == REPLACE or (wish == ASK and _is_watched() and _agrees(pair)):
            _replace(engine, pair.older)
        else:
            note(f"kept both  {_dated(pair.older)} and {_dated(pair.newer)} are editions of one work")
            named = f"--handbook {pair.older.id} --handbook {pair.newer.id}"
            note(f"           edgerag differences --changed {named}")
    for pair in likely_pairs(engine.library, added):
        _name(pair)


def _name(pair: Pair) -> None:
    """Name two handbooks that may be editions of one work by their text; a person says whether they are."""
    from edgerag.present.handbooks import shared_sentence

    note(f"editions?  {_dated(pair.older)} and {_dated(pair.newer)} may be editions of one work:")
    note(f"           {shared_sentence(pair.shared)}. If they are, give")
    note("           both one title and maker: edgerag edit HANDBOOK --title ... --institution ...")


def _replace(engine: Engine, older: Handbook) -> None:
    try:
        engine.indexes.remove(older.id)
    except PolicyError as error:
        note(f"kept both  {error}")
    else:
        note(f"replaced   {_dated(older)}; what was asked of it and noted on it stays")


def _agrees(pair: Pair) -> bool:
    return agreed(f"{_dated(pair.newer)} is newer than {_dated(pair.older)}. Remove the older one?")


def _is_watched() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _dated(book: Handbook) -> str:
    return f"{book.title} ({book.edition})"
