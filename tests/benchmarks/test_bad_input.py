"""Text that no handbook should hold is read in a time that grows with its length, and not faster.

.venv/bin/pytest tests/benchmarks/test_bad_input.py --benchmark-only -s -n 0
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from itertools import count, islice
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.compare.judge import MAX_CHARS, compare_texts
from edgerag.language.meets import meets
from edgerag.language.negation import turned_clauses
from edgerag.language.reading import read
from edgerag.language.sentences import statements
from edgerag.language.values import Kind
from edgerag.understand.checked import LONGEST_QUESTION
from edgerag.understand.understand import understand
from tests.unit.compare.alike import AlwaysAlike

STEEPEST: Final = 2
"""Eight times the text may take sixteen times the time: fractions of a second are measured unevenly."""
GROWTH: Final = 8
MEGABYTE: Final = 1_000_000
QUESTION: Final = understand("What dose of amoxicillin should an adult receive?")
PROSE: Final = (
    "give the adult 500 mg of amoxicillin by mouth every 8 hours for 7 days and do not stop before the fever"
    " is gone in children under 5 years with normal saline "
)
LINES: Final = "Give {0} mg of amoxicillin every 8 hours in ward {0}.\nNever give more than 4 g.\n"


def repeated(written: str) -> Callable[[int], str]:
    return lambda n_chars: (written * (n_chars // len(written) + 1))[:n_chars]


def nested(n_chars: int) -> str:
    """A list of which each line is one level deeper than the one before."""
    n_levels = int((2 * n_chars) ** 0.5)
    return "".join(f"{' ' * level}- Give 500 mg\n" for level in range(n_levels))[:n_chars]


def ordinary(n_chars: int) -> str:
    """Sentences that differ, in one paragraph."""
    return "".join(islice(map(LINES.format, count()), n_chars // 60))[:n_chars]


TEXTS: Final = {
    "no full stop": repeated(PROSE),
    "one word": repeated("a"),
    "list levels in one line": repeated("- "),
    "list levels": nested,
    "digits": repeated("1234567890"),
    "points": repeated("1."),
    "numbers": repeated("12 345 6.7 8/9\n10-11 "),
    "right to left": repeated("أعط البالغ 500 ملغ من أموكسيسيلين كل 8 ساعات "),
    "Chinese": repeated("成人每日3次，每次500毫克口服阿莫西林，疗程7天。"),
    "white space": repeated(" "),
    "a number and white space": lambda n_chars: "1" + " " * n_chars,
    "negations": repeated("do not "),
    "empty lines": repeated("\n"),
    "semicolons": repeated("a; "),
    "hyphens": repeated("a-"),
    "alternatives": repeated("or , "),
    "ordinary sentences": ordinary,
}


def compare(text: str) -> None:
    compare_texts(QUESTION, text, f"{text} Give 7 mg.", AlwaysAlike())


def look_for_answer(text: str) -> None:
    for kind in Kind:
        meets((kind,), text)
    list(turned_clauses(text))


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize(
    ("reader", "n_chars"),
    [
        (statements, MEGABYTE),
        (read, MEGABYTE),
        (look_for_answer, MEGABYTE),
        (understand, LONGEST_QUESTION),
        (understand, MEGABYTE),
        (compare, MAX_CHARS - 20),
        (compare, MEGABYTE),
    ],
)
def test_time_grows_with_the_text(
    benchmark: BenchmarkFixture, reader: Callable[[str], object], n_chars: int, kind: str
) -> None:
    def took_s(length: int) -> float:
        text = f"b{TEXTS[kind](length - 2)}b"
        gc.freeze()  # what other tests left is not searched for garbage again and again
        started = time.process_time()
        reader(text)
        return time.process_time() - started

    took_s(100)  # the lexicon is loaded
    # Three texts, for no two may be the same: what was read once is kept.
    small_s = min(took_s(n_chars // GROWTH - shorter) for shorter in range(3))
    large_s = benchmark.pedantic(took_s, (n_chars,), rounds=1)  # type: ignore[no-untyped-call]  # the plugin leaves it untyped
    if large_s / small_s / GROWTH >= STEEPEST:  # somebody else may have had the processor
        large_s = min(large_s, took_s(n_chars - 1))
    slope = large_s / small_s / GROWTH
    name = getattr(reader, "__name__", "")
    benchmark.extra_info.update({"slope": round(slope, 2), "large_s": round(large_s, 3)})
    print(f"\n{name} of {n_chars} characters, {kind}: {large_s:.3f} s, slope {slope:.2f}")  # noqa: T201
    assert slope < STEEPEST
