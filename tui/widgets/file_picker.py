"""Picks files, or a whole folder, from the disk or a USB stick."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from edgerag.folders import named_path
from edgerag.present.files import file_line, folder_line
from edgerag.present.inert import one_line
from tui.keys import key
from tui.program import program_of
from tui.widgets.keys_footer import KeysFooter

_JOB = "reading the folder"
_WHERE_STICKS_ARE = ("/media/", "/run/media/", "/Volumes/", "/mnt/")
"""Where Linux and macOS show what is plugged in; on Windows every disk has a letter."""
_BEGIN_A_PATH = ("/", "~")


@dataclass(frozen=True, slots=True)
class Found:
    """One line of a folder."""

    path: Path
    is_folder: bool
    n_bytes: int = 0
    is_drive: bool = False
    """Whether it is a USB stick, or another disk, and not in the folder shown."""


@dataclass
class FolderRead(Message):
    """A folder's files are known."""

    folder: Path
    found: tuple[Found, ...]
    problem: str = ""


def _is_never_whole(folder: Path) -> bool:  # noqa: ARG001  # the signature of a check
    return False


class FilePicker(ModalScreen[list[Path] | None]):
    """Shows a folder at a time; gives the files and folders that were picked, or None.

    A path can be typed from anywhere in it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("files.mark", "space", "mark", "Mark", "Mark or unmark the file or folder under the cursor."),
        key("files.up", "backspace", "up", "Folder above", "Go to the folder that this one is in."),
        key("files.all", "ctrl+a", "all", "Mark all", "Mark every file of this folder, or unmark them."),
        key("files.pick", "ctrl+s", "pick", "Done", "Take what is marked, or what is under the cursor."),
        key("files.cancel", "escape", "cancel", "Cancel", "Leave without picking anything."),
    ]
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#files"

    def __init__(
        self,
        title: str,
        explanation: str,
        is_wanted: Callable[[Path], bool],
        *,
        start: Path,
        done: str,
        is_whole: Callable[[Path], bool] = _is_never_whole,
    ) -> None:
        """Show folders and the files that are wanted, beginning in `start`; `done` names the deed.

        Where nothing is marked, a folder that `is_whole` is taken itself, and not what is under the cursor.
        """
        super().__init__()
        self._title, self._explanation, self._done = title, explanation, done
        self._is_wanted, self._is_whole = is_wanted, is_whole
        self._folder = start
        self._found: tuple[Found, ...] = ()
        self._written = one_line(str(start))
        """What was written into the field of the folder, by no person."""
        self._marked: dict[Path, None] = {}

    def compose(self) -> ComposeResult:
        """Put the folder's name over its files, and the buttons under them."""
        with Vertical(classes="dialog picker"):
            yield Static(Content(self._title), classes="title")
            yield Static(Content(self._explanation), classes="explanation")
            yield Input(self._written, id="folder", compact=True, select_on_focus=False)
            yield OptionList(id="files", markup=False, compact=True)
            with Horizontal(classes="buttons"):
                yield Static("", id="marked", markup=False)
                yield Button("Cancel", id="cancel", compact=True)
                yield Button(self._done, id="done", variant="primary", compact=True)
        yield KeysFooter()

    def on_mount(self) -> None:
        """Read the first folder."""
        self._go(self._folder)
        self._count()

    def on_key(self, event: events.Key) -> None:
        """Write a path with what is typed in the list: "/" and "~" begin one, else it is in this folder."""
        typed = event.character if event.is_printable else None
        if not typed or typed.isspace() or event.key in self.active_bindings:
            return
        field = self.query_one("#folder", Input)
        if self.focused is not field:  # else it comes late from the list, and the path goes on
            self.set_focus(field)
            field.value = "" if typed in _BEGIN_A_PATH else str(self._folder / "_")[:-1]
            field.cursor_position = len(field.value)
        field.insert_text_at_cursor(typed)
        event.stop()

    def _go(self, folder: Path) -> None:
        def read(cancel: Event) -> Iterator[Message]:
            yield FolderRead(folder, *_read(folder, self._is_wanted, cancel))

        program_of(self).jobs.look(self, read, _JOB)

    def on_folder_read(self, message: FolderRead) -> None:
        """Show a folder's files, or why they cannot be shown."""
        if message.problem:
            self.notify(one_line(message.problem), severity="error", markup=False)
            return
        came_from = self._folder
        self._folder, self._found = message.folder, message.found
        self._write_folder()
        self._list(self._place_of(came_from))

    def _write_folder(self) -> None:
        """Write the folder into its field, unless a person is typing another one there."""
        field = self.query_one("#folder", Input)
        if not field.has_focus or field.value == self._written:
            field.value = self._written = one_line(str(self._folder))

    def _place_of(self, came_from: Path) -> int:
        """Give the line of the folder that was left, else the first below the folder above: a stick."""
        paths = [found.path for found in self._found]
        if came_from.parent == self._folder and came_from in paths:
            return paths.index(came_from)
        return 1 if paths[:1] == [self._folder.parent] else 0

    def _list(self, highlighted: int) -> None:
        files = self.query_one("#files", OptionList)
        files.clear_options()
        width = max(files.scrollable_content_region.width, 30)
        files.add_options([Option(Content(self._line(found, width))) for found in self._found])
        if self._found:
            files.highlighted = min(highlighted, len(self._found) - 1)
        else:
            files.add_option(Option(Content("nothing here that edgerag reads"), disabled=True))

    def _line(self, found: Found, width: int) -> str:
        is_marked = found.path in self._marked
        if found.path == self._folder.parent:
            return "    .. (the folder above)"
        if found.is_folder:
            name = str(found.path) if found.is_drive else found.path.name
            return folder_line(name, is_marked=is_marked, width=width)
        return file_line(found.path.name, found.n_bytes, is_marked=is_marked, width=width)

    def _count(self) -> None:
        marked = self.query_one("#marked", Static)
        marked.update(f"{len(self._marked)} marked" if self._marked else "")

    @property
    def _here(self) -> Found | None:
        highlighted = self.query_one("#files", OptionList).highlighted
        if highlighted is None or highlighted >= len(self._found):
            return None
        return self._found[highlighted]

    @on(OptionList.OptionSelected)
    def _open(self) -> None:
        if (here := self._here) is None:
            return
        if here.is_folder:
            self._go(here.path)
        else:
            self.action_mark()

    @on(Input.Submitted, "#folder")
    def _typed(self, event: Input.Submitted) -> None:
        path = named_path(event.value) if event.value.strip() else self._folder
        # Those of pathlib fail where a name is too long, or a folder is closed.
        if os.path.isfile(path) and self._is_wanted(path):  # noqa: PTH113
            self.dismiss([path])
        elif os.path.isdir(path):  # noqa: PTH112
            self._go(path)
            self.query_one("#files").focus()
        else:
            self.notify(self._why_not(path), severity="warning", markup=False)

    def _why_not(self, path: Path) -> str:
        """Say why a path is not taken: what is needed stands in the first sentence of the explanation."""
        if not os.path.lexists(path):
            return "There is no such folder or file."
        needed = self._explanation.partition(". ")[0].removesuffix(".")
        return f"{one_line(path.name)} is there, but not what is needed here: {needed}."

    @on(Button.Pressed)
    def _press(self, event: Button.Pressed) -> None:
        if event.button.id == "done":
            self.action_pick()
        else:
            self.action_cancel()

    def action_mark(self) -> None:
        """Mark or unmark what is under the cursor."""
        here = self._here
        if here is None or here.path == self._folder.parent:
            return
        if here.path in self._marked:
            del self._marked[here.path]
        else:
            self._marked[here.path] = None
        self._shown_again(step=1)

    def action_all(self) -> None:
        """Mark every file of the folder; unmark them if all are marked."""
        files = [found.path for found in self._found if not found.is_folder]
        if all(path in self._marked for path in files):
            for path in files:
                del self._marked[path]
        else:
            self._marked.update(dict.fromkeys(files))
        self._shown_again(step=0)

    def _shown_again(self, *, step: int) -> None:
        self._list((self.query_one("#files", OptionList).highlighted or 0) + step)
        self._count()

    def action_up(self) -> None:
        """Go to the folder above."""
        self._go(self._folder.parent)

    def action_pick(self) -> None:
        """Give what is marked, or what is under the cursor."""
        here = self._here
        if self._marked:
            self.dismiss(list(self._marked))
        elif not (here and here.is_drive) and self._is_whole(self._folder):
            self.dismiss([self._folder])
        elif here is not None and here.path != self._folder.parent:
            self.dismiss([here.path])
        else:
            self.notify("Mark a file or a folder first: Space.", severity="warning", markup=False)

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)


