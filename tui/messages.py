"""What workers tell the screens: workers only post, handlers own all state."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

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
