"""The audit trail as a chain: each entry holds the hash of the one before.

    entry    a JSON object in canonical form, which is what is stored, hashed and exported, byte for byte
    hash     SHA-256 of those bytes, in 64 small hexadecimal digits
    before   the hash of the entry before; 64 zeros in entry 1

Canonical form (a part of RFC 8785): UTF-8, no white space between tokens, keys in the order of their code
points, optional fields without a value left out, integers without a fraction and no other numbers. In
strings only what JSON demands is escaped: quotation mark, backslash, and controls below U+0020, of which
backspace, tab, line feed, form feed and return have the forms of two characters, the others those of six
with small digits.

A question is in it as a digest under a salt that is kept elsewhere and deleted with the question: the
entry stays, the chain stays whole, and the digest says nothing any more.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

NOTHING_BEFORE = "0" * 64
"""Stands in entry 1 for the hash of an entry before, and for the head of an empty trail."""
SALT_BYTES = 32


class Deed(StrEnum):
    """What was done."""

    TRAIL_BEGUN = "trail begun"
    TRAIL_PAUSED = "trail paused"
    """Nothing is written from here until it is begun again."""
    ASKED = "asked"
    ADDED = "added"
    IMPORTED = "imported"
    EDITED = "edited"
    REMOVED = "removed"
    HISTORY_DELETED = "history deleted"
    AUDIT_REMOVED = "audit removed"
    EXPORTED = "exported"
    TRAIL_EXPORTED = "trail exported"
    LOCKED = "locked"
    UNLOCKED = "unlocked"


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handbook that a deed was about."""

    id: str
    edition: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One deed."""

    number: int
    """1, 2, ... without gaps."""
    before: str
    when: str
    """UTC, "2026-11-23T20:11:48Z"."""
    who: str
    what: Deed
    chain: str = ""
    """In entry 1, a random name of the trail: which of two exports are of the same laptop."""
    question: str = ""
    """See `digest`."""
    handbooks: tuple[Asked, ...] = ()
    versions: Mapping[str, str] = {}
    """Of the program and the models."""
    verdict: str = ""
    note: str = ""
    """What else there is to say, never in the words of a question."""


class Written(msgspec.Struct, frozen=True):
    """An entry as it is kept: its bytes, and the hash that was written with them."""

    hash: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """What a trail must end with."""

    n_entries: int
    hash: str


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first place at which a trail is not as it was written."""

    number: int
    what: str
    """One sentence that names the entry."""


def canonical(entry: Entry) -> bytes:
    """Give the bytes of an entry, as the head of this module defines them."""
    return msgspec.json.encode(entry, order="sorted")


def written(entry: Entry) -> Written:
    """Give an entry as it is kept."""
    content = canonical(entry)
    return Written(_sha256(content), content)


def read(content: bytes) -> Entry:
    """Read the bytes of an entry.

    Raises:
        ValueError: it is none, or not in canonical form.
    """
    try:
        entry = msgspec.json.decode(content, type=Entry)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if canonical(entry) != content:
        raise ValueError("not in canonical form")
    return entry


def digest(question: str, salt: bytes) -> str:
    """Name a question so that only who has the salt, and guesses the question, can tell which it is."""
    return hmac.digest(salt, question.encode(), "sha256").hex()


def first_flaw(rows: Sequence[Written], head: Head) -> Flaw | None:
    """Find the first entry that was changed, removed, moved or cut off; None if the trail is whole."""
    before = NOTHING_BEFORE
    for number, row in enumerate(rows, 1):
        entry = _sound(row)
        if entry is None:
            return Flaw(number, f"entry {number} was changed")
        if entry.number != number:
            return Flaw(number, f"entry {number} is missing or moved: entry {entry.number} is in its place")
        if entry.before != before:
            after = _sound(rows[number]) if number < len(rows) else None
            is_followed = row.hash == (after.before if after else head.hash)
            changed = number - 1 if is_followed and number > 1 else number
            return Flaw(changed, f"entry {changed} was changed: it was written anew, with another hash")
        before = row.hash
    return _flaw_at_the_end(len(rows), before, head)


def _flaw_at_the_end(n_entries: int, last: str, head: Head) -> Flaw | None:
    """Say what is wrong if the entries follow each other and do not come to the head."""
    following = n_entries + 1
    if n_entries < head.n_entries:
        return Flaw(following, f"entry {following} is missing: there should be {head.n_entries}")
    if n_entries > head.n_entries:
        extra = head.n_entries + 1
        return Flaw(extra, f"entry {extra} was put in after the end")
    if last != head.hash:
        return Flaw(n_entries, f"entry {n_entries} was changed: it is not the one that the head names")
    return None


def _sound(row: Written) -> Entry | None:
    """Read an entry that has its hash."""
    if _sha256(row.content) != row.hash:
        return None
    try:
        return read(row.content)
    except ValueError:
        return None


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
