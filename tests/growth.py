"""Whether a text of four times the length takes about four times as long to read."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

ROUNDS = 3
"""The quickest of so many runs counts: other programs slow single ones."""


def is_linear(read: Callable[[str], object], part: str, *, n_chars: int = 100_000) -> bool:
    """Read `part` over and over, up to `n_chars` characters and up to four times as many."""
    read(part)
    once = part * (n_chars // len(part))
    return is_fourfold(_seconds(read, once), _seconds(read, once * 4))


def is_fourfold(once_s: float, four_times_s: float) -> bool:
    """Whether four times the work took about four times as long.

    It takes 16 times as long if the time grows with the square, so eight is the limit; a tenth of a second
    more is allowed, because short times say little.
    """
    return four_times_s < 8 * once_s + 0.1


def _seconds(read: Callable[[str], object], text: str) -> float:
    # Another text each time, so that nothing kept from an earlier run answers.
    texts = iter([f"{n_run} {text}" for n_run in range(ROUNDS)])
    return quickest_s(lambda: read(next(texts)))


def quickest_s(work: Callable[[], object]) -> float:
    """Time the quickest of some runs, in seconds of the processor."""
    return min(_seconds_once(work) for _ in range(ROUNDS))


def _seconds_once(work: Callable[[], object]) -> float:
    """Time one run, as `timeit` does: without the garbage collector, which walks all other tests' objects."""
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()
