"""The four numbers of the terminal interface: start, keys while a model writes, stopping it, memory.

.venv/bin/pytest tests/benchmarks/test_interface.py --benchmark-only -s -n 0
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from pathlib import Path

import psutil
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from textual.events import Key

from edgerag import paths
from edgerag.config import Answers, Config, Interface, Models
from edgerag.present.cards import State
from tests.integration.conftest import own_sample_home, sample_home  # noqa: F401  # fixtures
from tui.app import EdgeragApp
from tui.screens.ask import ASKING
from tui.widgets.cards import Cards
from tui.widgets.question import QuestionBox

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
RUNS = 7
N_KEYS = 60
SETTLED_AFTER_S = 5
"""By then everything is imported that the interface imports by itself."""
EMPTY = """
from textual.app import App
from textual.widgets import Input
class Empty(App):
    def compose(self):
        yield Input(placeholder="ask all handbooks")
Empty().run()
"""
PROMPT = b"sk all handbooks"
"""The question box is drawn and has the focus: its first letter is the cursor's."""
WRITING = Config(
    models=Models(generator="smollm2-135m-instruct", threads=os.cpu_count() or 1),
    answers=Answers(max_tokens=600, prompt_tokens=1000),
    interface=Interface(lock_minutes=0),
)


@pytest.fixture
def home(own_sample_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811  # the fixture above
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    return own_sample_home


class Started:
    """A program in a terminal of its own, 80 columns by 24 rows."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        began = time.perf_counter()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._wait_for(PROMPT)
        self.seconds = time.perf_counter() - began

    def _wait_for(self, text: bytes) -> None:
        seen = b""
        while text not in seen:
            ready, _, _ = select.select([self._terminal], [], [], 30)
            assert ready, "nothing is drawn"
            seen += os.read(self._terminal, 65_536)

    def memory_mb(self) -> float:
        """Resident memory, what is shared with others included."""
        return psutil.Process(self.pid).memory_info().rss / 1e6

    def end(self) -> None:
        """Kill it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)


def tell(benchmark: BenchmarkFixture, **measured: float) -> None:
    """Print what was measured, and keep it with the benchmark."""
    benchmark.extra_info.update(measured)
    print(f"\nterminal interface: {measured}")  # noqa: T201


def as_installed(folder: Path, home: Path) -> dict[str, str]:
    """An environment in which modules are compiled once, as an installer compiles them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "PYTHONPYCACHEPREFIX": str(folder),
        "EDGERAG_HOME": str(home),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }


def test_from_the_command_to_a_usable_question_box(
    home: Path, tmp_path: Path, benchmark: BenchmarkFixture
) -> None:
    environment = as_installed(tmp_path / "compiled", home)
    commands = {"edgerag": [sys.executable, "-m", "edgerag"], "empty": [sys.executable, "-c", EMPTY]}
    seconds: dict[str, list[float]] = {name: [] for name in commands}

    def start_both() -> None:
        for name, command in commands.items():
            program = Started(command, environment)
            seconds[name].append(program.seconds)
            program.end()

    benchmark.pedantic(start_both, rounds=RUNS, warmup_rounds=1)  # type: ignore[no-untyped-call]
    ours, empty = (statistics.median(seconds[name][1:]) for name in commands)
    tell(benchmark, question_box_s=round(ours, 2), empty_application_s=round(empty, 2))
    assert ours - empty < 0.4
    assert ours < 1.0


def test_memory_of_the_interface_without_models(
    home: Path, tmp_path: Path, benchmark: BenchmarkFixture
) -> None:
    (home / "data" / "models").unlink()

    assert measured_memory_mb(tmp_path / "compiled", home, benchmark) < 120


def measured_memory_mb(compiled: Path, home: Path, benchmark: BenchmarkFixture) -> float:
    """Start the program on a home and tell what memory it has once it has settled, in MB."""

    def run() -> float:
        program = Started([sys.executable, "-m", "edgerag"], as_installed(compiled, home))
        time.sleep(SETTLED_AFTER_S)
        used = program.memory_mb()
        program.end()
        return used

    used_mb: float = benchmark.pedantic(run, rounds=1)  # type: ignore[no-untyped-call]
    tell(benchmark, memory_mb=round(used_mb))
    return used_mb


def test_keys_while_a_model_writes_on_all_cores_and_stopping_it(
    home: Path, benchmark: BenchmarkFixture
) -> None:
    delays_ms, stopped_s = benchmark.pedantic(lambda: asyncio.run(_keys_and_stop()), rounds=1)  # type: ignore[no-untyped-call]
    p95 = statistics.quantiles(delays_ms, n=20)[18]
    tell(benchmark, key_p95_ms=round(p95, 1), stopped_s=round(stopped_s, 2))
    assert p95 < 50
    assert stopped_s < 2


async def _keys_and_stop() -> tuple[list[float], float]:
    app = EdgeragApp(WRITING, paths.config_file())
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        box = app.screen.query_one(QuestionBox)
        box.value = QUESTION
        await pilot.press("enter")
        await _until(
            lambda: any(view.card.state is State.WRITING for view in app.screen.query_one(Cards).views)
        )
        box.focus()
        box.value = ""
        delays_ms: list[float] = []
        while len(delays_ms) < N_KEYS and app.jobs.is_running(ASKING):
            delays_ms.append(await _key_delay_ms(app, box))
            await asyncio.sleep(0.03)
        assert len(delays_ms) == N_KEYS, "the model was done before all keys were pressed"
        began = time.perf_counter()
        app.screen.action_stop()  # type: ignore[attr-defined]
        await _until(lambda: not app.jobs.is_running(ASKING))
        stopped_s = time.perf_counter() - began
        await app.workers.wait_for_complete()
    app.desk.close()
    return delays_ms, stopped_s


async def _key_delay_ms(app: EdgeragApp, box: QuestionBox) -> float:
    """Press a key as the driver would and wait until the box has drawn it."""
    before = len(box.value)
    drawn = asyncio.Event()
    began = time.perf_counter()
    app.post_message(Key("x", "x"))
    while len(box.value) == before:
        await asyncio.sleep(0)
    box.call_after_refresh(drawn.set)
    await drawn.wait()
    return 1000 * (time.perf_counter() - began)


async def _until(happened: object, within_s: float = 120) -> None:
    assert callable(happened)
    end = time.monotonic() + within_s
    while not happened():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)
