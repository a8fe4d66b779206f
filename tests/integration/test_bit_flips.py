"""One bit of a library flipped: no wrong text is shown, and the doctor's deep look finds it in content."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config
from edgerag.diagnosis import Severity, diagnose
from edgerag.domain.trail import Deed
from edgerag.errors import StoreError
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.unit.store.locked import PASSPHRASE, lock
from tests.unit.store.test_salvage import make_books, shown

_OF_THE_LIBRARY = frozenset(
    ("library", "library file", "text", "history", "audit trail", "vectors", "quotations", "encryption")
)
"""What the doctor may call what is wrong with the file; indexes and graph are made anew from it."""


def is_found() -> bool:
    """Whether the doctor's deep look finds anything wrong with the library."""
    found = diagnose(Config(), deep=True)
    return any(one.severity is Severity.WRONG and one.what in _OF_THE_LIBRARY for one in found)


def read_damaged() -> tuple[bool, bool]:
    """Whether nothing that is shown is wrong, and whether nothing lacks; what is refused lacks all."""
    try:
        with Library.open(paths.library_file()) as library:
            return shown(library)
    except StoreError:
        return True, False


@pytest.mark.parametrize(
    "n_flips", [pytest.param(20, id="few"), pytest.param(500, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("is_locked", [False, True], ids=["plain", "locked"])
def test_a_flipped_bit_shows_no_wrong_text_and_the_doctor_finds_it(
    tmp_path: Path, cheap_wrapping: None, empty_keyring: None, n_flips: int, *, is_locked: bool
) -> None:
    make_books(paths.library_file())
    with Library.open(paths.library_file()) as library:
        library.delete_report(library.newest_report())  # it is a stand-in that the deep look cannot read
        library.switch_trail(is_on=True)
        library.record(Deed.EXPORTED)
    if is_locked:
        lock(paths.library_file())
        KEYRING.unlock(paths.library_file(), PASSPHRASE)
    assert read_damaged() == (True, True)
    assert not is_found()
    sound = tmp_path / "sound"
    shutil.copytree(paths.data_folder(), sound)
    size, draw, n_hit = paths.library_file().stat().st_size, random.Random(n_flips), 0
    for _ in range(n_flips):
        at, bit = draw.randrange(size), draw.randrange(8)
        shutil.rmtree(paths.data_folder())
        shutil.copytree(sound, paths.data_folder())
        with paths.library_file().open("r+b") as file:
            file.seek(at)
            (byte,) = file.read(1)
            file.seek(at)
            file.write(bytes([byte ^ 1 << bit]))
        is_right, is_whole = read_damaged()
        assert is_right, f"bit {bit} of byte {at} was shown"
        n_hit += not is_whole
        assert is_whole or is_found(), f"bit {bit} of byte {at} was not found"
    print(f"{n_flips} bits flipped, {n_hit} in content, none shown, all {n_hit} found")  # noqa: T201
    assert n_hit
