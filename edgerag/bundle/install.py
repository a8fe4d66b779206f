"""Installing a bundle: all or nothing, and the version before stays until the new one has proved itself.

    1. signature, platform, key, version, base of an update     nothing is written yet
    2. every file is hashed; program, models and library while they are copied to a staging folder on the
       disk where they will be used, which nothing looks into
    3. the staged program runs its self-test
    4. the switch: renames, the policy's and at last the program's

Before 4 nothing that is in use has been touched. A kill during 4 leaves the old program or the new one, each
whole; running the same command again completes it, and copies nothing twice.

A stick is trusted the first time: the key that signed it is remembered, beside the program and beside the
models, which several programs may share; another is refused from then on. A model that the catalogue names
is taken only if its files are the catalogue's, whoever signed them.
Who compares the fingerprint, or gives the public key, need not trust the first stick either.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import msgspec
from nacl.signing import VerifyKey
from packaging.version import InvalidVersion, Version

from edgerag import paths
from edgerag.bundle.copying import Meter, has_size, is_whole
from edgerag.bundle.manifest import LIBRARY, BundledFile, Manifest, encode, this_platform
from edgerag.bundle.policy import check, kept_policy, read_signed, refuse_other
from edgerag.bundle.program import self_test
from edgerag.bundle.reading import Bundle, check_file, copy_checked
from edgerag.bundle.signing import fingerprint
from edgerag.disk import (
    Progress,
    disk_full_told,
    flush_folder,
    locked,
    require_space,
    write_private,
    write_whole,
)
from edgerag.errors import BundleError, BundleKeyError
from edgerag.folders import make_private
from edgerag.inference.installed import RECORD, STAGING, InstalledModels
from edgerag.policy import POLICY, POLICY_SIGNATURE

INSTALLATION = "installed.json"
"""Beside the program: what is installed, and whose key is trusted."""
MODELS_TRUST = ".installed.json"
"""Beside the models: whose key is trusted, wherever the program goes."""


class Installation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is installed in a folder."""

    version: str
    key: bytes
    """The public key that signed it."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a bundle goes."""

    folder: Path
    """Of the program."""
    models: InstalledModels


@dataclass(frozen=True, slots=True)
class Consent:
    """What a person has said they want all the same."""

    downgrade: bool = False
    other_key: bool = False


@dataclass(frozen=True, slots=True)
class Installed:
    """What an installation has done."""

    program: Path
    before: Installation | None
    models: tuple[str, ...]
    """Those that were put in place; the others were there already."""
    library: Path | None
    """A verified copy of the bundle's handbooks, to be imported and deleted."""


def installation(folder: Path) -> Installation | None:
    """Say what is installed in a folder, if anything.

    Raises:
        BundleError: the record is damaged.
    """
    return _recorded(folder / INSTALLATION)


def trusted_keys(target: Target) -> set[bytes]:
    """Give the keys that were trusted with what a bundle would change: none before the first one.

    Models that were installed before keys were kept beside them are those of the program in its usual place.

    Raises:
        BundleError: a record is damaged.
    """
    records = [installation(target.folder), _recorded(target.models.folder / MODELS_TRUST)]
    usual = paths.program_folder()
    if records[1] is None and paths.models_folder_of(usual) == target.models.folder:
        records.append(installation(usual))
    return {record.key for record in records if record is not None}


def _recorded(record: Path) -> Installation | None:
    try:
        installed = msgspec.json.decode(record.read_bytes(), type=Installation)
        Version(installed.version)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InvalidVersion) as error:
        raise BundleError(
            f"{record} is damaged: {error}",
            hint="delete it, compare the key's fingerprint with its owner, and install again",
        ) from error
    return installed


