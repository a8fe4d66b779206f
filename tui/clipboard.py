"""Copying: through the desktop's own clipboard where there is one, else through the terminal."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from textual.widget import Widget

from edgerag.process import system_environment
from tui.messages import FileWanted

_TIMEOUT_S: Final = 2.0
_DEAF: Final = ("linux", "dumb", "vt100", "vt220")
"""Terminals that have no clipboard: the console of a Linux machine, and old ones."""


def copy(screen: Widget, text: str, export: str) -> None:
    """Copy `text` and say so; where nothing can take it, offer a file.

    Args:
        screen: from which the text is.
        text: what to copy.
        export: the key that saves a file, to be told where nobody knows whether something took the text.
    """
    command = _command(os.environ)
    if command and _was_taken(command, text):
        screen.notify("Copied.", markup=False)
    elif takes_copies(os.environ):
        screen.app.copy_to_clipboard(text)
        screen.notify(
            f"Copied through the terminal. If pasting gives nothing, press {export} to save a file.",
            markup=False,
        )
    else:
        screen.notify(
            "This terminal cannot copy. Save a file and open it there.", severity="warning", markup=False
        )
        screen.post_message(FileWanted(text))


def takes_copies(environment: Mapping[str, str]) -> bool:
    """Say whether the terminal may understand the sequence (OSC 52) that hands it a text to copy."""
    terminal = environment.get("TERM", "")
    return terminal not in _DEAF and environment.get("TERM_PROGRAM") != "Apple_Terminal"


def _command(environment: Mapping[str, str]) -> Sequence[str]:
    """Name the desktop's program that takes a text to copy; none over ssh: it is the wrong desktop's."""
    if "SSH_CONNECTION" in environment:
        return ()
    if sys.platform == "win32":
        return ("clip.exe",)
    if sys.platform == "darwin":
        return ("pbcopy",)
    if "WAYLAND_DISPLAY" in environment and shutil.which("wl-copy"):
        return ("wl-copy",)
    if "DISPLAY" in environment and shutil.which("xclip"):
        return ("xclip", "-selection", "clipboard")
    return ()


def _was_taken(command: Sequence[str], text: str) -> bool:
    encoding = "utf-16-le" if sys.platform == "win32" else "utf-8"
    try:
        subprocess.run(
            command,
            input=text.encode(encoding, "replace"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT_S,
            env=system_environment(),
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True
