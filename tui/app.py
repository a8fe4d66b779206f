"""The application: the way from one screen to another. It alone knows the screens.

Only the first screen is imported when the program starts; the others when they are first needed.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import ModalScreen, Screen

from edgerag import paths
from edgerag.domain.notes import Note, words
from edgerag.errors import StoreError
from edgerag.policy import NO_RULES, Rules
from edgerag.present.notes import of_place
from edgerag.store.reports import ReportId
from tui.ending import leave_when_told
from tui.installing import ModelsBrought
from tui.keys import EVERYWHERE, PLACES, misfits, spelled
from tui.messages import (
    AnswersWanted,
    ExploreWanted,
    FileWanted,
    HandbookWanted,
    HeatmapWanted,
    KeysChosen,
    KeysWanted,
    LibraryWanted,
    MapWanted,
    ModelsWanted,
    NoteFound,
    NotesChanged,
    NotesWanted,
    NoteWanted,
    QuotationsWanted,
    ReportDeleted,
    ReportWanted,
)
from tui.program import NOTICE_S, Program
from tui.screens.lock import IdleLock
from tui.tidying import Tidying
from tui.unlock import UnlockApp, is_locked
from tui.unsaved import NOTHING_UNSAVED, Unsaved
from tui.widgets.form import Form
from tui.widgets.navigation import LEAST_COLUMNS, LEAST_ROWS
from tui.widgets.press_key import PressKey
from tui.widgets.reader import Reader
from tui.widgets.typed_ahead import TypingScreen

if TYPE_CHECKING:
    from edgerag.config import Config

WIDTHS: Final[list[tuple[int, str]] | None] = [(0, "-narrow"), (100, "-wide")]
HEIGHTS: Final[list[tuple[int, str]] | None] = [(0, "-low"), (30, "-high")]
"""From how many columns and rows on a screen has which class, for its style sheet."""
LEAVE_WITHIN_S = 1.5
"""How long work that was asked to stop may take before the program ends without it."""
ALL_BUT_OVER_S = 0.5
"""How long what has posted its last word may take to end."""
LOAD_AFTER_S = 0.2
"""Importing the engine takes the processor: the first screen is drawn before."""


def _screen_class(place: str) -> type[Screen[None]]:
    """Import a screen when it is first needed."""
    module = importlib.import_module(f"tui.screens.{place}")
    screen: type[Screen[None]] = getattr(module, f"{place.title()}Screen")
    return screen


def _screen(place: str) -> Callable[[], Screen[None]]:
    return lambda: _screen_class(place)()


def named_keys() -> list[Binding]:
    """List every key that has a name, those that work everywhere first."""
    screens = (
        _screen_class(place) for place in (*PLACES, "page", "find", "map", "explore", "heatmap", "notes")
    )
    own = (binding for screen in screens for binding in screen.BINDINGS)
    return [*EVERYWHERE, *(binding for binding in own if isinstance(binding, Binding) and binding.id)]


class EdgeragApp(Program):
    """The terminal interface."""

    TITLE = "edgerag"
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[None]]]] = {place: _screen(place) for place in PLACES}
    DEFAULT_MODE = "ask"
    BINDINGS: ClassVar[list[BindingType]] = list(EVERYWHERE)
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    unsaved: Unsaved = NOTHING_UNSAVED
    """What was typed and kept nowhere when the library was locked."""

    def __init__(self, config: Config, config_file: Path, rules: Rules = NO_RULES, name: str = "") -> None:
        super().__init__(config, config_file, rules, name)
        self._is_first_run = not paths.library_file().exists()
        self._idle: IdleLock | None = None
        self._tidying: Tidying | None = None
        self._files_to_add: tuple[Path, ...] = ()
        """What waits for models."""
        self.library_wanted: Path | None = None
        """The folder of the library that shall be opened when this one is closed."""

    def named_keys(self) -> Sequence[Binding]:
        """List every key that has a name, those that work everywhere first."""
        return named_keys()

    def on_mount(self) -> None:
        """Load the models once the first screen can be used; a first run begins with the tour."""
        self._idle = IdleLock(self)
        self._tidying = Tidying(self)
        self.set_timer(LOAD_AFTER_S, self.load_models)
        if self.desk.config.keys:
            self.call_after_refresh(self._tell_of_keys)
        if self._is_first_run:
            self.call_after_refresh(self.action_tour)
        if self.unsaved != NOTHING_UNSAVED:
            self.call_after_refresh(self._show_unsaved)

    def lock_away(self) -> bool:
        """Leave a locked library's screens; what was typed there and is kept nowhere is remembered."""
        asked = self.report.question if self.report is not None else ""
        is_asked = " ".join(self.question_typed.split()) == asked
        form = next((one for one in self.screen_stack if isinstance(one, Form) and one.holds_changes), None)
        self.unsaved = Unsaved(
            "" if is_asked else self.question_typed,
            form.heading if form is not None else "",
            form.typed if form is not None else (),
        )
        return super().lock_away()

    def _show_unsaved(self) -> None:
        """Show what was typed before the library was locked."""
        from tui.screens.ask import AskScreen

        if self.unsaved.question and isinstance(self.screen, AskScreen):
            self.screen.type_again(self.unsaved.question)
        if self.unsaved.values:
            self.push_screen(Reader("Typed before the library was locked, and not kept", self.unsaved.lines))

    def _tell_of_keys(self) -> None:
        """Say what is wrong with the keys of the settings, as after a slip of the pen."""
        told = misfits(self.desk.config.keys, named_keys())
        if told:
            said = " ".join(f"{one[0].upper()}{one[1:]}." for one in told)
            hint = spelled("{everywhere.settings} moves keys, and lists what has one.", self.desk.config.keys)
            self.notify(f"{said}\nWhat to do: {hint}", severity="warning", timeout=NOTICE_S, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do nothing for a key while a dialog waits for any."""
        is_waiting = any(isinstance(one, PressKey) for one in self.screen_stack[-1:])
        return not is_waiting and super().check_action(action, parameters)

    async def on_event(self, event: events.Event) -> None:
        """Note that somebody is there, whichever widget the event is for."""
        if self._idle is not None:
            self._idle.notice(event)
        if self._tidying is not None:
            self._tidying.notice(event)
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Give a dialog what was typed for it while the focus was still where it was opened."""
        if isinstance(self.screen, TypingScreen) and self.screen.takes(event):
            event.prevent_default()

    def on_resize(self, event: events.Resize) -> None:
        """Say so where the terminal is too small to show everything."""
        self.set_class(event.size.width < LEAST_COLUMNS or event.size.height < LEAST_ROWS, "-tiny")

    @on(ReportWanted)
    def _show_report(self, message: ReportWanted) -> None:
        """Make a report the current one and show it on the first screen."""
        self.report, self.report_number = message.report, message.number
        self.question_before = message.before
        self.run_worker(self._show_answers())

    @on(ReportDeleted)
    def _show_report_no_more(self) -> None:
        """Show it no longer, if it is in sight already."""
        from tui.screens.ask import AskScreen

        if isinstance(self.screen, AskScreen):
            self.screen.show_current()

    async def _show_answers(self) -> None:
        from tui.screens.ask import AskScreen

        await self.action_go("ask")
        if isinstance(self.screen, AskScreen):
            self.screen.show_current()

    @on(AnswersWanted)
    def _open_answers(self, message: AnswersWanted) -> None:
        """Open the cited pages of one answer, or of two side by side."""
        from tui.screens.page import PageScreen
        from tui.widgets.page import wanted

        self.push_screen(PageScreen(*(wanted(answer, message.question) for answer in message.answers)))

    @on(QuotationsWanted)
    def _open_quotations(self, message: QuotationsWanted) -> None:
        """Open the pages of quotations side by side."""
        from tui.screens.page import PageScreen
        from tui.widgets.page import Wanted

        self.push_screen(PageScreen(*(Wanted(book, (citation,)) for book, citation in message.quoted)))

    @on(MapWanted)
    def _open_map(self) -> None:
        """Show where the handbooks differ, without a question."""
        from tui.screens.map import MapScreen

        self.push_screen(MapScreen())

    @on(HeatmapWanted)
    def _open_heatmap(self, message: HeatmapWanted) -> None:
        """Show what each handbook said to each question of an audit."""
        from tui.screens.heatmap import HeatmapScreen

        self.push_screen(HeatmapScreen(message.name))

    @on(ExploreWanted)
    def _explore(self, message: ExploreWanted) -> None:
        """Show what handbooks say of what a text names."""
        from tui.screens.explore import ExploreScreen

        self.push_screen(ExploreScreen(message.text))

    @on(HandbookWanted)
    def _open_handbook(self, message: HandbookWanted) -> None:
        """Open a handbook at its contents, or at a place in it."""
        from tui.screens.page import PageScreen
        from tui.widgets.page import Wanted

        wanted = Wanted(message.handbook, message.places, message.page, message.at, "place")
        self.push_screen(PageScreen(wanted))

    @on(NotesWanted)
    def _list_notes(self) -> None:
        """Show the bookmarks and notes."""
        from tui.screens.notes import NotesScreen

        self.push_screen(NotesScreen())

    @on(NoteWanted)
    def _read_note(self, message: NoteWanted) -> None:
        """Read what is noted there already."""

        def read(cancel: Event) -> Iterator[Message]:  # noqa: ARG001  # over in a moment
            about, library = message.note, self.desk.library()
            if about.report is not None and not library.has_report(ReportId(about.report)):
                raise StoreError("this report was deleted meanwhile", hint="ask the question again")
            noted = library.reader_notes()
            words = of_place(noted, about.handbook, page=about.page, report=about.report)
            yield NoteFound(replace(about, note=words))

        self.jobs.look(self, read, "reading the note")

    @on(NoteFound)
    def _ask_for_note(self, message: NoteFound) -> None:
        """Ask for words, and keep them."""
        from tui.widgets.noting import note_form

        about = message.note

        def keep(changes: dict[str, str] | None) -> None:
            if changes is not None:
                self._keep_note(replace(about, note=words(changes.get("note", about.note))))

        self.push_screen(note_form(about), keep)

    def _keep_note(self, note: Note) -> None:
        report, number = self.report, self.report_number

        def work(cancel: Event) -> None:  # noqa: ARG001  # one transaction
            from edgerag.engine.kept import with_notes

            library = self.desk.library()
            library.keep_note(note)
            self.post_message(NotesChanged(report and with_notes(library, report, number)))

        self.jobs.start(self, work, "keeping the note")

    @on(NotesChanged)
    def _show_noted(self, message: NotesChanged) -> None:
        """Show the current report with its notes, unless another one is shown meanwhile."""
        from tui.screens.ask import AskScreen
        from tui.screens.notes import NotesScreen
        from tui.screens.page import PageScreen

        old, new = self.report, message.report
        if old is not None and new is not None and replace(old, notes=new.notes) == new:
            self.report = new
        if isinstance(self.screen, AskScreen):
            self.screen.show_notes()
        elif isinstance(self.screen, NotesScreen):
            self.screen.read()
        else:
            self.notify("Kept.", markup=False)
        if isinstance(self.screen, PageScreen):
            self.screen.read_notes()

    @on(ModelsWanted)
    async def _bring_models(self, message: ModelsWanted) -> None:
        """Show how models come, and remember what is to be added then."""
        from tui.screens.models import ModelsScreen

        self._files_to_add = message.files
        await self.action_go("models")
        if isinstance(self.screen, ModelsScreen):
            self.call_after_refresh(self.screen.bring, message.how)

    @on(ModelsBrought)
    async def _add_what_waited(self) -> None:
        """Add what could not be added before there were models."""
        from tui.screens.library import LibraryScreen

        files, self._files_to_add = self._files_to_add, ()
        if files:
            await self.action_go("library")
            if isinstance(self.screen, LibraryScreen):
                self.call_after_refresh(self.screen.add, files)

    @on(FileWanted)
    def _save_file(self, message: FileWanted) -> None:
        """Ask where the report, or a text that could not be copied, should be saved."""
        from tui.screens.export import ExportScreen

        if self.report is None and not message.text:
            self.notify("There is no report to save yet.", markup=False)
        else:
            self.push_screen(ExportScreen(self.report, message.text))

    @on(LibraryWanted)
    def _open_library(self, message: LibraryWanted) -> None:
        """Leave the screens of this library for those of another one; work that runs is not cut short."""
        if self.jobs.have_ended(ALL_BUT_OVER_S):
            self.library_wanted = message.folder
            self.exit()
        else:
            self.notify("Work is going on: the library stays open. Open the other one when it has ended.")

    @on(KeysWanted)
    def _choose_keys(self, message: KeysWanted) -> None:
        """Let other keys be chosen for the actions of all screens; the screen that asked is told which."""
        from tui.screens.remap import Remap

        def tell(keys: dict[str, dict[str, str]] | None) -> None:
            if keys:
                message.asker.post_message(KeysChosen(keys))

        self.push_screen(Remap(named_keys(), self.desk.config.keys), tell)

    async def action_go(self, place: str) -> None:
        """Go to a screen of the navigation bar, unless a form is left for it that holds what was typed."""
        await self._leave_form(partial(self._go, place))

    async def _leave_form(self, go: Callable[[], Awaitable[None]]) -> None:
        """Go on, after a question if a form that is open holds what was typed."""
        form = next((one for one in self.screen_stack if isinstance(one, Form) and one.holds_changes), None)
        if form is None:
            await go()
        elif form is self.screen:  # else the question is asked already
            form.leave(partial(self.call_later, go))

    async def _go(self, place: str) -> None:
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
        """Show in a few steps what edgerag does, and offer the sample handbooks."""
        from tui.screens.tour import TourScreen

        self.push_screen(TourScreen(), self._after_tour)

    async def _after_tour(self, wants_samples: bool | None) -> None:  # noqa: FBT001  # what a dialog gives
        from tui.screens.library import LibraryScreen

        if wants_samples:
            await self.action_go("library")
            if isinstance(self.screen, LibraryScreen):
                self.call_after_refresh(self.screen.add_samples)

    async def action_quit(self) -> None:
        """Leave, unless a form is open that holds what was typed."""
        await self._leave_form(self._quit)

    async def _quit(self) -> None:
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
        yield SystemCommand("Tour", "Show in a few steps what edgerag does.", self.action_tour)


def run(config: Config, config_file: Path, *, rules: Rules = NO_RULES, name: str = "") -> None:
    """Open the terminal interface and return when the person leaves it.

    `rules` are those of the policy in force, `name` is whom the person says they are.

    A locked library's passphrase is asked for first, and again when nobody has touched a key for a while:
    the key is wiped then, and the interface begins anew, with what was typed. So it does with another
    library; whoever does not know its passphrase is back at the one before.

    Raises:
        StoreError: the library cannot be read.
    """
    opened, unsaved = paths.library_folder(), NOTHING_UNSAVED
    while True:
        if is_locked() and not _unlock(config, config_file):
            if paths.library_folder() == opened:
                return
            paths.choose_library(opened)
            continue
        opened = paths.library_folder()
        app = EdgeragApp(config, config_file, rules, name)
        app.unsaved = unsaved
        _run(app)
        if app.library_wanted is not None:
            paths.choose_library(app.library_wanted)
        elif not app.is_locked_away:
            return
        config, unsaved = app.desk.config, app.unsaved if app.is_locked_away else NOTHING_UNSAVED


def _unlock(config: Config, config_file: Path) -> bool:
    """Ask for the passphrase; whether it was given."""
    asking = UnlockApp(config, config_file)
    loop = asyncio.new_event_loop()
    leave_when_told(asking, loop)
    asking.run(loop=loop)
    loop.close()
    if asking.return_code:
        sys.exit(asking.return_code)
    return asking.is_unlocked


def _run(app: EdgeragApp) -> None:
    """Run the interface until the person leaves it, or until its library is locked.

    A model that is being loaded cannot be interrupted and nobody waits for it: the process ends under
    it, which the library survives as it survives a power cut.
    """
    # A loop of one's own, for that of `asyncio.run` waits for every thread.
    loop = asyncio.new_event_loop()
    leave_when_told(app, loop)
    app.run(loop=loop)
    app.jobs.stop_all()
    if app.jobs.have_ended(LEAVE_WITHIN_S):
        loop.close()
        app.desk.close()
        app.forget_key()
        if app.return_code:
            sys.exit(app.return_code)
        return
    logging.shutdown()
    os._exit(app.return_code or 0)
