from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.audit import slurm
from edgerag.cli.audit_slurm import ended_shards, shard_lines
from edgerag.domain.audits import SubmittedShard
from edgerag.errors import AuditError


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No command of a cluster can be found."""
    monkeypatch.setenv("PATH", str(tmp_path))


def shard(folder: Path) -> SubmittedShard:
    return SubmittedShard(folder, "7_0")


@pytest.mark.usefixtures("unreachable")
def test_without_a_cluster_the_state_of_a_shard_is_unknown_and_that_it_is_not_seen_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = shard_lines((shard(tmp_path / "gone"),))
    assert line == "shard gone: task 7_0 state unknown, not to be seen here"
    assert capsys.readouterr().err


@pytest.mark.usefixtures("unreachable")
def test_a_shard_whose_task_may_run_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(AuditError):
        ended_shards((shard(tmp_path / "gone"),))
    assert ended_shards(()) == []


@pytest.mark.usefixtures("unreachable")
def test_without_its_commands_there_is_no_cluster() -> None:
    with pytest.raises(AuditError):
        slurm.demand_slurm()
