"""What goes into the executable: called by build.spec on PyInstaller's lists of (target, source, kind)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path, PurePath

from licence_list import write_licences

Contents = list[tuple[str, str, str]]

EXCLUDED = [
    "PIL._avif",  # only pixels are handed to Pillow: no file formats, no fonts
    "PIL._imagingcms",
    "PIL._imagingft",
    "PIL._webp",
    "hf_xet",  # tokenizers would download through these
    "huggingface_hub",
    "llama_cpp.server",
    "lxml.html._difflib",  # HTML is read, not compared or validated
    "lxml.html.diff",
    "lxml.isoschematron",
    "lxml.objectify",
    "onnxruntime.datasets",
    "onnxruntime.quantization",
    "onnxruntime.tools",
    "onnxruntime.transformers",
    "pip",  # a frozen program installs nothing
    "readline",  # GPL, and nothing asks at a prompt
    "scipy",  # graspologic-native asks for it, and never imports it
    "setuptools",
    "ssl",  # nothing connects to anything
    "submitit",  # a cluster runs Python, not the executable
    "tkinter",
    "yaml",  # msgspec could read it; settings are TOML
]

UNUSED = (
    "libllama-common",
    "libmtmd",
    "libonnxruntime.so",
    "libonnxruntime_providers_tensorrt",
    "libnvinfer",
)
ONLY_FOR_CARDS = ("libonnxruntime_providers_cuda", "libggml-cuda", "libcu", "libnvrtc", "libnvJitLink")
OF_NO_USE_ON_CARDS = ("libnvblas", "libcufftw")
LLAMA_BACKEND = Path("build/llama-cuda/bin/libggml-cuda.so")
"""What packaging/build_cuda_backend makes, where it was run."""

WITH_SYMBOLS = ("libpython", "python3", "nacl/", "pypdfium2_raw/", "tantivy/", "tokenizers/")
"""Beginnings of targets. numpy and Pillow are not among them: strip breaks what auditwheel has rearranged."""


def for_processors(binaries: Contents) -> Contents:
    """Leave out what nothing loads, and what a card would need: PyInstaller takes all that it finds."""
    return _without(binaries, UNUSED + ONLY_FOR_CARDS)


def for_cards(binaries: Contents) -> Contents:
    """Leave out what nothing loads, and add NVIDIA's libraries, where the loader looks first."""
    nvidia = [Path(str(path.locate())) for package in distributions() for path in package.files or ()]
    found = [path for path in nvidia if "nvidia" in path.parts and ".so" in path.name]
    added = [
        (path.name, str(path), "BINARY") for path in found if not path.name.startswith(OF_NO_USE_ON_CARDS)
    ]
    if LLAMA_BACKEND.is_file():
        added.append((f"llama_cpp/lib/{LLAMA_BACKEND.name}", str(LLAMA_BACKEND.resolve()), "BINARY"))
    names = tuple(name for name, _, _ in added)
    return [*_without(binaries, UNUSED + names), *added]


def _without(binaries: Contents, beginnings: tuple[str, ...]) -> Contents:
    return [entry for entry in binaries if not PurePath(entry[0]).name.startswith(beginnings)]


def linked(binaries: Contents) -> Contents:
    """Make libX.so a link to the libX.so.0 beside it: in a wheel, which has no links, they are copies."""
    if not sys.platform.startswith("linux"):
        return binaries
    targets = {target for target, _, kind in binaries if kind != "SYMLINK"}
    return [
        (target, f"{PurePath(target).name}.0", "SYMLINK")
        if f"{target}.0" in targets
        else (target, source, kind)
        for target, source, kind in binaries
    ]


def stripped(binaries: Contents, work: str) -> Contents:
    """Take the symbols out of what has many: a tenth less to unpack at each start."""
    folder = Path(work) / "stripped"
    shutil.rmtree(folder, ignore_errors=True)
    if not shutil.which("strip"):
        return binaries
    return [_stripped(entry, folder) if _has_symbols(*entry) else entry for entry in binaries]


def _has_symbols(target: str, _source: str, kind: str) -> bool:
    return kind in {"BINARY", "EXTENSION"} and target.startswith(WITH_SYMBOLS)


def _stripped(entry: tuple[str, str, str], folder: Path) -> tuple[str, str, str]:
    target, source, kind = entry
    copy = folder / target
    copy.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "--strip-unneeded", "-o", str(copy), source], check=True)
    return target, str(copy), kind


def with_licences(analysis: object, work: str) -> Contents:
    """Add the list of what is inside, with every licence's text."""
    inside = [*analysis.binaries, *analysis.pure, *analysis.datas]
    path = write_licences([Path(source) for _, source, kind in inside if kind != "SYMLINK"], Path(work))
    return [*analysis.datas, (f"edgerag/_data/{path.name}", str(path), "DATA")]
