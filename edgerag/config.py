"""Settings: defaults here, overridden by `config.toml`, overridden by the command line.

Unknown keys are refused, with the path of the key, so that a typo is an error and
not a silently ignored setting.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from edgerag.errors import ConfigError
from edgerag.folders import hint_of, make_private

if TYPE_CHECKING:
    import tomlkit


class SettingsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every table of `config.toml`."""


class Models(SettingsTable, frozen=True):
    """Table `[models]`: which installed model has which role; empty means the catalogue's default."""

    embedder: Annotated[
        str,
        Meta(
            title="Search model",
            description="Finds passages by meaning. Empty: the usual one. "
            "With another one, every handbook must be re-indexed before the next question.",
        ),
    ] = ""
    reranker: Annotated[
        str, Meta(title="Ranking model", description="Puts passages in order. Empty: the usual one.")
    ] = ""
    entailment: Annotated[
        str,
        Meta(
            title="Comparing model",
            description="Tells whether two answers agree. Empty: the one that comes with the program.",
        ),
    ] = ""
    generator: Annotated[
        str,
        Meta(
            title="Language model",
            description="Writes answers from the passages. Empty: the usual one, if it is installed.",
        ),
    ] = ""
    threads: Annotated[
        int,
        Meta(
            title="Threads",
            description="Processor cores that models use at once. "
            "0: all of them, and one less for the language model.",
            ge=0,
            le=256,
        ),
    ] = 0


class Ingest(SettingsTable, frozen=True):
    """Table `[ingest]`; the sizes of chunks are those of HERO-QA, section 4.2."""

    chunk_words: Annotated[
        int,
        Meta(
            title="Passage length",
            description="Words in a passage. Counts for handbooks that are added from now on.",
            ge=20,
            le=1000,
        ),
    ] = 160
    overlap_words: Annotated[
        int,
        Meta(
            title="Passage overlap",
            description="Words that two neighbouring passages share; at most half of a passage.",
            ge=0,
            le=500,
        ),
    ] = 32
    timeout_s: Annotated[
        int,
        Meta(
            title="Longest reading", description="Seconds that reading one file may take.", ge=10, le=86_400
        ),
    ] = 600
    memory_mb: Annotated[
        int,
        Meta(
            title="Memory for reading",
            description="Megabytes that reading one file may take.",
            ge=200,
            le=1_000_000,
        ),
    ] = 1000

    def __post_init__(self) -> None:
        if self.overlap_words > self.chunk_words // 2:
            raise ValueError("overlap_words must be at most half of chunk_words")


class Retrieval(SettingsTable, frozen=True):
    """Table `[retrieval]`; the layers are those of HERO-QA, section 4.2."""

    first_stage_k: Annotated[
        int,
        Meta(
            title="First finds",
            description="Passages that each way of searching proposes per handbook. More is slower.",
            ge=1,
            le=1000,
        ),
    ] = 20
    rerank_passages: Annotated[
        int,
        Meta(
            title="Passages to rank",
            description="Passages that one question reads closely, over all handbooks. More is slower.",
            ge=1,
            le=10_000,
        ),
    ] = 80
    passages: Annotated[
        int,
        Meta(
            title="Passages per handbook",
            description="Passages of each handbook from which its answer is made.",
            ge=1,
            le=50,
        ),
    ] = 7
    full_document_tokens: Annotated[
        int,
        Meta(
            title="Short handbooks",
            description="Handbooks of up to this many tokens (about 3/4 of a word each) "
            "are given whole to the language model.",
            ge=0,
            le=1_000_000,
        ),
    ] = 700


class Answers(SettingsTable, frozen=True):
    """Table `[answers]`."""

    extractive: Annotated[
        bool,
        Meta(
            title="Quotations only",
            description="Quote the handbooks word for word, even when a language model is installed. Fast.",
        ),
    ] = False
    prompt_tokens: Annotated[
        int,
        Meta(
            title="Longest reading matter",
            description="Tokens that the language model reads per handbook. Without a graphics card, "
            "a model of 1.5 billion parameters reads about 40 a second on two cores.",
            ge=200,
            le=1_000_000,
        ),
    ] = 1000
    max_tokens: Annotated[
        int,
        Meta(
            title="Longest answer",
            description="Tokens that the language model writes per handbook.",
            ge=16,
            le=10_000,
        ),
    ] = 160


