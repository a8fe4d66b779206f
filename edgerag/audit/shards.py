"""Splits an audit into shards that are run anywhere, and merges what they found.

A shard is run with a library and models of its own machine, which must be on the audit's terms. It is merged
only if all of it belongs: the terms, every question word for word, and the handbooks of every report.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from edgerag.disk import erase, flush_folder, save
from edgerag.domain.audits import AuditQuestion, AuditState, ShardProgress, Terms
from edgerag.errors import AuditError
from edgerag.folders import make_private
from edgerag.present.json.report import report_from_json
from edgerag.store import shards
from edgerag.store.audits import AuditResult, Audits

PROGRESS: Final = ".progress"
"""In a shard's folder: how many questions have a result, and how many there are."""


def split(audits: Audits, name: str, n_shards: int, folder: Path, library_file: Path) -> list[Path]:
    """Write the questions that nobody has asked yet into as many folders, each whole or not there at all.

    Raises:
        AuditError: there is no such audit, nothing of it is left, or one of the folders is there.
        StoreError: a folder cannot be written.
    """
    finished, terms = audits.finished(name), audits.terms(name)
    left = [question for question in audits.questions(name) if question.position not in finished]
    if not left:
        raise AuditError(f"nothing of the audit {name} is left", hint=f"edgerag audit report {name}")
    created_at = audits.state(name).created_at
    parts = [left[n::n_shards] for n in range(min(n_shards, len(left)))]
    targets = [folder / f"{name}-{n + 1}-of-{len(parts)}" for n in range(len(parts))]
    for target in targets:
        if target.exists():
            raise AuditError(f"{target} is there already", hint="remove it, or name another folder")
    for target, questions in zip(targets, parts, strict=True):
        _write(target, name, terms, questions, created_at, library_file)
    return targets


def merge(audits: Audits, name: str, shard: Audits) -> tuple[int, AuditState]:
    """Take over what a shard has found; what the audit has already stays as it is.

    Returns:
        How many results were new, and how far the shard is.

    Raises:
        AuditError: the shard does not belong to the audit; nothing was taken over.
        DamagedError: a result of the shard is damaged.
        StoreError: a result cannot be kept; those before it are.
    """
    if shard.names() != (name,):
        raise AuditError(f"this is no shard of the audit {name}, but of {', '.join(shard.names()) or 'none'}")
    terms, questions = audits.terms(name), audits.questions(name)
    if shard.terms(name) != terms:
        raise _foreign(name, "it was begun on other terms: another library, other models or settings")
    for question in shard.questions(name):
        if question.position >= len(questions) or questions[question.position] != question:
            raise _foreign(name, f"its question {question.position + 1} is another one")
    for result in shard.results(name):
        if not 0 <= result.position < len(questions):
            raise _foreign(name, f"it has a result of question {result.position + 1}")
        _refuse_foreign(name, terms, questions[result.position], result)
    n_new = sum(audits.keep(name, result) for result in shard.results(name))
    return n_new, shard.state(name)


def note_progress(folder: Path, state: AuditState) -> None:
    """Write down how far a shard is, for those who must not open its file while another machine does."""
    save(folder / PROGRESS, f"{state.n_questions - state.n_left} {state.n_questions}".encode())


def progress_of(folder: Path) -> ShardProgress | None:
    """Read how far a shard is; None if nobody has noted it yet, or the folder is gone."""
    try:
        n_done, n_questions = map(int, (folder / PROGRESS).read_text().split())
    except (OSError, ValueError):
        return None
    return ShardProgress(n_done, n_questions)


def _write(
    target: Path,
    name: str,
    terms: Terms,
    questions: Sequence[AuditQuestion],
    created_at: str,
    library_file: Path,
) -> None:
    """Make a shard beside its place, and rename it there when it is whole."""
    begun = target.with_name(f".{target.name}.begun")
    erase(begun)
    make_private(begun)
    try:
        shards.create(begun, library_file)
        with shards.opened(begun, library_file) as shard:
            shard.create(name, terms, questions, created_at)
            note_progress(begun, shard.state(name))
        begun.rename(target)
        flush_folder(target.parent)
    except BaseException:
        shutil.rmtree(begun, ignore_errors=True)
        raise


def _refuse_foreign(name: str, terms: Terms, question: AuditQuestion, result: AuditResult) -> None:
    """See that a report answers its question from the audit's handbooks, made on its terms."""
    if result.failure:
        return
    report = report_from_json(result.report)
    asked = {answer.handbook.id for answer in report.answers}
    if (
        report.question != question.text
        or dict(report.versions) != dict(terms.versions)
        or asked != {book.id for book in terms.handbooks}
    ):
        raise _foreign(name, f"its report on question {question.position + 1} is of something else")


def _foreign(name: str, why: str) -> AuditError:
    return AuditError(
        f"this shard does not belong to the audit {name}: {why}", hint="nothing was merged; run it again"
    )
