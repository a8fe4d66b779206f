"""Opening a bundle that may have come from anybody: nothing in it is believed before it is checked."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path, PurePosixPath
from threading import Event

from nacl.signing import VerifyKey

from edgerag.bundle.copying import Meter, bring, hash_counted
from edgerag.bundle.manifest import MANIFEST, SIGNATURE, BundledFile, Manifest, decode
from edgerag.bundle.signing import fingerprint, signer
from edgerag.disk import Progress
from edgerag.errors import BundleDamagedError, BundleError, BundleKeyError

_MAX_MANIFEST_BYTES = 1 << 20
_COPY_AGAIN = "copy the bundle again from where it was made"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A folder whose manifest is what the owner of `key` signed; its files may still be damaged."""

    folder: Path
    manifest: Manifest
    key: VerifyKey


def open_bundle(folder: Path, public_key: VerifyKey | None = None) -> Bundle:
    """Read and check the manifest of a bundle.

    Raises:
        BundleError: the folder is no bundle, or one that was never finished.
        BundleDamagedError: manifest and signature do not fit together, or the manifest makes no sense.
        BundleKeyError: it is signed with another key than `public_key`.
    """
    missing = [name for name in (MANIFEST, SIGNATURE) if not (folder / name).is_file()]
    if missing:
        raise BundleError(
            f"{folder} is no bundle, or an unfinished one: it has no {missing[0]}",
            hint="finish it with `edgerag bundle create`, or copy it again from where it was made",
        )
    content = _read_small(folder / MANIFEST)
    key = signer(content, _read_small(folder / SIGNATURE))
    if public_key is not None and key != public_key:
        raise BundleKeyError(
            f"{folder} is signed with the key {fingerprint(key)}, not with {fingerprint(public_key)}",
            hint="do not use it; ask whoever prepares your laptops",
        )
    return Bundle(folder, decode(content), key)


@contextmanager
def opened(bundle: Bundle, file: BundledFile) -> Iterator[BufferedReader]:
    """Open a file of the bundle that is a plain file of the right size inside its folder.

    Raises:
        BundleDamagedError: it is missing, of another size, or a link to somewhere.
    """
    path = bundle.folder
    for part in file.path.split("/"):
        path /= part
        if path.is_symlink():
            raise BundleDamagedError(f"{file.path} is a link, which a bundle cannot hold", hint=_COPY_AGAIN)
    if not path.is_file():
        raise BundleDamagedError(f"{file.path} is missing", hint=_COPY_AGAIN)
    with path.open("rb") as content:
        status = os.fstat(content.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size != file.bytes:
            raise damaged(file)
        yield content


def damaged(file: BundledFile) -> BundleDamagedError:
    """Say that a file is not the one that was signed."""
    return BundleDamagedError(f"{file.path} is damaged or was changed", hint=_COPY_AGAIN)


def check_file(bundle: Bundle, file: BundledFile, meter: Meter) -> None:
    """Hash a file of the bundle.

    Raises:
        BundleDamagedError: it is not the one that was signed.
        Cancelled: somebody asked to stop.
    """
    meter.begin(f"verify {file.path}")
    with opened(bundle, file) as content:
        if hash_counted(content, meter) != file.sha256:
            raise damaged(file)


def copy_checked(bundle: Bundle, file: BundledFile, target: Path, meter: Meter) -> None:
    """Copy a file of the bundle to where it is not yet, hashing what is written.

    Raises:
        BundleDamagedError: it is not the one that was signed; nothing is left of it.
        Cancelled: somebody asked to stop.
    """
    with opened(bundle, file) as source:
        if not bring(source, file, target, meter):
            raise damaged(file)


def verify_files(bundle: Bundle, progress: Progress, cancel: Event) -> None:
    """Hash every file of the bundle.

    Raises:
        BundleDamagedError: one is not what was signed; it is named.
        Cancelled: `cancel` was set.
    """
    meter = Meter(progress, bundle.manifest.bytes, cancel)
    for file in bundle.manifest.files:
        check_file(bundle, file, meter)


def extras(bundle: Bundle) -> list[str]:
    """Name what lies in the folder and is no part of the bundle; a folder without any part is one name."""
    known = {MANIFEST, SIGNATURE, *(file.path for file in bundle.manifest.files)}
    folders = {str(above) for path in known for above in PurePosixPath(path).parents}
    found: list[str] = []
    for here, inner, names in os.walk(bundle.folder):
        above = Path(here).relative_to(bundle.folder).as_posix()
        prefix = "" if above == "." else f"{above}/"
        found += [prefix + name for name in names if prefix + name not in known]
        found += [f"{prefix}{name}/" for name in inner if prefix + name not in folders]
        inner[:] = [name for name in inner if prefix + name in folders]
    return sorted(found)


def _read_small(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(_MAX_MANIFEST_BYTES + 1)
    if len(content) > _MAX_MANIFEST_BYTES:
        raise BundleDamagedError(f"{path.name} is too long to be one", hint=_COPY_AGAIN)
    return content
