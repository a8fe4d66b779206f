"""What the summary and its trust cost of a question: their share of the time, over all sample questions."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.config import Config
from edgerag.confirm.credibility import Credibility
from edgerag.confirm.facts import area_of
from edgerag.engine.ask import Engine
from edgerag.engine.trust import with_trust
from edgerag.language.reading import read
from edgerag.samples import gold_file
from edgerag.summarise.summarise import summarise
from tests.integration.conftest import sample_home  # noqa: F401  # a fixture

SHARE = 0.03
"""Of a question's time."""


class Gold(msgspec.Struct):
    """A gold question, as far as its time goes."""

    question: str


def test_the_summary_costs_a_small_share_of_a_question(
    benchmark: BenchmarkFixture,
    sample_home: Path,  # noqa: F811  # the fixture above
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EDGERAG_HOME", str(sample_home))
    questions = [
        msgspec.json.decode(line, type=Gold).question for line in gold_file().read_bytes().splitlines()
    ]
    with Engine.open(Config(), extractive=True) as engine:
        engine.report(questions[0], keep=False)  # opens the models
        begun = perf_counter()
        reports = [engine.report(question, keep=False) for question in questions]
        asked_s = perf_counter() - begun

    def summarise_all() -> float:
        read.cache_clear()  # as if nothing had been compared before
        begun = perf_counter()
        for report in reports:
            summary = summarise(report.answers, report.pairs)
            with_trust(summary, report.answers, area_of(report.question), Credibility(()))
        return perf_counter() - begun

    took_s = benchmark(summarise_all)
    benchmark.extra_info["share of a question's time"] = f"{took_s / asked_s:.3%}"
    assert took_s < SHARE * asked_s
