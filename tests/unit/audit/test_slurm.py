"""What a node does with a shard, done here; the cluster itself is in tests/integration/test_slurm.py."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.audit.shards import merge, progress_of, split
from edgerag.audit.slurm import LOGS, ShardTask, last_words_of
from edgerag.domain.audits import SubmittedShard
from edgerag.errors import AuditError
from edgerag.store import shards
from edgerag.store.audits import Audits
from tests.unit.audit.conftest import QUESTIONS


@pytest.fixture
def task(audits: Audits, tmp_path: Path) -> ShardTask:
    (folder,) = split(audits, "doses", 1, tmp_path / "shared", paths.library_file())
    return ShardTask(folder, paths.data_folder(), paths.config_file(), 1, 1, None)


def test_a_task_runs_its_shard_on_a_copy_of_the_home_which_it_leaves_behind_nowhere(
    audits: Audits, task: ShardTask
) -> None:
    before = paths.library_file().read_bytes()
    pickle.loads(pickle.dumps(task))()
    assert paths.library_file().read_bytes() == before
    assert not (task.shard / ".home").exists()
    progress = progress_of(task.shard)
    assert progress is not None
    assert progress.is_done
    with shards.opened(task.shard, paths.library_file()) as shard:
        assert merge(audits, "doses", shard)[0] == len(QUESTIONS)


@pytest.mark.parametrize("unseen", ["shard", "home"])
def test_a_node_without_the_shared_folders_says_what_is_needed(
    task: ShardTask, tmp_path: Path, unseen: str
) -> None:
    seen = {"shard": task.shard, "home": task.home} | {unseen: tmp_path / "elsewhere"}
    lost = ShardTask(seen["shard"], seen["home"], task.config_file, 1, 1, None)
    with pytest.raises(AuditError, match=r"does not see .*elsewhere") as refused:
        lost()
    assert "every node must see" in refused.value.hint


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (
            "Traceback\nAuditError: n1 does not see it\nsrun: error: n1: task 0: Exited with exit code 1\n",
            "AuditError: n1 does not see it",
        ),
        (
            "srun: error: n1: task 0: Exited with exit code 1\n",
            "srun: error: n1: task 0: Exited with exit code 1",
        ),
        ("loading\nsrun: error: n1: task 0: Killed\n", "srun: error: n1: task 0: Killed"),
        ("", "it wrote nothing: every node must see"),
    ],
)
def test_why_a_task_stopped_is_what_it_said_itself(tmp_path: Path, written: str, told: str) -> None:
    (tmp_path / LOGS).mkdir()
    (tmp_path / LOGS / "7_0_0_log.err").write_text(written)
    assert last_words_of(SubmittedShard(tmp_path / "doses-1-of-1", "7")).startswith(told)
