from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from msgspec import structs

from edgerag.audit.shards import merge, note_progress, progress_of, split
from edgerag.domain.audits import AuditQuestion, ShardProgress, SubmittedShard, Terms
from edgerag.errors import AuditError
from edgerag.present.json.report import report_json
from edgerag.store import shards
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from edgerag.store.seals import seal
from tests.unit.audit.reports import BOOKS, MAKE, TERMS, said
from tests.unit.store.test_audits import BEGUN

QUESTIONS = [AuditQuestion(n, f"Question {n}?", {"topic": "dose"}) for n in range(5)]
ON_TERMS = structs.replace(TERMS, versions={"program": "edgerag 0.1.0", "embedder": "bge"})


def result(question: AuditQuestion, quote: str = "Give 1 mg.") -> AuditResult:
    report = MAKE.report(*(said(book, quote) for book in BOOKS))
    return AuditResult(question.position, report_json(replace(report, question=question.text)))


@pytest.fixture
def library_file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "library.db"


@pytest.fixture
def audits(library_file: Path) -> Iterator[Audits]:
    with Library.open(library_file) as library:
        audits = Audits(library.connections)
        audits.create("doses", ON_TERMS, QUESTIONS, BEGUN)
        yield audits


def fill(folder: Path, library_file: Path) -> None:
    """Answer a shard's questions."""
    with shards.opened(folder, library_file) as shard:
        for question in shard.questions("doses"):
            shard.keep("doses", result(question))


def test_what_is_left_is_split_and_merged_and_nothing_is_doubled(
    audits: Audits, library_file: Path, tmp_path: Path
) -> None:
    audits.keep("doses", result(QUESTIONS[1], "Give 7 mg."))
    folders = split(audits, "doses", 2, tmp_path / "out", library_file)
    assert [folder.name for folder in folders] == ["doses-1-of-2", "doses-2-of-2"]
    for folder in folders:
        fill(folder, library_file)
    for folder, n_expected in zip((*folders, folders[0]), (2, 2, 0), strict=True):
        with shards.opened(folder, library_file) as shard:
            n_new, state = merge(audits, "doses", shard)
            assert (n_new, state.n_left) == (n_expected, 0)
    assert audits.state("doses").n_answered == 5
    assert list(audits.results("doses"))[1] == result(QUESTIONS[1], "Give 7 mg.")
    with pytest.raises(AuditError, match="nothing of the audit doses is left"):
        split(audits, "doses", 2, tmp_path / "out", library_file)


def test_there_are_no_empty_shards_and_none_is_overwritten(
    audits: Audits, library_file: Path, tmp_path: Path
) -> None:
    folders = split(audits, "doses", 100, tmp_path / "out", library_file)
    assert len(folders) == 5
    with pytest.raises(AuditError, match="is there already"):
        split(audits, "doses", 100, tmp_path / "out", library_file)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [folder.name for folder in folders]


def foreign(folder: Path, library_file: Path, name: str, terms: Terms, question: AuditQuestion) -> Path:
    folder.mkdir()
    shards.create(folder, library_file)
    with shards.opened(folder, library_file) as shard:
        shard.create(name, terms, [question], BEGUN)
    return folder


@pytest.mark.parametrize(
    ("name", "terms", "question", "said"),
    [
        ("other", ON_TERMS, QUESTIONS[0], "no shard of the audit doses, but of other"),
        ("doses", structs.replace(ON_TERMS, library="2" * 64), QUESTIONS[0], "begun on other terms"),
        ("doses", ON_TERMS, AuditQuestion(0, "Another?"), "its question 1 is another one"),
        ("doses", ON_TERMS, AuditQuestion(9, "Question 9?"), "its question 10 is another one"),
    ],
)
def test_a_shard_of_something_else_is_refused(
    audits: Audits,
    library_file: Path,
    tmp_path: Path,
    name: str,
    terms: Terms,
    question: AuditQuestion,
    said: str,
) -> None:
    folder = foreign(tmp_path / "shard", library_file, name, terms, question)
    with shards.opened(folder, library_file) as shard, pytest.raises(AuditError, match=said):
        merge(audits, "doses", shard)
    assert audits.state("doses").n_answered == 0


