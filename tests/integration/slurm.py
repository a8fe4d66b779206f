"""A real SLURM cluster of this one machine: munged, slurmctld and slurmd in a folder of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

DAEMONS = ("munged", "slurmctld", "slurmd")
START_S = 60.0
CONFIGURATION = """\
ClusterName=local
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={next_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={n_cpus} RealMemory=4000
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def why_no_cluster() -> str:
    """Say why no cluster can be started here; nothing if one can."""
    missing = [name for name in DAEMONS if shutil.which(name) is None]
    if missing:
        return f"{missing[0]} is not installed: apt-get install slurm-wlm munge"
    if find_spec("submitit") is None:
        return "submitit is not installed: uv sync --extra slurm"
    return "" if os.geteuid() == 0 else "only root starts the daemons of SLURM"


@contextmanager
def cluster(folder: Path) -> Iterator[dict[str, str]]:
    """Start a cluster, and end it with the context; gives the environment in which its commands find it."""
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    key, configuration = folder / "munge.key", folder / "slurm.conf"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    port, n_cpus = 20_000 + 2 * (os.getpid() % 10_000), len(os.sched_getaffinity(0))
    host = os.uname().nodename.partition(".")[0]
    told = CONFIGURATION.format(host=host, port=port, next_port=port + 1, folder=folder, n_cpus=n_cpus)
    configuration.write_text(told)
    environment = {**os.environ, "SLURM_CONF": str(configuration)}
    munge = [f"--{name}={folder}/munge.{name}" for name in ("socket", "pid-file", "log-file", "seed-file")]
    commands = (
        ["munged", "--foreground", "--force", f"--key-file={key}", *munge],
        ["slurmctld", "-D"],
        ["slurmd", "-D", "-N", host],
    )
    daemons: list[subprocess.Popen[bytes]] = []
    with (folder / "daemons.log").open("wb") as log:
        try:
            daemons.extend(subprocess.Popen(one, env=environment, stdout=log, stderr=log) for one in commands)
            _wait_for_node(environment)
            yield environment
        finally:
            subprocess.run(["scancel", "--user=root"], env=environment, timeout=START_S, check=False)
            for daemon in reversed(daemons):
                daemon.terminate()
                daemon.wait(START_S)


def _wait_for_node(environment: dict[str, str]) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        asked = ["srun", "--immediate=5", "true"]
        if subprocess.run(asked, env=environment, capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.5)
    raise TimeoutError("the cluster does not run anything")
