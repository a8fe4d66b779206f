"""The table `unfinished`: what was being done when a process was killed, so that the next one can say so."""

from __future__ import annotations

import os

import apsw
import psutil


def begin(db: apsw.Connection, task: str) -> None:
    """Note that this process has begun `task`."""
    db.execute(
        "insert or replace into unfinished values (?, datetime('now'), ?, ?)",
        (task, os.getpid(), psutil.Process().create_time()),
    )


def end(db: apsw.Connection, task: str) -> None:
    """Strike `task` off: it is done, or it failed and somebody was told."""
    db.execute("delete from unfinished where task = ?", (task,))


def left_behind(db: apsw.Connection) -> tuple[str, ...]:
    """Name the tasks whose process is gone: nobody is doing them any more, and nobody finished them."""
    rows = db.execute("select task, pid, process_started from unfinished order by task")
    return tuple(task for task, pid, started in rows if not _is_running(pid, started))


def _is_running(pid: int, started: float) -> bool:
    try:
        return psutil.Process(pid).create_time() == started
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True
