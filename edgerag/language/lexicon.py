"""The lexicon as it is written in `data/`: medicines in `drugs.toml`, everything else in `names.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

Names = dict[str, list[str]]
"""Canonical names, each with the other names for it."""


class Medicines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of `drugs.toml`."""

    drugs: Names
    classes: Names
    members: dict[str, list[str]]
    """Drugs and classes by the class that they belong to."""
    combinations: dict[str, list[str]]
    """Drugs by the one name of what holds them all."""
    interchangeable: dict[str, list[str]]
    clipped: Names
    """Beginnings of names that stand for them, where `clipped.py` could not tell."""
    no_clips: frozenset[str]
    """Words that begin a name and do not stand for it."""
    high_alert: frozenset[str]
    """Drugs and classes of which a wrong dose does most harm."""


class Others(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of `names.toml`."""

    routes: Names
    populations: Names
    exclusive: dict[str, list[str]]
    analytes: Names
    procedures: Names
    tests: Names
    conditions: Names
    """Each with all words for it: its canonical name is no word of a text."""
    actions: Names
    function_words: dict[str, list[str]]


@cache
def medicines() -> Medicines:
    """Read `drugs.toml`."""
    return msgspec.toml.decode(_content("drugs.toml"), type=Medicines)


@cache
def others() -> Others:
    """Read `names.toml`."""
    return msgspec.toml.decode(_content("names.toml"), type=Others)


@cache
def members(of_class: str) -> frozenset[str]:
    """Name the drugs and classes that belong to a class, through classes within it."""
    table = medicines().members
    direct = frozenset(table.get(of_class, ()))
    return direct.union(*(members(name) for name in direct if name in table and name != of_class))


@cache
def holds_classes(of_class: str) -> bool:
    """Whether a class is so wide that it holds others: antibiotics do, macrolides do not."""
    return not members(of_class).isdisjoint(medicines().classes)


def _content(name: str) -> bytes:
    return files("edgerag.language").joinpath("data", name).read_bytes()
