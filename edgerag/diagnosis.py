"""What is well and what is not with this installation, and what a person should do about it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Event

from edgerag import paths
from edgerag.compare.validation import CHECK, validation_of
from edgerag.config import Config
from edgerag.errors import EdgeRagError, ModelError
from edgerag.folders import WRITE_PROTECTED, nearest_existing, why_not_writable
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Entry, Role
from edgerag.inference.hardware import Hardware, detect_hardware
from edgerag.inference.installed import InstalledModels, how_to_get
from edgerag.inference.opening import open_embedder
from edgerag.intake import embed_again
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


_DISPENSABLE = {
    Role.ENTAILMENT: "answers are compared by their values and likeness alone",
    Role.GENERATOR: "answers are quotations",
}
"""The roles that edgerag does without, and what that means."""

Report = Callable[[str, int, int], None]
"""Told what is being mended, and how much of how much is."""


def diagnose(config: Config, *, repair: Report | None = None) -> Iterator[Finding]:
    """Look at the machine, the models and the library; with `repair`, mend what can be mended.

    Mending makes vectors anew if another embedder is in use, rebuilds indexes that differ from the
    library, and strikes off unfinished work.
    """
    installed = InstalledModels(paths.models_folder())
    yield from _machine(detect_hardware())
    yield from _folders()
    yield from _models(installed, config)
    yield from _library(installed, config, repair)


def _machine(found: Hardware) -> Iterator[Finding]:
    cores = f"{found.cpu}, {found.physical_cores} cores, of which the generator uses {found.threads}"
    yield Finding(Severity.FINE, "processor", cores)
    free = f"{found.available_bytes / 1e9:.1f} of {found.memory_bytes / 1e9:.1f} GB free"
    yield Finding(Severity.FINE, "memory", free)
    if found.cuda_driver:
        yield Finding(Severity.FINE, "graphics card", f"CUDA; ONNX on {', '.join(found.onnx_providers)}")
    else:
        yield Finding(Severity.NOTE, "graphics card", f"models run on the CPU: {found.cuda_reason}")
    if found.cuda_driver and not found.generator_gpu:
        remedy = "use the executable for graphics cards, or llama-cpp-python built with -DGGML_CUDA=ON"
        yield Finding(Severity.NOTE, "generator", "llama.cpp was built without CUDA", remedy)
    existing = nearest_existing(paths.data_folder())
    disk = shutil.disk_usage(existing).free
    low = disk < LOW_DISK_BYTES
    remedy = f"free some space on the disk of {existing}" if low else ""
    yield Finding(Severity.NOTE if low else Severity.FINE, "disk", f"{disk / 1e9:.1f} GB free", remedy)


def _folders() -> Iterator[Finding]:
    """Say where things are kept, and whether they can be."""
    kept = {
        paths.Place.HOME: "in the folder that EDGERAG_HOME names",
        paths.Place.PORTABLE: "beside the program, wherever it is carried",
        paths.Place.USER: "in this user's folders",
    }[paths.place()]
    problem = why_not_writable(paths.data_folder())
    if problem:
        yield Finding(Severity.WRONG, "folders", problem, WRITE_PROTECTED)
    else:
        yield Finding(Severity.FINE, "folders", f"everything is kept {kept}: {paths.data_folder()}")
    try:
        problem = why_not_writable(Path(tempfile.gettempdir()))
    except FileNotFoundError as error:
        problem = str(error.strerror)
    if problem:
        remedy = "set TMPDIR to a folder that can be written"
        yield Finding(Severity.WRONG, "temporary files", problem, remedy)


def chosen_models(config: Config) -> dict[Role, str]:
    """Give the name of each role's model; empty for the catalogue's default."""
    return {
        Role.EMBEDDER: config.models.embedder,
        Role.RERANKER: config.models.reranker,
        Role.ENTAILMENT: config.models.entailment,
        Role.GENERATOR: config.models.generator,
    }


def _models(installed: InstalledModels, config: Config) -> Iterator[Finding]:
    for role, name in chosen_models(config).items():
        try:
            entry = installed.choose(role, name)
        except ModelError as error:
            yield Finding(Severity.WRONG, role, str(error), error.hint)
            continue
        if entry is None and role in _DISPENSABLE:
            remedy = how_to_get(installed.catalogue.default(role))
            yield Finding(Severity.NOTE, role, f"none is installed: {_DISPENSABLE[role]}", remedy)
        elif entry is None:
            yield Finding(Severity.WRONG, role, "none is installed", how_to_get())
        else:
            yield _verified(installed, role, entry.name)
            if role is Role.GENERATOR:
                yield _judging(installed, entry)


def _verified(installed: InstalledModels, role: Role, name: str) -> Finding:
    try:
        installed.verify(name)
    except EdgeRagError as error:
        return Finding(Severity.WRONG, role, str(error), error.hint)
    return Finding(Severity.FINE, role, f"{name}, whole")


def _judging(installed: InstalledModels, generator: Entry) -> Finding:
    """Say whether the generator is asked how answers relate where the judge cannot tell."""
    what, name = "judging", generator.name
    validation = validation_of(installed, generator)
    if validation is None:
        message = f"{name} is not asked whether answers agree: it was not checked for that on this machine"
        return Finding(Severity.NOTE, what, message, CHECK)
    if validation.shortcomings:
        why = "; ".join(validation.shortcomings)
        return Finding(Severity.FINE, what, f"{name} is not asked whether answers agree: it {why}")
    right = f"{validation.share_right:.0%} of its verdicts were right"
    return Finding(Severity.FINE, what, f"{name} reads the pairs that are left open: {right}")


def _library(installed: InstalledModels, config: Config, repair: Report | None) -> Iterator[Finding]:
    try:
        with Library.open(paths.library_file()) as library:
            n_handbooks = len(library.handbooks())
            yield Finding(Severity.FINE, "library", f"{n_handbooks} handbooks in {paths.library_file()}")
            indexes = Indexes.open(library, paths.lexical_folder())
            yield from _unfinished(library, repair)
            yield from _vectors(library, indexes, installed, config, repair)
            yield from _indexes(indexes, repair)
    except EdgeRagError as error:
        yield Finding(Severity.WRONG, "library", str(error), error.hint)


def _unfinished(library: Library, repair: Report | None) -> Iterator[Finding]:
    for task in library.unfinished():
        message = f"{task} was being added when the program died"
        yield Finding(Severity.NOTE, "unfinished", message, f"edgerag add {task!r}")
        if repair:
            library.dismiss(task)


def _vectors(
    library: Library, indexes: Indexes, installed: InstalledModels, config: Config, repair: Report | None
) -> Iterator[Finding]:
    """Say whether the embedder in use made the vectors."""
    entry = installed.choose(Role.EMBEDDER, config.models.embedder)
    is_other = entry is not None and library.embedder not in {"", entry.revision}
    if not is_other and not library.waiting_for_vectors():
        return
    if repair is None:
        message = f"made by {library.embedder}, which is not the embedder in use"
        yield Finding(Severity.WRONG, "vectors", message, "edgerag doctor --repair")
        return
    embedder = open_embedder(installed, config.models.embedder, config.models.threads)
    for n_done, n_handbooks in embed_again(library, indexes, embedder, Event()):
        repair("making vectors anew", n_done, n_handbooks)
    yield Finding(Severity.FINE, "vectors", f"made anew by {embedder.name}")


def _indexes(indexes: Indexes, repair: Report | None) -> Iterator[Finding]:
    differences = indexes.check()
    if differences and repair:
        indexes.repair(progress=None)
        yield Finding(Severity.FINE, "indexes", f"mended: {'; '.join(d.what for d in differences)}")
        differences = indexes.check()
    for difference in differences:
        yield Finding(
            Severity.WRONG, f"index of {difference.index}", difference.what, "edgerag doctor --repair"
        )
    if not differences:
        yield Finding(Severity.FINE, "indexes", "agree with the library")
