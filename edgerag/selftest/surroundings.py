"""The checks of what is around the models: the person's folders, and the terminal interface."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from edgerag.errors import SelfTestError
from edgerag.folders import WRITE_PROTECTED, nearest_existing, why_not_writable
from edgerag.selftest.outcomes import Passed, Task, version_of

if TYPE_CHECKING:
    from textual.pilot import Pilot

LEAST_FREE_BYTES = 200_000_000
"""Below this the next handbook or the next answer may find no room."""
WITHIN_S = 20.0
"""How long the slowest laptop takes to draw a screen."""
POLL_S = 0.05


def check_folders(task: Task) -> Passed:
    """Write a file where the person's things are kept, and remove it; make no folder."""
    folders = [Path(folder) for folder in task.folders]
    for folder in folders:
        if problem := why_not_writable(folder):
            raise SelfTestError(problem, hint=f"{WRITE_PROTECTED} else set EDGERAG_HOME to another folder")
    free, scarcest = min((shutil.disk_usage(f).free, f) for f in map(nearest_existing, folders))
    if free < LEAST_FREE_BYTES:
        raise SelfTestError(f"{free / 1e6:.0f} MB are free in {scarcest}", hint="free some space")
    return Passed("", f"can be written, {free / 1e9:.1f} GB free")


def check_interface(task: Task) -> Passed:  # noqa: ARG001  # `EDGERAG_HOME` leads to the scratch folder
    """Open the terminal interface on a screen in memory, go through the help, and quit by key."""
    code = asyncio.run(_open_and_quit())
    if code != 0:
        raise SelfTestError(f"the terminal interface ended with {code}")
    return Passed(f"Textual {version_of('textual')}", "opened, showed its help, quit")


async def _open_and_quit() -> int | None:
    from edgerag import paths
    from edgerag.config import Config
    from tui.app import EdgeragApp
    from tui.screens.ask import AskScreen

    app = EdgeragApp(Config(), paths.config_file())
    async with app.run_test() as pilot:
        await _until(pilot, lambda: len(app.screen_stack) == 2, "the tour did not open")
        await pilot.press("escape")
        await _until(pilot, lambda: isinstance(app.screen, AskScreen), "the first screen did not open")
        await pilot.press("f1")
        await _until(pilot, lambda: len(app.screen_stack) == 2, "the help did not open")
        await pilot.press("ctrl+q")
    app.jobs.stop_all()
    if app.jobs.have_ended(WITHIN_S):
        app.desk.close()
    return app.return_code


async def _until(pilot: Pilot[None], is_so: Callable[[], bool], otherwise: str) -> None:
    """Wait until something on the screen is so."""
    deadline = time.monotonic() + WITHIN_S
    while not is_so():
        if time.monotonic() > deadline:
            raise SelfTestError(otherwise)
        await pilot.pause(POLL_S)
