"""What asking in an audit costs above asking alone, and what a second worker brings, with the real models.

Other programs may have the cores too: what is bounded is processor time, and wall time is only told.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag import paths
from edgerag.audit.run import Running, _task, run
from edgerag.audit.terms import moment, terms_of
from edgerag.audit.workers import Worker
from edgerag.config import Config
from edgerag.domain.audits import AuditQuestion
from edgerag.engine.ask import Engine
from edgerag.inference.machine import physical_cores
from edgerag.samples import gold_file
from edgerag.store.audits import Audits
from edgerag.store.library import Library
from tests.integration.conftest import own_sample_home, sample_home  # noqa: F401  # fixtures

MOST_OVERHEAD = 0.05
MOST_WASTE = 0.15
"""By which a question may cost more where two workers share the memory's bandwidth and the caches."""
ROUNDS = 1
"""More on a machine that is idle."""


@pytest.fixture
def questions() -> list[AuditQuestion]:
    lines = gold_file().read_text("utf-8").splitlines()[:8]
    return [AuditQuestion(n, json.loads(line)["question"]) for n, line in enumerate(lines)]


@pytest.fixture
def audits(
    own_sample_home: Path,  # noqa: F811  # the fixture above
    questions: list[AuditQuestion],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Audits]:
    """The audits of a library, one of which, `pace`, is begun."""
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    with Engine.open(Config(), extractive=True) as engine:
        terms = terms_of(engine, Config(), [], is_extractive=True)
        Audits(engine.library.connections).create("pace", terms, questions, moment())
    with Library.open(paths.library_file()) as library:
        yield Audits(library.connections)


def children_s() -> float:
    """Processor seconds of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def started_s(audits: Audits) -> float:
    """Processor seconds until a worker has its models."""
    before = children_s()
    worker = Worker(_task(audits.terms("pace"), Running(Config(), 1)))
    worker.wait_until_ready()
    worker.close()
    return children_s() - before


def test_an_audit_costs_little_above_its_questions(
    benchmark: BenchmarkFixture, audits: Audits, questions: list[AuditQuestion], tmp_path: Path
) -> None:
    with Engine.open(Config(), extractive=True) as engine:
        engine.report(questions[0].text, keep=False)
        began = time.process_time()
        for question in questions:
            engine.report(question.text, keep=False)
        alone_s = time.process_time() - began
    began, before = time.process_time(), children_s()
    running = Running(Config(), 1)
    benchmark.pedantic(run, (audits, "pace", running, tmp_path / "guard"), rounds=1)  # type: ignore[no-untyped-call]
    keeping_s = time.process_time() - began
    asking_s = children_s() - before - started_s(audits)
    told = benchmark.extra_info
    told["processor s of a question, alone"] = round(alone_s / len(questions), 3)
    told["in an audit, its worker"] = round(asking_s / len(questions), 3)
    told["in an audit, keeping it"] = round(keeping_s / len(questions), 3)
    told["memory of its worker, MB"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000
    assert keeping_s < MOST_OVERHEAD * alone_s


def test_a_second_worker_costs_no_more_for_each_question(
    benchmark: BenchmarkFixture, audits: Audits, questions: list[AuditQuestion], tmp_path: Path
) -> None:
    """One worker alone has a thread for each core already, so that a second one cannot halve the time."""
    start_s = started_s(audits)
    processor_s: dict[int, list[float]] = {1: [], 2: []}
    wall_s: dict[int, list[float]] = {1: [], 2: []}

    def interleaved() -> None:
        for n_workers in (1, 2) * ROUNDS:
            audits.forget("pace", range(len(questions)))
            began, before = time.monotonic(), children_s()
            run(audits, "pace", Running(Config(), n_workers), tmp_path / "guard")
            wall_s[n_workers].append(time.monotonic() - began)
            processor_s[n_workers].append((children_s() - before - n_workers * start_s) / len(questions))

    benchmark.pedantic(interleaved, rounds=1)  # type: ignore[no-untyped-call]
    told = benchmark.extra_info
    told["cores"] = physical_cores()
    for n_workers in (1, 2):
        told[f"{n_workers} workers, wall s"] = [round(one, 1) for one in wall_s[n_workers]]
        told[f"{n_workers} workers, processor s of a question"] = [
            round(s, 3) for s in processor_s[n_workers]
        ]
    assert min(processor_s[2]) < (1 + MOST_WASTE) * min(processor_s[1])
