from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from edgerag import paths
from edgerag.config import Answers, Config, Interface
from edgerag.domain.answers import AnswerMode
from edgerag.domain.reports import Report
from edgerag.language.tables import tables_in
from edgerag.policy import NO_RULES, Rules
from edgerag.present.json.report import report_from_json
from edgerag.store.library import Library
from tests.integration.conftest import empty_home, own_sample_home, sample_home  # noqa: F401  # fixtures
from tests.tui.laptops import file, laptop, stick  # noqa: F401  # fixtures
from tui.app import EdgeragApp

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"
"""The sample handbooks disagree on it."""

DOSE = "11 to 15 kg | 6 mg (1.2 mL)"
"""A row of a table in one of the sample handbooks."""

Opened = AbstractAsyncContextManager[Pilot[None]]
Open = Callable[..., Opened]


class Recorded(EdgeragApp):
    """The program, remembering what it said in a corner."""

    def __init__(self, config: Config, config_file: Path) -> None:
        super().__init__(config, config_file)
        self.said: list[str] = []

    def notify(self, message: str, **told: Any) -> None:
        """Remember it."""
        self.said.append(message)
        super().notify(message, **told)


class WithoutModels(Recorded):
    """The program as it is while models are still to be loaded: for screens that need none."""

    def load_models(self, *, renewed: bool = False) -> None:
        """Leave it to whoever asks first."""
        if renewed:
            self.desk.renew()


RULES: dict[Hashable, list[RuleSet]] = {}


@pytest.fixture(autouse=True)
def stylesheets_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse each style sheet once in a test process: every program that is opened has the same ones."""
    parsed = Stylesheet._parse_rules

    def parse_rules(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
        key = (*sorted(sheet._variables.items()), *source, *sorted(more.items()))
        if key not in RULES:
            RULES[key] = parsed(sheet, *source, **more)
        return RULES[key]

    monkeypatch.setattr(Stylesheet, "_parse_rules", parse_rules)


QUIET_ROUNDS = 4
"""What one thread posts begins the next; on a busy machine that takes more than a round."""


async def settle(pilot: Pilot[None]) -> None:
    """Wait until no work runs and everything that was posted is handled and drawn."""
    quiet = 0
    while quiet < QUIET_ROUNDS:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        is_working = any(not worker.is_finished for worker in pilot.app.workers)
        quiet = 0 if is_working else quiet + 1


@pytest.fixture
def home(own_sample_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811  # the fixture above
    """A home with the sample handbooks, which a test may change; the program under test uses it."""
    monkeypatch.setenv("EDGERAG_HOME", str(own_sample_home))
    for field in (Input, TextArea):
        monkeypatch.setattr(field, "cursor_blink", False)
    return own_sample_home


@pytest.fixture
def no_library(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811  # the fixture above
    """A home with models and no library yet; the program under test uses it."""
    monkeypatch.setenv("EDGERAG_HOME", str(empty_home))
    return empty_home


def quoting(**interface: object) -> Config:
    """Settings for tests: quotations only, nothing that moves, no cover."""
    still = {"reduced_motion": True, "lock_minutes": 0, **interface}
    return Config(answers=Answers(extractive=True), interface=Interface(**still))  # type: ignore[arg-type]


@pytest.fixture
def make_app() -> Iterator[Callable[..., EdgeragApp]]:
    """Make applications over the test's home; their libraries are closed at the end."""
    made: list[EdgeragApp] = []

    def make(config: Config | None = None, *, models: bool = False) -> EdgeragApp:
        kind = Recorded if models else WithoutModels
        made.append(kind(config or quoting(), paths.config_file()))
        return made[-1]

    yield make
    for app in made:
        app.desk.close()


@pytest.fixture
def open_app(make_app: Callable[..., EdgeragApp]) -> Open:
    """Open the program: `async with open_app("library") as pilot`."""

    @asynccontextmanager
    async def opened(
        place: str = "ask",
        *,
        size: tuple[int, int] = (80, 24),
        config: Config | None = None,
        models: bool = False,
        rules: Rules = NO_RULES,
    ) -> AsyncIterator[Pilot[None]]:
        app = make_app(config, models=models)
        app.desk.rules = rules
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(pilot)
            await app.run_action(f"app.go('{place}')")
            await settle(pilot)
            yield pilot
            app.jobs.stop_all()
            await settle(pilot)

    return opened


def notices(pilot: Pilot[None]) -> str:
    """Everything that the program has said in a corner."""
    assert isinstance(pilot.app, Recorded)
    return "\n".join(pilot.app.said)


@pytest.fixture(scope="session")
def sample_report() -> Report:
    """A report on `ADRENALINE` over the sample handbooks, as `edgerag ask --extractive --json` gave it.

    It is kept in a file so that pictures of the screens change only when the screens do.
    """
    return report_from_json(Path(__file__).with_name("adrenaline.json").read_bytes())


@pytest.fixture
def dosed_report(home: Path, sample_report: Report) -> Report:
    """A report about a child of 14 kg, whose first answer quotes a row of its handbook's dose table."""
    with Library.open(paths.library_file()) as library:
        answer, page = next(
            (answer, page)
            for answer in sample_report.answers
            for page in library.pages(answer.handbook.id)
            if DOSE in page.text
        )
    start = page.text.index(DOSE)
    around = next(table for table in tables_in(page.text) if table.start <= start < table.end)
    quoted = replace(
        answer.citations[0],
        section="Seizure that does not stop",
        page=page.number,
        page_ordinal=page.ordinal,
        quote=DOSE,
        start=start,
        end=start + len(DOSE),
        table=page.text[around.start : around.end],
    )
    likeliest = replace(answer.trace, relevance=1.0)
    dosed = replace(answer, text=DOSE, mode=AnswerMode.EXTRACTIVE, citations=(quoted,), trace=likeliest)
    others = (other for other in sample_report.answers if other is not answer)
    question = "What dose of rectal diazepam for a child of 14 kg?"
    return replace(sample_report, question=question, answers=(dosed, *others))


def drawn(pilot: Pilot[None]) -> str:
    """Everything on the screen, as a person sees it, without colours."""
    width, height = pilot.app.size
    lines = pilot.app.screen._compositor.render_strips(Size(width, height))
    return "\n".join(strip.text.rstrip() for strip in lines)


LOOKS = pytest.mark.parametrize(
    ("theme", "size"),
    [(theme, size) for theme in ("dark", "high-contrast") for size in ((80, 24), (120, 40))],
    ids=lambda value: value if isinstance(value, str) else f"{value[0]}x{value[1]}",
)
"""Every screen is compared with its picture in these themes and sizes."""


@pytest.fixture
def looks_as_before(
    snap_compare: Callable[..., bool], make_app: Callable[..., EdgeragApp]
) -> Callable[..., bool]:
    """Compare a screen with its picture: `looks_as_before("library", theme, size, before=coroutine)`."""

    def compare(
        place: str,
        theme: str,
        size: tuple[int, int],
        before: Callable[[Pilot[None]], Awaitable[None]] | None = None,
    ) -> bool:
        async def arrange(pilot: Pilot[None]) -> None:
            await settle(pilot)
            await pilot.app.run_action(f"app.go('{place}')")
            await settle(pilot)
            if before:
                await before(pilot)
                await settle(pilot)

        return snap_compare(make_app(quoting(theme=theme)), terminal_size=size, run_before=arrange)

    return compare
