"""Another library in place of this one."""

from __future__ import annotations

from pathlib import Path

from edgerag import paths
from tui.messages import LibraryWanted
from tui.screens.handbooks.stock import StockScreen
from tui.switching import look_for_library
from tui.widgets.choose import Choose
from tui.widgets.file_picker import FilePicker

OPENING_LIBRARY = "opening the other library"


class OtherLibraryScreen(StockScreen):
    """Opens another library, and this computer's again."""

    def action_other(self) -> None:
        """Pick another library; from another one the way leads back as well."""
        if paths.is_own_library():
            self._pick_library("other")
            return
        question = Choose(
            "Which library shall be open?",
            "Nothing is copied, and nothing is lost: the one that is open now is closed.",
            {"own": "The library of this computer", "other": "Another one, on a stick perhaps"},
        )
        self.app.push_screen(question, self._pick_library)

    def _pick_library(self, answer: str | None) -> None:
        if answer == "own":
            self.post_message(LibraryWanted(paths.data_folder()))
        if answer != "other":
            return
        picker = FilePicker(
            "Open another library",
            f"A library is a file {paths.LIBRARY_FILE}; its folder or the stick that it is on will do. This "
            "computer's own library stays as it is.",
            lambda path: path.name == paths.LIBRARY_FILE,
            start=self._folder,
            done="Open",
        )

        def look(picked: list[Path] | None) -> None:
            if picked:
                self.program.jobs.look(self, lambda _: look_for_library(picked[0]), OPENING_LIBRARY)

        self.app.push_screen(picker, look)
