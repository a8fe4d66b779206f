"""Four short handbooks and a medicines list of clinics that do not exist, for demonstration and tests.

The handbooks agree, complement each other, differ and contradict each other on known points, and each is
silent on some; the gold file says where. `packaging/samples/build.py` makes them all. They are not for
clinical use.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

_STEMS = ("marula-hill-2010", "kestrel-bay-2014", "tamarind-valley-2019", "brightwater-2023")


def sample_files() -> list[Path]:
    """Give the four handbooks as PDF, oldest first.

    Beside them lie two of them in other formats: `kestrel-bay-2014.md` and `tamarind-valley-2019.docx`.
    """
    return [_folder() / f"{stem}.pdf" for stem in _STEMS]


def sample_lists() -> list[Path]:
    """Give the medicines list of a fifth clinic, as a workbook and with the same rows as CSV."""
    return [_folder() / f"saltbush-crossing-2022.{ending}" for ending in ("xlsx", "csv")]


def gold_file() -> Path:
    """Give the questions with each handbook's answer, its page, and the relation of every pair of answers."""
    return _folder() / "gold.jsonl"


def _folder() -> Path:
    return Path(str(files("edgerag.samples")))
