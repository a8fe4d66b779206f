"""`python -m edgerag` and the `edgerag` command; a frozen program's children come in here as well."""

from __future__ import annotations

import importlib
import sys
from contextlib import nullcontext

from edgerag.leftovers import hold, removing_leftovers, unpacked_folder
from edgerag.paths import is_frozen
from edgerag.process import CHILD_MODULES


def main() -> None:
    """Run the command line; or, in a frozen program asked for `-m MODULE`, that child's work."""
    unpacked = unpacked_folder()
    if unpacked is not None:
        hold(unpacked)
    if is_frozen() and len(sys.argv) == 3 and sys.argv[1] == "-m" and sys.argv[2] in CHILD_MODULES:
        importlib.import_module(sys.argv[2]).main()
        return
    from edgerag.cli import main as command_line

    with removing_leftovers(unpacked) if unpacked is not None else nullcontext():
        command_line()


if __name__ == "__main__":
    main()
