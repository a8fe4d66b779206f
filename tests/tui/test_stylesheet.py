from __future__ import annotations

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.tui.conftest import Open, settle

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def stylesheets_parsed_once() -> None:
    """Here a program has its style sheets to itself."""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every source that is read from here on."""
    sources: list[str] = []
    take = Stylesheet._parse_rules

    def parse(sheet: Stylesheet, css: str, *more: object, **named: object) -> list[RuleSet]:
        known = len(sheet._parse_cache)
        rules = take(sheet, css, *more, **named)  # type: ignore[arg-type]
        if len(sheet._parse_cache) != known:
            sources.append(css)
        return rules

    monkeypatch.setattr(Stylesheet, "_parse_rules", parse)
    return sources


async def test_what_one_screen_shares_with_another_is_parsed_once(open_app: Open, parsed: list[str]) -> None:
    async with open_app("ask") as pilot:
        parsed.clear()
        await pilot.app.run_action("app.go('history')")
        await settle(pilot)
        assert parsed, "the history has words of its own"
        assert len(parsed) == len(set(parsed))
        parsed.clear()
        for place in ("ask", "history"):
            await pilot.app.run_action(f"app.go('{place}')")
            await settle(pilot)
        assert not parsed


async def test_another_theme_is_drawn_in_its_own_colours(open_app: Open) -> None:
    async with open_app("history") as pilot:
        before = pilot.app.screen.styles.background
        pilot.app.theme = "high-contrast"
        await settle(pilot)
        assert pilot.app.screen.styles.background != before
        pilot.app.theme = "dark"
        await settle(pilot)
        assert pilot.app.screen.styles.background == before
