"""The checks from end to end: two short handbooks, three questions, in a library of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from edgerag.config import Answers, Config, Models
from edgerag.domain.answers import Answer, AnswerMode
from edgerag.domain.reports import Report, Verdict
from edgerag.engine.ask import Engine
from edgerag.engine.events import Finished, Written
from edgerag.errors import SelfTestError
from edgerag.index.sync import Indexes
from edgerag.inference.catalogue import Role
from edgerag.inference.installed import InstalledModels, how_to_get
from edgerag.intake import Failed
from edgerag.selftest.outcomes import LeftOut, Passed, Task, file_of
from edgerag.store.library import Library

SECOND = """\
# Quarry Road Ward Guide

## Anaphylaxis

Give an adult with anaphylaxis adrenaline 1 mg by intramuscular injection into the thigh.
"""
"""A handbook that gives another dose than `handbook.pdf`, and says nothing of burns."""
DOSE = "What dose of adrenaline should an adult with anaphylaxis receive?"
BURN = "For how long should a burn be cooled with running water?"
SILENT = "How is leprosy treated?"
QUOTED = {DOSE: ("0.5 mg", 1), BURN: ("20 minutes", 2)}
"""What `handbook.pdf` says to each, and on which page."""

PROMPT_TOKENS, MAX_TOKENS = 300, 24
"""Enough to see that the generator reads and writes."""
MODELS = frozenset(Role)


def check_question(task: Task) -> Passed | LeftOut:
    """Add two handbooks, and ask what they disagree on, what only one says, and what none says."""
    if left_out := _missing(task):
        return left_out
    with _engine(task, task.models, extractive=True) as engine:
        dose, burn, silent = (_asked(engine, question) for question in (DOSE, BURN, SILENT))
    verdicts = (dose.verdict, burn.verdict, silent.verdict)
    if verdicts != (Verdict.DISAGREE, Verdict.SINGLE, Verdict.NOT_ADDRESSED):
        raise SelfTestError(
            f"three questions got the verdicts {', '.join(verdicts)}",
            hint="choose other models in the settings; with the default ones, report this line",
        )
    used = ", ".join(
        name.partition("@")[0] for part, name in dose.versions.items() if part in MODELS and name
    )
    return Passed("", f"quoted, found a disagreement and a silence with {used}")


def check_generator(task: Task) -> Passed | LeftOut:
    """Let the installed generator answer, within its guard."""
    if left_out := _missing(task):
        return left_out
    installed = InstalledModels(Path(task.models_folder))
    # One that is for tests only counts too: the question is whether a generator can run.
    generators = [entry.name for entry in installed.entries() if entry.role is Role.GENERATOR]
    chosen = installed.choose(Role.GENERATOR, task.models.generator)
    name = chosen.name if chosen else min(generators, default="")
    if not name:
        return LeftOut("no generator is installed: answers are quotations", how_to_get())
    with _engine(task, msgspec.structs.replace(task.models, generator=name)) as engine:
        pieces: list[str] = []
        report = _asked(engine, BURN, pieces)
    answer = _answer_of_first(report)
    if not "".join(pieces).strip():
        raise SelfTestError(f"{name} wrote nothing: {answer.note or 'it did not say why'}")
    stands = answer.mode is not AnswerMode.EXTRACTIVE
    kept = "its guard let it stand" if stands else "its guard preferred the handbook's words"
    return Passed("", f"{name} wrote {len(''.join(pieces))} characters; {kept}")


def _missing(task: Task) -> LeftOut | None:
    installed = InstalledModels(Path(task.models_folder))
    chosen = {Role.EMBEDDER: task.models.embedder, Role.RERANKER: task.models.reranker}
    missing = [role for role, name in chosen.items() if installed.choose(role, name) is None]
    if not missing:
        return None
    return LeftOut(f"no {' and no '.join(missing)} is installed", how_to_get())


@contextmanager
def _engine(task: Task, models: Models, *, extractive: bool = False) -> Iterator[Engine]:
    """Open an engine over a new library with the two handbooks."""
    scratch = Path(task.scratch)
    second = scratch / "quarry-road.md"
    second.write_text(SECOND, encoding="utf-8")
    config = Config(models=models, answers=Answers(prompt_tokens=PROMPT_TOKENS, max_tokens=MAX_TOKENS))
    with Library.open(scratch / "library.db") as library:
        indexes = Indexes.open(library, scratch / "lexical")
        installed = InstalledModels(Path(task.models_folder))
        engine = Engine(library, indexes, installed, config, extractive=extractive)
        for event in engine.intake.add([file_of("handbook.pdf"), second]):
            if isinstance(event, Failed):
                raise SelfTestError(str(event.error), hint=event.error.hint)
        yield engine


def _asked(engine: Engine, question: str, pieces: list[str] | None = None) -> Report:
    """Ask, collect what the generator writes, and compare every quotation with its stored page."""
    for event in engine.ask(question):
        if isinstance(event, Written) and pieces is not None:
            pieces.append(event.text)
        if isinstance(event, Finished):
            _check_quotations(engine.library, event.report)
            return event.report
    raise AssertionError("the engine always finishes or raises")


def _check_quotations(library: Library, report: Report) -> None:
    for answer in report.answers:
        for citation in answer.citations:
            page = library.page(answer.handbook.id, citation.page_ordinal)
            if page.text[citation.start : citation.end] != citation.quote:
                raise SelfTestError(f"a quotation is not what stands on page {citation.page}")
    if report.question not in QUOTED:
        return
    words, page_number = QUOTED[report.question]
    cited = [(c.quote, c.page) for c in _answer_of_first(report).citations]
    if not any(words in quote and page == page_number for quote, page in cited):
        raise SelfTestError(f"{words!r} on page {page_number} was not quoted for {report.question!r}")


def _answer_of_first(report: Report) -> Answer:
    """Give the answer of `handbook.pdf`, the only one that is a PDF."""
    return next(answer for answer in report.answers if answer.handbook.media_type == "pdf")
