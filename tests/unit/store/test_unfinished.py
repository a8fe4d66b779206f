from __future__ import annotations

import os
import subprocess
import sys

import apsw

from edgerag.store import unfinished


def of_a_process_that_died(db: apsw.Connection, task: str) -> None:
    """Note `task` as a process does that is gone by now."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    unfinished.begin(db, task)
    db.execute("update unfinished set pid = ? where task = ?", (process.pid, task))


def test_work_of_a_living_process_is_not_left_behind(db: apsw.Connection) -> None:
    unfinished.begin(db, "clinic.pdf")
    assert unfinished.left_behind(db) == ()


def test_work_of_a_dead_process_is_told_until_it_is_struck_off(db: apsw.Connection) -> None:
    of_a_process_that_died(db, "hospital.pdf")
    of_a_process_that_died(db, "clinic.pdf")
    assert list(unfinished.left_behind(db)) == ["clinic.pdf", "hospital.pdf"]
    unfinished.end(db, "clinic.pdf")
    assert list(unfinished.left_behind(db)) == ["hospital.pdf"]


def test_another_process_with_the_same_number_is_another(db: apsw.Connection) -> None:
    unfinished.begin(db, "clinic.pdf")
    db.execute("update unfinished set process_started = process_started - 3600")
    assert db.execute("select pid from unfinished").get == os.getpid()
    assert list(unfinished.left_behind(db)) == ["clinic.pdf"]


def test_work_that_is_begun_again_belongs_to_who_does_it(db: apsw.Connection) -> None:
    of_a_process_that_died(db, "clinic.pdf")
    unfinished.begin(db, "clinic.pdf")
    assert unfinished.left_behind(db) == ()
