"""One function for each kind of measurement: read a data set, build what it asks about, measure.

retrieval    corpus -> library -> one ranking over everything     -> ndcg@10, recall@5, ...
absence      corpus -> library -> relevance of each handbook      -> precision, recall, f1
routing      corpus -> library -> where is looked, and evidence   -> primary_acc, ev_recall@5, ...
multihop     corpus -> library -> one ranking over everything     -> recall@5, bm25_recall@5
pairs        two texts         -> the judge of the compare stage  -> accuracy, false agreement, ...
judge        the same, or handbooks -> pairs of quotations or answers -> accuracy, kappa, calibration, ...
readers      the judge's labels -> those of human readers         -> agreement, kappa
generator    a generator's verdicts on the same pairs             -> whether it may judge on this machine
citation     claims, sources   -> the sentences to cite           -> f1, precision, recall
rag          files  -> library -> answers and their evidence      -> faithfulness, context_recall, ...
extraction   marked passages   -> their entities and relations    -> entity_precision, relation_precision, ...
handbooks    files  -> library -> the engine's reports            -> page_hit, pair_accuracy, ...
differences  files  -> library -> the map of differences          -> unasked_recall, ...
editions     gold answers -> the summary's trusted sides          -> newest_named, trusted_right, ...
fusion       claims of sources -> values with confidence          -> f1, f1_lenient, coverage, ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Final

from msgspec import structs

from edgerag import __version__
from edgerag.atlas.atlas import draw
from edgerag.atlas.told import Wanted, told
from edgerag.compare.compare import compare_texts
from edgerag.compare.judge import Comparison, Layers
from edgerag.compare.similarity import Similarity
from edgerag.compare.validation import made_with, record_validation
from edgerag.compare.verdict import VERDICT_VERSION, ModelReader
from edgerag.config import Config
from edgerag.confirm.confidence import Settings
from edgerag.domain.answers import Status
from edgerag.domain.evidence import Evidence
from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Label
from edgerag.engine.events import AskEvent, Retrieved
from edgerag.errors import ConfigError
from edgerag.evaluate.absence import evaluate_absence
from edgerag.evaluate.annotation import measure_packets, stratified, write_packet
from edgerag.evaluate.asking import Clinic, clinic, placed
from edgerag.evaluate.causes import count_causes, detail, write_details
from edgerag.evaluate.citation import evaluate_citation
from edgerag.evaluate.datasets import (
    HandbookQuestion,
    HandbookSet,
    LabelledPair,
    read_absence,
    read_citation,
    read_cross_source,
    read_fusion,
    read_handbooks,
    read_marked,
    read_multihop,
    read_pairs,
    read_questions,
    read_retrieval,
    without_handbooks,
)
from edgerag.evaluate.differences import evaluate_differences
from edgerag.evaluate.editions import evaluate_editions
from edgerag.evaluate.extraction import evaluate_extraction
from edgerag.evaluate.fusion import evaluate_fusion
from edgerag.evaluate.halves import Half, those_of
from edgerag.evaluate.handbooks import ask_all, evaluate_handbooks
from edgerag.evaluate.judge import Judge, evaluate_judge, judge_pairs
from edgerag.evaluate.models import Versions, installed_models, open_judging, open_similarity
from edgerag.evaluate.multihop import DEPTH as HOP_DEPTH
from edgerag.evaluate.multihop import evaluate_multihop
from edgerag.evaluate.pairs import evaluate_pairs
from edgerag.evaluate.quotes import pairs_from_quotes, pairs_from_report
from edgerag.evaluate.rag import Case, evaluate_rag
from edgerag.evaluate.results import Measurements, Progress, Result
from edgerag.evaluate.retrieval import DEPTH, evaluate_retrieval
from edgerag.evaluate.routing import Routed, Shelf, as_met, evaluate_routing
from edgerag.evaluate.sampling import evenly
from edgerag.evaluate.screening import asks_for_screening, screened
from edgerag.evaluate.searching import searchable
from edgerag.evaluate.support import SupportJudge, supporting
from edgerag.evaluate.verdicts import KeptReader, evaluate_verdicts
from edgerag.evaluate.workspace import Workspaces, documents_of, fingerprint, names_of
from edgerag.inference.catalogue import Role
from edgerag.inference.opening import open_generator
from edgerag.retrieve.sufficiency import SUFFICIENT
from edgerag.samples import gold_file, sample_files
from edgerag.summarise.shared_text import likely_editions
from edgerag.understand.understand import understand

_MANIFEST: Final = "manifest.jsonl"
"""A data set that has this file holds handbooks, and no pairs."""


@dataclass(frozen=True, slots=True)
class Source:
    """Which part of which data set."""

    data: Path | None
    """The folder of the data set; None for the sample handbooks, where they will do."""
    split: str = "dev"
    """By the beginning of its file names."""
    questions: Path | None = None
    """A question file in place of the split's own."""
    half: Half = Half.ALL

    @property
    def name(self) -> str:
        """What the data set is called."""
        return self.data.resolve().name if self.data else "samples"

    @property
    def part(self) -> str:
        """What the part of it is called."""
        file = self.questions or (gold_file() if self.data is None else None)
        part = file.name if file else self.split
        return part if self.half is Half.ALL else f"{part}, {self.half} half"

    @property
    def has_handbooks(self) -> bool:
        """Whether it holds handbooks and not pairs."""
        return self.data is None or (self.data / _MANIFEST).is_file()


