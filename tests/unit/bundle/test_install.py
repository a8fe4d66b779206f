from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import msgspec
import pytest
from nacl.signing import SigningKey

from edgerag import paths
from edgerag.bundle import install as module
from edgerag.bundle.create import seal
from edgerag.bundle.install import MODELS_TRUST, Consent, Target, install
from edgerag.bundle.policy import SignedPolicy, in_force, keep, read_signed, sign_policy
from edgerag.bundle.reading import Bundle, open_bundle
from edgerag.bundle.signing import sign
from edgerag.disk import locked, silent
from edgerag.errors import (
    BundleDamagedError,
    BundleError,
    BundleKeyError,
    BusyError,
    Cancelled,
    DiskFullError,
    PolicyError,
)
from edgerag.inference.catalogue import Role
from edgerag.inference.installed import InstalledModels
from tests.policies import HEADER, KEY
from tests.unit.bundle.conftest import Install, MakeBundle, version_in


def test_installed_bundle_is_there_and_leaves_nothing_beside(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    done = put(make_bundle("b", "1.0", alpha=b"weights"))
    assert done.program == target.folder / "edgerag"
    assert os.access(done.program, os.X_OK)
    assert done.models == ("alpha",)
    target.models.verify("alpha")
    assert {path.name for path in target.folder.iterdir()} == {"edgerag", "installed.json", ".staging"}
    assert [path.name for path in target.folder.rglob(".staging/*")] == ["bundle.lock"]
    assert [path.name for path in target.models.folder.rglob(".staging/*")] == ["bundle.lock"]


def test_new_version_replaces_the_old_and_keeps_it(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    put(make_bundle("old", "1.0", alpha=b"old", beta=b"same"))
    kept = (target.models.folder / "beta" / "model.gguf").stat().st_ino
    done = put(make_bundle("new", "1.1", alpha=b"new", beta=b"same"))
    assert done.before is not None
    assert (done.before.version, version_in(target)) == ("1.0", "1.1")
    assert 'version 1.0"' in (target.folder / "edgerag.previous").read_text()
    assert done.models == ("alpha",)
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"new"
    assert (target.models.folder / "beta" / "model.gguf").stat().st_ino == kept


def test_program_that_fails_its_self_test_changes_nothing(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    put(make_bundle("old", "1.0", alpha=b"old"))
    with pytest.raises(BundleError, match=r"does not work on this machine: llama\.cpp does not load"):
        put(make_bundle("new", "1.1", works=False, alpha=b"new"))
    assert version_in(target) == "1.0"
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"old"
    assert not (target.folder / "edgerag.previous").exists()


def test_downgrade_is_refused_unless_wanted(make_bundle: MakeBundle, put: Install, target: Target) -> None:
    put(make_bundle("new", "1.10"))
    old = make_bundle("old", "1.9")
    with pytest.raises(BundleError, match=r"1\.9, is older than what is installed, 1\.10"):
        put(old)
    assert version_in(target) == "1.10"
    put(old, downgrade=True)
    assert version_in(target) == "1.9"


def signed_by_another(bundle: Bundle) -> Bundle:
    seal(bundle.folder, bundle.manifest, SigningKey.generate())
    return open_bundle(bundle.folder)


def test_another_key_is_refused_unless_trusted_and_is_then_the_one(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    mine = make_bundle("mine", "1.0")
    put(mine)
    other = signed_by_another(make_bundle("other", "1.1"))
    with pytest.raises(BundleKeyError):
        put(other)
    assert version_in(target) == "1.0"
    put(other, other_key=True)
    assert version_in(target) == "1.1"
    with pytest.raises(BundleKeyError):
        put(mine, downgrade=True)


def test_bundle_for_another_system_is_refused(
    make_bundle: MakeBundle, put: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make_bundle("b", "1.0")
    monkeypatch.setattr(module, "this_platform", lambda: "win32-amd64")
    with pytest.raises(BundleError, match="for linux-x86_64"):
        put(bundle)


@pytest.mark.parametrize("path", ["edgerag", "INSTALL.txt", "library.edgerag", "models/beta/model.gguf"])
@pytest.mark.parametrize("with_library", [True, False])
def test_damage_is_found_before_anything_in_use_is_touched(
    make_bundle: MakeBundle, put: Install, target: Target, path: str, with_library: bool
) -> None:
    put(make_bundle("old", "1.0", alpha=b"old"))
    bundle = make_bundle("new", "1.1", library=b"handbooks", alpha=b"new", beta=b"weights")
    damaged = bytearray((bundle.folder / path).read_bytes())
    damaged[-1] ^= 1
    (bundle.folder / path).write_bytes(damaged)
    with pytest.raises(BundleDamagedError, match=path.replace(".", r"\.")):
        put(bundle, with_library=with_library)
    assert version_in(target) == "1.0"
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"old"
    assert not (target.models.folder / "beta").exists()


def test_library_is_handed_over_only_when_asked_for(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    bundle = make_bundle("b", "1.0", library=b"handbooks")
    assert put(bundle).library is None
    assert not (target.folder / "library.edgerag").exists()
    library = put(bundle, with_library=True).library
    assert library is not None
    assert library.read_bytes() == b"handbooks"


def test_what_was_staged_is_not_copied_again(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make_bundle("b", "1.0", alpha=b"weights")
    with monkeypatch.context() as patch:
        patch.setattr(module, "self_test", lambda program: (_ for _ in ()).throw(BundleError("power cut")))
        with pytest.raises(BundleError, match="power cut"):
            put(bundle)
    (staged,) = target.models.folder.glob(".staging/bundle-*/alpha/model.gguf")
    inode = staged.stat().st_ino
    put(bundle)
    assert (target.models.folder / "alpha" / "model.gguf").stat().st_ino == inode


def test_staged_file_that_was_damaged_meanwhile_is_copied_again(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make_bundle("b", "1.0", alpha=b"weights")
    with monkeypatch.context() as patch:
        patch.setattr(module, "self_test", lambda program: (_ for _ in ()).throw(BundleError("power cut")))
        with pytest.raises(BundleError):
            put(bundle)
    (staged,) = target.models.folder.glob(".staging/bundle-*/alpha/model.gguf")
    staged.write_bytes(b"WEIGHTS")
    put(bundle)
    target.models.verify("alpha")


def test_stop_leaves_the_old_version(make_bundle: MakeBundle, put: Install, target: Target) -> None:
    put(make_bundle("old", "1.0"))
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        put(make_bundle("new", "1.1"), cancel=cancel)
    assert version_in(target) == "1.0"


def test_second_installation_at_the_same_time_is_refused(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    bundle = make_bundle("b", "1.0")
    put(bundle)
    with locked(target.folder / ".staging" / "bundle.lock", "test"), pytest.raises(BusyError):
        put(bundle)


def test_full_disk_is_told_before_anything_is_copied(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make_bundle("b", "1.0", alpha=b"a" * 1000)
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 900}))
    with pytest.raises(DiskFullError):
        put(bundle)
    assert not list(target.models.folder.rglob("model.gguf*"))


def test_every_step_of_the_switch_can_be_the_last(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever rename is the last that happens, the next run completes, and no model is ever half of two."""
    bundles = [make_bundle(f"v{n}", f"1.{n}", alpha=b"a%d" % n, beta=b"b%d" % n) for n in range(2)]

    class PowerCutError(BaseException):
        pass

    real = Path.replace
    for n_steps in range(1, 60):
        put(bundles[0], downgrade=True)
        left = n_steps

        def replace(self: Path, to: Path) -> Path:
            nonlocal left
            left -= 1
            if left == 0:
                raise PowerCutError
            return real(self, to)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", replace)
            try:
                put(bundles[1])
            except PowerCutError:
                pass
            else:
                break
        assert version_in(target) in {"1.0", "1.1"}
        put(bundles[1])
        assert version_in(target) == "1.1"
        assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"a1"
        assert (target.models.folder / "beta" / "model.gguf").read_bytes() == b"b1"
        assert [path.name for path in target.models.folder.rglob(".staging/*")] == ["bundle.lock"]
    assert n_steps > 8


def test_model_that_a_power_cut_took_away_comes_back(
    make_bundle: MakeBundle, put: Install, target: Target
) -> None:
    put(make_bundle("one", "1.0", alpha=b"weights"))
    alpha = target.models.folder / "alpha"
    alpha.replace(target.models.folder / ".staging" / "alpha.before")
    put(make_bundle("other", "1.0", beta=b"weights"))
    target.models.verify("alpha")
    assert not list(target.models.folder.glob(".staging/*.before"))


def test_rest_of_another_bundles_interrupted_installation_is_removed(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, "self_test", lambda program: (_ for _ in ()).throw(BundleError("power cut")))
        with pytest.raises(BundleError):
            put(make_bundle("one", "1.0", alpha=b"weights"))
    put(make_bundle("other", "1.1"))
    for folder in (target.folder, target.models.folder):
        assert [path.name for path in folder.rglob(".staging/*")] == ["bundle.lock"]


def test_program_before_is_kept_where_the_file_system_has_no_links(
    make_bundle: MakeBundle, put: Install, target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(source: Path, to: Path) -> None:
        raise PermissionError("no links on this stick")

    monkeypatch.setattr(os, "link", link)
    put(make_bundle("old", "1.0"))
    put(make_bundle("new", "1.1"))
    assert version_in(target) == "1.1"
    assert 'version 1.0"' in (target.folder / "edgerag.previous").read_text()


def test_another_key_is_refused_wherever_the_program_goes(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path
) -> None:
    """The models are shared: a program in another folder would bring them along."""
    put(make_bundle("old", "1.0", alpha=b"alpha"))
    other = signed_by_another(make_bundle("other", "2.0", alpha=b"changed"))
    elsewhere = Target(tmp_path / "elsewhere", target.models)
    with pytest.raises(BundleKeyError):
        install(other, elsewhere, Consent(), silent, Event())
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"alpha"
    install(other, elsewhere, Consent(other_key=True), silent, Event())
    assert (target.models.folder / "alpha" / "model.gguf").read_bytes() == b"changed"


def test_models_from_before_keys_were_kept_beside_them_are_those_of_the_usual_program(
    make_bundle: MakeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "user")
    usual = paths.program_folder()
    shared = InstalledModels(paths.models_folder_of(usual))
    install(make_bundle("old", "1.0", alpha=b"alpha"), Target(usual, shared), Consent(), silent, Event())
    (shared.folder / MODELS_TRUST).unlink()
    other = signed_by_another(make_bundle("other", "2.0", alpha=b"changed"))
    with pytest.raises(BundleKeyError):
        install(other, Target(tmp_path / "elsewhere", shared), Consent(), silent, Event())


def test_a_model_under_a_name_of_the_catalogue_must_be_that_model(
    make_bundle: MakeBundle, put: Install, target: Target, key: SigningKey
) -> None:
    name = target.models.catalogue.default(Role.EMBEDDER).name
    made = make_bundle("forged", "1.0", alpha=b"another embedder")
    (made.folder / "models" / "alpha").rename(made.folder / "models" / name)
    files = tuple(
        msgspec.structs.replace(file, path=file.path.replace("alpha", name)) for file in made.manifest.files
    )
    seal(made.folder, msgspec.structs.replace(made.manifest, files=files), key)
    with pytest.raises(BundleError, match="is not the one that edgerag knows"):
        put(open_bundle(made.folder))
    assert not (target.models.folder / name).exists()
    assert not target.folder.exists()


def write_policy(tmp_path: Path, body: str) -> Path:
    file = tmp_path / "policy" / "policy.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(HEADER + body)
    return file


def test_a_policy_comes_with_the_bundle_and_is_in_force(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path, key: SigningKey
) -> None:
    policy = write_policy(tmp_path, "[trail]\non = true")
    put(make_bundle("b", "1.0", policy=policy, alpha=b"weights"))
    found = in_force(target.models.folder.parent, {bytes(key.verify_key)})
    assert (found.refused, found.rules.sentences()) == (None, ("an audit trail is written",))
    put(make_bundle("c", "1.1", alpha=b"weights"))
    assert in_force(target.models.folder.parent, {bytes(key.verify_key)}).rules == found.rules


def test_a_policy_from_before_the_one_in_force_stops_the_installation(
    make_bundle: MakeBundle, put: Install, target: Target, tmp_path: Path
) -> None:
    older = make_bundle("old", "1.0", policy=write_policy(tmp_path, ""), alpha=b"weights")
    data = target.models.folder.parent
    newer = sign_policy(write_policy(tmp_path, "[trail]\non = true"), KEY)
    signed = read_signed(tmp_path / "policy" / "policy.toml")
    later = newer.signed_at.replace("20", "29", 1).encode()
    content = b"edgerag policy\n" + later + b"\n" + signed.content
    data.mkdir(parents=True, exist_ok=True)
    keep(data, SignedPolicy(signed.content, later + b"\n" + sign(content, KEY)))
    with pytest.raises(PolicyError, match="before the one that is in force"):
        put(older)
    assert not (data / "policy.toml").exists()
    assert not (target.folder / "edgerag").exists()
