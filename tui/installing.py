"""Brings models to this machine in a thread: downloads them, or copies them from a stick."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from textual.message import Message

from tui.machine import Post, advance

if TYPE_CHECKING:
    from edgerag.inference.catalogue import Role
    from edgerag.inference.installed import InstalledModels

FOR_SEARCH: Final = ("embedder", "reranker")
"""The roles without which no handbook is read and no question answered."""


@dataclass
class ModelsBrought(Message):
    """Models are installed, whole; none if all that were brought are here already."""

    names: tuple[str, ...]


def download(roles: Collection[str], names: Collection[str], cancel: Event, post: Post) -> None:
    """Download the default models of some roles, and others by name; what is fetched stays.

    Raises:
        Cancelled: `cancel` was set.
        DiskFullError: there is no room.
        ModelError: there is no network, this copy downloads nothing, or what came is not what it must be.
    """
    models = _models()
    tell = advance(cancel, post)
    usual = [e.name for e in models.catalogue.models if e.default and not e.shipped and e.role in roles]
    wanted = [*usual, *names]
    for name in wanted:
        models.install(name, tell)
    post(ModelsBrought(tuple(wanted)))


def copy_folder(folder: Path, cancel: Event, post: Post) -> None:
    """Copy every model of a stick or a folder that is not here.

    Raises:
        Cancelled: `cancel` was set; models that were copied before stay.
        DiskFullError: there is no room.
        ModelError: one is damaged.
    """
    tell = advance(cancel, post)
    brought = _models().import_folder(folder, tell)
    post(ModelsBrought(tuple(entry.name for entry in brought)))


def copy_file(path: Path, role: Role | None, cancel: Event, post: Post) -> None:
    """Copy one model; `role` is for one that edgerag does not know.

    Raises:
        Cancelled: `cancel` was set.
        DiskFullError: there is no room.
        ModelError: it is no model, or does not work.
    """
    tell = advance(cancel, post)
    entry = _models().import_file(
        path,
        role=role,
        progress=lambda doing, n_done, n_all: tell(f"importing {path.name}: {doing}", n_done, n_all),
    )
    post(ModelsBrought((entry.name,)))


def _models() -> InstalledModels:
    from edgerag import paths
    from edgerag.inference.installed import InstalledModels

    return InstalledModels(paths.models_folder())
