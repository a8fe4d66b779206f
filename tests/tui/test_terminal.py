"""The program in a real terminal, as a person meets it: tmux draws the screen and presses the keys."""

from __future__ import annotations

import fcntl
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.conftest import empty_home  # noqa: F401  # a fixture
from tests.tui.conftest import ADRENALINE
from tests.unit.store.locked import PASSPHRASE, lock, make_library
from tui.ending import END_WITHIN_S

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

SETTINGS = "[answers]\nextractive = true\n[interface]\nreduced_motion = true\n"


class Terminal:
    """A tmux session of its own server, 80 columns by 24 rows."""

    def __init__(self, socket: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", os.devnull]

    def start(self, *command: str, home: Path) -> None:
        """Run a command in the terminal."""
        environment = ["-e", f"EDGERAG_HOME={home}", "-e", "TERM=xterm-256color", "-e", "SSH_CONNECTION=x"]
        self._run("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", *environment, *command)
        self._run("set-option", "-t", "t", "remain-on-exit", "on")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._run("send-keys", "-t", "t", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._run("send-keys", "-t", "t", "-l", text)

    def screen(self) -> str:
        """What is on the screen."""
        return self._run("capture-pane", "-p", "-t", "t")

    def wait_for(self, *texts: str, within_s: float = 240) -> str:
        """Wait until all `texts` are on the screen; gives the screen."""
        end = time.monotonic() + within_s
        while not all(text in (screen := self.screen()) for text in texts):
            assert time.monotonic() < end, f"{texts} not on the screen:\n{screen}"
            time.sleep(0.1)
        return screen

    def wait_until_gone(self, text: str, within_s: float = 240) -> None:
        """Wait until `text` is not on the screen."""
        end = time.monotonic() + within_s
        while text in (screen := self.screen()):
            assert time.monotonic() < end, f"{text} is still on the screen:\n{screen}"
            time.sleep(0.1)

    def wait_for_the_end(self, within_s: float) -> str:
        """Wait until the command has ended; gives the screen that it left."""
        end = time.monotonic() + within_s
        while self._run("display-message", "-p", "-t", "t", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < end, f"it still runs:\n{self.screen()}"
            time.sleep(0.1)
        return self.screen()

    def end(self) -> None:
        """Close the terminal and whatever still runs in it."""
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run([*self._tmux, *arguments], check=True, capture_output=True, text=True)
        return done.stdout


@pytest.fixture
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path_factory.mktemp("tmux") / "socket")
    yield terminal
    terminal.end()


def test_first_run_add_the_samples_ask_compare_open_a_page_export_quit(
    terminal: Terminal,
    empty_home: Path,  # noqa: F811  # the fixture above
    tmp_path: Path,
) -> None:
    (empty_home / "config").mkdir()
    (empty_home / "config" / "config.toml").write_text(SETTINGS)
    terminal.start(sys.executable, "-m", "edgerag", home=empty_home)

    terminal.wait_for("Ask once, hear every handbook", "Step 1 of 6")
    terminal.press("Right", "Right", "Right", "Right", "Right")
    terminal.wait_for("Step 6 of 6", "Add the samples")
    terminal.press("s")
    terminal.wait_for("Brightwater", "Kestrel", "Marula", "Tamarind", "4 handbooks added")

    terminal.press("F2")
    terminal.wait_for("4 handbooks", "Ask")
    terminal.type(ADRENALINE)
    terminal.press("Enter")
    screen = terminal.wait_for("! DISAGREE ", "on adrenaline dose", "! DISAGREES")
    assert "[p. " in screen.replace("\u00a0", " ")

    terminal.press("F3")
    terminal.wait_for("D DIVERGENT", "significance: high", "S agree")
    terminal.press("F2")
    terminal.wait_for("! DISAGREES")
    terminal.press("Enter")
    screen = terminal.wait_for("> ", "page ", "Next page")
    assert "adrenaline" in screen.lower()
    terminal.press("Escape")

    terminal.wait_for("! DISAGREES", "Export")
    terminal.press("C-e")
    terminal.wait_for("Folder and name of the file", ".md")
    terminal.press("Tab")
    time.sleep(1)  # the field has the focus by then; nothing on the screen says so
    terminal.press("C-u")
    # Letters go straight to the field, a binding waits until its key has bubbled up: it may come after them.
    terminal.wait_until_gone(".md")
    exported = tmp_path / "report.md"
    terminal.type(str(exported))
    terminal.wait_for("report.md")
    terminal.press("Enter")
    terminal.wait_for("Saved")
    assert exported.read_text(encoding="utf-8").startswith(f"# {ADRENALINE[:10]}")

    terminal.press("C-q")
    assert "Traceback" not in terminal.wait_for_the_end(within_s=20)


def test_without_a_terminal_the_help_is_printed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "edgerag"]
    environment = {**os.environ, "EDGERAG_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Usage:" in done.stdout


def test_a_broken_settings_file_is_told_before_anything_is_drawn(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text("[interface]\ntheme = 'pink'\n")
    terminal.start(sys.executable, "-m", "edgerag", home=tmp_path)
    terminal.wait_for("pink", "what to do", within_s=120)


def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(
    terminal: Terminal,
    empty_home: Path,  # noqa: F811  # the fixture above
    tmp_path: Path,
) -> None:
    inner = f"echo $$ > {tmp_path}/pid; exec {sys.executable} -m edgerag"
    outer = (
        f"stty -g > {tmp_path}/before; sh -c '{inner}'; echo $? > {tmp_path}/code; stty -g > {tmp_path}/after"
    )
    terminal.start("sh", "-c", outer, home=empty_home)
    terminal.wait_for("Step 1 of 6")
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGTERM)
    terminal.wait_for_the_end(within_s=120)
    assert (tmp_path / "code").read_text().strip() == "143"
    assert (tmp_path / "after").read_text() == (tmp_path / "before").read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_whose_terminal_nobody_reads_ends_when_it_is_told_to(
    number: signal.Signals,
    empty_home: Path,  # noqa: F811  # the fixture above
) -> None:
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "edgerag"]
    environment = {**os.environ, "EDGERAG_HOME": str(empty_home), "TERM": "xterm-256color"}
    program = subprocess.Popen(
        command, stdin=its, stdout=its, stderr=its, env=environment, start_new_session=True
    )
    os.close(its)
    drawn = b""
    while b"Step 1 of 6" not in drawn:
        drawn += os.read(ours, 1 << 16)
    for _ in range(100):  # what it draws for each fills the terminal, and it waits to draw more
        os.write(ours, b"\x1b[C\x1b[D")
        time.sleep(0.05)
    program.send_signal(number)
    try:
        assert program.wait(timeout=2 * END_WITHIN_S) == 128 + number
    finally:
        program.kill()
        os.close(ours)


def test_lock_forget_recover_and_open_the_interface(terminal: Terminal, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(SETTINGS)
    terminal.start("sh", home=home)
    edgerag = f"{sys.executable} -m edgerag"

    def run(arguments: str, *typed: tuple[str, str]) -> str:
        """Run a command and answer what it asks; gives the screen."""
        terminal.type(f"clear; {edgerag} {arguments}; echo left with $?")
        terminal.press("Enter")
        for asked, answer in typed:
            terminal.wait_for(asked)
            terminal.type(answer)
            terminal.press("Enter")
        return terminal.wait_for("left with")

    new = (("New passphrase", "correct horse"), ("The same again", "correct horse"))
    screen = run("lock", *new)
    assert "left with 0" in screen
    assert "correct horse" not in screen
    recovery_key = next(line.strip() for line in screen.splitlines() if line.strip().count("-") == 8)

    again = (("New passphrase", "battery staple"), ("The same again", "battery staple"))
    assert "left with 0" in run("rekey --recover", ("Recovery key", recovery_key), *again)
    screen = run("list", ("Passphrase", "correct horse"), ("is wrong", "battery staple"))
    assert "left with 0" in screen

    terminal.type(f"clear; {edgerag}")
    terminal.press("Enter")
    terminal.wait_for("The library is locked")
    terminal.type("a guess")
    terminal.press("Enter")
    terminal.wait_for("is wrong")
    terminal.type("battery staple")
    terminal.press("Enter")
    terminal.wait_for("Ask", "Library")
    terminal.press("C-q")


@pytest.mark.slow
def test_a_locked_library_left_alone_asks_for_its_passphrase_again(
    terminal: Terminal, tmp_path: Path, cheap_wrapping: None, empty_keyring: None
) -> None:
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.toml").write_text(f"{SETTINGS}lock_minutes = 1\n")
    make_library(home / "data" / "library.db")
    lock(home / "data" / "library.db")
    terminal.start(sys.executable, "-m", "edgerag", home=home)
    for _ in range(2):
        terminal.wait_for("The library is locked", within_s=150)
        terminal.type(PASSPHRASE.decode())
        terminal.press("Enter")
        terminal.wait_for("Ask", "Library", "History")
    terminal.press("C-q")
    assert "Traceback" not in terminal.wait_for_the_end(within_s=20)
