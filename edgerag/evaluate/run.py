"""`edgerag evaluate`: reads a data set, builds what it asks about, measures, and says with what.

retrieval    corpus -> library -> one ranking over everything     -> ndcg@10, recall@5, ...
absence      corpus -> library -> relevance of each handbook      -> precision, recall, f1
pairs        two texts         -> the judge of the compare stage  -> f1 of each label
handbooks    files  -> library -> `Engine.ask`                    -> page_hit, pair_accuracy, ...
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from msgspec import structs

from edgerag import __version__, paths
from edgerag.compare.compare import compare_texts
from edgerag.compare.similarity import ModelSimilarity
from edgerag.config import Config
from edgerag.domain.ids import HandbookId, handbook_id
from edgerag.domain.reports import Label, Report
from edgerag.engine import Engine, Finished
from edgerag.errors import StoreError
from edgerag.evaluate.absence import evaluate_absence
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets import (
    Document,
    HandbookQuestion,
    LabelledPair,
    read_absence,
    read_handbooks,
    read_pairs,
    read_retrieval,
)
from edgerag.evaluate.handbooks import evaluate_handbooks, with_heading
from edgerag.evaluate.pairs import evaluate_pairs
from edgerag.evaluate.results import Measurements, Progress, Result
from edgerag.evaluate.retrieval import DEPTH, evaluate_retrieval
from edgerag.evaluate.workspace import documents_of, fill, fingerprint, keep_only, names_of, opened
from edgerag.inference.catalogue import Role
from edgerag.inference.disk import sha256_of
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_reranker
from edgerag.inference.roles import Embedder, Reranker
from edgerag.intake import Embedding, Failed, Reading
from edgerag.retrieve.retrieve import Retriever
from edgerag.retrieve.sufficiency import SUFFICIENT
from edgerag.store.library import Library


class Kind(StrEnum):
    """What can be measured."""

    RETRIEVAL = "retrieval"
    ABSENCE = "absence"
    PAIRS = "pairs"
    HANDBOOKS = "handbooks"


@dataclass(frozen=True, slots=True)
class Setting:
    """What to measure, on what, and with which settings."""

    data: Path
    split: str
    questions: Path | None
    workspace: Path
    """Holds one folder for each data set."""
    fresh: bool
    """Build the library anew, and generate answers anew: after a change of the program."""
    extractive: bool
    """Leave the generator out."""
    config: Config
    progress: Progress


Measured = tuple[Measurements, dict[str, str]]
"""The measures, and the versions they depend on."""


def run(
    kind: Kind,
    data: Path,
    split: str = "dev",
    *,
    config: Config,
    progress: Progress,
    questions: Path | None = None,
    workspace: Path | None = None,
    fresh: bool = False,
    extractive: bool = False,
) -> Result:
    """Measure one kind of quality on one data set.

    Args:
        kind: what to measure; each has a layout of its own, see `edgerag.evaluate.datasets`.
        data: the folder of the data set.
        split: which part of it, by the beginning of its file names.
        config: models and settings, as for any other command.
        progress: told what is being done.
        questions: for `handbooks`, a question file in place of the split's own.
        workspace: where libraries are kept between runs; beside the user's own library if None.
        fresh: build the library anew, as is needed when the program has changed.
        extractive: for `handbooks`, leave the generator out.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: a model that this needs is not installed.
        StoreError: the workspace cannot be used.
    """
    folder = workspace or paths.data_folder() / "evaluation"
    setting = Setting(data, split, questions, folder, fresh, extractive, config, progress)
    measured, versions = _RUNNERS[kind](setting)
    return Result(
        dataset=data.resolve().name,
        split=questions.name if questions else split,
        n=measured.n,
        measures=measured.measures,
        versions={"edgerag": __version__} | versions,
        confusion=measured.confusion,
    )


def _retrieval(setting: Setting) -> Measured:
    data = read_retrieval(setting.data, setting.split)
    with _searchable(setting, data.documents) as searchable:
        documents = documents_of(searchable.handbooks)

        def search(question: str) -> list[str]:
            ranking = searchable.retriever.rank(question, DEPTH)
            return [documents[section.section_id] for section in ranking]

        return evaluate_retrieval(data, search, setting.progress), searchable.versions


def _absence(setting: Setting) -> Measured:
    data = read_absence(setting.data, setting.split)
    with _searchable(setting, data.documents) as searchable:
        names = names_of(searchable.handbooks)

        def relevance(question: str) -> dict[str, float]:
            found = searchable.retriever.retrieve(question)
            return {names[evidence.handbook.id]: evidence.trace.relevance for evidence in found}

        measured = evaluate_absence(data, relevance, SUFFICIENT, setting.progress)
        return measured, searchable.versions | {"threshold": str(SUFFICIENT)}


def _pairs(setting: Setting) -> Measured:
    pairs = read_pairs(setting.data, setting.split)
    embedder, reranker = _open_models(setting.config)
    similarity = ModelSimilarity(embedder, reranker)

    def judge(pair: LabelledPair) -> Label:
        return compare_texts(pair.question, pair.a, pair.b, similarity).label

    versions = {"embedder": embedder.name, "reranker": reranker.name}
    return evaluate_pairs(pairs, judge, setting.progress), versions


def _handbooks(setting: Setting) -> Measured:
    data = read_handbooks(setting.data, setting.split, setting.questions)
    sha256s = {name: sha256_of(file) for name, file in data.files.items()}
    names = {name: handbook_id(sha256) for name, sha256 in sha256s.items()}
    models = InstalledModels(paths.models_folder())
    versions: dict[str, str] = {}
    embedder = models.require(Role.EMBEDDER, setting.config.models.embedder).name
    with opened(_folder(setting, embedder, str(setting.data.resolve()))) as workspace:
        keep_only(workspace, set(names.values()))
        engine = Engine(
            workspace.library, workspace.indexes, models, setting.config, extractive=setting.extractive
        )
        failed = _add(engine, list(data.files.values()), setting.progress)

        def ask(question: str) -> Report:
            report = _report(engine, question)
            versions.update({what: version for what, version in report.versions.items() if version})
            return report

        measured = evaluate_handbooks(
            _with_headings(data.questions, names, workspace.library),
            names,
            ask,
            lambda handbook, ordinal: workspace.library.page(handbook, ordinal).text,
            setting.progress,
        )
    return measured, versions | ({"not indexed": ", ".join(failed)} if failed else {})


_RUNNERS: Mapping[Kind, Callable[[Setting], Measured]] = {
    Kind.RETRIEVAL: _retrieval,
    Kind.ABSENCE: _absence,
    Kind.PAIRS: _pairs,
    Kind.HANDBOOKS: _handbooks,
}


@dataclass(frozen=True, slots=True)
class _Searchable:
    """A corpus in a library, and the retriever over it."""

    handbooks: Sequence[CorpusHandbook]
    retriever: Retriever
    versions: dict[str, str]


@contextmanager
def _searchable(setting: Setting, documents: Sequence[Document]) -> Iterator[_Searchable]:
    """Put a corpus into a workspace and open a retriever over it."""
    ingest, retrieval = setting.config.ingest, setting.config.retrieval
    embedder, reranker = _open_models(setting.config)
    handbooks = corpus_handbooks(
        documents, chunk_words=ingest.chunk_words, overlap_words=ingest.overlap_words
    )
    folder = _folder(setting, embedder.name, *(handbook.parsed.handbook.id for handbook in handbooks))
    with opened(folder) as workspace:
        fill(workspace, folder, handbooks, embedder, setting.progress)
        retriever = Retriever(
            workspace.library,
            workspace.indexes,
            embedder,
            reranker,
            first_stage_k=retrieval.first_stage_k,
            rerank_passages=retrieval.rerank_passages,
            passages=retrieval.passages,
            full_document_tokens=0,
        )
        yield _Searchable(handbooks, retriever, {"embedder": embedder.name, "reranker": reranker.name})


def _open_models(config: Config) -> tuple[Embedder, Reranker]:
    installed = InstalledModels(paths.models_folder())
    return (
        open_embedder(installed, config.models.embedder, config.models.threads),
        open_reranker(installed, config.models.reranker, config.models.threads),
    )


def _folder(setting: Setting, *content: str) -> Path:
    """Name the data set's folder after what its content depends on; with `fresh`, empty it."""
    ingest = setting.config.ingest
    chunking = f"{ingest.chunk_words}/{ingest.overlap_words}"
    folder = setting.workspace / f"{setting.data.resolve().name}-{fingerprint(chunking, *content)}"
    if setting.fresh and folder.exists():
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise StoreError(f"{folder}: cannot be removed: {error}") from error
    return folder


def _add(engine: Engine, files: Sequence[Path], progress: Progress) -> list[str]:
    """Add files to the engine's library; return the names of those that cannot be read."""
    failed: list[str] = []
    for event in engine.add(files):
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


def _report(engine: Engine, question: str) -> Report:
    for event in engine.ask(question, keep=False):
        if isinstance(event, Finished):
            return event.report
    raise RuntimeError("Engine.ask ended without a report")


def _with_headings(
    questions: Sequence[HandbookQuestion], names: Mapping[str, HandbookId], library: Library
) -> list[HandbookQuestion]:
    """Find the places of gold answers that have only a quotation."""
    present = {book.id for book in library.handbooks()}

    def placed(question: HandbookQuestion) -> HandbookQuestion:
        answers = [
            with_heading(gold, library.text(names[gold.handbook]), library.sections(names[gold.handbook]))
            if gold.page is None and not gold.heading and names[gold.handbook] in present
            else gold
            for gold in question.answers
        ]
        return structs.replace(question, answers=answers)

    return [placed(question) for question in questions]
