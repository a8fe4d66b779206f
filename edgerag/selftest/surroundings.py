"""The checks of what is around the models: the person's folders, and the terminal interface."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from edgerag.errors import SelfTestError
from edgerag.selftest.outcomes import Passed, Task, version_of

LEAST_FREE_BYTES = 200_000_000
"""Below this the next handbook or the next answer may find no room."""
SETTLE_S = 0.5
"""Longer than the interface waits before it begins to load models."""


def check_folders(task: Task) -> Passed:
    """Write a file where the person's things are kept, and remove it; make no folder."""
    existing = {_existing(Path(folder)) for folder in task.folders}
    for folder in existing:
        _try_to_write(folder)
    free = min(shutil.disk_usage(folder).free for folder in existing)
    if free < LEAST_FREE_BYTES:
        raise SelfTestError(
            f"{free / 1e6:.0f} MB are free in {', '.join(map(str, sorted(existing)))}", hint="free some space"
        )
    return Passed("", f"can be written, {free / 1e9:.1f} GB free")


def _existing(folder: Path) -> Path:
    return next(parent for parent in (folder, *folder.parents) if parent.is_dir())


def _try_to_write(folder: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"edgerag")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise SelfTestError(
            f"{folder} cannot be written: {error.strerror}",
            hint="is the stick write-protected, or the disk full? else set EDGERAG_HOME to another folder",
        ) from error


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
        await pilot.pause(SETTLE_S)
        first, *over = app.screen_stack
        if not isinstance(first, AskScreen) or not over:
            raise SelfTestError("the first screen and the tour did not open")
        await pilot.press("escape", "f1")
        await pilot.pause()
        if len(app.screen_stack) < 2:
            raise SelfTestError("the help did not open")
        await pilot.press("ctrl+q")
        await pilot.pause()
    app.jobs.stop_all()
    app.desk.close()
    return app.return_code
