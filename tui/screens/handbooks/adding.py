"""Handbooks come from files: picked, or the samples; models are asked for where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Event

from textual import on
from textual.widgets import Button

from edgerag.errors import IngestError, ModelMissingError
from tui.adding import FileFailed, Outcome, Skipped, follow
from tui.messages import ModelsWanted, WorkFailed
from tui.screens.handbooks.editions import EditionsScreen
from tui.screens.handbooks.work import ADDING
from tui.widgets.bringing import models_question
from tui.widgets.file_picker import FilePicker


class AddingScreen(EditionsScreen):
    """Adds files and folders."""

    def __init__(self) -> None:
        super().__init__()
        self._to_add: tuple[Path, ...] = ()
        """What is being added."""

    @on(Button.Pressed, "#add")
    def action_add(self) -> None:
        """Pick files or folders, and add them."""
        from edgerag.ingest.discover import media_type

        picker = FilePicker(
            "Add handbooks",
            "PDF, DOCX, HTML, Markdown, text, and lists as CSV, XLSX, JSON, XML. Enter opens a folder; Space "
            "marks a file or a whole folder.",
            lambda path: media_type(path) is not None,
            start=self._folder,
            done="Add",
        )
        self.app.push_screen(picker, self._add)

    @on(Button.Pressed, "#samples")
    def add_samples(self) -> None:
        """Add the handbooks that ship with the program."""
        from edgerag.samples import sample_files

        self.add(sample_files())

    def _add(self, picked: list[Path] | None) -> None:
        if picked:
            self._picked_in = picked[0].parent
            self.add(picked)

    def add(self, picked: Sequence[Path]) -> None:
        """Add files and folders."""

        def add(cancel: Event) -> None:
            from edgerag.ingest.discover import discover

            found = discover(picked)
            self.post_message(Skipped(tuple(path.name for path in found.unsupported)))
            for path, why in found.problems:
                self.post_message(FileFailed(path.name, IngestError(why)))
            engine = self.program.desk.engine()
            follow(engine.intake.add(found.files, cancel=cancel), found.files, self.post_message)

        if self._begin(ADDING, add):
            self._to_add, self._outcome = tuple(picked), Outcome()

    def on_work_failed(self, message: WorkFailed) -> None:
        """Ask where the models shall come from; what was to be added is added then."""
        if not (isinstance(message.error, ModelMissingError) and message.group == ADDING):
            return
        message.stop()
        files = self._to_add

        def bring(how: str | None) -> None:
            if how:
                self.post_message(ModelsWanted(how, files))

        self.app.push_screen(models_question(), bring)