class Interface(SettingsTable, frozen=True):
    """Table `[interface]`: how the terminal interface looks and behaves."""

    theme: Annotated[
        Literal["dark", "light", "high-contrast"], Meta(title="Theme", description="The colours.")
    ] = "dark"
    ascii_borders: Annotated[
        bool,
        Meta(
            title="Plain borders",
            description="Draw frames and signs with -, | and + only, for terminals that show boxes badly.",
        ),
    ] = False
    reduced_motion: Annotated[
        bool, Meta(title="Less motion", description="No animations and no smooth scrolling.")
    ] = False
    lock_minutes: Annotated[
        int,
        Meta(
            title="Cover the screen",
            description="Minutes without a key after which the screen is covered, because questions may "
            "hold patient data. 0: never.",
            ge=0,
            le=1440,
        ),
    ] = 10
    person: Annotated[
        str,
        Meta(
            title="Your name",
            description="Stands beside the account's name in the audit trail, if one is written. "
            "The usual one: that name alone.",
            max_length=100,
        ),
    ] = ""


class Config(SettingsTable, frozen=True):
    """The whole of `config.toml`."""

    models: Models = Models()
    ingest: Ingest = Ingest()
    retrieval: Retrieval = Retrieval()
    answers: Answers = Answers()
    interface: Interface = Interface()
    keys: dict[str, dict[str, str]] = {}
    """Tables `[keys.SCREEN]`: another key for an action of the terminal interface, `copy = "y"`."""


_ENCODING = "utf-8-sig"
"""UTF-8 with or without the mark before it that Windows writes."""

