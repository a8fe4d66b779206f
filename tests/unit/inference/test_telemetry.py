"""onnxruntime brings a reporter of its own, which must stay off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SESSION = """
import sys
from pathlib import Path
from edgerag.inference.opening import open_embedder
from edgerag.inference.installed import InstalledModels
next(iter(open_embedder(InstalledModels(Path(sys.argv[1])), "bge-small-en-v1.5", 1).encode(["adrenaline"])))
"""
NOT_TOLD_TO_BE_SILENT = ("ORT_DISABLE_TELEMETRY", "CI")


def test_using_a_model_leaves_no_trace_in_the_home_folder(models_folder: Path, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in NOT_TOLD_TO_BE_SILENT}
    environment = {**kept, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", SESSION, models_folder], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []
