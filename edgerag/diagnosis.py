"""What is well and what is not with this installation, and what a person should do about it."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Event

from edgerag import paths
from edgerag.answer.cite import Standing, standing
from edgerag.compare.validation import CHECK, validation_of
from edgerag.config import Config
from edgerag.disk import sha256_of
from edgerag.domain.answers import Answer
from edgerag.domain.handbooks import Handbook
from edgerag.errors import Cancelled, DamagedError, EdgeRagError, ModelError, StoreError
from edgerag.folders import (
    WRITE_PROTECTED,
    close_to_others,
    nearest_existing,
    open_to_others,
    why_not_writable,
)
from edgerag.governed import in_force, rules
from edgerag.index.graph_index import GraphIndex
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Entry, Role
from edgerag.inference.hardware import Hardware, detect_hardware
from edgerag.inference.installed import InstalledModels, how_to_get
from edgerag.inference.opening import open_embedder
from edgerag.inference.roles import Embedder
from edgerag.intake import Failed, add_handbooks, embed_again, index_again, read_entities_again
from edgerag.present.inert import one_line
from edgerag.present.json.report import report_from_json
from edgerag.store import keys
from edgerag.store.cipher import is_encrypted, opens
from edgerag.store.damage import VECTORS, enumerated, mended
from edgerag.store.library import Library
from edgerag.store.reports import ReportId
from edgerag.store.salvage import Salvage

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
    Role.SELECTOR: "statements are chosen by their words and places alone",
    Role.ENTAILMENT: "answers are compared by their values and likeness alone",
    Role.RELATION: "how two answers relate is told by their values, likeness and entailment alone",
    Role.GENERATOR: "answers are quotations",
}
"""The roles that edgerag does without, and what that means."""


RESTORE = "restore it from a backup, or move it away and add the handbooks again"
ADD_AGAIN = "edgerag add FILE, with the same file"

Report = Callable[[str, int, int], None]
"""Told what is being mended, and how much of how much is."""


def diagnose(config: Config, *, repair: Report | None = None, deep: bool = False) -> Iterator[Finding]:
    """Look at the machine, the models and the library; with `repair`, mend what can be mended.

    Mending reads damaged handbooks again from their files, and for their entities those that an older edgerag
    added, makes vectors anew if another embedder is in use or they are damaged, rebuilds indexes that differ
    from the library, and strikes off unfinished work.
    `deep` also looks at every installed model, every vector, every quotation of the history, every entry of
    the audit trail, and at who may read what is kept. Whatever is damaged, this ends, and says what to do.
    """
    installed = InstalledModels(paths.models_folder())
    yield from _survived("machine", lambda: _machine(detect_hardware()))
    yield from _survived("folders", _folders)
    yield from _survived("policy", _policy)
    yield from _survived("models", lambda: _models(installed, config))
    yield from _survived("models", lambda: _flawed(installed))
    yield from _survived("library", lambda: _library(installed, config, repair, deep=deep))
    yield from _survived("encryption", _encryption)
    if deep:
        yield from _survived("models", lambda: _every_model(installed))
        yield from _survived("permissions", lambda: _permissions(repair))


def _survived(what: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Look at one thing; what no part of the program foresaw is a finding too, and the rest is looked at."""
    try:
        yield from look()
    except Cancelled:
        raise
    except EdgeRagError as error:
        yield Finding(Severity.WRONG, what, str(error), error.hint or RESTORE)
    except Exception as error:  # noqa: BLE001  # a person with a damaged disk needs the rest of the advice
        yield Finding(Severity.WRONG, what, f"{type(error).__name__}: {error}", RESTORE)


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


def _policy() -> Iterator[Finding]:
    """Say what is fixed here, whether the policy file is believed, and what it demands and is not so."""
    found = in_force()
    if found.refused is not None:
        message = f"{found.refused}; what holds was {found.rules.because}"
        yield Finding(Severity.WRONG, "policy", message, found.refused.hint)
    elif sentences := found.rules.sentences():
        yield Finding(Severity.FINE, "policy", f"{'; '.join(sentences)}: {found.rules.because}")


