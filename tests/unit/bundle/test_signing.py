from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from edgerag.bundle import signing
from edgerag.bundle.signing import (
    fingerprint,
    make_keys,
    public_path,
    read_private_key,
    read_public_key,
    sign,
    signer,
)
from edgerag.errors import BundleDamagedError, BundleKeyError


def test_keys_are_read_as_they_were_made(tmp_path: Path) -> None:
    public = make_keys(tmp_path / "key")
    assert read_public_key(public_path(tmp_path / "key")) == public
    assert read_private_key(tmp_path / "key").verify_key == public


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_private_key_is_its_owners_alone(tmp_path: Path) -> None:
    make_keys(tmp_path / "key")
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["key", "key.pub"])
def test_key_is_never_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(BundleKeyError, match=name):
        make_keys(tmp_path / "key")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]


def test_private_key_is_not_taken_for_a_public_one(tmp_path: Path) -> None:
    make_keys(tmp_path / "key")
    with pytest.raises(BundleKeyError, match="no public key"):
        read_public_key(tmp_path / "key")
    with pytest.raises(BundleKeyError, match="no private key"):
        read_private_key(tmp_path / "key.pub")


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"edgerag-public-key-ed25519 !", b"edgerag-public-key-ed25519 YWJj", None]
)
def test_what_is_no_key_is_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    with pytest.raises(BundleKeyError):
        read_public_key(tmp_path / "key")


def test_signature_says_whose_it_is() -> None:
    key = SigningKey.generate()
    assert signer(b"content", sign(b"content", key)) == key.verify_key


def test_signature_of_something_else_is_nobodys() -> None:
    with pytest.raises(BundleDamagedError):
        signer(b"Content", sign(b"content", SigningKey.generate()))


def test_every_flipped_bit_of_a_signature_file_is_noticed() -> None:
    key = SigningKey.generate()
    whole = sign(b"content", key)
    n_accepted = 0
    for at in range(len(whole.rstrip())):
        flipped = bytearray(whole)
        flipped[at] ^= 1
        try:
            n_accepted += signer(b"content", bytes(flipped)) != key.verify_key
        except BundleDamagedError:
            continue
    assert n_accepted == 0


def test_fingerprint_can_be_read_aloud() -> None:
    one, other = (fingerprint(SigningKey.generate().verify_key) for _ in range(2))
    assert one != other
    assert [len(group) for group in one.split()] == [4] * 8


def test_where_a_key_cannot_be_written_neither_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BundleKeyError, match="no such file"):
        make_keys(tmp_path / "nowhere" / "key")
    write_new = signing._write_new

    def fill_the_disk(path: Path, what: str, key: bytes, mode: int) -> None:
        write_new(path, what, key, mode)
        if path.name.endswith(signing.PUBLIC_SUFFIX):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(signing, "_write_new", fill_the_disk)
    with pytest.raises(BundleKeyError, match="no space left"):
        make_keys(tmp_path / "key")
    assert list(tmp_path.iterdir()) == []
