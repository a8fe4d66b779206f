"""Brings models to this machine in a thread: downloads them, or copies them from a stick."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final

from textual.message import Message

from edgerag.errors import EdgeRagError
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


def copy_known(paths: Sequence[Path], cancel: Event, post: Post) -> None:
    """Copy models that edgerag knows: files, folders, and every model of a stick that is not here.

    Raises:
        Cancelled: `cancel` was set; models that were copied before stay.
        DiskFullError: there is no room.
        ModelError: one is damaged, or is none that edgerag knows.
    """
    brought: list[str] = []
    try:
        for path in paths:
            brought += _copy(path, cancel, post)
    except EdgeRagError:
        if brought:
            post(ModelsBrought(tuple(brought)))
        raise
    post(ModelsBrought(tuple(brought)))


def copy_file(path: Path, role: Role, cancel: Event, post: Post) -> None:
    """Copy one model, which edgerag does not know, for a role.

    Raises:
        Cancelled: `cancel` was set.
        DiskFullError: there is no room.
        ModelError: it is no model, or does not work.
    """
    post(ModelsBrought((_copy_file(path, role, cancel, post),)))


def _copy(path: Path, cancel: Event, post: Post) -> list[str]:
    """Copy the models that a path stands for, and give their names."""
    from edgerag.inference.installed import models_in

    if path.is_dir() and models_in(path):
        return [entry.name for entry in _models().import_folder(path, advance(cancel, post))]
    return [_copy_file(path, None, cancel, post)]


def _copy_file(path: Path, role: Role | None, cancel: Event, post: Post) -> str:
    tell = advance(cancel, post)
    entry = _models().import_file(
        path,
        role=role,
        progress=lambda doing, n_done, n_all: tell(f"importing {path.name}: {doing}", n_done, n_all),
    )
    return entry.name


def _models() -> InstalledModels:
    from edgerag import paths
    from edgerag.inference.installed import InstalledModels

    return InstalledModels(paths.models_folder())
