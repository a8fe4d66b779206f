"""Handbooks that are carried from library to library: what a file offers, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from edgerag.present.amounts import count, size
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style, cells, paragraph, shorten

LONGEST_NAME = 200
"""Characters of a title."""
MARK_COLUMNS = 4
NO_QUESTIONS = (
    "It never holds questions, answers or the names of folders. It is not encrypted, even if the library is."
)


@dataclass(frozen=True, slots=True)
class Offered:
    """One handbook of a file, as the file lists it."""

    title: str
    edition: str
    file_name: str
    length: str
    """Such as "3 pages" or "2 parts"."""
    is_here: bool
    """Whether the library has this very content."""
    has_namesake: bool
    """Whether the library has another content of its file's name."""

    @property
    def name(self) -> str:
        """Name it: "Primary Care 101 (2013)", safe to print, however long what is listed may be."""
        title, edition = (one_line(stated[:LONGEST_NAME]) for stated in (self.title, self.edition))
        return (title or one_line(self.file_name[:LONGEST_NAME])) + (f" ({edition})" if edition else "")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a file holds, and whether it may be imported."""

    file_name: str
    handbooks: tuple[Offered, ...]
    signed_by: str
    """Fingerprint of a key; empty if nobody signed it."""
    refusal: str = ""
    """Why the policy lets none of it in, and whom to ask; empty if it does."""

    @property
    def n_new(self) -> int:
        """How many handbooks the library does not have."""
        return sum(not book.is_here for book in self.handbooks)

    @property
    def can_be_taken(self) -> bool:
        """Whether an import would change anything."""
        return bool(self.n_new) and not self.refusal


class Became(StrEnum):
    """What became of one handbook of a file."""

    IMPORTED = "imported"
    LEFT_ALONE = "here already, left alone"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Taken:
    """One handbook of a file after the import."""

    name: str
    """Safe to print."""
    became: Became
    why: str = ""
    hint: str = ""
    """What to do about it."""


def offer_title(offer: Offer) -> str:
    """Say how much a file holds: "stick.edgerag: 4 handbooks, 1 of them new"."""
    n = len(offer.handbooks)
    new = (
        "all new" if offer.n_new == n else f"{offer.n_new} of them new" if offer.n_new else "all here already"
    )
    return f"{one_line(offer.file_name)}: {count(n, 'handbook')}{', ' + new if n else ''}"


def offer_lines(offer: Offer, width: int) -> list[Line]:
    """Lay out who signed a file and each of its handbooks, why it cannot be imported first."""
    lines: list[Line] = []
    if offer.refusal:
        lines += [*paragraph([Segment(f"! {one_line(offer.refusal)}", Style.UNSURE)], width, hang=2), ()]
    if offer.signed_by:
        signed = f"Signed with the key {offer.signed_by}: compare it with what its owner tells you."
        lines += paragraph([Segment(signed)], width)
    else:
        unsigned = "! Nobody signed it: ask whoever gave it to you whether it is theirs."
        lines += paragraph([Segment(unsigned, Style.UNSURE)], width, hang=2)
    lines.append(())
    for book in offer.handbooks:
        sign, told = ("=", f": {Became.LEFT_ALONE}") if book.is_here else ("+", "")
        if not book.is_here and book.has_namesake:
            told = f"; the library has another {one_line(book.file_name[:LONGEST_NAME])}, which stays"
        style = Style.DIM if book.is_here else Style.PLAIN
        text = f"{sign} {book.name}, {book.length}{told}"
        lines += paragraph([Segment(text, style)], width, hang=2)
    return lines


def taken_lines(taken: Sequence[Taken], width: int) -> list[Line]:
    """Lay out what became of each handbook, those that were refused first, with the reason."""
    signs = {Became.REFUSED: "!", Became.IMPORTED: "+", Became.LEFT_ALONE: "="}
    lines: list[Line] = []
    for one in sorted(taken, key=lambda one: list(signs).index(one.became)):
        style = Style.UNSURE if one.became is Became.REFUSED else Style.PLAIN
        lines += paragraph([Segment(f"{signs[one.became]} {one.name}: {one.became}", style)], width, hang=2)
        for more in filter(None, (one.why, one.hint)):
            lines += paragraph([Segment(one_line(more), Style.DIM)], width, indent=2)
    return lines


def taken_sentence(taken: Sequence[Taken]) -> str:
    """Say how an import ended: "2 handbooks imported, 1 here already, 1 refused."."""
    n = {became: sum(one.became is became for one in taken) for became in Became}
    parts = [
        f"{count(n[Became.IMPORTED], 'handbook')} imported",
        f"{n[Became.LEFT_ALONE]} here already" if n[Became.LEFT_ALONE] else "",
        f"{n[Became.REFUSED]} refused" if n[Became.REFUSED] else "",
    ]
    return ", ".join(filter(None, parts)) + "."


def exported_sentence(n_handbooks: int, n_bytes: int, path: str, signed_by: str) -> str:
    """Say what was written where, and who signed it; `signed_by` is empty if nobody did."""
    signed = f"signed with the key {signed_by}" if signed_by else "signed by nobody"
    return f"Exported {count(n_handbooks, 'handbook')}, {size(n_bytes)}, {signed}: {one_line(path)}"


def pick_line(name: str, *, is_picked: bool, width: int) -> str:
    """Lay out a handbook that may be picked, in `width` columns; `name` is safe to print."""
    mark = "[x] " if is_picked else "[ ] "
    shown = shorten(name, max(width - MARK_COLUMNS, 1))
    return f"{mark}{shown}{' ' * max(width - MARK_COLUMNS - cells(shown), 0)}"
