from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from nacl.signing import SigningKey

from edgerag.bundle.install import Target
from edgerag.bundle.manifest import Manifest
from edgerag.bundle.reading import Bundle, open_bundle
from edgerag.bundle.update import make_update
from edgerag.disk import silent
from edgerag.errors import BundleDamagedError, BundleError, BundleKeyError
from tests.policies import HEADER
from tests.unit.bundle.conftest import Install, MakeBundle, version_in


def update(old: Bundle, new: Bundle, folder: Path, key: SigningKey) -> Manifest:
    return make_update(old, new, folder, key, silent, Event())


def test_update_holds_only_what_differs_and_turns_old_into_new(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path, key: SigningKey
) -> None:
    old = make_bundle("old", "1.0", alpha=b"old", beta=b"same" * 1000)
    new = make_bundle("new", "1.1", alpha=b"new", beta=b"same" * 1000)
    manifest = update(old, new, tmp_path / "update", key)
    assert {file.model for file in manifest.files} == {"", "alpha"}
    assert [file.path for file in manifest.needs] == ["models/beta/model.gguf"]
    put(old)
    put(open_bundle(tmp_path / "update"))
    assert version_in(target) == "1.1"
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"new"
    put(open_bundle(tmp_path / "update"))


def test_update_of_models_alone_leaves_the_program(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path, key: SigningKey
) -> None:
    old, new = make_bundle("old", "1.0"), make_bundle("new", "1.0", alpha=b"weights")
    manifest = update(old, new, tmp_path / "update", key)
    assert "edgerag" not in {file.path for file in manifest.files}
    put(old)
    assert put(open_bundle(tmp_path / "update")).models == ("alpha",)
    assert not (target.folder / "edgerag.previous").exists()


@pytest.mark.parametrize(
    ("spoilt", "named"), [("models/beta/model.gguf", "models/beta"), ("program/edgerag", "edgerag")]
)
def test_update_over_something_else_is_refused_and_names_it(
    make_bundle: MakeBundle,
    put: Install,
    target: Target,
    tmp_path: Path,
    key: SigningKey,
    spoilt: str,
    named: str,
) -> None:
    old = make_bundle("old", "1.0", alpha=b"old", beta=b"same")
    new = make_bundle("new", "1.0", alpha=b"new", beta=b"same")
    update(old, new, tmp_path / "update", key)
    put(old)
    (target.folder.parent / spoilt).write_bytes(b"else")
    with pytest.raises(BundleError, match=rf"on top of version 1\.0, and {named}"):
        put(open_bundle(tmp_path / "update"))
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"old"


def test_update_without_a_base_is_refused(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path, key: SigningKey
) -> None:
    update(make_bundle("old", "1.0", a=b"a"), make_bundle("new", "1.1", a=b"a"), tmp_path / "update", key)
    with pytest.raises(BundleError, match=r"models/a/model\.gguf here is not"):
        put(open_bundle(tmp_path / "update"))
    assert not (target.folder / "edgerag").exists()


def test_library_goes_along_only_if_it_changed(
    make_bundle: MakeBundle, tmp_path: Path, key: SigningKey
) -> None:
    old = make_bundle("old", "1.0", library=b"one")
    for name, library, goes in (("same", b"one", False), ("other", b"two", True)):
        manifest = update(old, make_bundle(name, "1.1", library=library), tmp_path / f"to {name}", key)
        assert ("library.edgerag" in {file.path for file in manifest.files}) is goes


def test_equal_bundles_need_no_update(make_bundle: MakeBundle, tmp_path: Path, key: SigningKey) -> None:
    with pytest.raises(BundleError, match="nothing to update"):
        update(make_bundle("a", "1.0"), make_bundle("b", "1.0"), tmp_path / "update", key)
    assert not (tmp_path / "update").exists()


def test_nobody_vouches_for_what_another_signed(make_bundle: MakeBundle, tmp_path: Path) -> None:
    with pytest.raises(BundleKeyError):
        update(make_bundle("a", "1.0"), make_bundle("b", "1.1"), tmp_path / "u", SigningKey.generate())


def test_damaged_source_makes_no_update(make_bundle: MakeBundle, tmp_path: Path, key: SigningKey) -> None:
    old, new = make_bundle("a", "1.0"), make_bundle("b", "1.1")
    (new.folder / "edgerag").write_bytes((new.folder / "edgerag").read_bytes().swapcase())
    with pytest.raises(BundleDamagedError, match="edgerag"):
        update(old, new, tmp_path / "u", key)
    with pytest.raises(BundleError, match="unfinished"):
        open_bundle(tmp_path / "u")


def test_a_policy_that_changed_comes_whole_and_one_that_did_not_stays_away(
    make_bundle: MakeBundle, tmp_path: Path, key: SigningKey
) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text(HEADER)
    old = make_bundle("old", "1.0", policy=policy, alpha=b"old")
    same = make_bundle("same", "1.0", policy=policy, alpha=b"new")
    policy.write_text(HEADER + "[trail]\non = true\n")
    new = make_bundle("new", "1.0", policy=policy, alpha=b"old")
    both = {"policy.toml", "policy.toml.sig"}
    assert not both & {file.path for file in update(old, same, tmp_path / "a", key).files}
    assert both <= {file.path for file in update(old, new, tmp_path / "b", key).files}
