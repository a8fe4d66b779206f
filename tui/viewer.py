"""Opens an original file in the system's viewer, at a page where the viewer can."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from edgerag.errors import EdgeRagError
from edgerag.process import system_environment

_PAGED: Final[dict[str, Callable[[str], Sequence[str]]]] = {
    "evince": lambda page: (f"--page-index={page}",),
    "atril": lambda page: (f"--page-index={page}",),
    "xreader": lambda page: (f"--page-index={page}",),
    "okular": lambda page: ("--page", page),
    "zathura": lambda page: ("--page", page),
    "mupdf": lambda page: (page,),
}
"""PDF viewers that can be told a page; mupdf wants it after the file."""


def open_original(path: Path, page: int | None) -> None:
    """Show `path` in a viewer of its own.

    Raises:
        EdgeRagError: the file is gone, or there is no viewer.
    """
    if not path.is_file():
        raise EdgeRagError(
            f"{path.name} is not where it was added from", hint=f"put it back, or look for it: {path}"
        )
    if sys.platform == "win32":
        os.startfile(path)
        return
    command = command_for(path, page, os.environ)
    if not command:
        raise EdgeRagError("there is no viewer on this screen", hint=f"the file is {path}")
    try:
        viewer = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env=system_environment(),
        )
    except OSError as error:
        raise EdgeRagError(f"{command[0]} could not be started", hint=f"the file is {path}") from error
    # Somebody must wait for it: a process that has ended stays in the table until then.
    threading.Thread(target=viewer.wait, daemon=True).start()


def command_for(path: Path, page: int | None, environment: Mapping[str, str]) -> Sequence[str]:
    """Give the command that shows a file on this desktop; empty where there is no desktop."""
    if sys.platform == "darwin":
        return ("open", str(path))
    if not ({"DISPLAY", "WAYLAND_DISPLAY"} & environment.keys()):
        return ()
    if page is not None and path.suffix.lower() == ".pdf":
        for viewer, at_page in _PAGED.items():
            if shutil.which(viewer):
                where = at_page(str(page))
                return (viewer, str(path), *where) if viewer == "mupdf" else (viewer, *where, str(path))
    return ("xdg-open", str(path)) if shutil.which("xdg-open") else ()