@pytest.mark.parametrize("what", ["question", "versions", "handbooks"])
def test_a_report_of_something_else_is_refused_with_all_of_its_shard(
    audits: Audits, library_file: Path, tmp_path: Path, what: str
) -> None:
    report = MAKE.report(*(said(book, "Give 1 mg.") for book in BOOKS[: 2 if what == "handbooks" else 3]))
    wrong = replace(
        report,
        question="Another?" if what == "question" else QUESTIONS[1].text,
        versions={} if what == "versions" else report.versions,
    )
    (folder,) = split(audits, "doses", 1, tmp_path / "out", library_file)
    with shards.opened(folder, library_file) as shard:
        shard.keep("doses", result(QUESTIONS[0]))
        shard.keep("doses", AuditResult(1, report_json(wrong)))
        with pytest.raises(AuditError, match="its report on question 2 is of something else"):
            merge(audits, "doses", shard)
    assert audits.state("doses").n_answered == 0


def test_a_failure_is_merged_as_a_failure(audits: Audits, library_file: Path, tmp_path: Path) -> None:
    (folder,) = split(audits, "doses", 1, tmp_path / "out", library_file)
    with shards.opened(folder, library_file) as shard:
        shard.keep("doses", AuditResult(3, b"", "the worker ended"))
        assert merge(audits, "doses", shard)[0] == 1
    assert audits.state("doses").n_failed == 1


def test_a_forged_shard_with_a_result_of_no_question_is_refused(
    audits: Audits, library_file: Path, tmp_path: Path
) -> None:
    folder, _ = split(audits, "doses", 2, tmp_path / "out", library_file)
    fill(folder, library_file)
    db = apsw.Connection(str(folder / shards.FILE))
    row = (1, 99, "", zlib.compress(b"{}"))
    db.execute("insert into audit_results values (?, ?, ?, ?, ?)", (*row, seal("audit_results", *row)))
    db.close()
    with (
        shards.opened(folder, library_file) as shard,
        pytest.raises(AuditError, match="a result of question 100"),
    ):
        merge(audits, "doses", shard)
    assert audits.state("doses").n_answered == 0


@pytest.mark.parametrize("moment", ["1970-01-01 00:00:00", "2099-12-31 23:59:59"])
def test_a_shard_of_a_machine_with_another_clock_belongs(
    audits: Audits, library_file: Path, tmp_path: Path, moment: str
) -> None:
    (folder,) = split(audits, "doses", 1, tmp_path / "out", library_file)
    fill(folder, library_file)
    with shards.opened(folder, library_file) as shard:
        terms, questions, results = shard.terms("doses"), shard.questions("doses"), [*shard.results("doses")]
        shard.remove("doses")
        shard.create("doses", terms, questions, moment)
        for one in results:
            shard.keep("doses", one)
        assert merge(audits, "doses", shard)[0] == len(QUESTIONS)


def test_how_far_a_shard_is_can_be_read_without_opening_it(
    audits: Audits, library_file: Path, tmp_path: Path
) -> None:
    (folder,) = split(audits, "doses", 1, tmp_path / "out", library_file)
    assert progress_of(folder) == ShardProgress(0, 5)
    fill(folder, library_file)
    with shards.opened(folder, library_file) as shard:
        note_progress(folder, shard.state("doses"))
    progress = progress_of(folder)
    assert progress is not None
    assert progress.is_done
    assert progress_of(tmp_path / "gone") is None


def test_submitted_shards_are_listed_in_the_order_of_their_tasks(audits: Audits, tmp_path: Path) -> None:
    submitted = [SubmittedShard(tmp_path / f"{n}", f"7_{n}") for n in range(11)]
    audits.note_submitted("doses", submitted[::-1])
    assert list(audits.submitted("doses")) == submitted
    again = SubmittedShard(tmp_path / "0", "8_0")
    audits.note_submitted("doses", [again])
    assert list(audits.submitted("doses")) == [*submitted[1:], again]
    audits.remove("doses")
    with pytest.raises(AuditError):
        audits.submitted("doses")
