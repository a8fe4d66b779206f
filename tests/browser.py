"""A real browser without a window, driven through two pipes: that way DevTools need no socket."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
_END: Final = b"\0"
_START: Final = """
import os, sys
for place, end in enumerate(sys.argv[1:3], start=3):
    os.dup2(int(end), place)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Puts the pipes where the browser expects them, and becomes it: it reads from 3 and writes to 4."""


def found_browser() -> str:
    """Name the program; empty if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


class Tab:
    """One page that a browser shows."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO) -> None:
        self._requests, self._replies = requests, replies
        self._n_asked, self._session = 0, ""
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = attached["sessionId"]
        self._ask("Page.enable")
        self._ask("Performance.enable", {"timeDomain": "threadTicks"})

    def open(self, page: Path) -> None:
        """Show a file, and wait until it is loaded."""
        self._ask("Page.navigate", {"url": page.as_uri()})
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def resize(self, width: int, height: int) -> None:
        """Show pages as a window of this size does."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", size)

    def run_no_scripts(self) -> None:
        """Run no script of the pages that are opened from now on."""
        self._ask("Emulation.setScriptExecutionDisabled", {"value": True})

    def run(self, script: str) -> Any:  # whatever the script gives
        """Run an expression, wait for its promise, and give its value."""
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        told = self._ask("Runtime.evaluate", asked)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def main_thread_s(self) -> float:
        """Processor seconds that the page's thread has spent on the page since it was opened."""
        measured = self._ask("Performance.getMetrics")["metrics"]
        return next(round(one["value"], 2) for one in measured if one["name"] == "TaskDuration")

    def _ask(self, method: str, parameters: Mapping[str, object] = {}) -> dict[str, Any]:
        self._n_asked += 1
        asked = {"id": self._n_asked, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        self._requests.write(json.dumps(asked).encode() + _END)
        self._requests.flush()
        while (told := self._read()).get("id") != self._n_asked:
            pass
        assert "error" not in told, told
        return told["result"]

    def _read(self) -> dict[str, Any]:
        frame = bytearray()
        while (byte := self._replies.read(1)) != _END:
            assert byte, "the browser is gone"
            frame += byte
        return json.loads(frame)


@contextmanager
def browser(profile: Path) -> Iterator[Tab]:
    """Start a browser with an empty profile, and end it with the context."""
    their_requests, requests = os.pipe()
    replies, their_replies = os.pipe()
    ends = map(str, (their_requests, their_replies))
    command = [found_browser(), *FLAGS, f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        [sys.executable, "-c", _START, *ends, *command],
        pass_fds=(their_requests, their_replies),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(their_requests)
    os.close(their_replies)
    with os.fdopen(requests, "wb") as asked, os.fdopen(replies, "rb") as told:
        try:
            yield Tab(asked, told)
        finally:
            process.terminate()
            process.wait()
