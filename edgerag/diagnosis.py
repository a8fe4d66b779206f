"""What is well and what is not with this installation, and what a person should do about it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from edgerag import paths
from edgerag.errors import EdgeRagError
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Role
from edgerag.inference.hardware import Hardware, detect_hardware
from edgerag.inference.installed import InstalledModels
from edgerag.store.library import Library

LOW_DISK_BYTES = 2_000_000_000
"""Less free space than the default models and a middling library take."""


class Severity(StrEnum):
    """How bad a finding is."""

    FINE = "ok"
    NOTE = "note"
    """Works, with less than it could."""
    WRONG = "wrong"
    """Something does not work until it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    severity: Severity
    what: str
    message: str
    remedy: str = ""


def diagnose(*, repair: bool = False) -> Iterator[Finding]:
    """Look at the machine, the models and the library; with `repair`, rebuild indexes that differ."""
    yield from _machine(detect_hardware())
    yield from _models(InstalledModels(paths.models_folder()))
    yield from _library(repair=repair)


def _machine(found: Hardware) -> Iterator[Finding]:
    cores = f"{found.cpu}, {found.physical_cores} cores, models use {found.threads}"
    yield Finding(Severity.FINE, "processor", cores)
    free = f"{found.available_bytes / 1e9:.1f} of {found.memory_bytes / 1e9:.1f} GB free"
    yield Finding(Severity.FINE, "memory", free)
    if found.cuda_driver:
        yield Finding(Severity.FINE, "graphics card", f"CUDA; ONNX on {', '.join(found.onnx_providers)}")
    else:
        yield Finding(Severity.NOTE, "graphics card", f"models run on the CPU: {found.cuda_reason}")
    if found.cuda_driver and not found.generator_gpu:
        remedy = "install llama-cpp-python built with -DGGML_CUDA=ON"
        yield Finding(Severity.NOTE, "generator", "llama.cpp was built without CUDA", remedy)
    existing = next(
        folder for folder in (paths.data_folder(), *paths.data_folder().parents) if folder.exists()
    )
    disk = shutil.disk_usage(existing).free
    low = disk < LOW_DISK_BYTES
    remedy = f"free some space on the disk of {existing}" if low else ""
    yield Finding(Severity.NOTE if low else Severity.FINE, "disk", f"{disk / 1e9:.1f} GB free", remedy)


def _models(installed: InstalledModels) -> Iterator[Finding]:
    for role in (Role.EMBEDDER, Role.RERANKER, Role.GENERATOR):
        entry = installed.choose(role)
        if entry is None and role is Role.GENERATOR:
            message = "none is installed: answers are quotations"
            yield Finding(Severity.NOTE, role, message, "edgerag models install")
        elif entry is None:
            yield Finding(Severity.WRONG, role, "none is installed", "edgerag models install")
        else:
            yield _verified(installed, role, entry.name)


def _verified(installed: InstalledModels, role: Role, name: str) -> Finding:
    try:
        installed.verify(name)
    except EdgeRagError as error:
        return Finding(Severity.WRONG, role, str(error), error.hint)
    return Finding(Severity.FINE, role, f"{name}, whole")


def _library(*, repair: bool) -> Iterator[Finding]:
    try:
        with Library.open(paths.library_file()) as library:
            yield Finding(
                Severity.FINE, "library", f"{len(library.handbooks())} handbooks in {paths.library_file()}"
            )
            yield from _unfinished(library)
            yield from _indexes(Indexes.open(library, paths.lexical_folder()), repair=repair)
    except EdgeRagError as error:
        yield Finding(Severity.WRONG, "library", str(error), error.hint)


def _unfinished(library: Library) -> Iterator[Finding]:
    for work in library.unfinished():
        remedy = f"edgerag add {work.task!r}"
        yield Finding(
            Severity.NOTE, "unfinished", f"{work.task} was being added when the program died", remedy
        )


def _indexes(indexes: Indexes, *, repair: bool) -> Iterator[Finding]:
    differences = indexes.check()
    if differences and repair:
        indexes.repair()
        yield Finding(Severity.FINE, "indexes", f"mended: {'; '.join(d.what for d in differences)}")
        differences = indexes.check()
    for difference in differences:
        yield Finding(
            Severity.WRONG, f"index of {difference.index}", difference.what, "edgerag doctor --repair"
        )
    if not differences:
        yield Finding(Severity.FINE, "indexes", "agree with the library")
