"""Making a bundle: every file is copied, hashed and flushed before the manifest names it."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import msgspec
from nacl.signing import SigningKey

from edgerag.bundle.copying import Meter, bring, lacking_bytes
from edgerag.bundle.instructions import instructions
from edgerag.bundle.manifest import (
    INSTALLER,
    INSTRUCTIONS,
    LIBRARY,
    MANIFEST,
    MODELS,
    PROGRAM,
    SIGNATURE,
    BundledFile,
    Manifest,
    encode,
    this_platform,
)
from edgerag.bundle.policy import ensure_signed, signature_path
from edgerag.bundle.program import version_of
from edgerag.bundle.signing import sign
from edgerag.disk import Progress, disk_full_told, flush_folder, require_space, sha256_of, write_whole
from edgerag.errors import BundleError
from edgerag.inference.installed import RECORD, InstalledModels
from edgerag.paths import bundled
from edgerag.policy import POLICY, POLICY_SIGNATURE

SaveLibrary = Callable[[Path], None]
"""Writes the handbooks that go along to a file."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a bundle is to hold."""

    program: Path
    installed: InstalledModels
    models: Sequence[str]
    """Names of installed models."""
    library: Path | SaveLibrary | None = None
    """Exported handbooks, or what exports them; None for a bundle without."""
    policy: Path | None = None
    """A policy file, which is signed with the bundle's key."""


@dataclass(frozen=True, slots=True)
class _Original:
    """A file on this machine and what it is in the bundle."""

    path: Path
    file: BundledFile


def create(folder: Path, contents: Contents, key: SigningKey, progress: Progress, cancel: Event) -> Manifest:
    """Write a bundle, going on where an interrupted one stopped; files that are there and whole stay.

    Raises:
        BundleError: the program is none, or a file is damaged or changed while it was copied.
        DiskFullError: there is no room; said before anything is written, a library to export apart.
        ModelMissingError: a model is not installed.
        PolicyError: the policy file is none.
        Cancelled: `cancel` was set; the folder is no bundle yet.
    """
    version = version_of(contents.program)
    originals = [_original(PROGRAM, contents.program), *_model_originals(contents)]
    if contents.policy is not None:
        ensure_signed(contents.policy, key)
        originals += [
            _original(POLICY, contents.policy),
            _original(POLICY_SIGNATURE, signature_path(contents.policy)),
        ]
    if isinstance(contents.library, Path):
        originals.append(_original(LIBRARY, contents.library))
    with disk_full_told():
        unseal(folder)
        require_space(folder, lacking_bytes(folder, [one.file for one in originals]))
        _copy(originals, folder, Meter(progress, sum(one.file.bytes for one in originals), cancel))
        # Some file systems of sticks know no permissions, and refuse.
        with contextlib.suppress(PermissionError):
            (folder / PROGRAM).chmod(0o755)
        files = [one.file for one in originals]
        if callable(contents.library):
            contents.library(folder / LIBRARY)
            files.append(_original(LIBRARY, folder / LIBRARY).file)
        for path, content in _texts(version, contents):
            write_whole(folder / path, content)
            files.append(BundledFile(path, len(content), hashlib.sha256(content).hexdigest()))
        manifest = Manifest("edgerag.bundle/1", version, this_platform(), tuple(files))
        seal(folder, manifest, key)
    return manifest


def seal(folder: Path, manifest: Manifest, key: SigningKey) -> None:
    """Write manifest and signature, which makes the folder a bundle."""
    content = encode(manifest)
    write_whole(folder / MANIFEST, content)
    write_whole(folder / SIGNATURE, sign(content, key))


def unseal(folder: Path) -> None:
    """Make the folder no bundle, from here until it is sealed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (SIGNATURE, MANIFEST):
        (folder / name).unlink(missing_ok=True)
    flush_folder(folder)


def _original(path: str, source: Path) -> _Original:
    return _Original(source, BundledFile(path, source.stat().st_size, sha256_of(source)))


def _model_originals(contents: Contents) -> Iterator[_Original]:
    for name in contents.models:
        entry = contents.installed.entry(name)
        for file in entry.files:
            where = contents.installed.where(entry, file.name)
            yield _Original(where, BundledFile(f"{MODELS}/{name}/{file.name}", file.bytes, file.sha256))


def _copy(originals: Sequence[_Original], folder: Path, meter: Meter) -> None:
    for one in originals:
        with one.path.open("rb") as source:
            if not bring(source, one.file, folder / one.file.path, meter):
                raise BundleError(
                    f"{one.path} is damaged, or changed while it was copied",
                    hint="run the same command again; for a model, see edgerag models verify",
                )


def _texts(version: str, contents: Contents) -> Iterator[tuple[str, bytes]]:
    """Give the small files that are written rather than copied."""
    for name in contents.models:
        yield f"{MODELS}/{name}/{RECORD}", msgspec.json.encode(contents.installed.entry(name))
    has_library = contents.library is not None
    yield INSTRUCTIONS, instructions(version, this_platform(), has_library=has_library).encode()
    if this_platform().startswith("linux"):
        yield INSTALLER, bundled("packaging", "install-linux.sh").read_bytes()
