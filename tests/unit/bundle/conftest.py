from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event

import msgspec
import pytest
from nacl.signing import SigningKey

from edgerag.bundle.create import Contents, create
from edgerag.bundle.install import Consent, Installed, Target, install
from edgerag.bundle.reading import Bundle, open_bundle
from edgerag.disk import silent
from edgerag.inference.catalogue import Entry, File, Role
from edgerag.inference.installed import RECORD, InstalledModels

MakeBundle = Callable[..., Bundle]
Install = Callable[..., Installed]


def write_program(path: Path, version: str, *, works: bool = True, padding: str = "") -> Path:
    """Write what answers a bundle's questions as the real program does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        f'--version) echo "edgerag, version {version}" ;;\n'
        f'selftest) echo "llama.cpp does not load" >&2; exit {0 if works else 1} ;;\n'
        '*) echo "$@" ;;\n'
        f"esac\n# {padding}\n"
    )
    path.chmod(0o755)
    return path


def write_models(folder: Path, contents: Mapping[str, bytes]) -> InstalledModels:
    """Make a folder of installed models, each a file of its own."""
    for name, content in contents.items():
        file = File(name="model.gguf", bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        entry = Entry(
            name=name, role=Role.GENERATOR, title=name, licence="MIT", context_tokens=512, files=(file,)
        )
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "model.gguf").write_bytes(content)
        (folder / name / RECORD).write_bytes(msgspec.json.encode(entry))
    return InstalledModels(folder)


@pytest.fixture(scope="session")
def key() -> SigningKey:
    return SigningKey.generate()


@pytest.fixture
def make_bundle(tmp_path: Path, key: SigningKey) -> MakeBundle:
    """Make a bundle with a small program and small models: `make_bundle("old", "1.0", alpha=b"...")`."""

    def make(
        name: str,
        version: str,
        *,
        works: bool = True,
        library: bytes = b"",
        policy: Path | None = None,
        **models: bytes,
    ) -> Bundle:
        program = write_program(tmp_path / "made" / name / "edgerag", version, works=works)
        installed = write_models(tmp_path / "made" / name / "models", models)

        handbooks = tmp_path / "made" / name / "handbooks"
        handbooks.write_bytes(library)
        contents = Contents(program, installed, tuple(models), handbooks if library else None, policy)
        create(tmp_path / name, contents, key, silent, Event())
        return open_bundle(tmp_path / name)

    return make


@pytest.fixture
def target(tmp_path: Path) -> Target:
    """A laptop on which nothing is installed."""
    return Target(tmp_path / "laptop" / "program", InstalledModels(tmp_path / "laptop" / "models"))


@pytest.fixture
def put(target: Target) -> Install:
    """Install a bundle on the laptop."""

    def start(
        bundle: Bundle, *, cancel: Event | None = None, with_library: bool = False, **consent: bool
    ) -> Installed:
        return install(
            bundle, target, Consent(**consent), silent, cancel or Event(), with_library=with_library
        )

    return start


def version_in(target: Target) -> str:
    return (target.folder / "edgerag").read_text().partition("version ")[2].partition('"')[0]
