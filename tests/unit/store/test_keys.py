from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edgerag.errors import KeyFileError, PassphraseError, StoreError
from edgerag.store import keys
from edgerag.store.keys import Wrapped

CHEAP_ROUNDS, CHEAP_BYTES = 1, 8192
KEY = bytes(range(32))


def cheap(key: bytes, passphrase: bytes) -> Wrapped:
    return keys.wrap(key, passphrase, rounds=CHEAP_ROUNDS, memory_bytes=CHEAP_BYTES)


@settings(max_examples=50, deadline=None)
@given(
    key=st.binary(min_size=32, max_size=32), passphrase=st.binary(max_size=80), other=st.binary(max_size=80)
)
def test_only_the_passphrase_that_wrapped_a_key_gives_it_back(
    key: bytes, passphrase: bytes, other: bytes
) -> None:
    wrapped = cheap(key, passphrase)
    assert keys.unwrap(wrapped, passphrase) == key
    assert keys.unwrap(wrapped, other) == (key if other == passphrase else None)


def test_one_passphrase_wraps_one_key_differently_each_time() -> None:
    assert cheap(KEY, b"open sesame").box != cheap(KEY, b"open sesame").box


def test_guessing_costs_what_rfc_9106_recommends_for_machines_with_little_memory() -> None:
    assert (keys.ROUNDS, keys.MEMORY_BYTES) == (3, 64 * 1024 * 1024)
    assert keys.unwrap(keys.wrap(KEY, b"open sesame"), b"open sesame") == KEY


def test_a_recovery_key_is_nine_groups_that_may_be_typed_in_any_way() -> None:
    printed = keys.make_recovery_key()
    assert [len(group) for group in printed.split("-")] == [4] * 9
    assert len(keys.data_key(printed)) == 32
    typed = printed.lower().replace("-", " ").replace("o", "0").replace("b", "8").replace("i", "1")
    assert keys.data_key(typed) == keys.data_key(printed)
    assert keys.data_key(keys.make_recovery_key()) != keys.data_key(printed)


@settings(max_examples=100, deadline=None)
@given(place=st.integers(0, 35), letter=st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
def test_a_mistyped_letter_of_a_recovery_key_is_noticed(place: int, letter: str) -> None:
    letters = "RX7YLL6CN2MBYGQSMC66YHIWYRADPLX2"
    printed = keys._spelled(base64.b32decode(letters))
    joined = printed.replace("-", "")
    mistyped = joined[:place] + letter + joined[place + 1 :]
    if place == 35 or mistyped == joined:  # the last letter has bits that say nothing
        return
    with pytest.raises(PassphraseError, match="not a recovery key"):
        keys.data_key(mistyped)


@pytest.mark.parametrize("typed", ["", "AAAA", "ü" * 36, "A" * 36, "A" * 500])
def test_what_is_no_recovery_key_is_refused(typed: str) -> None:
    with pytest.raises(PassphraseError) as refused:
        keys.data_key(typed)
    assert "nine groups" in refused.value.hint


def test_a_key_file_is_read_as_it_was_written_and_its_owners_alone(tmp_path: Path) -> None:
    path, wrapped = tmp_path / "library.key", [cheap(KEY, b"one"), cheap(KEY, b"two")]
    keys.write(path, wrapped)
    assert list(keys.read(path)) == wrapped
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["library.key"]


def test_a_lost_key_file_points_to_the_recovery_key(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="missing") as refused:
        keys.read(tmp_path / "library.key")
    assert "rekey --recover" in refused.value.hint


@pytest.mark.parametrize("field", ["salt", "rounds", "memory_bytes", "box", "sha256"])
def test_a_damaged_field_is_not_taken_for_a_wrong_passphrase(tmp_path: Path, field: str) -> None:
    path = tmp_path / "library.key"
    keys.write(path, [cheap(KEY, b"open sesame")])
    content = json.loads(path.read_text())
    value = content["wrapped"][0][field]
    content["wrapped"][0][field] = value * 2 if isinstance(value, int) else f"AAAA{value[4:]}"
    path.write_text(json.dumps(content))
    with pytest.raises(KeyFileError, match="damaged") as refused:
        keys.unwrap_any(keys.read(path), b"open sesame")
    assert "rekey --recover" in refused.value.hint


def test_a_file_that_asks_for_all_memory_is_refused() -> None:
    greedy = Wrapped(bytes(16), 1, 1 << 40, b"", keys._sum(bytes(16), 1, 1 << 40, b""))
    with pytest.raises(KeyFileError, match="damaged"):
        keys.unwrap(greedy, b"open sesame")


@settings(max_examples=200)
@given(content=st.binary(max_size=200))
def test_any_other_bytes_are_a_damaged_key_file(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "library.key"
    path.write_bytes(content)
    with pytest.raises(KeyFileError):
        keys.read(path)


def test_the_key_file_of_a_newer_program_is_left_to_it(tmp_path: Path) -> None:
    path = tmp_path / "library.key"
    path.write_text('{"format": "edgerag.key/2"}')
    with pytest.raises(KeyFileError, match="newer") as refused:
        keys.read(path)
    assert refused.value.hint == "update edgerag"


def test_a_key_file_that_cannot_be_written_leaves_the_older_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        keys.write(tmp_path / "missing" / "library.key", [cheap(KEY, b"one")])
