"""Whole handbooks in a library of their own, and the engine that is asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec import structs

from edgerag.disk import sha256_of
from edgerag.domain.ids import HandbookId, handbook_id
from edgerag.domain.reports import Report
from edgerag.engine.ask import Engine
from edgerag.engine.events import AskEvent
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.causes import Stored
from edgerag.evaluate.datasets.questions import HandbookQuestion
from edgerag.evaluate.handbooks import with_heading
from edgerag.evaluate.models import Versions, installed_models
from edgerag.evaluate.results import Progress
from edgerag.evaluate.workspace import Workspace, keep_only, opened, reduced
from edgerag.inference.catalogue import Role
from edgerag.intake import Embedding, Failed, Reading
from edgerag.store.library import Library


@dataclass(frozen=True, slots=True)
class Clinic:
    """Handbooks of a data set, ready to be asked."""

    engine: Engine
    names: Mapping[str, HandbookId]
    """The library's id by the name in the gold data."""
    versions: Versions
    """Grows while questions are asked."""

    @property
    def library(self) -> Library:
        """Where the handbooks are."""
        return self.engine.library

    def ask(self, question: str, tell: Callable[[AskEvent], object] = lambda _: None) -> Report:
        """Ask every handbook; `tell` hears of each step."""
        report = self.engine.report(question, keep=False, tell=tell)
        self.versions.update({what: version for what, version in report.versions.items() if version})
        return report

    def text(self, name: str) -> str:
        """Give the text of a handbook by its name in the gold data."""
        return self.library.text(self.names[name])

    def page_text(self, handbook: HandbookId, ordinal: int) -> str:
        """Give the text of a stored page."""
        return self.library.page(handbook, ordinal).text

    def stored(self, handbook: HandbookId) -> Stored:
        """Give a handbook's pages, sections and chunks; nothing of one that could not be indexed."""
        if handbook not in {book.id for book in self.library.handbooks()}:
            return Stored((), (), ())
        library = self.library
        return Stored(library.pages(handbook), library.sections(handbook), library.all_chunks(handbook))


@contextmanager
def clinic(
    dataset: str,
    source: str,
    files: Mapping[str, Path],
    bench: Bench,
    *,
    left_out: Sequence[str] = (),
    extractive: bool,
) -> Iterator[Clinic]:
    """Put handbooks into a workspace and open an engine on it.

    Args:
        dataset: what its folder is named after.
        source: tells data sets of one name apart.
        files: by the handbooks' names in the gold data.
        bench: models, settings, and where the library is kept; it is told of each file.
        left_out: names of handbooks that nobody is to be asked about; a copy of the library lacks them.
        extractive: leave the generator out.

    Raises:
        ModelMissingError: no embedder is installed.
        StoreError: the workspace cannot be used.
    """
    models = installed_models()
    names = {name: handbook_id(sha256_of(file)) for name, file in files.items()}
    embedder = models.require(Role.EMBEDDER, bench.config.models.embedder).name
    folder = bench.workspaces.folder(dataset, embedder, source)

    def engine_on(workspace: Workspace) -> Engine:
        return Engine(workspace.library, workspace.indexes, models, bench.config, extractive=extractive)

    with opened(folder) as whole:
        keep_only(whole, set(names.values()))
        engine = engine_on(whole)
        failed = _add(engine, list(files.values()), bench.progress)
        versions = {"not indexed": ", ".join(failed)} if failed else {}
        if not left_out:
            yield Clinic(engine, names, versions)
            return
    versions["left out"] = ", ".join(sorted(left_out))
    kept = {name: id_ for name, id_ in names.items() if name not in left_out}
    with reduced(folder, set(kept.values())) as part:
        yield Clinic(engine_on(part), kept, versions)


def placed(questions: Sequence[HandbookQuestion], asked: Clinic) -> list[HandbookQuestion]:
    """Find the places of gold answers that have only a quotation."""
    present = {book.id for book in asked.library.handbooks()}

    def with_places(question: HandbookQuestion) -> HandbookQuestion:
        answers = [
            with_heading(gold, asked.text(gold.handbook), asked.library.sections(asked.names[gold.handbook]))
            if gold.page is None and not gold.heading and asked.names[gold.handbook] in present
            else gold
            for gold in question.answers
        ]
        return structs.replace(question, answers=answers)

    return [with_places(question) for question in questions]


def _add(engine: Engine, files: Sequence[Path], progress: Progress) -> list[str]:
    """Add files to the engine's library; return the names of those that cannot be read."""
    failed: list[str] = []
    for event in engine.intake.add(files):
        match event:
            case Reading(path):
                progress(f"reading {path.name}", 0, 0)
            case Embedding(path, n_done, n_chunks):
                progress(f"embedding {path.name}", n_done, n_chunks)
            case Failed(path, error):
                failed.append(f"{path.name} ({error})")
            case _:
                pass
    return failed
