"""What is posted: news from workers to the screens, and wishes of the screens to the application.

Who posts changes nothing: handlers own all state. A wish is for something that another screen shows;
only the application knows which.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.dom import DOMNode
from textual.message import Message

from edgerag.domain.answers import Answer, Citation
from edgerag.domain.follow_ups import Before
from edgerag.domain.ids import HandbookId
from edgerag.domain.notes import Note
from edgerag.domain.reports import Report
from edgerag.errors import EdgeRagError
from edgerag.store.reports import ReportId


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
class LibraryOpened(Message):
    """The library is open, and this is to be said of it."""

    notes: tuple[str, ...]


@dataclass
class LoadingModels(Folded):
    """A model, or the words, are being loaded in the background; `role` is empty when all are there."""

    role: str


@dataclass
class ReportWanted(Message):
    """A report shall be the current one, and be shown on the first screen."""

    report: Report
    number: ReportId | None = None
    """Its number in the history."""
    before: Before | None = None
    """The question that its own goes on from."""


@dataclass
class AnswersWanted(Message):
    """The pages that one answer cites shall be opened, or those of two side by side."""

    answers: tuple[Answer, ...]
    question: str = ""
    """That they answer."""


@dataclass
class ModelsWanted(Message):
    """Models shall be brought to this machine, and then some files be added."""

    how: str
    """"download" or "stick"."""
    files: tuple[Path, ...] = ()


@dataclass
class QuotationsWanted(Message):
    """The pages of some quotations shall be opened side by side."""

    quoted: tuple[tuple[HandbookId, Citation], ...]


@dataclass
class MapWanted(Message):
    """The map of differences shall be shown."""


@dataclass
class HeatmapWanted(Message):
    """The map of an audit shall be shown."""

    name: str


@dataclass
class ExploreWanted(Message):
    """What handbooks say of the entities that a text names shall be shown."""

    text: str


@dataclass
class HandbookWanted(Message):
    """A handbook shall be opened: at a place where words were found in it, else at its contents."""

    handbook: HandbookId
    places: tuple[Citation, ...] = ()
    at: int = 0
    """Which of the places."""
    page: int = 1
    """Ordinal of the page to begin with, if there are no places."""


@dataclass
class NoteWanted(Message):
    """Something shall be noted on a page or an answer, or bookmarked."""

    note: Note
    """What it is about."""


@dataclass
class NoteFound(Message):
    """What is noted on a page or an answer so far."""

    note: Note


@dataclass
class ReportDeleted(Message):
    """The current report was deleted."""


@dataclass
class NotesChanged(Message):
    """Something was noted."""

    report: Report | None
    """The current report with its notes."""


@dataclass
class NotesWanted(Message):
    """The list of bookmarks and notes shall be shown."""


@dataclass
class FileWanted(Message):
    """A file shall be written: of the current report, or of a text that could not be copied."""

    text: str = ""


@dataclass
class LibraryWanted(Message):
    """The library of another folder shall be opened, and this one closed."""

    folder: Path


@dataclass
class KeysWanted(Message):
    """Other keys shall be chosen for actions."""

    asker: DOMNode
    """Gets `KeysChosen`, unless nothing was changed."""


@dataclass
class KeysChosen(Message):
    """The keys of every screen in which one was changed."""

    keys: dict[str, dict[str, str]]
