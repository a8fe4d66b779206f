"""`edgerag evaluate`: reads a data set, builds what it asks about, measures, and says with what.

retrieval    corpus -> library -> one ranking over everything     -> ndcg@10, recall@5, ...
absence      corpus -> library -> relevance of each handbook      -> precision, recall, f1
pairs        two texts         -> the judge of the compare stage  -> f1 of each label
judge        the same, or handbooks -> pairs of quotations or answers -> accuracy, kappa, calibration, ...
             or a generator's verdicts on them -> whether it may judge on this machine
handbooks    files  -> library -> `Engine.ask`                    -> page_hit, pair_accuracy, ...
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec import structs

from edgerag import __version__, paths
from edgerag.compare.compare import compare_texts
from edgerag.compare.judge import Comparison, Layers
from edgerag.compare.similarity import ModelSimilarity
from edgerag.compare.validation import made_with, record_validation
from edgerag.compare.verdict import VERDICT_VERSION, ModelReader
from edgerag.config import Config
from edgerag.disk import sha256_of
from edgerag.domain.ids import HandbookId, handbook_id
from edgerag.domain.reports import Label, Report
from edgerag.engine import Engine, Finished
from edgerag.errors import ConfigError, StoreError
from edgerag.evaluate.absence import evaluate_absence
from edgerag.evaluate.annotation import measure_packets, stratified, write_packet
from edgerag.evaluate.corpus import CorpusHandbook, corpus_handbooks
from edgerag.evaluate.datasets import (
    Document,
    HandbookQuestion,
    HandbookSet,
    LabelledPair,
    read_absence,
    read_handbooks,
    read_pairs,
    read_questions,
    read_retrieval,
)
from edgerag.evaluate.handbooks import evaluate_handbooks, with_heading
from edgerag.evaluate.judge import evaluate_judge, judge_pairs
from edgerag.evaluate.pairs import evaluate_pairs
from edgerag.evaluate.quotes import pairs_from_quotes, pairs_from_report
from edgerag.evaluate.results import Measurements, Progress, Result
from edgerag.evaluate.retrieval import DEPTH, evaluate_retrieval
from edgerag.evaluate.screening import asks_for_screening, screened
from edgerag.evaluate.verdicts import KeptReader, evaluate_verdicts
from edgerag.evaluate.workspace import documents_of, fill, fingerprint, keep_only, names_of, opened
from edgerag.inference.catalogue import Role
from edgerag.inference.installed import InstalledModels
from edgerag.inference.opening import open_embedder, open_entailment, open_generator, open_reranker
from edgerag.inference.roles import Embedder, Reranker
from edgerag.intake import Embedding, Failed, Reading
from edgerag.retrieve.retrieve import Retriever
from edgerag.retrieve.sufficiency import SUFFICIENT
from edgerag.samples import gold_file, sample_files
from edgerag.store.library import Library
from edgerag.understand.understand import understand

_MANIFEST: Final = "manifest.jsonl"
"""A data set that has this file holds handbooks, and no pairs."""


class Kind(StrEnum):
    """What can be measured."""

    RETRIEVAL = "retrieval"
    ABSENCE = "absence"
    PAIRS = "pairs"
    JUDGE = "judge"
    HANDBOOKS = "handbooks"


@dataclass(frozen=True, slots=True)
class Setting:
    """What to measure, on what, and with which settings."""

    data: Path | None
    """None stands for the sample handbooks, and for the quotations of their gold file."""
    split: str
    questions: Path | None
    workspace: Path
    """Holds one folder for each data set."""
    fresh: bool
    """Build the library anew, and generate answers anew: after a change of the program."""
    extractive: bool
    """Leave the generator out."""
    from_quotes: bool
    """Judge the gold quotations of handbooks and not the answers given."""
    packet: Path | None
    """Where to write pairs for human readers."""
    n_packet: int
    """How many of them."""
    returned: Sequence[Path]
    """Packets that human readers have filled in; measured in place of the gold labels."""
    generator: bool
    """Check whether the generator may judge."""
    most_pairs: int
    """How many pairs the generator is asked at most; 0 for all."""
    config: Config
    progress: Progress

    @property
    def folder(self) -> Path:
        """The folder of the data set.

        Raises:
            ConfigError: there is none.
        """
        if self.data is None:
            raise ConfigError("which data set is not said", hint="--data DIR")
        return self.data


Measured = tuple[Measurements, dict[str, str]]
"""The measures, and the versions they depend on."""


def run(
    kind: Kind,
    data: Path | None,
    split: str = "dev",
    *,
    config: Config,
    progress: Progress,
    questions: Path | None = None,
    workspace: Path | None = None,
    fresh: bool = False,
    extractive: bool = False,
    from_quotes: bool = False,
    packet: Path | None = None,
    n_packet: int = 0,
    returned: Sequence[Path] = (),
    generator: bool = False,
    most_pairs: int = 0,
) -> Result:
    """Measure one kind of quality on one data set.

    Args:
        kind: what to measure; each has a layout of its own, see `edgerag.evaluate.datasets`.
        data: the folder of the data set; None for the sample handbooks, which only `judge` can do with.
        split: which part of it, by the beginning of its file names.
        config: models and settings, as for any other command.
        progress: told what is being done.
        questions: for `handbooks`, a question file in place of the split's own.
        workspace: where libraries are kept between runs; beside the user's own library if None.
        fresh: build the library anew, as is needed when the program has changed.
        extractive: for `handbooks`, leave the generator out.
        from_quotes: for `judge` on handbooks, judge the gold quotations with what stands around them.
        packet: for `judge`, write pairs for human readers to this CSV file.
        n_packet: how many.
        returned: for `judge`, compare with these filled-in packets and not with the gold labels.
        generator: for `judge`, ask the generator about every pair and record whether it may judge here.
        most_pairs: ask it about so many at most, of each label equally many, and record nothing; 0 for all.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: a model that this needs is not installed.
        StoreError: the workspace cannot be used.
    """
    folder = workspace or paths.data_folder() / "evaluation"
    setting = Setting(
        data=data,
        split=split,
        questions=questions,
        workspace=folder,
        fresh=fresh,
        extractive=extractive,
        from_quotes=from_quotes,
        packet=packet,
        n_packet=n_packet,
        returned=returned,
        generator=generator,
        most_pairs=most_pairs,
        config=config,
        progress=progress,
    )
    measured, versions = _RUNNERS[kind](setting)
    return Result(
        dataset=_name_of(data),
        split=questions.name if questions else split if data else gold_file().name,
        n=measured.n,
        measures=measured.measures,
        versions={"edgerag": __version__} | versions,
        confusion=measured.confusion,
    )


def _retrieval(setting: Setting) -> Measured:
    data = read_retrieval(setting.folder, setting.split)
    with _searchable(setting, data.documents) as searchable:
        documents = documents_of(searchable.handbooks)

        def search(question: str) -> list[str]:
            ranking = searchable.retriever.rank(question, DEPTH)
            return [documents[section.section_id] for section in ranking]

        return evaluate_retrieval(data, search, setting.progress), searchable.versions


def _absence(setting: Setting) -> Measured:
    data = read_absence(setting.folder, setting.split)
    with _searchable(setting, data.documents) as searchable:
        names = names_of(searchable.handbooks)

        def relevance(question: str) -> dict[str, float]:
            found = searchable.retriever.retrieve(question)
            return {names[evidence.handbook.id]: evidence.trace.relevance for evidence in found}

        measured = evaluate_absence(data, relevance, SUFFICIENT, setting.progress)
        return measured, searchable.versions | {"threshold": str(SUFFICIENT)}


def _pairs(setting: Setting) -> Measured:
    pairs = read_pairs(setting.folder, setting.split)
    similarity, models = _open_similarity(setting.config)

    def judge(pair: LabelledPair) -> Label:
        return compare_texts(understand(pair.question), pair.a, pair.b, similarity).label

    return evaluate_pairs(pairs, judge, setting.progress), models


def _judge(setting: Setting) -> Measured:
    pairs, versions = _labelled_pairs(setting)
    similarity, models = _open_similarity(setting.config)
    if setting.generator:
        measured, generator = _verdicts(setting, pairs, similarity)
        return measured, versions | models | generator

    to_screen = frozenset() if _has_handbooks(setting) else asks_for_screening(pairs)

    def judge(question: str, a: str, b: str, without: Layers) -> Comparison:
        silent = screened(question, a, b, similarity) if question in to_screen else None
        return silent or compare_texts(understand(question), a, b, similarity, without=without)

    judged = judge_pairs(pairs, judge, setting.progress)
    said = [one.said.label for one in judged]
    if setting.packet is not None:
        write_packet(setting.packet, pairs, said, setting.n_packet)
    if setting.returned:
        return measure_packets(setting.returned, pairs, said), versions | models
    return evaluate_judge(judged, judge, setting.progress), versions | models


def _verdicts(setting: Setting, pairs: Sequence[LabelledPair], similarity: ModelSimilarity) -> Measured:
    """Check whether the generator may judge, and record it on this machine."""
    installed, models = InstalledModels(paths.models_folder()), setting.config.models
    entry = installed.require(Role.GENERATOR, models.generator)
    file = setting.workspace / f"verdicts-{fingerprint(made_with(entry))}.jsonl"
    if setting.fresh:
        file.unlink(missing_ok=True)
    generator = open_generator(installed, entry.name, models.threads)
    reader = KeptReader(ModelReader(lambda: generator, share_right=0.0), file)
    some = stratified(pairs, [pair.label for pair in pairs], setting.most_pairs or len(pairs))
    measured, counts = evaluate_verdicts(some, similarity, reader, setting.progress)
    validation = structs.replace(counts, made_with=made_with(entry))
    if not setting.most_pairs:
        record_validation(installed, entry, validation)
    outcome = "; ".join(f"it {why}" for why in validation.shortcomings)
    return measured, {
        "generator": entry.revision,
        "verdicts": VERDICT_VERSION,
        "judges": f"no, {outcome}" if outcome else "yes",
    }


def _labelled_pairs(setting: Setting) -> tuple[Sequence[LabelledPair], dict[str, str]]:
    """Give the labelled pairs of a data set of pairs or of handbooks, and the versions they depend on."""
    if setting.data and not _has_handbooks(setting):
        return read_pairs(setting.data, setting.split), {}
    with _asked(setting) as asked:
        if setting.from_quotes or setting.data is None:
            library = asked.engine.library
            return pairs_from_quotes(asked.questions, lambda name: library.text(asked.names[name])), {}
        pairs: list[LabelledPair] = []
        for done, question in enumerate(asked.questions):
            setting.progress("asking questions", done, len(asked.questions))
            pairs += pairs_from_report(question, asked.ask(question.question), asked.names)
        return pairs, asked.versions


def _has_handbooks(setting: Setting) -> bool:
    return setting.data is None or (setting.data / _MANIFEST).is_file()


def _handbooks(setting: Setting) -> Measured:
    with _asked(setting) as asked:
        library = asked.engine.library
        measured = evaluate_handbooks(
            _with_headings(asked.questions, asked.names, library),
            asked.names,
            asked.ask,
            lambda handbook, ordinal: library.page(handbook, ordinal).text,
            setting.progress,
        )
        return measured, asked.versions


_RUNNERS: Mapping[Kind, Callable[[Setting], Measured]] = {
    Kind.RETRIEVAL: _retrieval,
    Kind.ABSENCE: _absence,
    Kind.PAIRS: _pairs,
    Kind.JUDGE: _judge,
    Kind.HANDBOOKS: _handbooks,
}


@dataclass(frozen=True, slots=True)
class _Searchable:
    """A corpus in a library, and the retriever over it."""

    handbooks: Sequence[CorpusHandbook]
    retriever: Retriever
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Asked:
    """Whole handbooks in a library, and the questions on them."""

    engine: Engine
    questions: Sequence[HandbookQuestion]
    names: Mapping[str, HandbookId]
    """The library's id by the name in the gold data."""
    versions: dict[str, str]
    """Grows while questions are asked."""

    def ask(self, question: str) -> Report:
        report = _report(self.engine, question)
        self.versions.update({what: version for what, version in report.versions.items() if version})
        return report


