"""Draw the README's pictures: the terminal interface on one question over the sample handbooks.

EDGERAG_HOME=.edgerag .venv/bin/python packaging/picture.py packaging

The library of that home must hold the sample handbooks (`make demo`) and no others.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from textual.pilot import Pilot

from edgerag import paths
from edgerag.config import Answers, Config, Interface
from edgerag.engine.ask import Engine
from tui.app import EdgeragApp
from tui.messages import ReportWanted

QUESTION = "What dose of adrenaline should an adult with anaphylaxis receive?"
SIZE = (104, 32)
SETTINGS = Config(answers=Answers(extractive=True), interface=Interface(reduced_motion=True, lock_minutes=0))
PICTURES = {"ask": ("down",), "compare": ("f3",), "map": ("m", "down")}
"""Each picture's name, and the keys that lead there from the answers."""


def main() -> None:
    """Ask, show the answers, and save what is on the screen."""
    folder = Path(sys.argv[1])
    for name, picture in asyncio.run(pictures()).items():
        (folder / f"{name}.svg").write_text(offline(picture), encoding="utf-8")


async def pictures() -> dict[str, str]:
    """Draw every picture in one run of the program."""
    drawn: dict[str, str] = {}
    app = EdgeragApp(SETTINGS, paths.config_file())
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        with Engine.open(SETTINGS) as engine:
            report = engine.report(QUESTION, keep=False)
        app.post_message(ReportWanted(report))
        for name, keys in PICTURES.items():
            await settle(pilot)
            await pilot.press(*keys)
            await settle(pilot)
            drawn[name] = app.export_screenshot(title=f"edgerag: {name}")
    app.desk.close()
    return drawn


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no work runs and everything is drawn."""
    for _ in range(3):
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()


def offline(picture: str) -> str:
    """Drop the fonts, which the picture names on a server: a picture of an offline program asks none."""
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


main()
