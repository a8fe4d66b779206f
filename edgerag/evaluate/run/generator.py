"""Checks whether the generator may judge on this machine."""

from __future__ import annotations

from msgspec import structs

from edgerag.compare.validation import made_with, record_validation
from edgerag.compare.verdict import VERDICT_VERSION, ModelReader
from edgerag.evaluate.annotation import stratified
from edgerag.evaluate.bench import Bench
from edgerag.evaluate.models import installed_models, open_similarity
from edgerag.evaluate.results import Result
from edgerag.evaluate.run.labelled import Labelled
from edgerag.evaluate.run.source import Source
from edgerag.evaluate.verdicts import KeptReader, evaluate_verdicts
from edgerag.evaluate.workspace import fingerprint
from edgerag.inference.catalogue import Role
from edgerag.inference.opening import open_generator


def measure_generator(source: Source, labelled: Labelled, bench: Bench, *, most_pairs: int = 0) -> Result:
    """Measure a generator's verdicts, and record on this machine whether it may judge.

    Args:
        source: what the pairs are from.
        labelled: the pairs.
        bench: what it is made with; beside the workspaces verdicts are kept.
        most_pairs: ask about so many at most, of each label equally many, and record nothing; 0 for all.

    Raises:
        ModelMissingError: a model that this needs is not installed.
    """
    similarity, versions = open_similarity(bench.config)
    installed = installed_models()
    entry = installed.require(Role.GENERATOR, bench.config.models.generator)
    file = bench.workspaces.root / f"verdicts-{fingerprint(made_with(entry))}.jsonl"
    if bench.workspaces.fresh:
        file.unlink(missing_ok=True)
    model = open_generator(installed, entry.name, bench.config.models.threads)
    reader = KeptReader(ModelReader(lambda: model, share_right=0.0), file)
    gold = [pair.label for pair in labelled.pairs]
    some = stratified(labelled.pairs, gold, most_pairs or len(gold))
    measured, counts = evaluate_verdicts(some, similarity, reader, bench.progress)
    validation = structs.replace(counts, made_with=made_with(entry))
    if not most_pairs:
        record_validation(installed, entry, validation)
    outcome = "; ".join(f"it {why}" for why in validation.shortcomings)
    versions |= {
        "generator": entry.revision,
        "verdicts": VERDICT_VERSION,
        "judges": f"no, {outcome}" if outcome else "yes",
    }
    return source.result(measured, labelled.versions | versions)
