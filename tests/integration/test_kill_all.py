"""kill -9 at random moments while one library is changed in every way, with its lock and its trail."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from edgerag.domain.trail import Deed
from edgerag.errors import ModelMissingError
from edgerag.index.sync import Indexes
from edgerag.inference.roles import Embedder
from edgerag.intake import add_exported
from edgerag.store import cipher, keys, locking
from edgerag.store.exchange import LibraryExport, export_library
from edgerag.store.keyring import KEYRING
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.locked import PASSPHRASE, silent

REPOSITORY = Path(__file__).parents[2]
LONGEST_LIFE_S = 1.0
N_PAGES = 12
IMPORTED = ("Imported 0", "Imported 1")

State = list[str]
"""The titles of the handbooks, and the questions of the history."""


def state(library: Library) -> State:
    return sorted(
        [book.title for book in library.handbooks()] + [kept.question for kept in library.reports()]
    )


def make_export(folder: Path) -> Path:
    """Write the handbooks that are to be imported."""
    target = folder / "handbooks.edgerag"
    with Library.open(folder / "exporter.db") as library:
        for seed, title in enumerate(IMPORTED):
            texts = [f"{title} page {n}: adrenaline." for n in range(N_PAGES)]
            library.add(make_handbook(title, texts), make_vectors(N_PAGES, seed=seed), EMBEDDER)
    export_library(folder / "exporter.db", target, lambda _done, _all: None, Event())
    return target


class Churn:
    """Uses a library at random until it is killed, saying what is begun and what is done."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.file, self.rng = folder, folder / "library.db", random.Random(seed)
        keys.wrap.__kwdefaults__ = {"rounds": 1, "memory_bytes": 8192}
        if cipher.is_encrypted(self.file):
            KEYRING.unlock(self.file, PASSPHRASE)

    def run(self) -> None:
        deeds: list[Callable[[], None]] = [self.add, self.remove, self.ask, self.forget, self.take, self.lock]
        while True:
            self.rng.choice(deeds)()

    @contextmanager
    def begun(self, *after: State) -> Iterator[None]:
        """Say in which states a deed may leave the library, do it, and say in which it did."""
        self.say("begin", list(after))
        yield
        with Library.open(self.file) as library:
            self.say("done", [state(library), library.audit_trail()[1].n_entries])

    def say(self, word: str, what: object) -> None:
        sys.stdout.write(f"{word} {json.dumps(what)}\n")
        sys.stdout.flush()

    def add(self) -> None:
        name = self.rng.choice("abc")
        title = f"{name} {self.rng.randrange(1_000_000)}"
        texts = [f"{title} page {n}: give {n} mg." for n in range(N_PAGES)]
        parsed = make_handbook(title, texts, source=f"/handbooks/{name}")
        with Library.open(self.file) as library:
            others = [one for one in state(library) if not one.startswith(f"{name} ")]
            with self.begun(sorted([*others, title])):
                indexes = Indexes.open(library, self.folder / "lexical")
                indexes.add(parsed, make_vectors(N_PAGES, seed=self.rng.randrange(99)), EMBEDDER)

    def remove(self) -> None:
        with Library.open(self.file) as library:
            if not (books := library.handbooks()):
                return
            gone = self.rng.choice(books)
            with self.begun([one for one in state(library) if one != gone.title]):
                Indexes.open(library, self.folder / "lexical").remove(gone.id)

    def ask(self) -> None:
        question = f"Question {self.rng.randrange(1_000_000)}?"
        with Library.open(self.file) as library, self.begun(sorted([*state(library), question])):
            # About no handbook, for what is kept of one goes with it.
            library.keep_report(question, b"{}", [])

    def forget(self) -> None:
        with Library.open(self.file) as library:
            if not (kept := library.reports()):
                return
            gone = self.rng.choice(kept)
            with self.begun([one for one in state(library) if one != gone.question]):
                library.delete_report(gone.id)

    def take(self) -> None:
        """Import; each handbook is a transaction of its own."""
        with Library.open(self.file) as library, LibraryExport(self.folder / "handbooks.edgerag") as export:
            states = [state(library)]
            for entry in export.contents.handbooks:
                states.append(sorted({*states[-1], entry.title}))
            with self.begun(*states):
                indexes = Indexes.open(library, self.folder / "lexical")
                for _ in add_exported(export, library, indexes, EMBEDDER, no_embedder, Event()):
                    pass

    def lock(self) -> None:
        """Lock what is plain; unlock what is locked, or give it another key or passphrase."""
        with Library.open(self.file) as library:
            before = state(library)
        with self.begun(before):
            deed = Deed.LOCKED
            if not cipher.is_encrypted(self.file):
                locking.lock(self.file, PASSPHRASE, self.rng.randbytes(32), silent, Event())
            elif self.rng.random() < 0.4:
                locking.unlock_for_ever(self.file, silent, Event())
                deed = Deed.UNLOCKED
            elif self.rng.random() < 0.5:
                locking.change_key(self.file, PASSPHRASE, self.rng.randbytes(32), silent, Event())
            else:
                locking.change_passphrase(self.file, PASSPHRASE)
            with Library.open(self.file) as library:
                library.record(deed)


def no_embedder() -> Embedder:
    raise ModelMissingError("no embedder is installed")


def run_and_kill(folder: Path, seed: int) -> list[str]:
    """Let a program live for a moment after its first change; give what it said."""
    program = f"from tests.integration.test_kill_all import *; Churn(Path({str(folder)!r}), {seed}).run()"
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE_S))
        assert child.poll() is None
        child.kill()
        return [line for line in [first, *child.stdout.readlines()] if line.endswith("\n")]


def allowed(said: list[str], before: State) -> tuple[list[State], int]:
    """Give the states in which a kill may leave the library, and the least number of entries."""
    possible, n_entries = [before], 0
    for line in said:
        word, _, what = line.partition(" ")
        if word == "begin":
            possible = [possible[0], *json.loads(what)]
        else:
            done, n_entries = json.loads(what)
            possible = [done]
    return possible, n_entries


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(6), id="few"),
        *(
            pytest.param(range(first, first + 25), id=f"from {first}", marks=pytest.mark.slow)
            for first in range(100, 300, 25)
        ),
    ],
)
def test_a_kill_loses_nothing_and_leaves_the_chain_whole(
    tmp_path: Path, empty_keyring: None, seeds: range
) -> None:
    file = tmp_path / "library.db"
    make_export(tmp_path)
    with Library.open(file) as library:
        library.switch_trail(is_on=True)
    before: State = []
    n_locked = n_deeds = 0
    for seed in seeds:
        said = run_and_kill(tmp_path, seed)
        possible, n_entries = allowed(said, before)
        KEYRING.forget()
        if cipher.is_encrypted(file):
            KEYRING.unlock(file, PASSPHRASE)
            n_locked += 1
        with Library.open(file) as library:
            before = state(library)
            assert before in possible
            assert library.trail_flaw() is None
            assert library.audit_trail()[1].n_entries >= n_entries
            assert library.file_damage(deep=True) == ()
            assert all(library.damage(book.id) == () for book in library.handbooks())
            assert Indexes.open(library, tmp_path / "lexical").check() == ()
        n_deeds += sum(line.startswith("done") for line in said)
    print(f"{len(seeds)} kills, {n_deeds} deeds done, {n_locked} times locked, nothing lost")  # noqa: T201
    assert n_deeds
