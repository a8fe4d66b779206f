from __future__ import annotations

from edgerag.domain.own_names import NameSource, OwnName


def test_names_stand_in_alphabetical_order_with_their_meanings() -> None:
    names = [OwnName(*pair, NameSource.LIST) for pair in (("TB", "b"), ("TB", "a"), ("BP", "c"))]
    assert [(name.name, name.meaning) for name in sorted(names)] == [("BP", "c"), ("TB", "a"), ("TB", "b")]
