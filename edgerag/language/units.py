"""The tables of `data/units.toml`: how numbers, units, limits and frequencies are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

import msgspec


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A substance in the blood whose level is given by mass in one place and by amount in another."""

    mg_per_mmol: str
    step: str
    """In mmol/L: levels that differ by less are told apart by no laboratory's conversion table."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`data/units.toml` as it stands; every value is a fraction with its spellings."""

    numbers: dict[str, list[str]]
    scales: dict[str, list[str]]
    units: dict[str, dict[str, list[str]]]
    per: dict[str, dict[str, list[str]]]
    limits: dict[str, list[str]]
    frequencies: dict[str, list[str]]
    levels: dict[str, Level]


@cache
def tables() -> Tables:
    """Read the tables once."""
    source = files("edgerag.language").joinpath("data/units.toml")
    return msgspec.toml.decode(source.read_bytes(), type=Tables)


def by_spelling(table: Mapping[str, Iterable[str]]) -> dict[str, Fraction]:
    """Turn "value = spellings" round, so that a spelling finds its value."""
    return {spelling: Fraction(value) for value, spellings in table.items() for spelling in spellings}


def any_of(spellings: Iterable[str]) -> str:
    """Give a pattern for the longest of these spellings; a space stands for up to three."""
    ordered = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))
    return "(?:" + "|".join(re.escape(spelling).replace(r"\ ", r"\s{1,3}") for spelling in ordered) + ")"


def one_space(written: str) -> str:
    """Write one space for several, as the tables do."""
    return " ".join(written.split())
