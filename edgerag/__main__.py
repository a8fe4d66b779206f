"""`python -m edgerag` and the `edgerag` command."""

from __future__ import annotations

from edgerag.cli import main

if __name__ == "__main__":
    main()
