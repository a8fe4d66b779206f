from __future__ import annotations

import pytest
from msgspec import structs

from edgerag.audit.child import WorkerTask
from edgerag.audit.workers import Worker
from edgerag.config import Config
from edgerag.domain.audits import AuditQuestion
from edgerag.errors import AuditError, WorkerDiedError
from edgerag.present.json.report import report_from_json
from edgerag.store.audits import Audits
from tests.unit.audit.conftest import QUESTIONS


def task_of(audits: Audits) -> WorkerTask:
    return WorkerTask(Config(), audits.terms("doses"), b"", "")


def test_a_worker_reports_fails_and_dies_by_question(audits: Audits) -> None:
    worker = Worker(task_of(audits))
    try:
        worker.wait_until_ready()
        told = worker.ask(QUESTIONS[0])
        assert (told.position, told.failure) == (0, "")
        assert report_from_json(told.report).verdict == "disagree"
        failed = worker.ask(AuditQuestion(7, "?" * 10))
        assert (failed.position, failed.report, failed.failure) == (7, b"", "there is no question")
        worker.kill()
        with pytest.raises(WorkerDiedError, match="was ended by signal 9"):
            worker.ask(QUESTIONS[1])
    finally:
        worker.close()


def test_a_worker_refuses_other_terms_with_the_error_that_it_met(audits: Audits) -> None:
    task = task_of(audits)
    worker = Worker(structs.replace(task, terms=structs.replace(task.terms, library="0" * 64)))
    try:
        with pytest.raises(AuditError, match="the library has other handbooks") as refused:
            worker.wait_until_ready()
        assert "begin a new audit" in refused.value.hint
    finally:
        worker.close()
