"""Begins an audit, and says where it is guarded against a second process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from edgerag import paths
from edgerag.audit.terms import moment, refuse_unkept, terms_of
from edgerag.config import Config
from edgerag.domain.audits import AuditQuestion, Terms
from edgerag.engine.ask import Engine
from edgerag.store.audits import Audits


def begin(
    engine: Engine,
    config: Config,
    name: str,
    questions: Sequence[AuditQuestion],
    handbooks: Sequence[str],
    *,
    is_extractive: bool,
) -> Terms:
    """Fix what the answers of a new audit depend on, and keep it with its questions in the library.

    Args:
        engine: over the library that is asked, opened without a generator if `is_extractive`.
        config: the settings that it works with.
        name: what it is called.
        questions: what is asked.
        handbooks: names of those that are asked; all of them if empty.
        is_extractive: whether the generator is left out, whatever the settings say.

    Raises:
        AuditError: there is one of that name, or no handbook to ask.
        HandbookNotFoundError: one of `handbooks` is not in the library.
        ModelError: a model is missing or cannot be loaded.
        PolicyError: questions may not be kept.
        StoreError: the library cannot be written.
    """
    refuse_unkept(engine.library)
    without = is_extractive or config.answers.extractive
    terms = terms_of(engine, config, handbooks, is_extractive=without)
    Audits(engine.library.connections).create(name, terms, questions, moment())
    return terms


def guard_of(audits: Audits, name: str) -> Path:
    """Name the file that whoever runs an audit of the library holds.

    Raises:
        AuditError: there is no such audit.
    """
    return paths.library_folder() / f".audit-{audits.number(name)}"
