from __future__ import annotations

import os
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.cli import passphrase
from edgerag.cli.passphrase import Source
from edgerag.errors import LibraryLockedError, PassphraseError, StoreError
from edgerag.store import tries
from edgerag.store.keyring import KEYRING
from tests.unit.cli.conftest import Invoke, descriptor
from tests.unit.store.locked import (
    PASSPHRASE,
    make_library,
)


def test_a_command_reads_the_passphrase_from_a_descriptor_which_no_child_inherits(
    invoke: Invoke, locked_home: Path
) -> None:
    reading = descriptor(PASSPHRASE + b"\n")
    assert "Clinic" in invoke("--passphrase-fd", reading, "list").stdout
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(reading)
    assert not any(PASSPHRASE.decode() in value for value in os.environ.values())


def test_a_wrong_passphrase_from_a_descriptor_is_an_error_and_tried_once(
    invoke: Invoke, locked_home: Path
) -> None:
    with pytest.raises(PassphraseError, match="is wrong"):
        invoke("--passphrase-fd", descriptor(b"wrong\n"), "list")
    assert locked_home.with_suffix(".tries").read_text().startswith("1 ")


def test_a_key_file_opens_what_was_locked_with_it(
    invoke: Invoke, tmp_path: Path, empty_keyring: None
) -> None:
    make_library(paths.library_file())
    stick = tmp_path / "edgerag.key"
    invoke("lock", "--new-key-file", stick)
    assert stick.stat().st_mode & 0o777 == 0o600
    KEYRING.forget()
    assert "Clinic" in invoke("--key-file", stick, "list").stdout


@pytest.mark.parametrize("content", [None, b"short", bytes(5000)])
def test_what_is_no_key_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PassphraseError) as refused:
        passphrase.read_key_file(path)
    assert refused.value.hint


def test_a_key_file_never_replaces_another_file(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(StoreError):
        passphrase.make_key_file(tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "mine"


def test_two_sources_at_once_are_a_mistake(invoke: Invoke) -> None:
    assert invoke("--passphrase-fd", 3, "--key-file", "x", "list").exit_code == 2


def test_without_a_terminal_nobody_is_asked(
    invoke: Invoke, locked_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passphrase, "_has_terminal", lambda: False)
    with pytest.raises(LibraryLockedError) as refused:
        invoke("list")
    assert "--key-file" in refused.value.hint


def test_a_person_may_try_again_and_waits_after_five_wrong_ones(
    invoke: Invoke, locked_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        tries.note_right(locked_home)

    monkeypatch.setattr(passphrase, "_has_terminal", lambda: True)
    monkeypatch.setattr("time.sleep", sleep)
    typed = ["wrong"] * 5 + [PASSPHRASE.decode()]
    shown = invoke("list", typed="\n".join(typed) + "\n")
    assert "Clinic" in shown.stdout
    assert shown.stderr.count("the passphrase is wrong") == 5
    assert len([seconds for seconds in slept if seconds >= 1]) == 1
    assert PASSPHRASE.decode() not in shown.output


def test_a_short_passphrase_is_refused() -> None:
    with pytest.raises(PassphraseError, match="at least 8"):
        Source((b"1234567",)).new(None, line=0)


def test_a_missing_line_is_named() -> None:
    with pytest.raises(PassphraseError, match="line 2 was wanted"):
        Source((b"only one",)).new(None, line=1)


def test_the_descriptor_must_be_readable() -> None:
    with pytest.raises(PassphraseError, match="cannot be read"):
        Source.of(999, None)
