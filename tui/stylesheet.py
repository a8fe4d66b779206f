"""The style sheet, parsed when it changes.

Textual parses every source anew whenever a screen is seen for the first time, three times in a row: a tenth
of a second in which a key seems dead.
"""

from __future__ import annotations

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

MORE_THAN_SOURCES = 1024
"""Textual keeps the rules of 64 sources, which are fewer than the widgets have: each pushed out the next."""


class ParsedOnce(Stylesheet):
    """A style sheet that keeps the rules of a source as long as its words and the theme are the same."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(MORE_THAN_SOURCES)

    def set_variables(self, variables: dict[str, str]) -> None:
        """Forget all rules, if the theme is another one."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Parse what is not parsed yet."""
        self.parse()
