"""What is posted: news from workers to the screens, and wishes of the screens to the application.

Who posts changes nothing: handlers own all state. A wish is for something that another screen shows;
only the application knows which.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.dom import DOMNode
from textual.message import Message

from edgerag.domain.answers import Answer
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Report
from edgerag.errors import EdgeRagError


class Folded(Message):
    """News of which only the newest counts: of a flood in the queue the last one is handled."""

    @property
    def subject(self) -> object:
        """What the news is about; only news about the same replaces each other."""
        return None

    def can_replace(self, message: Message) -> bool:
        """Tell Textual that this one is news enough."""
        return isinstance(message, type(self)) and message.subject == self.subject


@dataclass
class WorkFailed(Message):
    """Work in a thread ended with an error; the app shows it unless a screen stops the message."""

    group: str
    error: EdgeRagError


@dataclass
class WorkEnded(Message):
    """Work in a thread is over, well or not; the last thing that it posts."""

    group: str


@dataclass
class LoadingModels(Folded):
    """A model is being loaded in the background; `role` is empty when all are there."""

    role: str


@dataclass
class ReportWanted(Message):
    """A report shall be the current one, and be shown on the first screen."""

    report: Report


@dataclass
class AnswersWanted(Message):
    """The pages that one answer cites shall be opened, or those of two side by side."""

    answers: tuple[Answer, ...]


@dataclass
class HandbookWanted(Message):
    """A handbook shall be opened at its first page."""

    handbook: HandbookId


@dataclass
class FileWanted(Message):
    """A file shall be written: of the current report, or of a text that could not be copied."""

    text: str = ""


@dataclass
class KeysWanted(Message):
    """Other keys shall be chosen for actions."""

    asker: DOMNode
    """Gets `KeysChosen`, unless nothing was changed."""


@dataclass
class KeysChosen(Message):
    """The keys of every screen in which one was changed."""

    keys: dict[str, dict[str, str]]
