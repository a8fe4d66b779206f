"""Looks at models, machine and library in a thread, for the screen that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from textual.message import Message

from edgerag.errors import Cancelled
from edgerag.present.system import Health, SystemStatus
from tui.desk import Desk
from tui.messages import Folded

if TYPE_CHECKING:
    from edgerag.config import Config
    from edgerag.diagnosis import Finding
    from edgerag.inference.hardware import Hardware
    from edgerag.inference.installed import InstalledModels

Post = Callable[[Message], object]
"""A screen's `post_message`."""


@dataclass
class ModelsListed(Folded):
    """What models there are."""

    models: tuple[Health, ...]


@dataclass
class ModelVerified(Message):
    """A model's files were hashed."""

    name: str
    is_whole: bool


@dataclass
class MachineSeen(Folded):
    """What this machine has."""

    hardware: Hardware
    used_bytes: int


@dataclass
class StatusSeen(Folded):
    """How the library and its indexes stand."""

    status: SystemStatus


@dataclass
class FindingMade(Message):
    """The self-check looked at one thing."""

    finding: Finding


@dataclass
class Advanced(Folded):
    """A long step is so far."""

    doing: str
    n_done: int
    n_all: int


def list_models(config: Config) -> Iterator[Message]:
    """Tell what models the catalogue has and what is installed, without hashing anything.

    Raises:
        ModelError: the record of an installed model is damaged.
    """
    from edgerag import paths
    from edgerag.inference.installed import InstalledModels

    installed = InstalledModels(paths.models_folder())
    here = {entry.name: entry for entry in installed.entries()}
    known = {entry.name: entry for entry in installed.catalogue.models if not entry.tests_only}
    in_use = _in_use(installed, config)
    entries = {**known, **here}.values()
    yield ModelsListed(
        tuple(Health(entry, installed=entry.name in here, in_use=entry.name in in_use) for entry in entries)
    )


def verify_models(cancel: Event, post: Post) -> None:
    """Hash the files of every installed model."""
    from edgerag import paths
    from edgerag.errors import ModelError
    from edgerag.inference.installed import InstalledModels

    installed = InstalledModels(paths.models_folder())
    entries = installed.entries()
    total, n_done = sum(entry.bytes for entry in entries), 0
    for entry in entries:
        if cancel.is_set():
            return
        post(Advanced(f"verifying {entry.name}", n_done, total))
        try:
            installed.verify(entry.name)
        except ModelError:
            post(ModelVerified(entry.name, is_whole=False))
        else:
            post(ModelVerified(entry.name, is_whole=True))
        n_done += entry.bytes


def see_machine(desk: Desk) -> Iterator[Message]:
    """Tell what the machine and then what the library is like; takes about a second.

    Raises:
        StoreError: the library cannot be opened.
    """
    import psutil

    from edgerag import paths
    from edgerag.index.sync import Indexes
    from edgerag.inference.hardware import detect_hardware

    yield MachineSeen(detect_hardware(), psutil.Process().memory_info().rss)
    library = desk.library()
    # A locked library's words are in the engine's memory and nowhere else.
    indexes = desk.engine().indexes if library.is_encrypted else Indexes(library, paths.lexical_folder())
    standing = indexes.standing()
    yield StatusSeen(
        SystemStatus(
            n_handbooks=len(library.handbooks()),
            n_waiting=len(library.waiting_for_vectors()),
            generation=standing.library,
            vectors_agree=standing.vectors_agree,
            words_generation=standing.words,
            embedder=library.embedder,
            data_folder=str(paths.data_folder()),
        )
    )


def check_everything(config: Config, cancel: Event, post: Post, *, mend: bool) -> None:
    """Run the self-check, posting each finding; with `mend`, mend what can be mended.

    Raises:
        Cancelled: `cancel` was set.
    """
    from edgerag.diagnosis import diagnose

    for finding in diagnose(config, repair=advance(cancel, post) if mend else None):
        post(FindingMade(finding))
        stop_if_set(cancel)


def advance(cancel: Event, post: Post) -> Callable[[str, int, int], None]:
    """Make a progress function that posts, and that stops the work when `cancel` is set."""

    def tell(doing: str, n_done: int, n_all: int) -> None:
        stop_if_set(cancel)
        post(Advanced(doing, n_done, n_all))

    return tell


def stop_if_set(cancel: Event) -> None:
    """Leave the work if somebody asked for it.

    Raises:
        Cancelled: `cancel` is set.
    """
    if cancel.is_set():
        raise Cancelled("stopped", hint="start it again when you like")


def _in_use(installed: InstalledModels, config: Config) -> set[str]:
    """Name the model that each role uses, as far as it is installed."""
    from edgerag.diagnosis import chosen_models
    from edgerag.errors import ModelError

    names = set()
    for role, name in chosen_models(config).items():
        try:
            entry = installed.choose(role, name)
        except ModelError:
            continue
        if entry:
            names.add(entry.name)
    return names
