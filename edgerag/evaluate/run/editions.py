"""Measures which side is trusted where handbooks disagree by edition."""

from __future__ import annotations

from collections.abc import Sequence

from edgerag.errors import ConfigError
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.editions import evaluate_editions
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.clinics import clinic_of, handbook_set
from edgerag.evaluate.run.source import Source
from edgerag.summarise.shared_text import likely_editions


def measure_editions(source: Source, bench: Bench, *, works: Sequence[Sequence[str]]) -> Result:
    """Measure whether the newest edition is trusted.

    Args:
        source: handbooks, and questions with gold pairs.
        bench: what it is made with.
        works: the handbooks' names, work by work.

    Raises:
        ConfigError: the data set lacks a handbook of a work.
    """
    data = handbook_set(source)
    if unknown := sorted({name for work in works for name in work} - data.files.keys()):
        raise ConfigError(
            f"no handbook {', '.join(unknown)}", hint=f"one of: {', '.join(sorted(data.files))}"
        )
    with clinic_of(source, data, bench) as asked:
        by_id = {book.id: book for book in asked.library.handbooks()}
        books = {name: by_id[id_] for name, id_ in asked.names.items() if id_ in by_id}
        name_of = {book.id: name for name, book in books.items()}
        alike = likely_editions(books.values(), [*books.values()], asked.library.pages)
        likely = {frozenset({name_of[older.id], name_of[newer.id]}) for older, newer, _ in alike}
        measured = evaluate_editions(data.questions, books, works, data.makers, likely)
        return source.result(measured, asked.versions)
