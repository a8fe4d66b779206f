"""The question where models shall come from, asked before the first handbook is added."""

from __future__ import annotations

from edgerag.paths import is_frozen
from tui.widgets.choose import Choose


def models_question() -> Choose:
    """Make a dialog that gives "download", which the executable cannot do, or "stick"."""
    ways = {"download": "Download them now (needs a network)", "stick": "Copy them from a USB stick"}
    if is_frozen():
        del ways["download"]
    return Choose(
        "Models are needed first",
        "Handbooks are read with two small models, 69 MB together. They are brought once; after that "
        "everything works without a network, and your handbooks are added.",
        ways,
    )
