"""A small form in a dialog: a label, a field and a remark for each value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Button, Input, Select, Static

from edgerag.present.inert import inert, one_line
from tui.keys import key
from tui.widgets.confirm import Confirm
from tui.widgets.keys_footer import KeysFooter
from tui.widgets.typed_ahead import TypingScreen

LABEL_COLUMNS = 15
"""What a label may take, as the style sheet has it, and a gap."""


def _anything(value: str) -> str:  # noqa: ARG001  # the signature of a check
    return ""


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a form."""

    name: str
    label: str
    value: str
    remark: str = ""
    choices: tuple[str, ...] = ()
    """The only values there are; empty if any text will do."""
    suggestions: tuple[str, ...] = ()
    """What is offered to end what is typed; any other text will do too."""
    problem: Callable[[str], str] = _anything
    """Says what is wrong with a value; empty if nothing is."""

    @property
    def shown(self) -> str:
        """The value that the form begins with."""
        if self.choices:
            return self.value if self.value in self.choices else self.choices[0]
        return one_line(self.value)


class LineField(Input):
    """One line of text; of a paste, every line is put into it."""

    def _on_paste(self, event: events.Paste) -> None:
        lines = (line.strip() for line in event.text.splitlines())
        self.replace(" ".join(filter(None, lines)), *self.selection)
        event.prevent_default()
        event.stop()


class Form(TypingScreen[dict[str, str] | None]):
    """Asks for some values; gives those that were changed, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("form.save", "ctrl+s", "save", "Save", "Keep what was changed."),
        key("form.next", "tab", "app.focus_next", "Next", "Go to the next field."),
        key("form.cancel", "escape", "cancel", "Cancel", "Leave everything as it was."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "Input"

    def __init__(self, title: str, explanation: str, fields: Sequence[Field], *, save: str = "Save") -> None:
        super().__init__()
        self.heading, self._explanation, self._save = title, explanation, save
        self._fields = tuple(fields)

    def compose(self) -> ComposeResult:
        """Put the fields under each other, their remarks beside them."""
        with Vertical(classes="dialog"):
            yield Static(Content(inert(self.heading)), classes="title")
            if self._explanation:
                yield Static(Content(inert(self._explanation)), classes="explanation")
            with VerticalScroll(can_focus=False):
                for field in self._fields:
                    yield from self._compose_field(field)
            yield Static("", id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Cancel", id="cancel", compact=True)
                yield Button(self._save, id="save", variant="primary", compact=True)
        yield KeysFooter()

    def _compose_field(self, field: Field) -> ComposeResult:
        with Horizontal(classes="field"):
            yield Static(Content(field.label), classes="label")
            if field.choices:
                yield Select(
                    [(choice, choice) for choice in field.choices],
                    value=field.shown,
                    allow_blank=False,
                    compact=True,
                    id=field.name,
                )
            else:
                yield LineField(
                    field.shown,
                    id=field.name,
                    compact=True,
                    select_on_focus=False,
                    suggester=SuggestFromList(field.suggestions, case_sensitive=False)
                    if field.suggestions
                    else None,
                )
        if field.remark:
            yield Static(Content(inert(field.remark)), classes="remark")

    @on(Button.Pressed, "#save")
    @on(Input.Submitted)
    def action_save(self) -> None:
        """Give the values that were changed, unless one of them cannot be."""
        for field in self._fields:
            if problem := field.problem(self._value(field)):
                self.query_one("#problem", Static).update(Content(f"{field.label}: {problem}"))
                self.query_one(f"#{field.name}").focus()
                return
        self.dismiss(self._changed())

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Give nothing."""
        self.leave(lambda: self.dismiss(None))

    @property
    def holds_changes(self) -> bool:
        """Whether something would be lost that was typed or chosen."""
        return bool(self.typed)

    @property
    def typed(self) -> tuple[tuple[str, str], ...]:
        """What was typed or chosen and is not kept yet, with the labels of the fields."""
        both = ((field, self._value(field)) for field in self._fields if self.is_mounted)
        return tuple((field.label, value) for field, value in both if value != field.shown)

    def leave(self, go: Callable[[], object]) -> None:
        """Go, after a question if something would be lost."""
        if not self.holds_changes:
            go()
            return
        question = Confirm(
            "Leave without keeping this?", "What was changed here is lost.", yes="Leave", no="Stay"
        )

        def answer(sure: bool | None) -> None:  # noqa: FBT001  # what a dialog gives
            if sure:
                go()

        self.app.push_screen(question, answer)

    def _changed(self) -> dict[str, str]:
        values = {field.name: self._value(field) for field in self._fields}
        before = {field.name: one_line(field.value) for field in self._fields}
        return {name: value for name, value in values.items() if value != before[name]}

    def _value(self, field: Field) -> str:
        if field.choices:
            return str(self.query_one(f"#{field.name}", Select).value)
        return self.query_one(f"#{field.name}", Input).value.strip()
