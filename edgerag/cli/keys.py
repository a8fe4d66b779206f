"""What is wrong with the keys of the settings, for commands that look at settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from edgerag.config import Config


def misfits_of(config: Config) -> list[str]:
    """Say what of the settings' keys does nothing, or not what it should.

    The interface, which alone knows its keys, is loaded only if there are any in the settings.
    """
    if not config.keys:
        return []
    from tui.app import named_keys
    from tui.keys import misfits

    return misfits(config.keys, named_keys())
