"""A statement of a passage that may be quoted, and what stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgerag.domain.evidence import Passage
from edgerag.language.medicines import named_in
from edgerag.language.negation import forbids
from edgerag.language.sentences import LISTED, Kind, Statement, is_closed, is_lead

_LEAD_REACH = 12
"""How many statements a line ending in a colon may govern."""
_GOVERNED = 3
"""How many of them are read with it."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A span of the handbook text, and the passage it was found in."""

    passage: Passage
    start: int
    end: int
    """Offsets into the handbook text."""
    head: str = ""
    """What it stands under and is quoted with, where that is a quotation of its own: "Children:"."""

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.passage.text[self.start - self.passage.start : self.end - self.passage.start]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement among all those of its passage."""

    passage: Passage
    around: Sequence[Statement]
    """All statements of the passage."""
    index: int
    """Which of them this is."""

    @property
    def statement(self) -> Statement:
        """Where it stands in the passage, and what it looks like."""
        return self.around[self.index]

    @property
    def text(self) -> str:
        """Its characters."""
        return self.text_of(self.index)

    @property
    def said(self) -> str:
        """Its characters and, after a lead-in, those of what it announces."""
        return self.passage.text[self.statement.start : self.around[self.last_governed].end]

    def text_of(self, index: int) -> str:
        """Give the characters of another statement of the passage."""
        return self.passage.text[self.around[index].start : self.around[index].end]

    def quote(self, first: int, last: int) -> Quote:
        """Quote a run of the passage's statements."""
        offset = self.passage.start
        return Quote(self.passage, offset + self.around[first].start, offset + self.around[last].end)

    @property
    def lead(self) -> int | None:
        """The heading or the line ending in a colon that the statement hangs on."""
        for above in range(self.index - 1, max(self.index - 1 - _LEAD_REACH, -1), -1):
            if self.around[above].kind is Kind.LEAD and not self._is_past(above, self.index):
                return above
        return None

    def _is_past(self, head: int, index: int) -> bool:
        """Whether statement `index` is a whole sentence below the list that a line announces or forbids.

        What does not end as a sentence may be one of its entries, without a bullet.
        """
        if self.around[index].kind is not Kind.SENTENCE or not is_closed(self.text_of(index)):
            return False
        is_listed = any(above.kind in LISTED for above in self.around[head + 1 : index])
        said = self.text_of(head)
        return is_listed and (is_lead(said) or forbids(said))

    @property
    def list_head(self) -> int | None:
        """The heading or the line ending in a colon right above the list that the statement is in."""
        for above in range(self.index - 1, -1, -1):
            if self.around[above].kind not in {Kind.ITEM, Kind.RECORD}:
                is_head = self.around[above].kind is Kind.LEAD and not self._is_past(above, self.index)
                return above if is_head else None
        return None

    @property
    def last_governed(self) -> int:
        """The last of the few statements that a lead-in announces; any other statement is its own last."""
        last = self.index
        if self.statement.kind is Kind.LEAD:
            for below in range(self.index + 1, min(self.index + 1 + _GOVERNED, len(self.around))):
                if self.around[below].kind in {Kind.LEAD, Kind.RECORD} or self._is_past(self.index, below):
                    break
                last = below
        return last

    @property
    def header(self) -> int:
        """The first row of the table that the statement is in; itself if it is in none."""
        header = self.index
        while header and self.is_same_table(header - 1):
            header -= 1
        return header

    @property
    def head(self) -> int:
        """The row that names the columns of its table; itself if none of the passage does.

        A passage may begin in the middle of a table, and a page too: its first row is then one of data.
        """
        first = self.header
        is_cut = self.passage.is_within_table and first == 0
        return self.index if is_cut or _are_of_data(self.text_of(first), self.text) else first

    def is_same_table(self, index: int) -> bool:
        """Whether rows `index` and `index + 1` stand in one table: nothing but a rule between them."""
        if index + 1 >= len(self.around):
            return False
        above, below = self.around[index], self.around[index + 1]
        if above.kind is not Kind.ROW or below.kind is not Kind.ROW:
            return False
        return "\n\n" not in self.passage.text[above.end : below.start]


def _are_of_data(first: str, row: str) -> bool:
    """Whether both rows begin with a medicine and the first holds a figure, as names of columns hold none."""
    cells = (text.strip(" |").partition("|")[0] for text in (first, row))
    return any(map(str.isdigit, first)) and all(map(named_in, cells))
