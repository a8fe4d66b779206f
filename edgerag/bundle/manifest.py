"""What a bundle holds: a folder with the program, models, perhaps a library, and a signed list of them.

    DIR/edgerag (edgerag.exe)   the program, one file
    DIR/models/NAME/...         models, each with its record `model.json`
    DIR/library.edgerag         handbooks, if they go along: what `edgerag library export` writes
    DIR/policy.toml             what is fixed on the laptop, with policy.toml.sig
    DIR/INSTALL.txt             what to do, for people; install.sh does it on Linux
    DIR/manifest.json           version, platform, and every file's path, size and SHA-256
    DIR/manifest.sig            Ed25519 signature of the manifest's bytes, and the key that made it

The manifest is written last: a folder without it, or without its signature, is no bundle. A path in it
matches one of the lines above, so none can lead out of the folder.
"""

from __future__ import annotations

import platform as machine
import sys
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from packaging.version import InvalidVersion, Version

from edgerag.errors import BundleDamagedError
from edgerag.inference.catalogue import Count, Sha256
from edgerag.inference.installed import RECORD
from edgerag.policy import POLICY, POLICY_SIGNATURE

PROGRAM = "edgerag.exe" if sys.platform == "win32" else "edgerag"
LIBRARY = "library.edgerag"
INSTRUCTIONS = "INSTALL.txt"
INSTALLER = "install.sh"
MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
MODELS = "models"

_PATH = (
    r"^(?:edgerag|edgerag\.exe|library\.edgerag|policy\.toml(?:\.sig)?|INSTALL\.txt|install\.sh"
    r"|models/[a-z0-9][a-z0-9._-]{0,99}/[A-Za-z0-9][A-Za-z0-9._-]{0,99})\Z"
)


class BundledFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file, wherever the bundle is."""

    path: Annotated[str, msgspec.Meta(pattern=_PATH)]
    """Relative, with forward slashes on every system."""
    bytes: Count
    sha256: Sha256

    @property
    def model(self) -> str:
        """The model that the file is part of; empty for any other file."""
        parts = self.path.split("/")
        return parts[1] if parts[0] == MODELS else ""

    @property
    def is_program(self) -> bool:
        """Whether it is the executable."""
        return self.path in {"edgerag", "edgerag.exe"}

    @property
    def is_policy(self) -> bool:
        """Whether it is the policy file or its signature."""
        return self.path in {POLICY, POLICY_SIGNATURE}

    @property
    def is_record(self) -> bool:
        """Whether it describes a model rather than being part of it."""
        return bool(self.model) and self.path.endswith(f"/{RECORD}")


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a bundle holds, or, of an update, also what must be there already."""

    format: Literal["edgerag.bundle/1"]
    version: str
    """Of the program."""
    platform: str
    files: tuple[BundledFile, ...]
    base: str = ""
    """The version that an update goes on top of; empty for a whole bundle."""
    needs: tuple[BundledFile, ...] = ()
    """What an update leaves out because that version has it."""

    @property
    def bytes(self) -> int:
        """Size of all files together."""
        return sum(file.bytes for file in self.files)

    @property
    def program(self) -> BundledFile:
        """The executable, in the bundle or needed by it."""
        return next(file for file in (*self.files, *self.needs) if file.is_program)

    def models(self) -> dict[str, list[BundledFile]]:
        """The files of each model in the bundle."""
        return by_model(self.files)


def by_model(files: Iterable[BundledFile]) -> dict[str, list[BundledFile]]:
    """Group files by the model that they are part of, leaving out the others."""
    models: dict[str, list[BundledFile]] = {}
    for file in files:
        if file.model:
            models.setdefault(file.model, []).append(file)
    return models


def this_platform() -> str:
    """Name the system and processor that a program runs on: "linux-x86_64"."""
    return f"{sys.platform}-{machine.machine().lower()}"


def encode(manifest: Manifest) -> bytes:
    """Write a manifest; equal manifests give equal bytes."""
    ordered = msgspec.structs.replace(
        manifest,
        files=tuple(sorted(manifest.files, key=lambda file: file.path)),
        needs=tuple(sorted(manifest.needs, key=lambda file: file.path)),
    )
    return msgspec.json.format(msgspec.json.encode(ordered, order="deterministic"), indent=1) + b"\n"


def decode(content: bytes) -> Manifest:
    """Read a manifest strictly.

    Raises:
        BundleDamagedError: no manifest of this format, a path that a bundle cannot have or has twice, no
            version, or not exactly one program.
    """
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
        Version(manifest.version)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InvalidVersion) as error:
        raise BundleDamagedError(
            f"{MANIFEST} cannot be read: {error}", hint="a newer edgerag may have made it: use that one"
        ) from error
    files = (*manifest.files, *manifest.needs)
    # Sticks have file systems for which A and a are one name.
    if len({file.path.lower() for file in files}) < len(files):
        raise BundleDamagedError(f"{MANIFEST} names a file twice")
    if sum(file.is_program for file in files) != 1:
        raise BundleDamagedError(f"{MANIFEST} does not name one program")
    return manifest
