"""Where edgerag keeps things; `EDGERAG_HOME` moves all of them, to a USB stick or a test's folder.

No function here creates anything.
"""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

APP = "edgerag"
_REPOSITORY = Path(__file__).parent.parent


def _home() -> Path | None:
    home = os.environ.get("EDGERAG_HOME")
    return Path(home).expanduser().absolute() if home else None


def data_folder() -> Path:
    """The library, its derived indexes, and installed models."""
    home = _home()
    return home / "data" if home else platformdirs.user_data_path(APP, appauthor=False)


def config_file() -> Path:
    """The settings, a TOML file that may not exist."""
    home = _home()
    folder = home / "config" if home else platformdirs.user_config_path(APP, appauthor=False)
    return folder / "config.toml"


def log_folder() -> Path:
    """Rotating logs, which hold no question and no handbook text."""
    home = _home()
    return home / "log" if home else platformdirs.user_log_path(APP, appauthor=False)


def library_file() -> Path:
    """The SQLite file that is the system of record."""
    return data_folder() / "library.db"


def lexical_folder() -> Path:
    """Tantivy's folder, derived from the library."""
    return data_folder() / "lexical"


def models_folder() -> Path:
    """Installed models, one folder each."""
    return data_folder() / "models"


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
