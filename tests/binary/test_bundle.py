"""A bundle that the executable makes of itself, and the laptops that it is installed on."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from edgerag import __version__
from tests.binary.conftest import PROGRAMS

REPOSITORY = Path(__file__).parents[2]
SHIPPED = (("edgerag-selector", "selector"), ("edgerag-nli", "entailment"), ("edgerag-relation", "relation"))


def run(program: str | Path, *arguments: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a program as a person does whose home is `home`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment.pop("EDGERAG_HOME", None)
    return subprocess.run(
        [program, *arguments],
        env={**environment, "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def executable() -> Path:
    path = PROGRAMS["one file"]
    if not path.is_file():
        pytest.skip(f"{path} was not built: make binary")
    return path


@pytest.fixture(scope="module")
def office(executable: Path, models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of who prepares laptops: models, a key, and a bundle in `stick`."""
    home = tmp_path_factory.mktemp("office")
    models = home / ".local" / "share" / "edgerag" / "models"
    for name in ("bge-small-en-v1.5", "ms-marco-minilm-l-12-v2"):
        shutil.copytree(models_folder / name, models / name)
    for name, role in SHIPPED:
        imported = run(executable, "models", "import", REPOSITORY / "models" / name, home=home)
        assert f"imported {name} ({role})" in imported.stdout
    run(executable, "bundle", "keygen", "--out", home / "key", home=home)
    made = run(executable, "bundle", "create", "--out", home / "stick", "--key", home / "key", home=home)
    assert made.returncode == 0, made.stderr
    assert f"ms-marco-minilm-l-12-v2, {', '.join(name for name, _ in SHIPPED)}" in made.stdout
    return home


def test_the_stick_installs_itself_and_the_laptop_is_ready(office: Path, tmp_path: Path) -> None:
    home = tmp_path / "nurse"
    home.mkdir()
    installed = run(office / "stick" / "edgerag", "bundle", "install", office / "stick", home=home)
    assert installed.returncode == 0, installed.stderr
    program = home / ".local" / "opt" / "edgerag" / "edgerag"
    assert run(program, "--version", home=home).stdout == f"edgerag, version {__version__}\n"
    assert run(program, "models", "verify", home=home).stdout.count("whole: ") == 5
    assert "entailment\tedgerag-nli, whole" in run(program, "doctor", home=home).stdout
    again = run(program, "bundle", "install", office / "stick", home=home)
    assert "(the one expected)" in again.stdout
    assert str(program) in again.stdout


def test_a_flipped_byte_in_the_program_is_refused(office: Path, executable: Path, tmp_path: Path) -> None:
    stick = shutil.copytree(office / "stick", tmp_path / "stick")
    with (stick / "edgerag").open("r+b") as file:
        file.seek(50_000_000)
        byte = file.read(1)[0]
        file.seek(50_000_000)
        file.write(bytes([byte ^ 1]))
    refused = run(executable, "bundle", "install", stick, home=tmp_path)
    assert refused.returncode == 8
    assert "edgerag is damaged or was changed" in refused.stderr
    assert not (tmp_path / ".local" / "opt" / "edgerag" / "edgerag").exists()


def test_the_script_installs_puts_it_into_the_menu_and_removes_it(office: Path, tmp_path: Path) -> None:
    home = tmp_path / "a nurse"
    home.mkdir()
    stick = shutil.copytree(office / "stick", tmp_path / "USB STICK")
    (stick / "edgerag").chmod(0o644)  # as most sticks have it
    installed = run("sh", stick / "install.sh", home=home)
    assert installed.returncode == 0, installed.stderr
    link = home / ".local" / "bin" / "edgerag"
    entry = home / ".local" / "share" / "applications" / "edgerag.desktop"
    assert run(link, "--version", home=home).stdout == f"edgerag, version {__version__}\n"
    program = home / ".local" / "opt" / "edgerag" / "edgerag"
    assert f'Exec="{program}"' in entry.read_text()
    shared = home / ".local" / "share"
    extras = [
        shared / "man" / "man1" / "edgerag.1",
        shared / "bash-completion" / "completions" / "edgerag",
        shared / "zsh" / "site-functions" / "_edgerag",
        home / ".config" / "fish" / "completions" / "edgerag.fish",
    ]
    assert extras[0].read_text().startswith(".TH EDGERAG 1")
    assert all("_EDGERAG_COMPLETE" in extra.read_text() for extra in extras[1:])
    assert run("sh", stick / "install.sh", home=home).returncode == 0
    removed = run("sh", stick / "install.sh", "--uninstall", home=home)
    assert removed.returncode == 0, removed.stderr
    assert not link.is_symlink()
    assert not entry.exists()
    assert not any(extra.exists() for extra in extras)
    assert not program.parent.exists()
    assert (home / ".local" / "share" / "edgerag" / "models" / "edgerag-nli").is_dir()
    assert not list(home.glob("edgerag-install.*"))


def test_a_portable_stick_gets_its_models_beside_the_program(office: Path, tmp_path: Path) -> None:
    target = tmp_path / "portable"
    (target / "edgerag-data").mkdir(parents=True)
    stick = office / "stick"
    installed = run(stick / "edgerag", "bundle", "install", stick, "--to", target, home=tmp_path)
    assert installed.returncode == 0, installed.stderr
    assert (target / "edgerag-data" / "data" / "models" / "edgerag-nli" / "model.onnx").is_file()
    assert run(target / "edgerag", "models", "verify", home=tmp_path).stdout.count("whole: ") == 5
