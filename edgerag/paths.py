"""Where edgerag keeps things.

The first of these that is there decides:

1. `EDGERAG_HOME`: one folder for all of them, such as a test's.
2. Beside the executable, a file `edgerag.toml` or a folder `edgerag-data`: everything stays there, on the
   USB stick perhaps. Only for the program that is one executable; an interpreter's folder says nothing.
3. The folders that the system has for each user.

A library in another folder, such as one on a stick, may be open instead of the one that is kept there:
models, settings and the policy stay those of this computer.

No function here creates anything.
"""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

APP = "edgerag"
PORTABLE_SETTINGS = "edgerag.toml"
PORTABLE_DATA = "edgerag-data"
LIBRARY_FILE = "library.db"
_OPEN_LIBRARY = "EDGERAG_LIBRARY"
"""Names the folder of another library; in the environment, so that the children open the same one."""
_REPOSITORY = Path(__file__).parent.parent


class Place(StrEnum):
    """What decided where things are kept."""

    HOME = "EDGERAG_HOME"
    PORTABLE = "portable"
    USER = "the user's folders"


def place() -> Place:
    """Say what decided where things are kept."""
    if os.environ.get("EDGERAG_HOME"):
        return Place.HOME
    return Place.PORTABLE if _portable_folder() else Place.USER


def data_folder() -> Path:
    """The library, its derived indexes, and installed models."""
    return _data_of(_home())


def config_file() -> Path:
    """The settings, a TOML file that may not exist."""
    beside = _portable_folder()
    if beside and place() is Place.PORTABLE:
        return beside / PORTABLE_SETTINGS
    home = _home()
    folder = home / "config" if home else platformdirs.user_config_path(APP, appauthor=False)
    return folder / "config.toml"


def log_folder() -> Path:
    """Rotating logs, which hold no question and no handbook text."""
    home = _home()
    return home / "log" if home else platformdirs.user_log_path(APP, appauthor=False)


def library_folder() -> Path:
    """Where the open library is, with what is derived from it."""
    chosen = os.environ.get(_OPEN_LIBRARY)
    return Path(chosen) if chosen else data_folder()


def is_own_library() -> bool:
    """Say whether the open library is the one that this computer keeps."""
    return library_folder() == data_folder()


def choose_library(folder: Path) -> None:
    """Have the library of a folder opened from now on; what is open must be closed before."""
    if folder == data_folder():
        os.environ.pop(_OPEN_LIBRARY, None)
    else:
        os.environ[_OPEN_LIBRARY] = str(folder.absolute())


def library_within(picked: Path) -> Path | None:
    """Give the folder of the library that is meant by its file, its folder, or a stick with the program."""
    folder = picked.parent if picked.name == LIBRARY_FILE else picked
    likely = (folder, folder / "data", _data_of(folder / PORTABLE_DATA))
    return next((one.absolute() for one in likely if (one / LIBRARY_FILE).is_file()), None)


def library_file() -> Path:
    """The SQLite file that is the system of record."""
    return library_folder() / LIBRARY_FILE


def lexical_folder() -> Path:
    """Tantivy's folder, derived from the library."""
    return library_folder() / "lexical"


def policy_file() -> Path:
    """What whoever prepares laptops has fixed; it may not exist. Its signature is beside it."""
    return data_folder() / "policy.toml"


def graph_folder() -> Path:
    """Where the knowledge graph is, derived from the library."""
    return library_folder() / "graph"


def models_folder() -> Path:
    """Installed models, one folder each."""
    beside = _portable_folder()
    if beside and place() is Place.PORTABLE:
        return models_folder_of(beside)
    return data_folder() / "models"


def models_folder_of(program_folder: Path) -> Path:
    """Where an executable in `program_folder`, not the running one perhaps, looks for its models.

    One that keeps everything beside it, and has no models there yet, takes those of the bundle that it is in.
    """
    portable = program_folder / PORTABLE_DATA if _is_portable(program_folder) else None
    own, bundled_ones = _data_of(_named_home() or portable) / "models", program_folder / "models"
    is_in_bundle = portable is not None and _named_home() is None and bundled_ones.is_dir()
    return bundled_ones if is_in_bundle and not own.is_dir() else own


def program_folder() -> Path:
    """Where bundles install the program unless a person says otherwise."""
    if sys.platform == "win32":
        return platformdirs.user_data_path(appauthor=False) / "Programs" / APP
    return Path.home() / ("Applications" if sys.platform == "darwin" else ".local/opt") / APP


def bundled(*parts: str) -> Traversable:
    """A file or folder that ships with the program: `migrations`, `models/catalogue.toml`.

    Wheels carry these inside the package; a checkout has them at its top level.
    """
    shipped = files("edgerag").joinpath("_data", *parts)
    return shipped if shipped.is_file() or shipped.is_dir() else _REPOSITORY.joinpath(*parts)


def _home() -> Path | None:
    """Give the one folder that holds everything, if there is one."""
    beside = _portable_folder()
    return _named_home() or (beside / PORTABLE_DATA if beside else None)


def is_frozen() -> bool:
    """Say whether this is the executable that was made with PyInstaller."""
    return bool(getattr(sys, "frozen", False))


def _named_home() -> Path | None:
    named = os.environ.get("EDGERAG_HOME")
    return Path(named).expanduser().absolute() if named else None


def _data_of(home: Path | None) -> Path:
    return home / "data" if home else platformdirs.user_data_path(APP, appauthor=False)


def _portable_folder() -> Path | None:
    """Give the executable's folder, if something there asks for everything to be kept there."""
    if not is_frozen():
        return None
    beside = Path(sys.executable).resolve().parent
    return beside if _is_portable(beside) else None


def _is_portable(folder: Path) -> bool:
    """Whether something in the folder asks for everything to be kept there."""
    return (folder / PORTABLE_SETTINGS).is_file() or (folder / PORTABLE_DATA).is_dir()
