"""The program without the models that ship, as one executable is before a bundle brought them."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config
from edgerag.diagnosis import Severity, diagnose
from edgerag.domain.reports import Layer, Verdict
from edgerag.engine.ask import Engine
from edgerag.inference import installed


@pytest.fixture
def home_without(own_sample_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample library, and a program whose own models are nowhere."""
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    real = paths.bundled

    def bundled(*parts: str) -> Traversable:
        return tmp_path / "none" if parts == ("models",) else real(*parts)

    monkeypatch.setattr(installed, "bundled", bundled)
    return own_sample_home


def test_questions_are_answered_and_compared_without_them(home_without: Path) -> None:
    with Engine.open(Config(), extractive=True) as engine:
        roles = list(engine.models.load())
        report = engine.report(
            "What dose of adrenaline should an adult with anaphylaxis receive?", keep=False
        )
    assert roles
    assert report.verdict is Verdict.DISAGREE
    assert {report.versions[role] for role in ("entailment", "relation", "selector")} == {""}
    assert not {Layer.ENTAILMENT, Layer.RELATION} & {pair.decided_by for pair in report.pairs}


@pytest.mark.parametrize("role", ["selector", "entailment", "relation"])
def test_doctor_says_what_is_missing_and_that_it_is_no_fault(home_without: Path, role: str) -> None:
    (finding,) = (finding for finding in diagnose(Config()) if finding.what == role)
    assert finding.severity is Severity.NOTE
    assert "bundle install" in finding.remedy
