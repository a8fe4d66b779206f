"""The application: what the screens share, and the way from one to another.

Only the first screen is imported when the program starts; the others when they are first needed.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen

from edgerag import paths
from edgerag.errors import EdgeRagError
from edgerag.present.inert import inert
from edgerag.present.readiness import loading, trouble
from tui.desk import Desk
from tui.keys import EVERYWHERE, PLACES, keymap
from tui.messages import LoadingModels, WorkFailed
from tui.screens.lock import IdleLock
from tui.themes import THEMES
from tui.widgets.navigation import LEAST_COLUMNS, LEAST_ROWS
from tui.widgets.scrollbar import draw_scroll_bars
from tui.workers import Jobs

if TYPE_CHECKING:
    from edgerag.config import Config
    from edgerag.domain.answers import Answer
    from edgerag.domain.ids import HandbookId
    from edgerag.domain.reports import Report

WIDTHS: Final[list[tuple[int, str]] | None] = [(0, "-narrow"), (100, "-wide")]
HEIGHTS: Final[list[tuple[int, str]] | None] = [(0, "-low"), (30, "-high")]
"""From how many columns and rows on a screen has which class, for its style sheet."""
LOADING = "loading models"
LEAVE_WITHIN_S = 1.5
"""How long work that was asked to stop may take before the program ends without it."""
LOAD_AFTER_S = 0.2
"""Importing the engine takes the processor: the first screen is drawn before."""
NOTICE_S = 8.0
"""How long an error stays on the screen: long enough to read what to do."""


def _screen(place: str) -> Callable[[], Screen[None]]:
    """Import a screen when it is first gone to."""

    def make() -> Screen[None]:
        module = importlib.import_module(f"tui.screens.{place}")
        screen: Screen[None] = getattr(module, f"{place.title()}Screen")()
        return screen

    return make


class EdgeragApp(App[None]):
    """The terminal interface."""

    TITLE = "edgerag"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {place: _screen(place) for place in PLACES}
    DEFAULT_MODE = "ask"
    BINDINGS: ClassVar[list[BindingType]] = list(EVERYWHERE)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    report: Report | None = None
    """The report that Ask and Compare show."""
    models_note: reactive[str] = reactive("")
    """Which model is being loaded, or why none is; empty when all is well."""

    def __init__(self, config: Config, config_file: Path) -> None:
        super().__init__()
        self._is_first_run = not paths.library_file().exists()
        self.desk = Desk(config, config_file)
        self.jobs = Jobs()
        self._idle: IdleLock | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.apply(config)

    def apply(self, config: Config) -> None:
        """Take the settings that concern the interface."""
        interface = config.interface
        self.theme = interface.theme
        self.animation_level = "none" if interface.reduced_motion else "full"
        self.set_class(interface.ascii_borders, "-ascii")
        draw_scroll_bars(plain=interface.ascii_borders)
        self.set_keymap(keymap(config.keys))

    def on_mount(self) -> None:
        """Load the models once the first screen can be used; a first run begins with the tour."""
        self._idle = IdleLock(self)
        self.set_timer(LOAD_AFTER_S, self.load_models)
        if self._is_first_run:
            self.call_after_refresh(self.action_tour)

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there, whichever widget the event is for."""
        if self._idle is not None:
            self._idle.notice(event)
        await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the terminal is too small to show everything."""
        self.set_class(event.size.width < LEAST_COLUMNS or event.size.height < LEAST_ROWS, "-tiny")

    def take(self, config: Config) -> None:
        """Work from now on with other settings, or with models that have changed."""
        self.desk.config = config
        self.apply(config)
        self.load_models(renewed=True)

    def load_models(self, *, renewed: bool = False) -> None:
        """Load models in the background; `renewed` says that models or settings have changed."""

        def load(cancel: Event) -> None:
            if renewed:
                self.desk.renew()

            def tell(role: str) -> None:
                self.post_message(LoadingModels(role))

            self.desk.load_models(tell, cancel)

        self.jobs.start(self, load, LOADING)

    @on(LoadingModels)
    def _show_loading(self, message: LoadingModels) -> None:
        self.models_note = loading(message.role)

    @on(WorkFailed)
    def _show_failure(self, message: WorkFailed) -> None:
        """Say what went wrong and what to do; that no model is there stays on the screen."""
        if message.group == LOADING:
            self.models_note = trouble(str(message.error), message.error.hint)
        else:
            self.tell(message.error)

    def tell(self, error: EdgeRagError, first: str = "") -> None:
        """Show an error with what the person can do about it."""
        lines = (first, str(error), f"What to do: {error.hint}" if error.hint else "")
        text = "\n".join(inert(line) for line in lines if line)
        self.notify(text, severity="error", timeout=NOTICE_S, markup=False)

    def show_report(self, report: Report) -> None:
        """Make a report the current one and show it on the first screen."""
        self.report = report
        self.run_worker(self._show_answers())

    async def _show_answers(self) -> None:
        from tui.screens.ask import AskScreen

        await self.action_go("ask")
        if isinstance(self.screen, AskScreen):
            self.screen.show_current()

    def open_answers(self, *answers: Answer) -> None:
        """Open the cited pages of one answer, or of two side by side."""
        from tui.screens.page import PageScreen
        from tui.widgets.page import wanted

        self.push_screen(PageScreen(*map(wanted, answers)))

    def open_page(self, handbook: HandbookId, page_ordinal: int = 1) -> None:
        """Open a page of a handbook."""
        from tui.screens.page import PageScreen
        from tui.widgets.page import Wanted

        self.push_screen(PageScreen(Wanted(handbook, page_ordinal=page_ordinal)))

    def export(self, text: str = "") -> None:
        """Ask where the report, or a text that could not be copied, should be saved."""
        from tui.screens.export import ExportScreen

        if self.report is None and not text:
            self.notify("There is no report to save yet.", markup=False)
        else:
            self.push_screen(ExportScreen(self.report, text))

    async def action_go(self, place: str) -> None:
        """Go to a screen of the navigation bar, closing what lies over the present one."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        await self.switch_mode(place)

    def action_help(self) -> None:
        """Explain the screen and list its keys; the help may lead on to the tour."""
        from tui.screens.help import help_for

        if not isinstance(self.screen, ModalScreen):
            self.push_screen(help_for(self.screen), self._after_help)

    def _after_help(self, wish: str | None) -> None:
        if wish == "tour":
            self.action_tour()

    def action_tour(self) -> None:
        """Show in five steps what edgerag does, and offer the sample handbooks."""
        from tui.screens.tour import TourScreen

        self.push_screen(TourScreen(), self._after_tour)

    async def _after_tour(self, wants_samples: bool | None) -> None:
        from tui.screens.library import LibraryScreen

        if wants_samples:
            await self.action_go("library")
            if isinstance(self.screen, LibraryScreen):
                self.call_after_refresh(self.screen.add_samples)

    async def action_quit(self) -> None:
        """Stop what runs, and leave."""
        self.jobs.stop_all()
        self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """List every action for the palette: this screen's, then the ways to the others."""
        seen = {"command_palette"}
        # Keys that a text field takes for itself are not active, yet their actions can be chosen here.
        own = ((binding, screen) for binding in screen.BINDINGS if isinstance(binding, Binding))
        active = ((one.binding, one.node) for one in screen.active_bindings.values() if one.enabled)
        for binding, node in (*active, *own):
            action = binding.action.removeprefix("app.")
            is_possible = node.check_action(action.partition("(")[0], ()) is not False
            if binding.tooltip and is_possible and action not in seen:
                seen.add(action)
                run = partial(self.run_action, binding.action, node)
                yield SystemCommand(binding.description, binding.tooltip, run)
        yield SystemCommand("Tour", "Show in five steps what edgerag does.", self.action_tour)


def run(config: Config, config_file: Path) -> None:
    """Open the terminal interface and return when the person leaves it.

    A model that is being loaded cannot be interrupted and nobody waits for it: the process ends under
    it, which the library survives as it survives a power cut.
    """
    app = EdgeragApp(config, config_file)
    # A loop of one's own, for that of `asyncio.run` waits for every thread.
    loop = asyncio.new_event_loop()
    app.run(loop=loop)
    app.jobs.stop_all()
    if app.jobs.have_ended(LEAVE_WITHIN_S):
        loop.close()
        app.desk.close()
        return
    logging.shutdown()
    os._exit(app.return_code or 0)
