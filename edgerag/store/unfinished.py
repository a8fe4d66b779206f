"""The table `unfinished`: what was being done when a process was killed, so that the next one can say so."""

from __future__ import annotations

import os
from dataclasses import dataclass

import apsw
import psutil


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Work that nobody is doing any more and nobody finished."""

    task: str
    started_at: str
    """UTC, "2026-11-21 23:59:59"."""


def begin(db: apsw.Connection, task: str) -> None:
    """Note that this process has begun `task`."""
    db.execute(
        "insert or replace into unfinished values (?, datetime('now'), ?, ?)",
        (task, os.getpid(), psutil.Process().create_time()),
    )


def end(db: apsw.Connection, task: str) -> None:
    """Strike `task` off: it is done, or it failed and somebody was told."""
    db.execute("delete from unfinished where task = ?", (task,))


def left_behind(db: apsw.Connection) -> tuple[Unfinished, ...]:
    """List the work whose process is gone."""
    rows = db.execute("select task, started_at, pid, process_started from unfinished order by task")
    return tuple(Unfinished(task, at) for task, at, pid, started in rows if not _is_running(pid, started))


def _is_running(pid: int, started: float) -> bool:
    try:
        return psutil.Process(pid).create_time() == started
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True
