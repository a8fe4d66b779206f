"""A locked library to try things on."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from edgerag.store import keys, locking
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

PASSPHRASE = b"correct horse battery"
SECRETS = ("Adrenaline zeppelin 0.5 mg", "Is Mrs Quagmire pregnant?", "Quagmire answer")
"""Handbook text, a question with a patient's name, and an answer."""


def silent(what: str, done: int, total: int) -> None:
    """Report nothing."""


def make_library(path: Path) -> None:
    """Make a plain library that holds the secrets, and is as one is after some use."""
    parsed = make_handbook("Clinic", [f"{SECRETS[0]} page {n}, of zeppelin tablets." for n in range(40)])
    with Library.open(path) as library:
        library.add(parsed, make_vectors(len(parsed.chunks)), EMBEDDER)
        library.keep_report(SECRETS[1], SECRETS[2].encode(), [parsed.handbook.id])


def lock(path: Path, passphrase: bytes = PASSPHRASE) -> str:
    """Lock a library as the command does; gives the recovery key."""
    recovery_key = keys.make_recovery_key()
    locking.lock(path, passphrase, keys.data_key(recovery_key), silent, Event())
    return recovery_key


def questions(path: Path) -> list[str]:
    """Read the history."""
    with Library.open(path) as library:
        assert len(library.pages(library.handbooks()[0].id)) == 40
        return [report.question for report in library.reports()]


def found_in(folder: Path) -> list[str]:
    """Name every file under a folder in which a word of the secrets can be read, in any case and encoding."""
    sought = [form for word in ("zeppelin", "Quagmire") for form in _forms(word)]
    return [
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and any(form in path.read_bytes().lower() for form in sought)
    ]


def _forms(word: str) -> tuple[bytes, ...]:
    return word.lower().encode(), word.lower().encode("utf-16-le")
