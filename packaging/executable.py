"""What goes into the executable: called by build.spec on PyInstaller's lists of (target, source, kind)."""

from __future__ import annotations

import shutil
import subprocess
import sys
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
    "setuptools",
    "ssl",  # nothing connects to anything
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
ONLY_FOR_CUDA = ("libonnxruntime_providers_cuda", "libggml-cuda", "libcu", "libnvrtc", "libnvJitLink")


def lean(binaries: Contents, *, cuda: bool) -> Contents:
    """Leave out what nothing loads; PyInstaller takes whatever the build machine has."""
    dropped = UNUSED if cuda else UNUSED + ONLY_FOR_CUDA
    return [entry for entry in binaries if not PurePath(entry[0]).name.startswith(dropped)]


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
    """Take the debugging symbols out of Python's own library; wheels come without any."""
    folder = Path(work) / "stripped"
    folder.mkdir(exist_ok=True)
    result = []
    for target, source, kind in binaries:
        if target.startswith("libpython") and kind == "BINARY" and shutil.which("strip"):
            copy = folder / target
            subprocess.run(["strip", "--strip-unneeded", "-o", str(copy), source], check=True)
            source = str(copy)
        result.append((target, source, kind))
    return result


def with_licences(analysis: object, work: str) -> Contents:
    """Add the list of what is inside, with every licence's text."""
    inside = [*analysis.binaries, *analysis.pure, *analysis.datas]
    path = write_licences([Path(source) for _, source, kind in inside if kind != "SYMLINK"], Path(work))
    return [*analysis.datas, (f"edgerag/_data/{path.name}", str(path), "DATA")]