def _encryption() -> Iterator[Finding]:
    """Say whether a thief could read the library, and what opens it; a damaged one is told of elsewhere."""
    file = paths.library_file()
    if not file.is_file():
        return
    if is_encrypted(file):
        key = keys.key_file(file)
        for wrapped in keys.read(key):
            keys.refuse_damage(wrapped)
        message = f"the library is locked; {key} is whole, and the recovery key opens it without that file"
        yield Finding(Severity.FINE, "encryption", message)
    elif opens(file, None):
        fixed, message = rules(), "anybody who has the disk can read the library, questions and answers too"
        if fixed.demands_lock:
            message = f"{message}, which must be locked: {fixed.because}"
        yield Finding(
            Severity.WRONG if fixed.demands_lock else Severity.NOTE, "encryption", message, "edgerag lock"
        )


def chosen_models(config: Config) -> dict[Role, str]:
    """Give the name of each role's model; empty for the catalogue's default."""
    return {
        Role.EMBEDDER: config.models.embedder,
        Role.RERANKER: config.models.reranker,
        Role.SELECTOR: "",
        Role.ENTAILMENT: config.models.entailment,
        Role.RELATION: "",
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


def _flawed(installed: InstalledModels) -> Iterator[Finding]:
    """Name the models that are left out because their records are damaged."""
    for error in installed.flawed():
        yield Finding(Severity.WRONG, "models", str(error), error.hint)


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


def _library(
    installed: InstalledModels, config: Config, repair: Report | None, *, deep: bool
) -> Iterator[Finding]:
    with Library.open(paths.library_file(), rules=rules()) as library:
        n_handbooks = len(library.handbooks())
        yield Finding(Severity.FINE, "library", f"{n_handbooks} handbooks in {paths.library_file()}")
        broken = library.file_damage(deep=True)
        if repair is None:
            yield from (Finding(Severity.WRONG, "library file", sentence, RESTORE) for sentence in broken)
        yield from _survived("library", lambda: _contents(library, installed, config, repair, deep=deep))
        if repair:
            yield from _file_after_repair(library, broken)


def _contents(
    library: Library, installed: InstalledModels, config: Config, repair: Report | None, *, deep: bool
) -> Iterator[Finding]:
    yield from _unfinished(library, repair)
    indexes = Indexes.open(library, paths.lexical_folder())
    yield from _survived("text", lambda: _text(library, indexes, installed, config, repair))
    yield from _survived("entities", lambda: _entities(library, repair))
    yield from _survived("vectors", lambda: _vectors(library, indexes, installed, config, repair))
    yield from _survived("indexes", lambda: _indexes(indexes, repair))
    yield from _survived("graph", lambda: _graph(library, repair))
    yield from _history(library)
    if deep:
        yield from _quotations(library)
        yield from _trail(library)


def _file_after_repair(library: Library, broken: Sequence[str]) -> Iterator[Finding]:
    """Say what of the file's structure is wrong still, and what writing its parts anew has mended."""
    left = library.file_damage(deep=True)
    if done := mended(broken, left):
        yield Finding(Severity.FINE, "library file", f"mended: {'; '.join(done)}")
    yield from (Finding(Severity.WRONG, "library file", sentence, RESTORE) for sentence in left)


def _text(
    library: Library, indexes: Indexes, installed: InstalledModels, config: Config, repair: Report | None
) -> Iterator[Finding]:
    """Compare every page, heading and passage with its hash."""
    for name in library.unreadable():
        yield Finding(Severity.WRONG, "text", f"the entry of the handbook {name} is damaged", ADD_AGAIN)
    damaged = {book.id: (book, parts) for book in library.handbooks() if (parts := library.damage(book.id))}
    if repair and damaged:
        embedder = open_embedder(installed, config.models.embedder, config.models.threads)
        books = [book for book, parts in damaged.values() if parts != (VECTORS,)]
        yield from _read_again(books, library, indexes, embedder, config)
        for book in (book for book, parts in damaged.values() if parts == (VECTORS,)):
            for _ in index_again([book.id], library, indexes, embedder, Event()):
                repair("making vectors anew", 0, 0)
    for book, parts in damaged.values():
        if left := library.damage(book.id):
            message = f"{book.title}: damaged, and not shown: {enumerated(left)}"
            yield Finding(Severity.WRONG, "text", message, _how_to_mend(book))
        else:
            message = f"{book.title}: mended: {enumerated(parts)}"
            yield Finding(Severity.FINE, "text", message)
    if not damaged and not library.unreadable():
        yield Finding(Severity.FINE, "text", "every page, heading and passage is as it was stored")
    if n_late := library.n_sealed_late:
        message = f"{n_late} handbooks are older than these hashes: damage from before would not be noticed"
        yield Finding(Severity.NOTE, "text", message, "to be sure: edgerag remove, then edgerag add")


def _read_again(
    books: Sequence[Handbook],
    library: Library,
    indexes: Indexes,
    embedder: Embedder,
    config: Config,
) -> Iterator[Finding]:
    """Read damaged handbooks again from the files that they came from, if those are still the same."""
    files = [Path(book.source_path) for book in books if _is_source(Path(book.source_path), book.sha256)]
    for event in add_handbooks(files, library, indexes, embedder, config.ingest, Event()):
        if isinstance(event, Failed):
            yield Finding(Severity.WRONG, "text", str(event.error), event.error.hint or ADD_AGAIN)


def _is_source(path: Path, sha256: str) -> bool:
    try:
        return path.is_file() and sha256_of(path) == sha256
    except OSError:
        return False


def _how_to_mend(book: Handbook) -> str:
    if book.signed_by:
        return f"edgerag remove {book.id}, then edgerag library import it again"
    if _is_source(Path(book.source_path), book.sha256):
        return "edgerag doctor --repair"
    return f"find {book.file_name} as it was added (SHA-256 {book.sha256[:16]}...), then edgerag add it"


def _history(library: Library) -> Iterator[Finding]:
    for number in library.damaged_reports():
        message = f"report {number} is damaged, and not shown"
        yield Finding(Severity.WRONG, "history", message, f"edgerag history delete {number}; ask again")


def _quotations(library: Library) -> Iterator[Finding]:
    """Look up every quotation of the history on the page that it was taken from, if that is still here."""
    n_quotations, n_removed, bad = 0, 0, set(library.damaged_reports())
    readable, held = Salvage.of(library), library.keys()
    for kept in library.reports():
        encoded = None if kept.id in bad else library.report(kept.id)
        if encoded is None:
            continue
        try:
            answers = report_from_json(encoded).answers
        except StoreError as error:
            remedy = f"edgerag history delete {kept.id}; ask again"
            yield Finding(Severity.WRONG, "quotations", f"report {kept.id} cannot be read: {error}", remedy)
            continue
        for answer in answers:
            if answer.handbook.id not in held:
                n_removed += len(answer.citations)
                continue
            n_quotations += len(answer.citations)
            found = _standings(answer, readable)
            yield from _not_as_quoted(kept.id, one_line(answer.handbook.title), found)
    yield Finding(Severity.FINE, "quotations", f"{n_quotations} of the history were looked up")
    if n_removed:
        message = f"{n_removed} are of handbooks that were removed, and cannot be checked any more"
        yield Finding(Severity.FINE, "quotations", message)


def _standings(answer: Answer, readable: Salvage) -> Counter[Standing]:
    try:
        pages = readable.pages(answer.handbook.id)
    except DamagedError:  # its own entry is damaged, which is told of elsewhere
        return Counter({Standing.BLANK: len(answer.citations)})
    return Counter(standing(citation, pages) for citation in answer.citations)


def _not_as_quoted(number: ReportId, title: str, found: Counter[Standing]) -> Iterator[Finding]:
    """Say of one answer of the history what is not in its handbook, or cannot be looked up there."""
    if n_absent := found[Standing.ABSENT]:
        message = (
            f"report {number} shows {n_absent} quotations that are not in {title}: it was asked of another "
            "text under that name, perhaps an import, before the file itself was added"
        )
        remedy = f"do not rely on report {number}: ask again, then edgerag history delete {number}"
        yield Finding(Severity.WRONG, "quotations", message, remedy)
    if n_moved := found[Standing.MOVED]:
        message = f"report {number}: {n_moved} of its quotations stand elsewhere in {title} now"
        yield Finding(Severity.NOTE, "quotations", message, "ask the question again")
    if n_blank := found[Standing.BLANK]:
        message = f"report {number}: {n_blank} of its quotations are of damaged pages of {title}"
        yield Finding(Severity.NOTE, "quotations", message, "edgerag doctor --deep --repair")


def _trail(library: Library) -> Iterator[Finding]:
    """Say whether every entry of the audit trail is as it was written."""
    rows, head = library.audit_trail()
    flaw = library.trail_flaw()
    if flaw is not None:
        remedy = "compare it with the last export that was kept elsewhere: edgerag trail verify FILE"
        yield Finding(Severity.WRONG, "audit trail", flaw.what, remedy)
    elif rows:
        yield Finding(Severity.FINE, "audit trail", f"{len(rows)} entries, whole; head {head.hash}")


def _every_model(installed: InstalledModels) -> Iterator[Finding]:
    """Hash every installed model, not only those in use."""
    for entry in installed.entries():
        yield _verified(installed, entry.role, entry.name)


def _permissions(repair: Report | None) -> Iterator[Finding]:
    """Say what of the data others than the owner may look into."""
    folder = paths.data_folder()
    found = open_to_others(folder)
    if found and repair:
        close_to_others(folder)
        found = open_to_others(folder)
    if found:
        message = f"others may look into {found[0]}" + (f" and {len(found) - 1} more" if found[1:] else "")
        remedy = "edgerag doctor --deep --repair; a stick that knows no permissions: keep it locked away"
        yield Finding(Severity.NOTE, "permissions", message, remedy)
    else:
        yield Finding(Severity.FINE, "permissions", f"only you may look into {folder}")


def _unfinished(library: Library, repair: Report | None) -> Iterator[Finding]:
    for task in library.unfinished():
        message = f"{task} was being added when the program died"
        yield Finding(Severity.NOTE, "unfinished", message, f"edgerag add {task!r}")
        if repair:
            library.dismiss(task)


def _entities(library: Library, repair: Report | None) -> Iterator[Finding]:
    """Say whether what the handbooks speak of was read by this version."""
    waiting = library.waiting_for_entities()
    if waiting and repair:
        for n_done, n_handbooks in read_entities_again(library, Event()):
            repair("reading what the handbooks speak of", n_done, n_handbooks)
        left = library.waiting_for_entities()
        yield Finding(Severity.FINE, "entities", f"{len(waiting) - len(left)} handbooks were read for them")
        waiting = left
    if waiting:
        message = f"{len(waiting)} handbooks are still to be read for what they speak of"
        yield Finding(Severity.NOTE, "entities", message, "edgerag doctor --repair")


def _vectors(
    library: Library, indexes: Indexes, installed: InstalledModels, config: Config, repair: Report | None
) -> Iterator[Finding]:
    """Say whether the embedder in use made the vectors."""
    entry = installed.choose(Role.EMBEDDER, config.models.embedder)
    is_other = entry is not None and library.embedder not in {"", entry.revision}
    if not is_other and not library.waiting_for_vectors():
        return
    if repair is None:
        message = f"made by {one_line(library.embedder)}, which is not the embedder in use"
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
    told = {difference.what for difference in differences}
    for error in indexes.impairments():
        if str(error) not in told:
            yield Finding(Severity.WRONG, "indexes", str(error), error.hint or "edgerag doctor --repair")
    for difference in differences:
        yield Finding(
            Severity.WRONG, f"index of {difference.index}", difference.what, "edgerag doctor --repair"
        )
    if not differences:
        yield Finding(Severity.FINE, "indexes", "agree with the library")


def _graph(library: Library, repair: Report | None) -> Iterator[Finding]:
    """Say whether the knowledge graph is whole; one that lags is built when it is next asked for."""
    index = GraphIndex(library, paths.graph_folder())
    if index.is_barred or not library.entities():
        return
    if repair and not index.is_whole():
        repair("building the knowledge graph", 0, 0)
        index.build()
    if index.is_whole():
        yield Finding(Severity.FINE, "graph", "agrees with the library")
    elif index.is_current():
        yield Finding(Severity.WRONG, "graph", "the knowledge graph is damaged", "edgerag doctor --repair")
    else:
        message = "the knowledge graph is not built yet for the library as it is"
        yield Finding(Severity.NOTE, "graph", message, "edgerag doctor --repair, or edgerag graph ENTITY")
