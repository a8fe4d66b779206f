from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest

from edgerag import paths
from edgerag.audit.child import WorkerTask
from edgerag.audit.run import Running, run, to_retry, until, usual_workers
from edgerag.audit.workers import Worker
from edgerag.config import Config
from edgerag.disk import locked
from edgerag.domain.audits import AuditState
from edgerag.errors import AuditError, BusyError, Cancelled
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.synthetic import make_handbook, make_vectors
from tests.unit.audit.conftest import QUESTIONS
from tests.unit.store.test_audits import make_terms


def reports(audits: Audits) -> list[AuditResult]:
    return list(audits.results("doses"))


def test_an_audit_that_is_stopped_goes_on_and_finds_the_same(audits: Audits, tmp_path: Path) -> None:
    guard, seen, cancel = tmp_path / "guard", [], Event()

    def stop_after_one(state: AuditState) -> None:
        seen.append(state.n_answered)
        if state.n_answered:
            cancel.set()

    with pytest.raises(Cancelled):
        run(audits, "doses", Running(Config(), 1, cancel=cancel, tell=stop_after_one), guard)
    assert seen == [0, 1]
    assert audits.state("doses").n_left == 2

    is_over = iter([False, False, True, True])
    state = run(audits, "doses", Running(Config(), 1, is_over=lambda: next(is_over, True)), guard)
    assert state.n_left == 1

    done = run(audits, "doses", Running(Config(), 2), guard)
    assert (done.n_answered, done.n_failed, done.n_left) == (3, 0, 0)
    interrupted = reports(audits)

    audits.forget("doses", range(3))
    run(audits, "doses", Running(Config(), 2), guard)
    assert reports(audits) == interrupted


def test_a_run_that_finds_nothing_left_tells_how_far_it_is(audits: Audits, tmp_path: Path) -> None:
    run(audits, "doses", Running(Config(), 2), tmp_path / "guard")
    told: list[AuditState] = []
    run(audits, "doses", Running(Config(), 1, tell=told.append), tmp_path / "guard")
    assert [state.n_left for state in told] == [0]


def test_what_failed_is_kept_apart_and_asked_again_on_request(audits: Audits, tmp_path: Path) -> None:
    audits.keep("doses", AuditResult(0, b"", "the worker was ended by signal 9"))
    state = run(audits, "doses", Running(Config(), 1), tmp_path / "guard")
    assert (state.n_answered, state.n_failed, state.n_left) == (2, 1, 0)
    assert to_retry(audits, "doses") == [0]
    audits.forget("doses", to_retry(audits, "doses"))
    state = run(audits, "doses", Running(Config(), 1), tmp_path / "guard")
    assert (state.n_answered, state.n_failed) == (3, 0)
    assert to_retry(audits, "doses") == []


def test_a_library_that_changed_since_is_refused_and_nothing_is_kept(audits: Audits, tmp_path: Path) -> None:
    with Library.open(paths.library_file()) as library:
        parsed = make_handbook("New", ["Something else."])
        library.add(parsed, make_vectors(1, dimensions=384), library.embedder)
    with pytest.raises(AuditError, match="begun on other terms: the library has other handbooks"):
        run(audits, "doses", Running(Config(), 1), tmp_path / "guard")
    assert audits.state("doses").n_left == len(QUESTIONS)


def test_no_question_is_asked_when_a_handbook_of_the_audit_is_gone(audits: Audits, tmp_path: Path) -> None:
    with Library.open(paths.library_file()) as library:
        gone = library.handbooks()[0]
        library.remove(gone.id)
    with pytest.raises(AuditError, match=f"begun on other terms: {gone.title}.* is gone"):
        run(audits, "doses", Running(Config(), 1), tmp_path / "guard")
    assert audits.state("doses").n_left == len(QUESTIONS)


def test_a_library_that_changes_meanwhile_is_refused(audits: Audits, tmp_path: Path) -> None:
    def change(_: AuditState) -> None:
        with Library.open(paths.library_file()) as library:
            parsed = make_handbook("New", ["Something else."])
            library.add(parsed, make_vectors(1, dimensions=384), library.embedder)

    with pytest.raises(AuditError, match="begun on other terms"):
        run(audits, "doses", Running(Config(), 1, tell=change), tmp_path / "guard")
    assert audits.state("doses").n_answered < len(QUESTIONS)


def test_a_handbook_that_is_removed_meanwhile_is_named(audits: Audits) -> None:
    worker = Worker(WorkerTask(Config(), audits.terms("doses"), b"", ""))
    try:
        worker.wait_until_ready()
        with Library.open(paths.library_file()) as library:
            gone = library.handbooks()[0]
            library.remove(gone.id)
        with pytest.raises(AuditError, match=f"begun on other terms: {gone.title}.* is gone"):
            worker.ask(QUESTIONS[0])
    finally:
        worker.close()


def test_two_do_not_run_the_same_audit(audits: Audits, tmp_path: Path) -> None:
    with locked(tmp_path / "guard", "the first"), pytest.raises(BusyError, match="audit doses"):
        run(audits, "doses", Running(Config(), 1), tmp_path / "guard")


@pytest.mark.parametrize(
    ("clock", "now", "then"), [("06:00", "21:30", "22 06:00"), ("23:15", "21:30", "21 23:15")]
)
def test_a_time_of_day_is_the_next_one(clock: str, now: str, then: str) -> None:
    present = datetime.fromisoformat(f"2026-11-21T{now}").replace(tzinfo=UTC)
    assert f"{until(clock, present):%d %H:%M}" == then


@pytest.mark.parametrize("clock", ["6", "25:00", "six", "06:61"])
def test_what_is_no_time_of_day_is_refused(clock: str) -> None:
    with pytest.raises(ValueError):
        until(clock, datetime.now(UTC))


def test_there_is_always_a_worker() -> None:
    assert usual_workers(make_terms()) >= 1
