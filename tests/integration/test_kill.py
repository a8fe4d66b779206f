"""kill -9 at random moments while handbooks are added, replaced, removed and indexed anew."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from edgerag.domain.handbooks import ParsedHandbook
from edgerag.index.sync import Indexes
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors

REPOSITORY = Path(__file__).parents[2]
LONGEST_LIFE_S = 0.5


def make_edition(name: str, edition: int) -> ParsedHandbook:
    texts = [f"{name} edition {edition} page {page}: give {page} mg of adrenaline" for page in range(60)]
    return make_handbook(f"{name} {edition}", texts, source=f"/handbooks/{name}")


def churn(folder: Path, seed: int) -> None:
    """Change a library at random until killed, saying on standard output what is begun and what is done."""
    rng = random.Random(seed)
    with Library.open(folder / "library.db") as library:
        indexes = Indexes.open(library, folder / "lexical")
        while True:
            held = {book.source_path: book.id for book in library.handbooks()}
            source = f"/handbooks/{rng.choice('abcd')}"
            action = rng.choice(["add", "add", "add", "remove", "repair"])
            if action == "repair":
                indexes.repair()
            elif action == "remove" and source in held:
                say(f"begin - {source} {held[source]}")
                indexes.remove(held[source])
                say("done")
            elif action == "add":
                parsed = make_edition(source.rpartition("/")[2], rng.randrange(1_000_000))
                with library.working_on(source):
                    say(f"begin + {source} {parsed.handbook.id}")
                    indexes.add(parsed, make_vectors(len(parsed.chunks), seed=seed), EMBEDDER)
                say("done")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_and_kill(folder: Path, seed: int) -> list[str]:
    """Let `churn` live for a moment after its first change; give what it said."""
    program = f"from tests.integration.test_kill import *; churn(Path({str(folder)!r}), {seed})"
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(random.Random(seed).uniform(0, LONGEST_LIFE_S))
        child.kill()
        return [first, *child.stdout.readlines()]


def apply(held: dict[str, str], change: str) -> dict[str, str]:
    _, sign, source, book = change.split()
    others = {key: value for key, value in held.items() if key != source}
    return {**others, source: book} if sign == "+" else others


def assert_whole(library: Library) -> None:
    with library.reading() as db:
        assert db.pragma("integrity_check") == "ok"
        assert db.execute("pragma foreign_key_check").fetchall() == []
    for book in library.handbooks():
        assert len(library.pages(book.id)) == book.n_pages == 60
        assert len(library.sections(book.id)) == book.n_sections
        assert len(library.all_chunks(book.id)) == book.n_chunks == len(library.vectors(book.id))


@pytest.mark.parametrize(
    "n_kills", [pytest.param(8, id="few"), pytest.param(100, id="many", marks=pytest.mark.slow)]
)
def test_a_killed_program_leaves_a_whole_library(tmp_path: Path, n_kills: int) -> None:
    held: dict[str, str] = {}
    for seed in range(n_kills):
        said = run_and_kill(tmp_path, seed)
        changes = [line for line in said if line.startswith("begin")]
        n_done = said.count("done\n")
        for change in changes[:n_done]:
            held = apply(held, change)
        in_flight = changes[n_done:]
        with Library.open(tmp_path / "library.db") as library:
            assert_whole(library)
            found = {book.source_path: str(book.id) for book in library.handbooks()}
            assert found in [held, *(apply(held, change) for change in in_flight)]
            held = found
            for task in library.unfinished():
                assert task.startswith("/handbooks/")
                library.dismiss(task)
            indexes = Indexes.open(library, tmp_path / "lexical")
            assert indexes.check() == ()
            assert set(indexes.lexical.search("adrenaline", 3).chunks) == set(held.values())
