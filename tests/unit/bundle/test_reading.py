from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey

from edgerag.bundle.reading import extras, open_bundle, verify_files
from edgerag.disk import silent
from edgerag.errors import BundleDamagedError, BundleError, BundleKeyError
from tests.unit.bundle.conftest import MakeBundle


def test_folder_that_is_no_bundle_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="is no bundle"):
        open_bundle(tmp_path)


def test_bundle_of_another_key_is_refused(make_bundle: MakeBundle, key: SigningKey) -> None:
    folder = make_bundle("b", "1.0").folder
    assert open_bundle(folder, key.verify_key).key == key.verify_key
    with pytest.raises(BundleKeyError):
        open_bundle(folder, SigningKey.generate().verify_key)


@pytest.mark.parametrize("where", ["models", "models/alpha", "models/alpha/model.gguf"])
def test_link_is_refused_although_it_leads_to_the_right_bytes(make_bundle: MakeBundle, where: str) -> None:
    bundle = make_bundle("b", "1.0", alpha=b"weights")
    place = bundle.folder / where
    place.rename(bundle.folder.parent / "elsewhere")
    place.symlink_to(bundle.folder.parent / "elsewhere")
    with pytest.raises(BundleDamagedError, match=r"models/alpha/model\.(gguf|json) is a link"):
        verify_files(bundle, silent, Event())


def test_pipe_in_place_of_a_file_does_not_hang(make_bundle: MakeBundle) -> None:
    bundle = make_bundle("b", "1.0")
    (bundle.folder / "INSTALL.txt").unlink()
    os.mkfifo(bundle.folder / "INSTALL.txt")
    with pytest.raises(BundleDamagedError, match=r"INSTALL\.txt is missing"):
        verify_files(bundle, silent, Event())


def test_endless_manifest_is_refused(make_bundle: MakeBundle) -> None:
    bundle = make_bundle("b", "1.0")
    with (bundle.folder / "manifest.json").open("ab") as file:
        file.truncate(1 << 30)
    with pytest.raises(BundleDamagedError, match="too long"):
        open_bundle(bundle.folder)


def test_other_files_are_named_and_left_alone(make_bundle: MakeBundle) -> None:
    bundle = make_bundle("b", "1.0", alpha=b"weights")
    assert extras(bundle) == []
    (bundle.folder / "photos" / "deep").mkdir(parents=True)
    (bundle.folder / "photos" / "1.jpg").touch()
    (bundle.folder / "models" / "alpha" / "evil.so").touch()
    (bundle.folder / "link").symlink_to("/")
    assert extras(bundle) == ["link/", "models/alpha/evil.so", "photos/"]
    verify_files(bundle, silent, Event())
