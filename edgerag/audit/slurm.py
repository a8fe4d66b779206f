"""Runs shards of an audit as tasks of a SLURM cluster, a job array of `submitit`'s.

A task is `edgerag audit run --shard` on some node. What it has finished is in its shard, so nothing more is
to be saved when its time is up: it ends when SLURM warns it, is queued again, and goes on. Every node sees
the folder of the shards and the submitter's home; but no two nodes may have one SQLite file open, because its
write-ahead log needs shared memory. So a task works on a copy of the home, in its own shard's folder.
"""

from __future__ import annotations

import getpass
import math
import shlex
import shutil
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from edgerag import paths
from edgerag.config import write
from edgerag.disk import erase
from edgerag.domain.audits import SubmittedShard, Terms
from edgerag.errors import AuditError
from edgerag.folders import make_private
from edgerag.process import child_command, child_environment, last_words
from edgerag.store import shards

if TYPE_CHECKING:
    from submitit.core.utils import DelayedSubmission

LOGS: Final = ".slurm"
"""Beside the shards: what submitit writes, and what the tasks say."""
WARNING_S: Final = 60
"""How long before its end a task is warned; it needs a moment, and SLURM looks once a minute."""
MOST_TIMEOUTS: Final = 1000
"""How often a task may be out of time before it is given up: each time it finishes something."""
_WORKER_GB: Final = 1.5
_GENERATOR_GB: Final = 3.5
"""What a worker, and its generator, may take; set by hand, with room to spare."""
_COMMANDS: Final = ("sbatch", "squeue", "scontrol")
_NEED: Final = "every node must see the folder of the shards and EDGERAG_HOME, at the same paths"
_ASK_S: Final = 30.0
_LAUNCHER: Final = b"srun: error: "
_ITS_END: Final = b": Exited with exit code "


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of the cluster for each task."""

    minutes: int
    """After which a task is stopped and queued again."""
    n_cores: int = 1
    partition: str = ""
    """Empty for the cluster's own choice."""


@dataclass(frozen=True, slots=True)
class ShardTask:
    """What a node does: run one shard; unpickled and called there."""

    shard: Path
    home: Path
    """The submitter's data folder: library, policy and models."""
    config_file: Path
    n_workers: int
    n_threads: int
    key_file: Path | None
    """What opens a locked library: only its path leaves this machine."""

    def __call__(self) -> None:
        """Run the shard to its end.

        Raises:
            AuditError: the node does not see what it needs, or the shard could not be run.
        """
        needed = (self.shard / shards.FILE, self.home / paths.library_file().name)
        missing = [path for path in needed if not path.is_file()]
        if missing:
            raise AuditError(f"{socket.gethostname()} does not see {missing[0]}", hint=_NEED)
        own = self.shard / ".home"
        erase(own)
        try:
            self._copy_home(own)
            ended = subprocess.run(self._command(), env=child_environment() | {"EDGERAG_HOME": str(own)})
        finally:
            erase(own)
        if ended.returncode:
            raise AuditError(f"the shard {self.shard.name} could not be run", hint="its log says why")

    def checkpoint(self) -> DelayedSubmission:
        """Say what is to be done when this task is queued again: the same."""
        from submitit.helpers import DelayedSubmission

        return DelayedSubmission(self)

    def _copy_home(self, own: Path) -> None:
        make_private(own / "config")
        left_out = shutil.ignore_patterns("models", "*-shm", "*.before-*", ".*")
        shutil.copytree(self.home, own / "data", ignore=left_out)
        (own / "data" / "models").symlink_to(self.home / "models", target_is_directory=True)
        if self.config_file.is_file():
            shutil.copyfile(self.config_file, own / "config" / "config.toml")
        write(own / "config" / "config.toml", {"models.threads": self.n_threads})

    def _command(self) -> list[str]:
        opening = ["--key-file", str(self.key_file)] if self.key_file else []
        running = ["audit", "run", "--shard", str(self.shard), "--workers", str(self.n_workers)]
        return child_command(["-m", "edgerag", *opening, *running])


