"""Bundles as a person makes and installs them, with real models and a power that fails."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from edgerag.bundle.copying import Meter, is_whole
from edgerag.bundle.install import Consent, Target, install
from edgerag.bundle.manifest import Manifest
from edgerag.bundle.reading import open_bundle
from edgerag.disk import silent
from edgerag.inference.installed import InstalledModels
from tests.integration.conftest import edgerag, home_with_models

REPOSITORY = Path(__file__).parents[2]
SHIPPED = ("edgerag-selector", "edgerag-nli", "edgerag-relation")
MODELS = ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2", *SHIPPED)
KINDS = (
    "edgerag",
    "models/bge-small-en-v1.5/model.onnx",
    "models/bge-small-en-v1.5/tokenizer.json",
    "models/bge-small-en-v1.5/model.json",
    "library.edgerag",
    "INSTALL.txt",
    "install.sh",
    "manifest.json",
    "manifest.sig",
)


def write_program(path: Path, version: str) -> Path:
    """Write a program that answers as edgerag does, and is as large."""
    path.write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        f'--version) echo "edgerag, version {version}" ;;\n'
        "selftest) exit 0 ;;\n"
        '*) echo "$@" ;;\n'
        "esac\nexit\n"
    )
    path.chmod(0o755)
    with path.open("ab") as file:
        file.write(random.Random(version).randbytes(30_000_000))
    return path


@pytest.fixture(scope="session")
def stick(tmp_path_factory: pytest.TempPathFactory, models_folder: Path) -> Path:
    """A folder with the key, and two whole bundles that the real command line made: `old` and `new`."""
    folder = tmp_path_factory.mktemp("stick")
    home = home_with_models(folder / "home", models_folder)
    (folder / "handbooks").write_bytes(random.Random(1).randbytes(2_000_000))
    assert edgerag(home, ["bundle", "keygen", "--out", folder / "key"]).returncode == 0
    for name, version, models in (("old", "1.0", MODELS[:2]), ("new", "1.1", MODELS)):
        program = write_program(folder / f"program-{version}", version)
        arguments: list[str | Path] = ["--out", folder / name, "--key", folder / "key", "--program", program]
        chosen = [word for model in models for word in ("--models", model)]
        more: list[str | Path] = [*chosen, "--library-file", folder / "handbooks"]
        made = edgerag(home, ["bundle", "create", *arguments, *more])
        assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture
def laptop(tmp_path: Path) -> Path:
    """A laptop without anything."""
    return tmp_path / "laptop"


def put(laptop: Path, bundle: Path, *more: str | Path) -> subprocess.CompletedProcess[str]:
    return edgerag(laptop, ["bundle", "install", bundle, "--to", laptop / "program", *more])


def snapshot(folder: Path) -> dict[str, bytes]:
    """Everything that is in use; not the log, nor what is staged."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".staging" not in path.parts and "log" not in path.parts
    }


