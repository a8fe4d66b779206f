"""A small update between two bundles: what differs, and the hashes of what must be there already."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import msgspec
from nacl.signing import SigningKey

from edgerag.bundle.copying import Meter, lacking_bytes
from edgerag.bundle.create import seal, unseal
from edgerag.bundle.manifest import INSTALLER, INSTRUCTIONS, BundledFile, Manifest, by_model
from edgerag.bundle.reading import Bundle, copy_checked
from edgerag.bundle.signing import fingerprint
from edgerag.disk import Progress, disk_full_told, require_space
from edgerag.errors import BundleError, BundleKeyError

_INSTRUCTIONS = {INSTRUCTIONS, INSTALLER}
"""What goes along with every update: without it nobody knows what to do with the folder."""


def make_update(
    old: Bundle, new: Bundle, folder: Path, key: SigningKey, progress: Progress, cancel: Event
) -> Manifest:
    """Write a bundle that turns `old`, once installed, into `new`; goes on where it was interrupted.

    Of `old` only the manifest is read. A model is taken whole if any of its files differs.

    Raises:
        BundleError: they hold the same, or are for different systems.
        BundleKeyError: one of them was not signed with `key`, whose owner would vouch for it here.
        BundleDamagedError: a file of `new` is not what was signed.
        DiskFullError: there is no room.
        Cancelled: `cancel` was set; the folder is no bundle yet.
    """
    for bundle in (old, new):
        if bundle.key != key.verify_key:
            raise BundleKeyError(
                f"{bundle.folder} is signed with the key {fingerprint(bundle.key)}, which is not yours",
                hint="make the update with the key that made both bundles",
            )
    if old.manifest.platform != new.manifest.platform:
        raise BundleError(
            f"{old.folder} is for {old.manifest.platform}, {new.folder} for {new.manifest.platform}"
        )
    if old.manifest.base or new.manifest.base:
        raise BundleError("one of them is an update itself", hint="compare two whole bundles")
    manifest = _difference(old.manifest, new.manifest)
    with disk_full_told():
        unseal(folder)
        require_space(folder, lacking_bytes(folder, manifest.files))
        meter = Meter(progress, manifest.bytes, cancel)
        for file in manifest.files:
            copy_checked(new, file, folder / file.path, meter)
        seal(folder, manifest, key)
    return manifest


def _difference(old: Manifest, new: Manifest) -> Manifest:
    before = {file.path: file for file in old.files}
    same = {file.path for file in new.files if before.get(file.path) == file}
    same_models = {
        name
        for name, files in by_model(new.files).items()
        if all(file.path in same for file in files if not file.is_record)
    }

    is_same_policy = all(file.path in same for file in new.files if file.is_policy)

    def is_left_out(file: BundledFile) -> bool:
        if file.is_policy:
            return is_same_policy
        return file.model in same_models if file.model else file.path in same - _INSTRUCTIONS

    files = tuple(file for file in new.files if not is_left_out(file))
    if all(file.path in _INSTRUCTIONS for file in files):
        raise BundleError("the two bundles hold the same: there is nothing to update")
    needs = (file for file in new.files if is_left_out(file) and (file.is_program or file.model))
    kept = tuple(file for file in needs if not file.is_record)
    return msgspec.structs.replace(new, files=files, base=old.version, needs=kept)