def install(
    bundle: Bundle,
    target: Target,
    consent: Consent,
    progress: Progress,
    cancel: Event,
    *,
    with_library: bool = False,
) -> Installed:
    """Install a bundle, or an update, as the head of this module says; goes on where it was interrupted.

    Raises:
        BundleError: it is for another system, older than what is installed, an update for another version,
            has another model under a name of the catalogue, or does not work here.
        BundleDamagedError: a file is not what was signed; it is named.
        BundleKeyError: what is installed was signed with another key.
        PolicyError: its policy was not signed with its key, or before the one that is in force.
        BusyError: another process is installing.
        DiskFullError: there is no room.
        Cancelled: `cancel` was set.
    """
    manifest = bundle.manifest
    before = installation(target.folder)
    _refuse_other_system(manifest)
    _refuse_other_key(bundle, target, consent)
    _refuse_other_models(manifest, target.models)
    _refuse_downgrade(manifest, before, consent)
    with disk_full_told(), _alone(target):
        plan = _Plan(bundle, target, Meter(progress, manifest.bytes, cancel), with_library=with_library)
        plan.stage()
        plan.self_test()
        plan.switch()
        record = msgspec.json.encode(Installation(manifest.version, bytes(bundle.key)))
        write_whole(target.models.folder / MODELS_TRUST, record)
        write_whole(target.folder / INSTALLATION, record)
        plan.clear()
    return Installed(
        target.folder / manifest.program.path,
        before,
        tuple(plan.new_models),
        target.folder / LIBRARY if plan.takes_library else None,
    )


@contextmanager
def _alone(target: Target) -> Iterator[None]:
    """Hold off other installations to the same places."""
    with ExitStack() as stack:
        for staging in {target.folder / STAGING, target.models.folder / STAGING}:
            make_private(staging)
            stack.enter_context(locked(staging / "bundle.lock", "installing a bundle"))
        yield


def _refuse_other_system(manifest: Manifest) -> None:
    if manifest.platform != this_platform():
        raise BundleError(
            f"this bundle is for {manifest.platform}, and this machine is {this_platform()}",
            hint="ask for the bundle for this machine",
        )


def _refuse_other_key(bundle: Bundle, target: Target, consent: Consent) -> None:
    others = trusted_keys(target) - {bytes(bundle.key)}
    if not others or consent.other_key:
        return
    raise BundleKeyError(
        f"{bundle.folder} is signed with the key {fingerprint(bundle.key)}, and what is installed with "
        f"{fingerprint(VerifyKey(min(others)))}",
        hint="ask whoever prepares your laptops; if they say that the key has changed, use --trust-key",
    )


def _refuse_other_models(manifest: Manifest, models: InstalledModels) -> None:
    """Refuse a model that is not the one that this program's catalogue knows by that name."""
    for name, files in manifest.models().items():
        known = models.catalogue.find(name)
        if known is None:
            continue
        wanted = {file.name: file.sha256 for file in known.files}
        brought = {file.path.split("/")[-1]: file.sha256 for file in files if not file.is_record}
        if brought != wanted:
            raise BundleError(
                f"the bundle's model {name!r} is not the one that edgerag knows by that name",
                hint="do not use it; if the bundle is for a newer edgerag, install it with the program in it",
            )


def _refuse_downgrade(manifest: Manifest, before: Installation | None, consent: Consent) -> None:
    if before is None or consent.downgrade or Version(manifest.version) >= Version(before.version):
        return
    raise BundleError(
        f"this bundle, version {manifest.version}, is older than what is installed, {before.version}",
        hint="keep what is installed, or use --allow-downgrade; an older program may refuse your library",
    )


