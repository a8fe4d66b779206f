"""Settings: every setting of the configuration file, changed as soon as it is entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from edgerag.config import Config, Setting, Value, settings, value_of, write
from edgerag.errors import ConfigError
from edgerag.present.inert import inert, one_line
from edgerag.present.settings import GROUPS, USUAL, capitalised, choices, explanation, read, written
from tui.keys import key
from tui.messages import Folded, KeysChosen, KeysWanted, WorkFailed
from tui.screens.base import MainScreen

SAVING = "changing a setting"
LISTING = "listing models"

_SCREEN_ONLY = frozenset({"interface", "keys"})
"""Tables that no model and no index depends on."""


@dataclass
class SettingSaved(Message):
    """The settings file was changed."""

    changed: str
    config: Config


@dataclass
class ModelsKnown(Folded):
    """Which models can be chosen, by the setting that names them."""

    names: dict[str, tuple[str, ...]]


class Row(Vertical):
    """One setting: its title, its value, what it does."""

    def __init__(self, setting: Setting, value: Value, fixed: str = "") -> None:
        """Make the row; it cannot be changed if `fixed` says why."""
        super().__init__(id=setting.key.replace(".", "-"))
        self.setting, self.value, self.fixed = setting, value, fixed

    def compose(self) -> ComposeResult:
        """Put the title beside the value, and the explanation below."""
        with Horizontal():
            yield Static(Content(self.setting.title), classes="label")
            if options := self._options():
                yield Select(
                    [(option, option) for option in options],
                    value=written(self.value),
                    allow_blank=False,
                    compact=True,
                    disabled=bool(self.fixed),
                )
            else:
                yield Input(
                    written(self.value), compact=True, select_on_focus=True, disabled=bool(self.fixed)
                )
        yield Static(Content(self._explanation), classes="remark")

    @property
    def _explanation(self) -> str:
        reason = f" {one_line(capitalised(self.fixed))}." if self.fixed else ""
        return f"{explanation(self.setting)}{reason}"

    def _options(self) -> tuple[str, ...]:
        if self.setting.table == "models" and isinstance(self.setting.default, str):
            return tuple(dict.fromkeys((USUAL, written(self.value))))
        return choices(self.setting)

    @property
    def field(self) -> Input | Select[str]:
        """Where the value is entered."""
        found = self.query_one("Input, Select")
        assert isinstance(found, Input | Select)
        return found

    def offer(self, names: tuple[str, ...]) -> None:
        """Let a model be chosen by name."""
        field = self.query_one(Select)
        options = dict.fromkeys((USUAL, *names, written(self.value)))
        with self.prevent(Select.Changed):
            field.set_options((option, option) for option in options)
            field.value = written(self.value)

    def show(self, value: Value) -> None:
        """Show what the file says, and that it is well."""
        self.value = value
        with self.prevent(Select.Changed, Input.Changed):
            self.field.value = written(value)
        self.complain("")

    def complain(self, problem: str) -> None:
        """Say what is wrong with the value in place of the explanation; an empty one takes it back."""
        self.set_class(bool(problem), "-wrong")
        text = f"! {inert(problem)}" if problem else self._explanation
        self.query_one(".remark", Static).update(Content(text))


class SettingsScreen(MainScreen):
    """Every setting with its explanation, in groups."""

    PLACE = "settings"
    EXPLANATION = (
        "Every setting with what it does. A change is saved when you choose it, or when you press Enter or "
        "leave the field. The file can also be edited by hand: its comments are kept."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "Select"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("settings.next", "tab", "app.focus_next", "Next", "Go to the next setting."),
        key("settings.previous", "shift+tab", "app.focus_previous", "Previous", "Go to the one before."),
        key("settings.default", "ctrl+r", "default", "Default", "Set the default value again."),
        key("settings.keys", "f9", "keys", "Keys", "Choose other keys for actions."),
        key("settings.undo", "escape", "undo", "Undo", "Take back what was typed and not saved."),
    ]

    def compose_body(self) -> ComposeResult:
        """Put the groups under each other."""
        config, described, rules = self.program.desk.config, settings(), self.program.desk.rules
        fixed = rules.settings()
        with VerticalScroll(can_focus=False):
            for table, title in GROUPS.items():
                yield Static(Content(title), classes="group")
                for setting in described:
                    if setting.table == table:
                        reason = rules.because if setting.key in fixed else ""
                        yield Row(setting, value_of(config, setting.key), reason)
            if sentences := rules.sentences():
                yield Static(Content("Fixed on this computer"), classes="group")
                for sentence in (*sentences, rules.because):
                    yield Static(Content(f"{one_line(capitalised(sentence))}."), classes="fixed")
            yield Static(Content("File"), classes="group")
            yield Static(Content(one_line(str(self.program.desk.config_file))), classes="file")

    def on_screen_resume(self) -> None:
        """Show what the settings are now, and which models can be chosen."""
        self._show(self.program.desk.config)
        self.program.jobs.look(self, self._list_models, LISTING)

    def _list_models(self, cancel: Event) -> Iterator[Message]:  # noqa: ARG002  # over in a moment
        from edgerag import paths
        from edgerag.inference.installed import InstalledModels

        entries = InstalledModels(paths.models_folder()).entries()
        roles = {f"models.{entry.role}" for entry in entries}
        yield ModelsKnown({r: tuple(e.name for e in entries if f"models.{e.role}" == r) for r in roles})

    def on_models_known(self, message: ModelsKnown) -> None:
        """Offer the installed models."""
        for row in self.query(Row):
            if row.setting.key in message.names:
                row.offer(message.names[row.setting.key])

    def _show(self, config: Config) -> None:
        for row in self.query(Row):
            if not row.has_class("-wrong"):
                row.show(value_of(config, row.setting.key))

    # Changing

    @on(Select.Changed)
    @on(Input.Submitted)
    @on(Input.Blurred)
    def _entered(self, event: Select.Changed | Input.Submitted | Input.Blurred) -> None:
        row = _row_of(event.control)
        try:
            value = read(row.setting, str(row.field.value))
        except ValueError as error:
            row.complain(f"It must be {error}.")
            return
        if value == row.value:
            row.show(value)
        else:
            self._save(row, value)

    def _save(self, row: Row, value: Value) -> None:
        file, name, rules = self.program.desk.config_file, row.setting.key, self.program.desk.rules

        def save(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            rules.refuse_setting(name)
            self.post_message(SettingSaved(name, rules.governs(write(file, {name: value}))))

        row.value = value
        self.program.jobs.start(self, save, SAVING)

    def on_setting_saved(self, message: SettingSaved) -> None:
        """Work with the new settings from now on."""
        desk, table = self.program.desk, message.changed.partition(".")[0]
        if table in _SCREEN_ONLY:
            desk.config = message.config
            desk.sign()
            self.program.apply(message.config)
        else:
            self.program.take(message.config)
        for row in self.query(Row):
            if row.setting.key == message.changed:
                row.show(value_of(message.config, message.changed))
        self.notify("Saved.", timeout=2, markup=False)

    def on_work_failed(self, message: WorkFailed) -> None:
        """Say beside the settings why they could not be saved."""
        if message.group != SAVING or not isinstance(message.error, ConfigError):
            return
        message.stop()
        self.program.tell(message.error)
        config = self.program.desk.config
        for row in self.query(Row):
            if row.value != value_of(config, row.setting.key):
                row.value = value_of(config, row.setting.key)
                row.complain("Not saved.")

    def action_default(self) -> None:
        """Set the default value of the setting in focus."""
        if (row := self._row_in_focus) is not None:
            row.field.value = written(row.setting.default)
            self._save(row, row.setting.default)

    def action_undo(self) -> None:
        """Show the saved value again."""
        if (row := self._row_in_focus) is not None:
            row.show(value_of(self.program.desk.config, row.setting.key))

    @property
    def _row_in_focus(self) -> Row | None:
        around = self.focused.ancestors if self.focused else []
        return next((widget for widget in around if isinstance(widget, Row)), None)

    def action_keys(self) -> None:
        """Choose other keys."""
        self.post_message(KeysWanted(self))

    def on_keys_chosen(self, message: KeysChosen) -> None:
        """Save the keys."""
        file, rules = self.program.desk.config_file, self.program.desk.rules

        def save(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            changes: dict[str, Value] = {f"keys.{screen}": table for screen, table in message.keys.items()}
            self.post_message(SettingSaved("keys", rules.governs(write(file, changes))))

        self.program.jobs.start(self, save, SAVING)


def _row_of(widget: Widget) -> Row:
    return widget.query_ancestor(Row)
