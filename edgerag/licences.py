"""What this program is made of, and under which licences.

An executable carries a list that was made when it was built: what is inside, with every text. Elsewhere the
list is what the installed packages say of themselves.
"""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePath

import msgspec

from edgerag.errors import EdgeRagError
from edgerag.paths import APP, bundled

LIST = "licences.json"
_TEXT = re.compile(r"(licen[sc]e|copying|notice|third.?party)", re.IGNORECASE)
_PROGRAMS = {".py", ".pyc", ".so", ".pyd"}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LONGEST_LICENCE = 80
"""Some packages give a whole text where the name of a licence belongs."""


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program or library, with its licence."""

    name: str
    version: str
    licence: str
    texts: dict[str, str]
    """File name to text."""


def components() -> tuple[Component, ...]:
    """List what the program is made of, by name."""
    made = bundled(LIST)
    if made.is_file():
        return msgspec.json.decode(made.read_bytes(), type=tuple[Component, ...])
    return tuple(of_distribution(one) for _, one in sorted(_required(APP).items()))


def component(name: str) -> Component:
    """Find one by its name, in whatever case.

    Raises:
        EdgeRagError: there is none.
    """
    for one in components():
        if one.name.casefold() == name.casefold():
            return one
    raise EdgeRagError(f"nothing here is called {name!r}", hint="`edgerag licences` lists all names")


def of_distribution(package: Distribution) -> Component:
    """Read what an installed package says of its licence."""
    texts = {str(path): read_text(Path(str(path.locate()))) for path in package.files or () if _is_text(path)}
    return Component(package.name, package.version, _licence(package), texts)


def read_text(path: Path) -> str:
    """Read a licence, which may be older than UTF-8."""
    content = path.read_bytes()
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _is_text(path: PurePath) -> bool:
    if path.suffix in _PROGRAMS:
        return False
    return _TEXT.match(path.name) is not None or (".dist-info" in path.parts[0] and "licenses" in path.parts)


def _licence(package: Distribution) -> str:
    """Prefer the SPDX expression, then the short older field, then the classifiers."""
    fields = {name: package.metadata.get_all(name) or [] for name in ("License-Expression", "License")}
    stated = [one for values in fields.values() for one in values if 0 < len(one) <= _LONGEST_LICENCE]
    classifiers = package.metadata.get_all("Classifier") or []
    named = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::")]
    return stated[0] if stated else ", ".join(named) or "see its text"


def _required(name: str) -> dict[str, Distribution]:
    """Give a package and all that it needs, as far as installed: what is for other systems is not."""
    found: dict[str, Distribution] = {}
    waiting = [name]
    while waiting:
        package = _installed(waiting.pop())
        if package is not None and package.name.casefold() not in found:
            found[package.name.casefold()] = package
            waiting += [_name(line) for line in package.requires or () if "extra ==" not in line]
    return found


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _name(requirement: str) -> str:
    match = _NAME.match(requirement)
    return match[0] if match else ""
