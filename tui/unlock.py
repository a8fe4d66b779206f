"""What comes before everything else when the library is locked: the passphrase.

It is a program of its own, so that nothing of a library is in the memory of one that is locked.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from edgerag import paths
from edgerag.errors import EdgeRagError
from edgerag.present.inert import in_line
from tui.keys import key
from tui.messages import WorkEnded, WorkFailed
from tui.program import Program

if TYPE_CHECKING:
    from edgerag.config import Config

UNLOCKING = "unlocking"
LOOK_EVERY_S = 1.0
ASK = "The library is locked. Type its passphrase."
LOST = "Lost? Leave with Ctrl+Q and run: edgerag rekey --recover"


def is_locked() -> bool:
    """Say whether the library is encrypted and its key is not known.

    Raises:
        StoreError: the library cannot be read.
    """
    from edgerag.store.keys import key_file

    if not key_file(paths.library_file()).exists():
        return False
    from edgerag.store.cipher import is_encrypted
    from edgerag.store.connection import translated_errors
    from edgerag.store.keyring import KEYRING

    with translated_errors(paths.library_file()):
        return is_encrypted(paths.library_file()) and not KEYRING.holds(paths.library_file())


class UnlockApp(Program):
    """Asks for the passphrase, and ends when it is right or when the person leaves."""

    TITLE = "edgerag"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [key("unlock.quit", "ctrl+q", "quit", "Leave", "Leave edgerag.")]

    def __init__(self, config: Config, config_file: Path) -> None:
        super().__init__(config, config_file)
        self.is_unlocked = False

    def compose(self) -> ComposeResult:
        """Ask, and say what to do without the passphrase."""
        with Vertical():
            yield Static(Content("edgerag"), classes="name")
            yield Static(Content(ASK), classes="how")
            yield Input(password=True, placeholder="Passphrase", id="passphrase")
            yield Static(Content(""), id="said")
            yield Static(Content(LOST), classes="how")

    def on_mount(self) -> None:
        """Let the wrong tries of before take their time."""
        self.set_interval(LOOK_EVERY_S, self._wait)
        self._wait()

    @on(Input.Submitted)
    def _try(self, event: Input.Submitted) -> None:
        """Try what was typed; it is gone from the screen at once."""
        typed = event.value.encode()
        event.input.value = ""
        if not typed or self.jobs.is_running(UNLOCKING):
            return
        self._say("One moment ...")

        def unlock(cancel: Event) -> None:  # noqa: ARG001  # it takes half a second
            from edgerag.store.keyring import KEYRING

            KEYRING.unlock(paths.library_file(), typed)
            self.is_unlocked = True

        self.jobs.start(self, unlock, UNLOCKING)

    @on(WorkFailed)
    def _show_failure(self, message: WorkFailed) -> None:
        error: EdgeRagError = message.error
        self._say(f"{error}. {error.hint}" if error.hint else f"{error}.")

    @on(WorkEnded)
    def _leave_if_right(self) -> None:
        if self.is_unlocked:
            self.exit()

    def _wait(self) -> None:
        """Take no passphrase while the next try has to wait, and say how long that is."""
        from edgerag.store import tries

        wait_s = tries.wait_s(paths.library_file())
        box = self.query_one(Input)
        if wait_s:
            self._say(f"Wrong {tries.FREE_TRIES} times or more: wait {ceil(wait_s)} seconds.")
        elif box.disabled:
            self._say("")
        box.disabled = wait_s > 0
        if not box.disabled:
            box.focus()

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(in_line(text)))