def test_untouched_copy_verifies_and_installs(stick: Path, laptop: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(stick / "new", tmp_path / "copy")
    key = stick / "key.pub"
    verified = edgerag(laptop, ["bundle", "verify", copy, "--public-key", key])
    assert verified.stdout.startswith("whole: bundle, edgerag 1.1")
    installed = put(laptop, copy, "--public-key", key)
    assert installed.returncode == 0, installed.stderr
    assert "installed edgerag 1.1" in installed.stdout
    assert edgerag(laptop, ["models", "verify"]).stdout.count("whole: ") == len(MODELS)
    again = put(laptop, copy)
    assert "(the one expected)" in again.stdout
    assert "installed the model" not in again.stdout


@pytest.mark.parametrize("path", KINDS)
def test_flipped_byte_is_refused_with_the_files_name(
    stick: Path, laptop: Path, tmp_path: Path, path: str
) -> None:
    assert put(laptop, stick / "old").returncode == 0
    before = snapshot(laptop)
    copy = shutil.copytree(stick / "new", tmp_path / "copy")
    content = bytearray((copy / path).read_bytes())
    content[random.Random(path).randrange(len(content) - 1)] ^= 1
    (copy / path).write_bytes(content)
    for refused in (edgerag(laptop, ["bundle", "verify", copy]), put(laptop, copy, "--library")):
        assert refused.returncode == 8
        assert path in refused.stderr
        assert "what to do" in refused.stderr
        assert "Traceback" not in refused.stderr
    assert snapshot(laptop) == before


def test_own_library_goes_along_as_an_export(stick: Path, own_sample_home: Path, tmp_path: Path) -> None:
    program = stick / "program-1.0"
    out: list[str | Path] = ["--out", tmp_path / "b", "--key", stick / "key", "--program", program]
    made = edgerag(own_sample_home, ["bundle", "create", *out, "--models", MODELS[0], "--library"])
    assert made.returncode == 0, made.stderr
    info = edgerag(own_sample_home, ["library", "info", tmp_path / "b" / "library.edgerag"])
    assert len(info.stdout.splitlines()) == 1 + 4


def test_handbooks_are_handed_to_the_installed_program(stick: Path, laptop: Path) -> None:
    shown = put(laptop, stick / "new", "--library")
    assert shown.returncode == 0
    library = laptop / "program" / "library.edgerag"
    assert f"library import {library}" in shown.stdout
    assert not library.exists()
    assert "edgerag library import" in put(laptop, stick / "new").stdout


def test_update_by_difference(stick: Path, laptop: Path, tmp_path: Path) -> None:
    out: list[str | Path] = ["--out", tmp_path / "update", "--key", stick / "key"]
    made = edgerag(laptop, ["bundle", "diff", stick / "old", stick / "new", *out])
    assert "from edgerag 1.0 to 1.1" in made.stdout
    assert not (tmp_path / "update" / "models" / "bge-small-en-v1.5").exists()
    refused = put(laptop, tmp_path / "update")
    assert refused.returncode == 8
    assert "on top of version 1.0" in refused.stderr
    assert put(laptop, stick / "old").returncode == 0
    assert put(laptop, tmp_path / "update").returncode == 0
    assert edgerag(laptop, ["models", "verify"]).stdout.count("whole: ") == len(MODELS)


def test_downgrade_and_another_key_are_refused(stick: Path, laptop: Path, tmp_path: Path) -> None:
    assert put(laptop, stick / "new").returncode == 0
    assert "is older than what is installed" in put(laptop, stick / "old").stderr
    edgerag(laptop, ["bundle", "keygen", "--out", tmp_path / "other"])
    refused = put(laptop, stick / "new", "--public-key", tmp_path / "other.pub")
    assert refused.returncode == 8
    assert "is signed with the key" in refused.stderr
    assert put(laptop, stick / "old", "--allow-downgrade").returncode == 0


def test_own_library_is_left_alone(stick: Path, own_sample_home: Path) -> None:
    (own_sample_home / "data" / "models").unlink()
    library = own_sample_home / "data" / "library.db"
    before = library.read_bytes()
    assert put(own_sample_home, stick / "new").returncode == 0
    assert library.read_bytes() == before


def install_until_killed(bundle: Path, laptop: Path) -> None:
    """Install, saying when it begins and when it is done."""
    opened = open_bundle(bundle)
    target = Target(laptop / "program", InstalledModels(laptop / "models", shipped=laptop / "none"))
    sys.stdout.write("begin\n")
    sys.stdout.flush()
    install(opened, target, Consent(downgrade=True), silent, Event())
    sys.stdout.write("done\n")


def install_and_kill(bundle: Path, laptop: Path, life_s: float | None) -> bool:
    """Install in a process of its own, which lives so long; give whether it got to its end."""
    program = (
        "from tests.integration.test_bundle import *; "
        f"install_until_killed(Path({str(bundle)!r}), Path({str(laptop)!r}))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begin\n"
        if life_s is not None:
            time.sleep(life_s)
            child.kill()
        return child.stdout.readline() == "done\n"


def holds(laptop: Path, manifest: Manifest) -> bool:
    """Whether everything of a bundle is in place and whole."""
    meter = Meter(silent, 0, Event())
    folders = {"": laptop / "program"}
    files = [file for file in manifest.files if file.is_program or file.model]
    return all(is_whole(folders.get(file.model, laptop) / file.path, file, meter) for file in files)


@pytest.mark.parametrize(
    "n_kills", [pytest.param(3, id="few"), pytest.param(60, id="many", marks=pytest.mark.slow)]
)
def test_killed_installation_leaves_a_whole_version_and_completes(
    stick: Path, laptop: Path, n_kills: int
) -> None:
    old, new = (open_bundle(stick / name).manifest for name in ("old", "new"))
    started = time.monotonic()
    assert install_and_kill(stick / "old", laptop, None)
    whole_s = time.monotonic() - started
    n_killed = 0
    for seed in range(n_kills):
        life_s = random.Random(seed).uniform(0, min(whole_s, 0.5))
        n_killed += not install_and_kill(stick / "new", laptop, life_s)
        # All that old has, new has too, except the program: that is the old one or the new one.
        assert holds(laptop, old) or holds(laptop, new)
        ran = subprocess.run(
            [laptop / "program" / "edgerag", "--version"], capture_output=True, text=True, check=True
        )
        assert ran.stdout in {"edgerag, version 1.0\n", "edgerag, version 1.1\n"}
        assert install_and_kill(stick / "new", laptop, None)
        assert holds(laptop, new)
        shutil.rmtree(laptop / "models" / "edgerag-nli")
        assert install_and_kill(stick / "old", laptop, None)
    assert n_killed > n_kills / 4


def test_ctrl_c_stops_and_says_how_to_go_on(stick: Path, laptop: Path) -> None:
    slow = shutil.copytree(stick / "new", laptop / "stick")
    environment = {**os.environ, "EDGERAG_HOME": str(laptop)}
    arguments = ["bundle", "install", str(slow), "--to", str(laptop / "program")]
    with subprocess.Popen(
        [sys.executable, "-m", "edgerag", *arguments],
        cwd=REPOSITORY,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        assert child.stderr is not None
        while not child.stderr.readline().startswith("copy edgerag"):
            pass
        child.send_signal(2)
        said = child.stderr.read()
    assert child.returncode == 130
    assert "goes on where it stopped" in said
    assert not (laptop / "program" / "edgerag").exists()
    assert put(laptop, slow).returncode == 0
