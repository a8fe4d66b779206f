from __future__ import annotations

import pytest

from edgerag.language.order import orders
from edgerag.language.reading import read


@pytest.mark.parametrize(
    "text",
    [
        "First press, then splint.",
        "Press first; splint afterwards.",
        "Press before anything else. Splint.",
        "Splint after press.",
        "Press before splint.",
        "Splint it next; press comes first.",
        "Press → splint",
        "Press -> splint",
    ],
)
def test_what_is_done_first_is_told_in_many_ways(text: str) -> None:
    found = orders(read(text))
    assert any("press" in order.earlier and "splint" in order.later for order in found)
    assert not any("splint" in order.earlier - order.later for order in found)


@pytest.mark.parametrize(
    "text",
    ["Press and splint.", "Wait 30 min before a meal.", "The first dose is 5 mg.", "First-line drug.", ""],
)  # fmt: skip
def test_what_tells_no_order_has_none(text: str) -> None:
    assert orders(read(text)) == []


def test_a_text_of_very_many_clauses_has_no_order() -> None:
    assert orders(read("First press, then splint, then dry. " * 1000)) == []


def test_what_has_a_number_comes_before_what_follows() -> None:
    text = "Step 1: press. Step 2: splint. Step 3: refer."
    found = [(order.earlier, order.later) for order in orders(read(text))]
    assert any("press" in earlier and "splint" in later for earlier, later in found)
    assert any({"press", "splint"} <= earlier and "refer" in later for earlier, later in found)
