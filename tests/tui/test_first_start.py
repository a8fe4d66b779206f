"""From an empty folder to a first answer, in the program and with keys alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.conftest import ADRENALINE, drawn, settle
from tests.tui.test_models import put_packages
from tui.app import EdgeragApp
from tui.screens.tour import TourScreen
from tui.widgets.choose import Choose

KEYS = ("s", "enter", "f2")
"""The samples; download the models that they need, which adds them then; ask."""


@pytest.fixture
def nothing(tmp_path: Path, models_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without library and models, and a folder that the real pip uses in place of a registry."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    put_packages(shelf, models_folder)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("EDGERAG_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


async def test_three_keys_lead_from_nothing_to_the_first_question(
    nothing: Path, make_app: Callable[..., EdgeragApp]
) -> None:
    app = make_app(models=True)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TourScreen)
        await pilot.press(KEYS[0])
        await settle(pilot)
        assert isinstance(app.screen, Choose)
        await pilot.press(KEYS[1])
        await settle(pilot)
        assert app.screen.PLACE == "library"  # type: ignore[attr-defined]
        assert "4 handbooks added" in "\n".join(app.said)  # type: ignore[attr-defined]
        await pilot.press(KEYS[2])
        await settle(pilot)
        await pilot.press(*ADRENALINE.replace("?", ""), "enter")
        await settle(pilot)
        assert "! DISAGREE" in drawn(pilot)
