"""What all screens share: the desk, the work in threads, the report at hand, and how an error is told.

Screens and widgets know this much of the application and nothing of each other: a screen that wants
another one to be shown posts a wish of `tui.messages`, and `tui.app`, which is built on this and alone
knows the screens, fulfils it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import App
from textual.dom import DOMNode
from textual.reactive import reactive

from edgerag import paths
from edgerag.errors import EdgeRagError, ModelMissingError
from edgerag.policy import NO_RULES, Rules
from edgerag.present.inert import in_line, inert
from edgerag.present.readiness import loading, trouble
from tui.desk import Desk
from tui.keys import EVERYWHERE, keymap, on_keyboard, spelled
from tui.messages import LibraryOpened, LoadingModels, ReportDeleted, WorkFailed
from tui.scrollbar import draw_scroll_bars
from tui.stylesheet import ParsedOnce
from tui.themes import THEMES
from tui.workers import Jobs

if TYPE_CHECKING:
    from textual.binding import Binding
    from textual.notifications import SeverityLevel

    from edgerag.config import Config
    from edgerag.domain.follow_ups import Before
    from edgerag.domain.reports import Report
    from edgerag.store.reports import ReportId

LOADING = "loading models"
NOTICE_S = 8.0
"""How long an error stays on the screen: long enough to read what to do."""


class Program(App[None]):
    """The application as a screen knows it."""

    report: Report | None = None
    """The report that Ask and Compare show."""
    report_number: ReportId | None = None
    """Its number in the history; None if it is not kept."""
    question_before: Before | None = None
    """What the question that is shown, or being answered, goes on from, or may be asked to."""
    question_typed: str = ""
    """What is in the question box."""
    models_note: reactive[str] = reactive("")
    """Which model is being loaded, or why none is; empty when all is well."""

    def __init__(self, config: Config, config_file: Path, rules: Rules = NO_RULES, name: str = "") -> None:
        super().__init__()
        self.stylesheet = ParsedOnce(variables=self.get_css_variables())
        self.desk = Desk(config, config_file, rules, name, tell=self._post_notes)
        self.jobs = Jobs()
        self.is_locked_away = False
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
        self.set_keymap(keymap(config.keys, self.named_keys() if config.keys else ()))

    def named_keys(self) -> Sequence[Binding]:
        """List every key that has a name."""
        return EVERYWHERE

    def spelled(self, text: str) -> str:
        """Put in place of each action's name the key that it has now, whichever screen it belongs to."""
        return spelled(text, self.desk.config.keys, self.named_keys())

    def action_help_quit(self) -> None:
        """Say which key leaves to who presses the one that ends other programs, where it does nothing."""
        keys = [one.binding.key for one in self.active_bindings.values() if one.binding.action == "quit"]
        if keys:
            self.notify(f"{on_keyboard(keys[0])} leaves edgerag.")

    def forget_deleted(self, kept: Collection[ReportId], newest: ReportId) -> None:
        """Let go of the report at hand, and of the question before it, if the history has them no more.

        It is told as `ReportDeleted`.

        Args:
            kept: the reports that the history has.
            newest: the newest that it ever had then; what is newer it did not know yet.
        """

        def is_deleted(number: int | None) -> bool:
            return number is not None and number <= newest and number not in kept

        if is_deleted(self.report_number):
            self.report = self.report_number = self.question_before = None
            self.post_message(ReportDeleted())
        elif self.question_before is not None and is_deleted(self.question_before.number):
            self.question_before = None

    def take(self, config: Config) -> None:
        """Work from now on with other settings, or with models that have changed."""
        self.desk.config = config
        self.apply(config)
        self.load_models(renewed=True)

    def lock_away(self) -> bool:
        """Leave a locked library's screens, so that its key is wiped; whether there is such a key.

        Work that runs is not cut short: until it has ended the library stays open.
        """
        from edgerag.store.keyring import KEYRING

        if not KEYRING.holds(paths.library_file()):
            return False
        if self.jobs.have_ended(0):
            self.is_locked_away = True
            self.exit()
        return self.is_locked_away

    def forget_key(self) -> None:
        """Wipe the key of a locked library, once the library is closed."""
        from edgerag.store.keyring import KEYRING

        KEYRING.forget()

    def load_models(self, *, renewed: bool = False) -> None:
        """Load models in the background; `renewed` says that models or settings have changed."""

        def load(cancel: Event) -> None:
            if renewed:
                self.desk.renew()

            def tell(role: str) -> None:
                self.post_message(LoadingModels(role))

            self.desk.load_models(tell, cancel)

        self.jobs.start(self, load, LOADING)

    def _post_notes(self, notes: Sequence[str]) -> None:
        """Hand on, from whichever thread opened the library, what is to be said of that."""
        self.post_message(LibraryOpened(tuple(notes)))

    @on(LibraryOpened)
    def _show_notes(self, message: LibraryOpened) -> None:
        for sentence in message.notes:
            self.notify(sentence, severity="warning", timeout=NOTICE_S, markup=False)

    @on(LoadingModels)
    def _show_loading(self, message: LoadingModels) -> None:
        self.models_note = loading(message.role)

    @on(WorkFailed)
    def _show_failure(self, message: WorkFailed) -> None:
        """Say what went wrong and what to do; that no model is there stays on the screen."""
        error = message.error
        if isinstance(error, ModelMissingError):
            hint = spelled("{everywhere.models} brings models, also from a stick", self.desk.config.keys)
            error = ModelMissingError(str(error), hint=hint)
        if message.group == LOADING:
            self.models_note = trouble(str(error), error.hint)
        else:
            self.tell(error)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a notice; nothing in it is obeyed by the terminal, and nothing is markup unless it is said."""
        super().notify(inert(message), title=inert(title), severity=severity, timeout=timeout, markup=markup)

    def tell(self, error: EdgeRagError, first: str = "") -> None:
        """Show an error with what the person can do about it."""
        lines = (first, str(error), f"What to do: {error.hint}" if error.hint else "")
        text = "\n".join(in_line(line) for line in lines if line)
        self.notify(text, severity="error", timeout=NOTICE_S, markup=False)


def program_of(node: DOMNode) -> Program:
    """Give the application that a screen or a widget is part of."""
    return cast("Program", node.app)