def _read(folder: Path, is_wanted: Callable[[Path], bool], cancel: Event) -> tuple[tuple[Found, ...], str]:
    """List a folder, folders first, with the folder above on top; or say why it cannot be listed."""
    folders: list[Found] = []
    files: list[Found] = []
    try:
        for path in sorted(folder.iterdir(), key=lambda path: path.name.casefold()):
            if cancel.is_set():
                break
            if path.name.startswith("."):
                continue
            if path.is_dir():
                folders.append(Found(path, is_folder=True))
            elif is_wanted(path):
                files.append(Found(path, is_folder=False, n_bytes=path.stat().st_size))
    except OSError as error:
        return (), f"{folder}: cannot be read: {error.strerror or 'unknown reason'}"
    above = [Found(folder.parent, is_folder=True)] if folder.parent != folder else []
    return (*above, *_drives(folder), *folders, *files), ""


def _drives(folder: Path) -> list[Found]:
    """List USB sticks and other disks that a person plugged in, but the one shown."""
    import psutil

    mounted = [Path(partition.mountpoint) for partition in psutil.disk_partitions()]
    return [
        Found(path, is_folder=True, is_drive=True)
        for path in mounted
        if path != folder and (path.drive or str(path).startswith(_WHERE_STICKS_ARE))
    ]
