from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.blocks import DraftPage, ListMarkers


def test_nested_lists_count_each_for_itself() -> None:
    lists = ListMarkers()
    lists.open(3)
    given_markers = [lists.next()]
    lists.open(None)
    given_markers += [lists.next(), lists.next()]
    lists.close()
    given_markers.append(lists.next())
    assert given_markers == ["3. ", "- ", "- ", "4. "]


@given(st.lists(st.sampled_from(["open", "close", "next"])))
def test_lists_that_are_closed_too_often_or_never_do_no_harm(steps: list[str]) -> None:
    lists, open_numbers = ListMarkers(), [0]
    for step in steps:
        if step == "open":
            lists.open(1)
            open_numbers.append(1)
        elif step == "close":
            lists.close()
            open_numbers = open_numbers[:-1] or [0]
        elif len(open_numbers) == 1:
            assert lists.next() == "- "
        else:
            assert lists.next() == f"{open_numbers[-1]}. "
            open_numbers[-1] += 1


def test_pages_have_blocks_of_their_own() -> None:
    assert DraftPage(1).blocks is not DraftPage(2).blocks