@dataclass(frozen=True, slots=True)
class Labelled:
    """Pairs to judge, with gold labels."""

    pairs: Sequence[LabelledPair]
    versions: Versions
    """What the texts depend on."""
    to_screen: frozenset[str] = frozenset()
    """Questions whose pairs are screened for absence first."""


def retrieval(
    data: Path,
    split: str = "dev",
    *,
    limit: int | None = None,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure one ranking over a whole corpus.

    Args:
        data: the folder of the data set.
        split: which questions.
        limit: ask so many of them, evenly spread; all if None.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: a model that this needs is not installed.
        StoreError: the workspace cannot be used.
    """
    source, rows = Source(data, split), read_retrieval(data, split)
    judged = [query for query in rows.queries if query.id in rows.grades]
    asked = structs.replace(rows, queries=evenly(judged, limit))
    with searchable(
        source.name, rows.documents, config=config, workspaces=workspaces, progress=progress
    ) as corpus:
        documents = documents_of(corpus.handbooks)

        def search(question: str) -> list[str]:
            return [
                documents[section.section_id]
                for section in corpus.retriever.rank(understand(question), DEPTH)
            ]

        return _result(source, evaluate_retrieval(asked, search, progress), corpus.versions)


def absence(
    data: Path, split: str = "dev", *, config: Config, workspaces: Workspaces, progress: Progress
) -> Result:
    """Measure who is said to be silent; raises as `retrieval` does."""
    source, rows = Source(data, split), read_absence(data, split)
    with searchable(
        source.name, rows.documents, config=config, workspaces=workspaces, progress=progress
    ) as corpus:
        names = names_of(corpus.handbooks)

        def relevance(question: str) -> dict[str, float]:
            found = corpus.retriever.retrieve(understand(question))
            return {names[evidence.handbook.id]: evidence.trace.relevance for evidence in found}

        measured = evaluate_absence(rows, relevance, SUFFICIENT, progress)
        return _result(source, measured, corpus.versions | {"threshold": str(SUFFICIENT)})


def routing(
    data: Path,
    split: str = "dev",
    *,
    limit: int | None = None,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure which handbooks are read first, and the evidence found; raises as `retrieval` does.

    Args:
        data: the folder of the data set.
        split: which questions.
        limit: ask so many of them, evenly spread; all if None.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.
    """
    source, rows = Source(data, split), read_cross_source(data, split)
    with searchable(
        source.name, rows.documents, config=config, workspaces=workspaces, progress=progress
    ) as corpus:
        names, documents = names_of(corpus.handbooks), documents_of(corpus.handbooks)
        densest = max(corpus.handbooks, key=lambda book: book.parsed.handbook.n_chunks).name
        trusted = frozenset(one.handbook for one in rows.authorities if one.authority == "high")

        def route(question: str) -> Routed:
            found = list(corpus.retriever.retrieve(understand(question)))
            in_turn = sorted(found, key=lambda evidence: evidence.trace.turn)
            return Routed(
                [names[evidence.handbook.id] for evidence in in_turn], as_met(found, names, documents)
            )

        asked = evenly(rows.questions, limit)
        measured = evaluate_routing(asked, route, Shelf(densest, trusted), progress)
        return _result(source, measured, corpus.versions | {"densest": densest})


def multihop(
    data: Path,
    split: str = "dev",
    *,
    limit: int | None = None,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure one ranking where a question takes several paragraphs; arguments and errors as of `routing`."""
    source, rows = Source(data, split), read_multihop(data, split)
    with searchable(
        source.name, rows.documents, config=config, workspaces=workspaces, progress=progress
    ) as corpus:
        documents = documents_of(corpus.handbooks)

        def search(question: str) -> list[str]:
            ranking = corpus.retriever.rank(understand(question), HOP_DEPTH)
            return [documents[section.section_id] for section in ranking]

        def by_words(question: str) -> list[str]:
            return [documents[section] for section in corpus.by_words(question, HOP_DEPTH)]

        measured = evaluate_multihop(evenly(rows.questions, limit), search, by_words, progress)
        return _result(source, measured, corpus.versions)


def pairs(
    data: Path, split: str = "dev", *, half: Half = Half.ALL, config: Config, progress: Progress
) -> Result:
    """Measure the labels of pairs of texts; raises as `retrieval` does."""
    source = Source(data, split, half=half)
    labelled = those_of(half, read_pairs(data, split))
    similarity, models = open_similarity(config)
    said = _labelling(similarity)

    def judge(pair: LabelledPair) -> Label:
        return said(pair.question, pair.a, pair.b)

    return _result(source, evaluate_pairs(labelled, judge, progress), models)


def extraction(data: Path, split: str = "dev", *, progress: Progress) -> Result:
    """Measure what is read of marked passages; raises as `retrieval` does."""
    source = Source(data, split)
    return _result(source, evaluate_extraction(read_marked(data, split), progress), {})


def citation(data: Path, split: str = "dev", *, half: Half = Half.ALL, progress: Progress) -> Result:
    """Measure which sentences are cited with a claim; raises as `retrieval` does."""
    claims = those_of(half, read_citation(data, split))
    return _result(Source(data, split, half=half), evaluate_citation(claims, supporting, progress), {})


def rag(
    source: Source,
    *,
    limit: int | None = None,
    extractive: bool = False,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure answers and evidence against what a person quoted of each handbook.

    Args:
        source: handbooks and questions; without a folder, the sample handbooks.
        limit: ask so many of the questions, evenly spread; all if None.
        extractive: leave the generator out.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: a model that this needs is not installed; the entailment model is one.
        StoreError: the workspace cannot be used.
    """
    data = _handbook_set(source)
    judging = open_judging(config)
    quoted = {one.question: one for one in data.questions if any(gold.quote for gold in one.answers)}
    with _clinic(
        source,
        data,
        extractive=extractive,
        config=config,
        workspaces=workspaces,
        progress=progress,
    ) as asked:
        measured = evaluate_rag(
            evenly(list(quoted), limit),
            lambda question: _cases(quoted[question], asked),
            SupportJudge(judging).supports,
            asked.engine.models.embedder,
            progress,
        )
        return _result(source, measured, asked.versions | {"support": judging.name})


def _cases(question: HandbookQuestion, asked: Clinic) -> list[Case]:
    """Ask a question, and give what came of each handbook that a person quoted."""
    evidence: dict[HandbookId, Evidence] = {}

    def tell(event: AskEvent) -> None:
        if isinstance(event, Retrieved):
            evidence[event.evidence.handbook.id] = event.evidence

    report = asked.ask(question.question, tell)
    quotes: dict[HandbookId, list[str]] = {}
    for gold in question.answers:
        if gold.quote:
            quotes.setdefault(asked.names[gold.handbook], []).append(gold.quote)
    return [
        Case(
            answer.text if answer.status is Status.ANSWERED else "",
            tuple(passage.text for passage in evidence[answer.handbook.id].passages),
            tuple(quotes[answer.handbook.id]),
        )
        for answer in report.answers
        if answer.handbook.id in quotes and answer.handbook.id in evidence
    ]


def fusion(data: Path, split: str = "dev", *, half: Half = Half.ALL, progress: Progress) -> Result:
    """Measure which of several sources' values are given as trusted; raises as `retrieval` does."""
    read = read_fusion(data, split)
    asked = structs.replace(read, queries=those_of(half, read.queries))
    measured = evaluate_fusion(asked, progress)
    return _result(Source(data, split, half=half), measured, {"theta": str(Settings().theta)})


def labelled_pairs(
    source: Source,
    *,
    from_quotes: bool = False,
    extractive: bool = False,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Labelled:
    """Give the pairs of a data set of pairs; of handbooks, those of the answers or of the gold quotations.

    Args:
        source: without a folder, the gold quotations of the sample handbooks.
        from_quotes: of handbooks, the gold quotations with what stands around them.
        extractive: leave the generator out of the answers.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: a model that this needs is not installed.
        StoreError: the workspace cannot be used.
    """
    if source.data is not None and not source.has_handbooks:
        all_pairs = read_pairs(source.data, source.split)
        return Labelled(those_of(source.half, all_pairs), {}, asks_for_screening(all_pairs))
    data = _handbook_set(source)
    with _clinic(
        source,
        data,
        extractive=extractive,
        config=config,
        workspaces=workspaces,
        progress=progress,
    ) as asked:
        if from_quotes or source.data is None:
            return Labelled(pairs_from_quotes(data.questions, asked.text), {})
        reports = ask_all(data.questions, asked.ask, progress)
        answers = [
            pair for one in reports for pair in pairs_from_report(one.question, one.report, asked.names)
        ]
        return Labelled(answers, asked.versions)


def judge(
    source: Source,
    labelled: Labelled,
    *,
    packet: Path | None = None,
    n_packet: int = 0,
    config: Config,
    progress: Progress,
) -> Result:
    """Measure the judge on labelled pairs.

    Args:
        source: what the pairs are from.
        labelled: the pairs.
        packet: also write pairs for human readers to this CSV file.
        n_packet: how many.
        config: models and settings.
        progress: told of each pair.

    Raises:
        ConfigError: the packet cannot be written.
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, models = open_similarity(config)
    screening = _screening(similarity, labelled.to_screen)
    judged = judge_pairs(labelled.pairs, screening, progress)
    if packet is not None:
        write_packet(packet, labelled.pairs, [one.said.label for one in judged], n_packet)
    return _result(source, evaluate_judge(judged, screening, progress), labelled.versions | models)


def readers(
    source: Source, labelled: Labelled, returned: Sequence[Path], *, config: Config, progress: Progress
) -> Result:
    """Measure the judge against packets that human readers have filled in, and them against each other.

    Raises:
        ConfigError: a packet cannot be read, or has a label that does not exist.
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, models = open_similarity(config)
    judged = judge_pairs(labelled.pairs, _screening(similarity, labelled.to_screen), progress)
    measured = measure_packets(returned, labelled.pairs, [one.said.label for one in judged])
    return _result(source, measured, labelled.versions | models)


def generator(
    source: Source,
    labelled: Labelled,
    *,
    most_pairs: int = 0,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Check whether the generator may judge, and record it on this machine.

    Args:
        source: what the pairs are from.
        labelled: the pairs.
        most_pairs: ask about so many at most, of each label equally many, and record nothing; 0 for all.
        config: models and settings.
        workspaces: beside them verdicts are kept.
        progress: told of each pair.

    Raises:
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, versions = open_similarity(config)
    installed = installed_models()
    entry = installed.require(Role.GENERATOR, config.models.generator)
    file = workspaces.root / f"verdicts-{fingerprint(made_with(entry))}.jsonl"
    if workspaces.fresh:
        file.unlink(missing_ok=True)
    model = open_generator(installed, entry.name, config.models.threads)
    reader = KeptReader(ModelReader(lambda: model, share_right=0.0), file)
    gold = [pair.label for pair in labelled.pairs]
    some = stratified(labelled.pairs, gold, most_pairs or len(gold))
    measured, counts = evaluate_verdicts(some, similarity, reader, progress)
    validation = structs.replace(counts, made_with=made_with(entry))
    if not most_pairs:
        record_validation(installed, entry, validation)
    outcome = "; ".join(f"it {why}" for why in validation.shortcomings)
    versions |= {
        "generator": entry.revision,
        "verdicts": VERDICT_VERSION,
        "judges": f"no, {outcome}" if outcome else "yes",
    }
    return _result(source, measured, labelled.versions | versions)


def handbooks(
    source: Source,
    *,
    left_out: Sequence[str] = (),
    extractive: bool = False,
    details: Path | None = None,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure whole reports on whole handbooks.

    Args:
        source: handbooks and questions.
        left_out: handbooks that are neither in the library nor in the gold.
        extractive: leave the generator out.
        details: write a line for each question there, with every miss and its cause.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout; `details` cannot be written.
        ModelMissingError: a model that this needs is not installed.
        StoreError: the workspace cannot be used.
    """
    data = _handbook_set(source)
    questions = without_handbooks(data, left_out).questions
    with _clinic(
        source,
        data,
        left_out=left_out,
        extractive=extractive,
        config=config,
        workspaces=workspaces,
        progress=progress,
    ) as asked:
        reports = ask_all(placed(questions, asked), asked.ask, progress)
        measured = evaluate_handbooks(reports, asked.names, asked.page_text)
        if details is None:
            return _result(source, measured, asked.versions)
        progress("sorting misses", 0, 0)
        reading = _labelling(open_similarity(config)[0])
        sorted_ = [detail(one, asked.names, asked.stored, reading) for one in reports]
        write_details(details, sorted_)
        return _result(source, structs.replace(measured, misses=count_causes(sorted_)), asked.versions)


def differences(source: Source, *, config: Config, workspaces: Workspaces, progress: Progress) -> Result:
    """Measure the map of differences, for which no question is asked.

    Args:
        source: handbooks and questions.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout.
        ModelMissingError: no embedder is installed.
        StoreError: the workspace cannot be used.
    """
    data = _handbook_set(source)
    with _clinic(
        source,
        data,
        extractive=True,
        config=config,
        workspaces=workspaces,
        progress=progress,
    ) as asked:
        atlas = draw(asked.library, asked.library.handbooks(), progress, Event())
        names = {handbook: name for name, handbook in asked.names.items()}
        measured = evaluate_differences(data.questions, names, told(asked.library, atlas.groups, Wanted()))
        return _result(source, measured, asked.versions)


def editions(
    source: Source,
    works: Sequence[Sequence[str]],
    *,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> Result:
    """Measure which side is trusted where handbooks disagree by edition.

    Args:
        source: handbooks, and questions with gold pairs.
        works: the handbooks' names, work by work.
        config: models and settings.
        workspaces: where the library is kept.
        progress: told what is being done.

    Raises:
        ConfigError: the data set is not there, or not of that layout, or lacks a handbook of a work.
        ModelMissingError: no embedder is installed.
        StoreError: the workspace cannot be used.
    """
    data = _handbook_set(source)
    if unknown := sorted({name for work in works for name in work} - data.files.keys()):
        raise ConfigError(
            f"no handbook {', '.join(unknown)}", hint=f"one of: {', '.join(sorted(data.files))}"
        )
    with _clinic(
        source, data, extractive=True, config=config, workspaces=workspaces, progress=progress
    ) as asked:
        by_id = {book.id: book for book in asked.library.handbooks()}
        books = {name: by_id[id_] for name, id_ in asked.names.items() if id_ in by_id}
        name_of = {book.id: name for name, book in books.items()}
        alike = likely_editions(books.values(), [*books.values()], asked.library.pages)
        likely = {frozenset({name_of[older.id], name_of[newer.id]}) for older, newer, _ in alike}
        measured = evaluate_editions(data.questions, books, works, data.makers, likely)
        return _result(source, measured, asked.versions)


def _clinic(
    source: Source,
    data: HandbookSet,
    *,
    left_out: Sequence[str] = (),
    extractive: bool,
    config: Config,
    workspaces: Workspaces,
    progress: Progress,
) -> AbstractContextManager[Clinic]:
    """Put the handbooks of a data set into the workspace that its name and its place have."""
    return clinic(
        source.name,
        str(source.data and source.data.resolve()),
        data.files,
        left_out=left_out,
        extractive=extractive,
        config=config,
        workspaces=workspaces,
        progress=progress,
    )


def _handbook_set(source: Source) -> HandbookSet:
    if source.data is None:
        data = HandbookSet({file.stem: file for file in sample_files()}, read_questions(gold_file()))
    else:
        data = read_handbooks(source.data, source.split, source.questions)
    return structs.replace(data, questions=those_of(source.half, data.questions))


def _labelling(similarity: Similarity) -> Callable[[str, str, str], Label]:
    return lambda question, a, b: compare_texts(understand(question), a, b, similarity).label


def _screening(similarity: Similarity, to_screen: frozenset[str]) -> Judge:
    """Make the judge that screens pairs on some questions for absence."""

    def judge(question: str, a: str, b: str, without: Layers) -> Comparison:
        silent = screened(question, a, b, similarity) if question in to_screen else None
        return silent or compare_texts(understand(question), a, b, similarity, without=without)

    return judge


def _result(source: Source, measured: Measurements, versions: Versions) -> Result:
    return Result(
        dataset=source.name,
        split=source.part,
        n=measured.n,
        measures=measured.measures,
        versions={"edgerag": __version__} | versions,
        confusion=measured.confusion,
        groups=measured.groups,
        misses=measured.misses,
    )