def _handbook_set(setting: Setting) -> HandbookSet:
    if setting.data is not None:
        return read_handbooks(setting.data, setting.split, setting.questions)
    return HandbookSet({file.stem: file for file in sample_files()}, read_questions(gold_file()))


@contextmanager
def _asked(setting: Setting) -> Iterator[_Asked]:
    """Put a data set's handbooks into a workspace and open an engine on it."""
    data = _handbook_set(setting)
    names = {name: handbook_id(sha256_of(file)) for name, file in data.files.items()}
    models = InstalledModels(paths.models_folder())
    embedder = models.require(Role.EMBEDDER, setting.config.models.embedder).name
    with opened(_folder(setting, embedder, str(setting.data and setting.data.resolve()))) as workspace:
        keep_only(workspace, set(names.values()))
        engine = Engine(
            workspace.library, workspace.indexes, models, setting.config, extractive=setting.extractive
        )
        failed = _add(engine, list(data.files.values()), setting.progress)
        versions = {"not indexed": ", ".join(failed)} if failed else {}
        yield _Asked(engine, data.questions, names, versions)


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


def _open_similarity(config: Config) -> tuple[ModelSimilarity, dict[str, str]]:
    """Open the models that the judge asks, and name them."""
    embedder, reranker = _open_models(config)
    installed, models = InstalledModels(paths.models_folder()), config.models
    entailment = open_entailment(installed, models.entailment, models.threads)
    versions = {
        "embedder": embedder.name,
        "reranker": reranker.name,
        "entailment": entailment.name if entailment else "none",
    }
    return ModelSimilarity(embedder, reranker, entailment), versions


def _name_of(data: Path | None) -> str:
    return data.resolve().name if data else "samples"


def _folder(setting: Setting, *content: str) -> Path:
    """Name the data set's folder after what its content depends on; with `fresh`, empty it."""
    ingest = setting.config.ingest
    chunking = f"{ingest.chunk_words}/{ingest.overlap_words}"
    folder = setting.workspace / f"{_name_of(setting.data)}-{fingerprint(chunking, *content)}"
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
