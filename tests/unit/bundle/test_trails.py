from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from edgerag.bundle.signing import fingerprint
from edgerag.bundle.trails import CheckedTrail, departure, read_trail, write_trail
from edgerag.domain.trail import Deed, Entry, Head, Written, written
from edgerag.errors import BundleDamagedError, BundleKeyError, StoreError
from edgerag.store.exchange import NOBODY

KEY = SigningKey(b"k" * 32)
UNTOUCHED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)


def make_rows(n_entries: int, chain: str = "ab") -> list[Written]:
    rows: list[Written] = []
    for number in range(1, n_entries + 1):
        before = rows[-1].hash if rows else "0" * 64
        entry = Entry(
            number=number,
            before=before,
            when="2026-11-23T20:11:48Z",
            who="ann",
            what=Deed.ASKED,
            chain=chain if number == 1 else "",
            note=f"{number}",
        )
        rows.append(written(entry))
    return rows


def export(tmp_path: Path, n_entries: int = 5, key: SigningKey | None = KEY) -> Path:
    rows = make_rows(n_entries)
    write_trail(tmp_path / "t.trail", rows, Head(n_entries, rows[-1].hash), key)
    return tmp_path / "t.trail"


def test_an_export_is_read_as_it_was_written_and_is_its_owners_alone(tmp_path: Path) -> None:
    file = export(tmp_path)
    found = read_trail(file, KEY.verify_key)
    assert found.rows == tuple(make_rows(5))
    assert (found.flaw, found.signed_by) == (None, fingerprint(KEY.verify_key))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_bytes().splitlines()) == 7


def test_an_unsigned_export_says_so(tmp_path: Path) -> None:
    assert read_trail(export(tmp_path, key=None)).signed_by == NOBODY
    with pytest.raises(BundleKeyError, match="by nobody"):
        read_trail(export(tmp_path, key=None), KEY.verify_key)
    with pytest.raises(BundleKeyError, match="is signed with the key"):
        read_trail(export(tmp_path), SigningKey.generate().verify_key)


@pytest.mark.parametrize("key", [KEY, None])
@given(data=st.data())
@UNTOUCHED
def test_a_changed_byte_of_an_entry_is_found_and_the_entry_named(
    tmp_path: Path, key: SigningKey | None, data: st.DataObject
) -> None:
    file = export(tmp_path, key=key)
    lines = file.read_bytes().split(b"\n")
    number = data.draw(st.integers(1, 5))
    line = bytearray(lines[number])
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255).filter(lambda bits: line[at] ^ bits != ord("\n")))
    lines[number] = bytes(line)
    file.write_bytes(b"\n".join(lines))
    flaw = read_trail(file).flaw
    assert flaw is not None
    assert flaw.number == number


@given(data=st.data())
@UNTOUCHED
def test_removed_and_swapped_lines_are_named(tmp_path: Path, data: st.DataObject) -> None:
    file = export(tmp_path)
    lines = file.read_bytes().split(b"\n")
    first, second = sorted(data.draw(st.lists(st.integers(1, 5), min_size=2, max_size=2, unique=True)))
    if data.draw(st.booleans()):
        del lines[first]
    else:
        lines[first], lines[second] = lines[second], lines[first]
    file.write_bytes(b"\n".join(lines))
    flaw = read_trail(file).flaw
    assert flaw is not None
    assert flaw.number == first


@given(data=st.data())
@UNTOUCHED
def test_an_export_that_is_cut_short_anywhere_is_never_whole(tmp_path: Path, data: st.DataObject) -> None:
    content = export(tmp_path).read_bytes()
    cut = tmp_path / "cut.trail"
    cut.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    try:
        found = read_trail(cut, KEY.verify_key)
    except (StoreError, BundleDamagedError, BundleKeyError):
        return
    assert found.flaw is not None


@pytest.mark.parametrize("at", range(0, 150, 7))
def test_a_changed_head_is_not_the_one_that_was_signed(tmp_path: Path, at: int) -> None:
    file = export(tmp_path)
    head, rest = file.read_bytes().split(b"\n", 1)
    changed = bytearray(head)
    changed[at % len(head)] ^= 1
    file.write_bytes(bytes(changed) + b"\n" + rest)
    with pytest.raises((BundleDamagedError, StoreError)):
        read_trail(file)


def test_a_library_that_goes_on_from_its_export_departs_from_it_nowhere() -> None:
    exported = CheckedTrail(tuple(make_rows(3)), Head(3, ""), NOBODY)
    assert departure(exported, make_rows(5)) is None


def test_a_library_whose_end_was_cut_off_or_written_anew_is_found_by_its_export() -> None:
    exported = CheckedTrail(tuple(make_rows(4)), Head(4, ""), NOBODY)
    cut = departure(exported, make_rows(2))
    assert cut is not None
    assert cut.number == 3
    anew = [*make_rows(3), written(Entry(number=4, before="", when="", who="", what=Deed.ADDED))]
    found = departure(exported, anew)
    assert found is not None
    assert found.number == 4


def test_the_trail_of_another_library_is_not_compared() -> None:
    exported = CheckedTrail(tuple(make_rows(4)), Head(4, ""), NOBODY)
    assert departure(exported, make_rows(2, chain="cd")) is None


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"[" * 100_000, b'{"format":"edgerag.trail/2"}\n'])
def test_what_is_no_trail_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "no.trail"
    file.write_bytes(content)
    with pytest.raises(StoreError, match="no audit trail"):
        read_trail(file)


def test_only_an_older_export_is_replaced(tmp_path: Path) -> None:
    export(tmp_path)
    export(tmp_path)
    (tmp_path / "t.trail").write_text("my letter")
    with pytest.raises(StoreError, match="is no trail"):
        export(tmp_path)
    with pytest.raises(StoreError, match="cannot be written"):
        write_trail(tmp_path / "no" / "t.trail", [], Head(0, ""), None)
    with pytest.raises(StoreError, match="cannot be read"):
        read_trail(tmp_path / "missing")
