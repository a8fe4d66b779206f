"""The footer with the keys that work now."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Footer

Shown = list[tuple[str, str, bool]]
"""Key, word, and whether it can be used now."""


class KeysFooter(Footer):
    """Is made anew only when other keys work than before.

    Textual tells of its bindings at every step of the focus, several times each, and a new footer means a
    new layout of the whole screen: more than all else that an arrow key costs.
    """

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)
        self._shown: Shown | None = None

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Look, when the focus has come to rest, whether other keys work."""
        self._bindings_ready = True
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            self.call_after_refresh(self._follow)

    async def _follow(self) -> None:
        if not self.is_attached:
            return  # its screen was closed meanwhile
        shown = [
            (self.app.get_key_display(binding), binding.description, enabled)
            for _, binding, enabled, _ in self.screen.active_bindings.values()
            if binding.show
        ]
        if shown != self._shown:
            self._shown = shown
            await self.recompose()
