from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.domain.trail import (
    NOTHING_BEFORE,
    Asked,
    Deed,
    Entry,
    Head,
    Written,
    canonical,
    digest,
    first_flaw,
    read,
    written,
)

WHEN = "2026-11-23T20:11:48Z"


def chained(notes: Sequence[str]) -> list[Written]:
    """Make a whole trail with these notes."""
    rows: list[Written] = []
    for number, note in enumerate(notes, 1):
        before = rows[-1].hash if rows else NOTHING_BEFORE
        entry = Entry(number=number, before=before, when=WHEN, who="ann", what=Deed.ASKED, note=note)
        rows.append(written(entry))
    return rows


def head_of(rows: Sequence[Written]) -> Head:
    return Head(len(rows), rows[-1].hash if rows else NOTHING_BEFORE)


trails = st.lists(st.text(string.ascii_letters, max_size=4), min_size=1, max_size=8).map(chained)


def test_the_canonical_form_is_what_its_definition_says() -> None:
    entry = Entry(
        number=2,
        before="ab",
        when=WHEN,
        who='Zoë "Z"\n',
        what=Deed.REMOVED,
        handbooks=(Asked("0123", "2013"),),
        versions={"program": "1", "embedder": "e"},
    )
    assert canonical(entry).decode() == (
        '{"before":"ab","handbooks":[{"edition":"2013","id":"0123"}],"number":2,'
        '"versions":{"embedder":"e","program":"1"},"what":"removed",'
        '"when":"2026-11-23T20:11:48Z","who":"Zoë \\"Z\\"\\n"}'
    )
    assert written(entry).hash == hashlib.sha256(canonical(entry)).hexdigest()


@given(st.text(), st.dictionaries(st.text("abc"), st.text("xyz")))
def test_another_program_writes_the_same_canonical_form(who: str, versions: dict[str, str]) -> None:
    entry = Entry(number=1, before="", when=WHEN, who=who, what=Deed.ADDED, versions=versions)
    again = json.dumps(msgspec.to_builtins(entry), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(entry) == again.encode()
    assert read(canonical(entry)) == entry


@given(trails)
def test_an_untouched_trail_is_whole(rows: list[Written]) -> None:
    assert first_flaw(rows, head_of(rows)) is None
    assert first_flaw([], head_of([])) is None


@given(trails, st.data())
def test_a_changed_byte_is_found_and_its_entry_named(rows: list[Written], data: st.DataObject) -> None:
    head = head_of(rows)
    at = data.draw(st.integers(0, len(rows) - 1))
    content = bytearray(rows[at].content)
    byte = data.draw(st.integers(0, len(content) - 1))
    content[byte] ^= data.draw(st.integers(1, 255))
    rows[at] = Written(rows[at].hash, bytes(content))
    flaw = first_flaw(rows, head)
    assert flaw is not None
    assert flaw.number == at + 1


@given(trails, st.data(), st.sampled_from(["who", "note", "before", "verdict", "question"]))
def test_an_entry_that_was_written_anew_with_its_own_hash_is_named(
    rows: list[Written], data: st.DataObject, field: str
) -> None:
    head = head_of(rows)
    at = data.draw(st.integers(0, len(rows) - 1))
    rows[at] = written(msgspec.structs.replace(read(rows[at].content), **{field: "forged"}))
    flaw = first_flaw(rows, head)
    assert flaw is not None
    assert flaw.number == at + 1


@given(trails, st.data())
def test_a_removed_entry_is_named(rows: list[Written], data: st.DataObject) -> None:
    head = head_of(rows)
    at = data.draw(st.integers(0, len(rows) - 1))
    del rows[at]
    flaw = first_flaw(rows, head)
    assert flaw is not None
    assert flaw.number == at + 1


@given(trails, st.data())
def test_of_swapped_entries_the_first_is_named(rows: list[Written], data: st.DataObject) -> None:
    head = head_of(rows)
    a, b = sorted(data.draw(st.tuples(*[st.integers(0, len(rows) - 1)] * 2)))
    rows[a], rows[b] = rows[b], rows[a]
    flaw = first_flaw(rows, head)
    assert (flaw.number if flaw else 0) == (a + 1 if a != b else 0)


@given(trails, st.data())
def test_a_trail_that_was_cut_short_names_what_is_missing(rows: list[Written], data: st.DataObject) -> None:
    head = head_of(rows)
    n_left = data.draw(st.integers(0, len(rows) - 1))
    flaw = first_flaw(rows[:n_left], head)
    assert flaw is not None
    assert flaw.number == n_left + 1


@given(trails)
def test_an_entry_after_the_end_is_named(rows: list[Written]) -> None:
    longer = chained(["x"] * (len(rows) + 1))
    flaw = first_flaw([*rows, longer[-1]], head_of(rows))
    assert flaw is not None
    assert flaw.number == len(rows) + 1


def test_a_trail_with_another_end_is_not_the_one_the_head_names() -> None:
    flaw = first_flaw(chained(["a", "b"]), head_of(chained(["a", "c"])))
    assert flaw is not None
    assert flaw.number == 2


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"[" * 100_000, b'{"number": 1}'])
def test_what_is_no_entry_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):
        read(content)
    assert first_flaw([Written(hashlib.sha256(content).hexdigest(), content)], Head(1, "")) is not None


def test_a_digest_needs_its_salt() -> None:
    question = "What dose for Mrs Moyo?"
    assert digest(question, b"a" * 32) != digest(question, b"b" * 32)
    assert len(digest(question, b"a" * 32)) == 64
