"""Words of guidelines that mean the same, the opposite, or another of the same kind, from `words.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeVar

import msgspec

Listed = TypeVar("Listed")

Groups = tuple[tuple[str, ...], ...]
"""Names in groups of a kind."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`words.toml`, whose remarks say what each list is for."""

    numbers: tuple[str, ...]
    frequencies: Groups
    routes: Groups
    synonyms: Groups
    opposites: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    conditions: tuple[str, ...]
    drug_classes: Groups
    advising: tuple[str, ...]
    imperatives: tuple[str, ...]
    conversions: tuple[tuple[str, str, int], ...]
    other_units: dict[str, str]


def listed(name: str, kind: type[Listed]) -> Listed:
    """Read a file of lists beside this module."""
    return msgspec.toml.decode(Path(__file__).with_name(name).read_bytes(), type=kind)


WORDS: Final = listed("words.toml", Words)
CLASS_OF: Final = {drug: drugs for drugs in WORDS.drug_classes for drug in drugs}
"""The drugs that each drug is mistaken for, itself among them."""
DRUGS: Final = tuple(CLASS_OF)