class _Plan:
    """Where each file of one bundle is staged and goes, on one machine."""

    def __init__(self, bundle: Bundle, target: Target, meter: Meter, *, with_library: bool) -> None:
        manifest = bundle.manifest
        self._bundle, self._target, self._meter = bundle, target, meter
        name = f"bundle-{hashlib.sha256(encode(manifest)).hexdigest()[:16]}"
        self._staging = target.folder / STAGING / name
        self._models_staging = target.models.folder / STAGING / name
        target.models.settle()
        self._refuse_other_base()
        self._program = target.folder / manifest.program.path
        self._is_program_new = manifest.program in manifest.files and not self._is_in_place(manifest.program)
        models = manifest.models()
        self.new_models = [model for model, files in models.items() if not self._has_model(model, files)]
        self._data_folder = target.models.folder.parent
        self._has_policy = any(file.path == POLICY for file in manifest.files)
        self.takes_library = with_library and any(file.path == LIBRARY for file in manifest.files)

    def stage(self) -> None:
        """Hash every file, and copy those that are new."""
        self._sweep()
        copied = [file for file in self._bundle.manifest.files if self._is_new(file)]
        self._require_space(copied)
        for file in self._bundle.manifest.files:
            if file in copied:
                copy_checked(self._bundle, file, self._staged(file), self._meter)
            else:
                check_file(self._bundle, file, self._meter)
        for folder in {self._staged(file).parent for file in copied}:
            flush_folder(folder)
        if self._has_policy:
            self._refuse_other_policy()

    def self_test(self) -> None:
        """Let the program try itself, where it is staged, or in place if it stays."""
        self._meter.begin("self-test")
        program = self._program
        if self._is_program_new:
            program = self._staged(self._bundle.manifest.program)
            program.chmod(0o755)
        try:
            self_test(program)
        except BundleError:
            self._meter.advance(0)  # Ctrl-C ends the self-test too, and then it did not fail
            raise

    def switch(self) -> None:
        """Put everything where it is looked for, the program last."""
        for model in self.new_models:
            self._target.models.place(model, self._models_staging / model)
        if self._has_policy:
            for name in (POLICY_SIGNATURE, POLICY):
                write_private(self._data_folder / name, (self._staging / name).read_bytes())
        if self.takes_library:
            (self._staging / LIBRARY).replace(self._target.folder / LIBRARY)
        if self._is_program_new:
            _replace_program(self._staged(self._bundle.manifest.program), self._program)
        flush_folder(self._target.folder)

    def clear(self) -> None:
        """Remove the staging folders, which are empty now."""
        for folder in (self._staging, self._models_staging):
            shutil.rmtree(folder, ignore_errors=True)

    def _refuse_other_policy(self) -> None:
        """Refuse a policy that the laptop would not believe."""
        policy = check(read_signed(self._staging / POLICY))
        refuse_other(policy, kept_policy(self._data_folder), {bytes(self._bundle.key)})

    def _refuse_other_base(self) -> None:
        for file in self._bundle.manifest.needs:
            if not self._is_in_place(file):
                raise BundleError(
                    f"this update goes on top of version {self._bundle.manifest.base}, and {file.path} here "
                    "is not that version's",
                    hint="install the whole bundle instead",
                )

    def _sweep(self) -> None:
        """Remove what an interrupted installation of another bundle left, to have its room."""
        for mine in (self._staging, self._models_staging):
            for left in mine.parent.glob("bundle-*/"):
                if left != mine:
                    shutil.rmtree(left)

    def _require_space(self, files: Iterable[BundledFile]) -> None:
        needed: dict[Path, int] = {}
        for file in files:
            if not has_size(self._staged(file), file):
                disk = self._target.models.folder if file.model else self._target.folder
                needed[disk] = needed.get(disk, 0) + file.bytes
        if len({folder.stat().st_dev for folder in needed}) == 1:
            needed = {min(needed): sum(needed.values())}
        for folder, n_bytes in needed.items():
            require_space(folder, n_bytes)

    def _is_new(self, file: BundledFile) -> bool:
        if file.model:
            return file.model in self.new_models
        if file.is_program:
            return self._is_program_new
        return file.is_policy or (file.path == LIBRARY and self.takes_library)

    def _has_model(self, model: str, files: Iterable[BundledFile]) -> bool:
        record = self._target.models.folder / model / RECORD
        return record.is_file() and all(self._is_in_place(file) for file in files if not file.is_record)

    def _is_in_place(self, file: BundledFile) -> bool:
        if file.model:
            place = self._target.models.folder.joinpath(*file.path.split("/")[1:])
        else:
            place = self._target.folder / file.path
        return is_whole(place, file, self._meter)

    def _staged(self, file: BundledFile) -> Path:
        if file.model:
            return self._models_staging.joinpath(*file.path.split("/")[1:])
        return self._staging / file.path


def _replace_program(staged: Path, program: Path) -> None:
    """Put a new program in place and keep the one before beside it, as `edgerag.previous`."""
    previous = program.with_stem(f"{program.stem}.previous")
    if program.exists() and sys.platform == "win32":
        # A program that runs cannot be replaced there, but it can be renamed.
        program.replace(previous)
    elif program.exists():
        _link_or_copy(program, previous)
    staged.replace(program)


def _link_or_copy(source: Path, target: Path) -> None:
    fresh = target.with_name(f"{target.name}.new")
    fresh.unlink(missing_ok=True)
    try:
        os.link(source, fresh)
    except OSError:  # a stick's file system has no links
        shutil.copy2(source, fresh)
    fresh.replace(target)