Value = bool | int | str | dict[str, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a person should know of one setting."""

    key: str
    """As `change` wants it: "retrieval.passages"."""
    title: str
    explanation: str
    default: Value
    choices: tuple[str, ...] = ()
    """The only values there are; empty if any will do."""
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    """Characters, of a text."""

    @property
    def expected(self) -> str:
        """Say what values there are: "dark, light or high-contrast", "a whole number from 1 to 50"."""
        if self.choices:
            return f"{', '.join(self.choices[:-1])} or {self.choices[-1]}"
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"a whole number from {self.least} to {self.most}"
        return "text" if self.longest is None else f"text of at most {self.longest} characters"

    @property
    def table(self) -> str:
        """The table that it stands in."""
        return self.key.partition(".")[0]


def settings() -> tuple[Setting, ...]:
    """Describe every setting but the keys, in the order of the tables and of their fields."""
    return tuple(setting for setting, _ in _annotated())


def _annotated() -> Iterator[tuple[Setting, Any]]:
    """Yield every setting but the keys with what its field is annotated with."""
    defaults = Config()
    for name in Config.__struct_fields__:
        if name == "keys":
            continue
        table = getattr(defaults, name)
        for field in msgspec.structs.fields(type(table)):
            yield _setting(f"{name}.{field.name}", field.type, getattr(table, field.name)), field.type


def value_of(config: Config, key: str) -> Value:
    """Give the value of one setting, such as `retrieval.passages`."""
    table, _, name = key.partition(".")
    value: Value = getattr(getattr(config, table), name)
    return value


def load(path: Path) -> Config:
    """Read `path`, or return the defaults if there is no such file.

    Raises:
        ConfigError: the file cannot be read, is not TOML, or has an unknown key or a wrong type.
    """
    try:
        text = path.read_text(_ENCODING)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise _unusable(path, "read", error) from error
    except UnicodeDecodeError as error:
        raise _wrong(path, error) from error
    try:
        return msgspec.toml.decode(text, type=Config)
    except msgspec.ValidationError as error:
        raise _wrong(path, _misfits(text) or error) from error
    except msgspec.DecodeError as error:
        raise _wrong(path, error) from error
    except RecursionError as error:
        raise _wrong(path, "nested too deeply") from error


def demand(path: Path) -> None:
    """See that there is a settings file.

    Raises:
        ConfigError: there is none.
    """
    if not path.exists():
        raise ConfigError(
            f"{path}: there is no such settings file",
            hint="name another, or begin it with `edgerag --config FILE config set KEY VALUE`",
        )


def change(path: Path, key: str, value: str) -> Config:
    """Set one `table.name`, written as a person types it; see `write`.

    Raises:
        ConfigError: as `write`.
    """
    table, _, name = key.partition(".")
    return write(path, {key: _typed(table, name, value)})


def write(path: Path, changes: Mapping[str, Value]) -> Config:
    """Set some `table.name` in the file, keeping its comments; returns the settings that result.

    Raises:
        ConfigError: there is no such setting, a value does not fit, or the file cannot be read or written;
            it is unchanged.
    """
    import tomlkit

    document = _document(path)
    for key, value in changes.items():
        table, _, name = key.partition(".")
        document.setdefault(table, tomlkit.table())[name] = value
    text = tomlkit.dumps(document)
    try:
        changed = msgspec.toml.decode(text, type=Config)
    except msgspec.ValidationError as error:
        told = _misfits(text) or f"{', '.join(changes)}: {error}"
        raise ConfigError(told, hint="see `edgerag config show`") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{', '.join(changes)}: {error}", hint="see `edgerag config show`") from error
    try:
        _replace(path, text)
    except OSError as error:
        raise _unusable(path, "written", error) from error
    return changed


def _unusable(path: Path, done: str, error: OSError) -> ConfigError:
    reason = error.strerror or "unknown reason"
    return ConfigError(f"{path}: cannot be {done}: {reason}", hint=hint_of(error))


def _wrong(path: Path, told: object) -> ConfigError:
    return ConfigError(f"{path}: {told}", hint="correct or delete that line")


def _setting(key: str, annotated: Any, default: Value) -> Setting:
    """Read what the annotation of a field tells a person, and what it demands."""
    kind, meta = get_args(annotated)
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    return Setting(key, meta.title, meta.description, default, choices, meta.ge, meta.le, meta.max_length)


def _misfits(text: str) -> str:
    """Say which settings of a file have a value that does not fit, and what would; empty if all fit."""
    tables: dict[str, Any] = msgspec.toml.decode(text)
    told = []
    for setting, annotated in _annotated():
        table, _, name = setting.key.partition(".")
        given = tables.get(table)
        if isinstance(given, dict) and name in given and not _fits(given[name], annotated):
            told.append(f"{setting.key}: {given[name]!r} does not fit; it can be {setting.expected}")
    return "; ".join(told)


def _fits(value: object, annotated: Any) -> bool:
    try:
        msgspec.convert(value, annotated)
    except msgspec.ValidationError:
        return False
    return True


def _document(path: Path) -> tomlkit.TOMLDocument:
    import tomlkit
    import tomlkit.exceptions

    try:
        return tomlkit.parse(path.read_text(_ENCODING))
    except FileNotFoundError:
        return tomlkit.document()
    except OSError as error:
        raise _unusable(path, "read", error) from error
    except (tomlkit.exceptions.ParseError, UnicodeDecodeError) as error:
        raise _wrong(path, error) from error


def _typed(table: str, name: str, value: str) -> bool | int | str:
    """Read `value` as the type that the setting's default has."""
    default = getattr(getattr(Config(), table, None), name, None)
    if default is None:
        raise ConfigError(f"there is no setting {table}.{name}", hint="see `edgerag config show`")
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(value.lower(), value)
    if isinstance(default, int):
        try:
            return int(value)
        except ValueError:
            return value
    return value


def _replace(path: Path, text: str) -> None:
    """Write `text` beside `path` and rename it there, so that a power cut leaves one or the other."""
    make_private(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