def submit_shards(
    folders: Sequence[Path], terms: Terms, request: Request, config_file: Path, key_file: Path | None
) -> list[SubmittedShard]:
    """Queue a task for each shard.

    Args:
        folders: the shards, which lie in one folder that every node sees.
        terms: the audit's.
        request: what each task gets.
        config_file: the settings; there may be none.
        key_file: what opens a locked library on a node, where nobody can type.

    Raises:
        AuditError: there is no SLURM or no submitit here, or SLURM refuses.
    """
    demand_slurm()
    import submitit

    has_generator = not terms.is_extractive and bool(terms.versions.get("generator"))
    n_workers = 1 if has_generator else request.n_cores
    tasks = [
        ShardTask(
            folder,
            paths.data_folder(),
            config_file.absolute(),
            n_workers,
            request.n_cores // n_workers,
            key_file.absolute() if key_file else None,
        )
        for folder in folders
    ]
    search = shlex.quote(child_environment()["PYTHONPATH"])
    executor = submitit.SlurmExecutor(folders[0].parent / LOGS, max_num_timeout=MOST_TIMEOUTS)
    executor.update_parameters(
        job_name="edgerag",
        time=request.minutes,
        cpus_per_task=request.n_cores,
        mem=f"{math.ceil(n_workers * _WORKER_GB + has_generator * _GENERATOR_GB)}GB",
        signal_delay_s=WARNING_S,
        setup=[f"export PYTHONPATH={search}"],
        additional_parameters={"requeue": True},
        **({"partition": request.partition} if request.partition else {}),
    )
    try:
        with executor.batch():
            jobs = [executor.submit(task) for task in tasks]
    except (submitit.core.utils.FailedJobError, subprocess.CalledProcessError) as error:
        raise AuditError(f"SLURM takes no task: {error}", hint="edgerag audit submit --help") from error
    return [SubmittedShard(folder, job.job_id) for folder, job in zip(folders, jobs, strict=True)]


def states() -> dict[str, str]:
    """Give the state of each task of this person that SLURM has not ended, by its name: "RUNNING".

    Raises:
        AuditError: SLURM does not answer, or there is none here.
    """
    _demand_slurm_commands()
    command = ["squeue", "--noheader", "--array", "--user", getpass.getuser(), "--format", "%i %T"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, timeout=_ASK_S, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise AuditError(f"SLURM does not answer: {error}", hint="squeue") from error
    return dict(line.split(maxsplit=1) for line in listed.stdout.splitlines() if line.strip())


def last_words_of(shard: SubmittedShard) -> str:
    """Give the last line that a task has written, which says why it stopped.

    SLURM may write below it that the task ended with a code, which says less.
    """
    logs = sorted((shard.folder.parent / LOGS).glob(f"{shard.job}_*_log.err"))
    lines = logs[-1].read_bytes().splitlines() if logs else []
    own = [line for line in lines if not (line.startswith(_LAUNCHER) and _ITS_END in line)]
    words = last_words(b"\n".join(own or lines))
    return words or f"it wrote nothing: {_NEED}"


def demand_slurm() -> None:
    """See that tasks can be submitted from here.

    Raises:
        AuditError: there is no SLURM, or no submitit.
    """
    if find_spec("submitit") is None:
        raise AuditError(
            "submitit is not installed, and the executable does not have it",
            hint="install edgerag[slurm] with pip, or use `edgerag audit split` and `merge`",
        )
    _demand_slurm_commands()


def _demand_slurm_commands() -> None:
    missing = [command for command in _COMMANDS if shutil.which(command) is None]
    if missing:
        raise AuditError(
            f"there is no SLURM on this machine: no {missing[0]}",
            hint="submit from a machine of the cluster, or use `edgerag audit split` and `merge`",
        )
