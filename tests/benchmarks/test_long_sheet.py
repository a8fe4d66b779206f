"""A sheet of 200,000 rows: read in memory that its text bounds, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from tests.workbooks import rows_xml, write_xlsx

N_ROWS = 200_000
MOST_BYTES = 300 * 1024**2
_READ = (
    "import resource, sys; from pathlib import Path; from edgerag.ingest.xlsx import read_xlsx;"
    "pages = read_xlsx(Path(sys.argv[1])).pages;"
    "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == 'darwin' else 1024);"
    "print(sum(len(page.blocks) for page in pages), peak)"
)


def test_long_sheet_is_read_whole_and_in_bounded_memory(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    head: list[str | float] = ["Medicine", "Form", "Strength", "Price"]
    rows = [head, *(row(n) for n in range(N_ROWS))]
    path = write_xlsx(tmp_path / "stock.xlsx", {"Stock": rows_xml(rows)})
    n_blocks, peak = benchmark.pedantic(read, (path,), rounds=1)  # type: ignore[no-untyped-call]
    assert n_blocks > N_ROWS
    assert peak < MOST_BYTES


def row(n: int) -> list[str | float]:
    return [f"medicine {n}", "tablet", f"{n % 50 * 10} mg", n / 4]


def read(path: Path) -> tuple[int, int]:
    """Give the blocks that a file becomes, and the peak of the process that reads it."""
    done = subprocess.run([sys.executable, "-c", _READ, path], check=True, capture_output=True, text=True)
    n_blocks, peak = map(int, done.stdout.split())
    return n_blocks, peak
