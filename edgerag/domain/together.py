"""What several handbooks say to one question, taken together: a quotation of each, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from edgerag.domain.answers import Citation
from edgerag.domain.ids import HandbookId


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The statement of one handbook that answers best, with what completes it."""

    handbook: HandbookId
    citations: tuple[Citation, ...]
    """In the order in which they are to be read; each verified against the stored page."""


@dataclass(frozen=True, slots=True)
class Together:
    """One excerpt of each handbook that answers, as far as there is room."""

    excerpts: tuple[Excerpt, ...]
    """The handbooks that likeliest answer come first."""
    named: tuple[str, ...] = ()
    """The collections that the question names; empty if it names none."""
    silent: tuple[str, ...] = ()
    """Those of `named` of which no handbook answers that is known to be of them."""
    left_out: tuple[HandbookId, ...] = ()
    """Handbooks that answer and are not quoted, for want of room or of a quotation that holds."""

    @property
    def handbooks(self) -> tuple[HandbookId, ...]:
        """The handbooks that are quoted."""
        return tuple(excerpt.handbook for excerpt in self.excerpts)
