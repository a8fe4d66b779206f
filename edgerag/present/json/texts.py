"""What JSON can hold of a text, and of a name."""

from __future__ import annotations

from collections.abc import Container

from edgerag.domain.ids import HandbookId


def encodable(text: str) -> str:
    """Replace what the command line hands over when bytes are not UTF-8 (lone surrogates)."""
    return text.encode("utf-8", "replace").decode("utf-8")


def known(book: str, asked: Container[str]) -> HandbookId:
    """Give the id of a handbook that was asked.

    Raises:
        ValueError: it was not.
    """
    if book not in asked:
        raise ValueError(f"the summary names handbook {book}, which was not asked")
    return HandbookId(book)
