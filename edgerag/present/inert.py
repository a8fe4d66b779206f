"""Text from outside made harmless, before it meets a terminal or a Markdown reader.

Handbook text, file names and questions are written by anybody. A terminal obeys escape
sequences, a reader's eye obeys bidirectional overrides, and Markdown turns text into links
and HTML. Whatever could be obeyed is shown as a visible code point, or escaped; only
what cannot be seen and means nothing is dropped.
"""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
"""Zero-width (non-)joiners: spelling in Persian and Indic scripts, and harmless."""

_DROPPED = "\u00ad\u200b\u2060\ufeff"
"""Soft hyphen and zero-width spaces: they mark places to break a line, and nothing else."""

_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs"})
"""Controls, format characters (bidi overrides, tags) and lone surrogates."""

_MARKDOWN_SPECIAL = re.compile(r"[\\`*_{}\[\]()<>#|~&!$@:^]")
_DOT_IN_ADDRESS = re.compile(r"(?<=[^\W\d])\.(?=\w)|(?<=\d)\.(?=[^\W\d])")
"""A dot that may be part of "www.example.org", and not of "1.5 mL"."""
_BLOCK_START = re.compile(r"^([-+=]|\d+(?=\.(?:\s|$)))")


def inert(text: str) -> str:
    """Make `text` safe to print; line breaks stay, tabs become spaces."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    if unified.isprintable():
        return unified
    return "".join(map(_visible, unified))


def in_line(text: str) -> str:
    """Make `text` safe to print within one line, its runs of spaces kept: no name can begin a line."""
    return inert(text).replace("\n", " ")


def one_line(text: str) -> str:
    """Make `text` safe to print, with every run of white space as one space."""
    return " ".join(inert(text).split())


def markdown(text: str) -> str:
    """Make `text` one line that every Markdown reader shows as it stands: no link, HTML, list or heading."""
    escaped = _MARKDOWN_SPECIAL.sub(r"\\\g<0>", one_line(text))
    escaped = _DOT_IN_ADDRESS.sub(r"\\.", escaped)
    start = _BLOCK_START.match(escaped)
    if start is None:
        return escaped
    digits = start[1]
    if digits.isdigit():
        return f"{digits}\\{escaped[len(digits) :]}"
    return f"\\{escaped}"


def escaped_json(text: str) -> str:
    """Write what a terminal could obey in JSON as escapes: the same JSON, safe to print."""
    return text if text.replace("\n", "").isprintable() else "".join(map(_as_json, text))


def _as_json(character: str) -> str:
    if character == "\n" or unicodedata.category(character) not in _UNSAFE_CATEGORIES | {"Zl", "Zp"}:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _visible(character: str) -> str:
    if character == "\n" or character in _JOINERS:
        return character
    if character == "\t":
        return " "
    if character in _DROPPED:
        return ""
    if unicodedata.category(character) in _UNSAFE_CATEGORIES:
        return f"<U+{ord(character):04X}>"
    return character
