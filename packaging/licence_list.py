"""The list that `edgerag licences` prints in an executable: every owner of a file inside, with its texts.

A file belongs to a Python package, to Python itself or to a package of the build system. One whose owner has
no licence text stops the build.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, distributions
from pathlib import Path

import msgspec

from edgerag.licences import LIST, Component, of_distribution, read_text

ADDED = Path(__file__).parent / "licences"
"""Texts of what comes inside a wheel without its own."""
APACHE = Path(__file__).parents[1] / "LICENSE"


def write_licences(sources: Iterable[Path], folder: Path) -> Path:
    """Write the list for files that come from `sources`."""
    found = [
        *_of_files({source.resolve() for source in sources}),
        _python(),
        _launcher(),
        _llama(),
        _wordnet(),
    ]
    components = sorted((_completed(one) for one in found), key=lambda one: one.name.casefold())
    without = [one.name for one in components if not one.texts]
    if without:
        raise SystemExit(f"no licence text for {', '.join(without)}: add it to {ADDED}")
    path = folder / LIST
    path.write_bytes(msgspec.json.encode(components))
    return path


def _of_files(sources: set[Path]) -> Iterator[Component]:
    for package in distributions():
        owned = {Path(str(path.locate())).resolve() for path in package.files or ()} & sources
        if owned:
            yield of_distribution(package)
            sources -= owned
    yield from _of_debian(
        [path for path in sources if path.is_relative_to("/usr") or path.is_relative_to("/lib")]
    )


def _of_debian(paths: list[Path]) -> Iterator[Component]:
    owners = {_debian_owner(path) for path in paths if not path.is_relative_to(sys.base_prefix)}
    for owner in sorted(owners):
        version = _said_by("dpkg-query", "--show", "--showformat=${Version}", owner)
        name = owner.partition(":")[0]
        text = Path("/usr/share/doc") / name / "copyright"
        yield Component(name, version, "see its text", {"copyright": read_text(text)})


def _debian_owner(path: Path) -> str:
    """Ask for a file under both its names: /lib is a link to /usr/lib, and packages are of either mind."""
    elsewhere = str(path).removeprefix("/usr")
    owner = _said_by("dpkg", "--search", elsewhere, f"/usr{elsewhere}").partition(": ")[0]
    if not owner:
        raise SystemExit(f"{path} belongs to no package, so its licence is unknown")
    return owner


def _said_by(*command: str) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout


def _python() -> Component:
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    return Component("Python", sys.version.split()[0], "PSF-2.0", {text.name: read_text(text)})


def _launcher() -> Component:
    return of_distribution(distribution("pyinstaller"))


def _llama() -> Component:
    return Component("llama.cpp", distribution("llama-cpp-python").version, "MIT", {})


def _wordnet() -> Component:
    """Name what the two files of `edgerag/language/data` that begin with "wordnet" are made of."""
    return Component("WordNet", "3.0", "WordNet", {})


def _completed(component: Component) -> Component:
    """Add a text that the wheel lacks."""
    added = ADDED / f"{component.name}.txt"
    if not added.is_file() and (component.texts or "Apache" not in component.licence):
        return component
    path = added if added.is_file() else APACHE
    return msgspec.structs.replace(component, texts={**component.texts, path.name: read_text(path)})
