"""Draw the README's picture: the report on one question over the sample handbooks, as the terminal shows it.

EDGERAG_HOME=.edgerag .venv/bin/python packaging/picture.py packaging/ask.svg
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rich.console import Console

from edgerag.cli.watch import coloured
from edgerag.config import Config
from edgerag.engine import Engine, Finished
from edgerag.present.text import report_lines

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
WIDTH = 100


def main() -> None:
    """Ask, print, and save what was printed."""
    console = Console(record=True, width=WIDTH, highlight=False, force_terminal=True)
    with Engine.open(Config(), extractive=True) as engine:
        for event in engine.ask(QUESTION, keep=False):
            if isinstance(event, Finished):
                for line in report_lines(event.report, WIDTH):
                    console.print(coloured(line), soft_wrap=True)
    picture = console.export_svg(title=f'edgerag ask "{QUESTION}"')
    # Rich names fonts on a server; a picture of an offline program should ask none.
    offline = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    Path(sys.argv[1]).write_text(offline, encoding="utf-8")


main()
