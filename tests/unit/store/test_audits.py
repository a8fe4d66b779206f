from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.domain.audits import AskedHandbook, AuditQuestion, AuditState, Terms
from edgerag.domain.ids import HandbookId
from edgerag.errors import AuditError, DamagedError, DiskFullError
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.synthetic import EMBEDDER, make_handbook, make_vectors
from tests.unit.store.locked import found_in, lock

REPOSITORY = Path(__file__).parents[3]
CLINIC = make_handbook("Clinic", ["Adrenaline 0.5 mg IM."], source="/books/clinic")
BEGUN = "2026-11-21 23:59:59"


def make_terms(book: str = CLINIC.handbook.id) -> Terms:
    asked = AskedHandbook(HandbookId(book), "0" * 64, "Clinic", "2013", "", "en", "clinic.txt", 1, 1)
    return Terms((asked,), "1" * 64, {"edgerag": "0.1.0"}, "{}", is_extractive=True)


def make_questions(n: int) -> list[AuditQuestion]:
    return [AuditQuestion(n, f"Question {n}?", {"topic": f"topic {n % 2}"}) for n in range(n)]


def report(position: int) -> bytes:
    return f'{{"zeppelin": {position}, "padding": "{"x" * 40_000}"}}'.encode()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as library:
        library.add(CLINIC, make_vectors(1), EMBEDDER)
        yield library


@pytest.fixture
def audits(library: Library) -> Audits:
    audits = Audits(library.connections)
    audits.create("malaria", make_terms(), make_questions(3), BEGUN)
    return audits


def test_what_was_stored_is_read_again(audits: Audits) -> None:
    audits.keep("malaria", AuditResult(2, report(2)))
    audits.keep("malaria", AuditResult(0, b"", "the worker ended"))
    assert audits.names() == ("malaria",)
    assert audits.terms("malaria") == make_terms()
    assert list(audits.questions("malaria")) == make_questions(3)
    assert list(audits.results("malaria")) == [
        AuditResult(0, b"", "the worker ended"),
        AuditResult(2, report(2)),
    ]
    assert audits.state("malaria") == AuditState("malaria", BEGUN, 3, n_answered=1, n_failed=1)
    assert audits.state("malaria").n_left == 1
    assert audits.failures("malaria") == {0: "the worker ended"}


def test_a_question_has_one_result_whoever_comes_second(audits: Audits) -> None:
    assert audits.keep("malaria", AuditResult(1, b"first"))
    assert not audits.keep("malaria", AuditResult(1, b"second"))
    assert [one.report for one in audits.results("malaria")] == [b"first"]
    audits.forget("malaria", [1])
    assert audits.finished("malaria") == frozenset()
    assert audits.keep("malaria", AuditResult(1, b"third"))


def test_a_full_disk_costs_the_result_that_did_not_fit_and_none_before_it(
    audits: Audits, library: Library
) -> None:
    audits.keep("malaria", AuditResult(0, report(0)))
    db = library.connections.here()
    most = db.pragma("max_page_count")
    db.pragma("max_page_count", db.pragma("page_count"))
    with pytest.raises(DiskFullError):
        audits.keep("malaria", AuditResult(1, random.Random(0).randbytes(500_000)))
    assert list(audits.results("malaria")) == [AuditResult(0, report(0))]
    db.pragma("max_page_count", most)
    assert audits.keep("malaria", AuditResult(1, report(1)))
    assert audits.state("malaria") == AuditState("malaria", BEGUN, 3, n_answered=2, n_failed=0)


def test_a_name_is_taken_once_and_must_be_known(audits: Audits) -> None:
    with pytest.raises(AuditError, match="there is an audit malaria already"):
        audits.create("malaria", make_terms(), make_questions(1), BEGUN)
    for ask in (audits.state, audits.terms, audits.questions, audits.remove):
        with pytest.raises(AuditError, match="there is no audit asthma"):
            ask("asthma")


def test_a_removed_audit_leaves_nothing(audits: Audits, library: Library) -> None:
    audits.keep("malaria", AuditResult(1, report(1)))
    audits.remove("malaria")
    assert audits.names() == ()
    with library.reading() as db:
        for table in ("audit_questions", "audit_results", "audit_handbooks"):
            assert db.execute(f"select count(*) from {table}").get == 0


def test_damage_is_named_and_never_read(audits: Audits, library: Library) -> None:
    audits.keep("malaria", AuditResult(1, report(1)))
    with library.transaction() as db:
        db.execute("update audit_results set failure = 'x'")
        db.execute("update audit_questions set question = 'Another?' where position = 0")
        db.execute("update audits set created_at = ''")
    with pytest.raises(DamagedError, match="the result of question 2 is damaged"):
        list(audits.results("malaria"))
    with pytest.raises(DamagedError, match="its questions is damaged"):
        audits.questions("malaria")
    with pytest.raises(DamagedError, match="its terms is damaged"):
        audits.terms("malaria")


def test_an_audit_outlives_a_handbook_that_it_asked_and_knows_that_it_is_gone(
    audits: Audits, library: Library
) -> None:
    audits.keep("malaria", AuditResult(1, report(1)))
    assert audits.removed("malaria") == frozenset()
    newer = make_handbook("Clinic", ["Adrenaline 1 mg IM."], source="/books/clinic")
    library.add(newer, make_vectors(1), EMBEDDER)
    audits.create("second", make_terms(newer.handbook.id), make_questions(1), BEGUN)
    assert audits.removed("malaria") == {CLINIC.handbook.id}
    assert audits.removed("second") == frozenset()
    library.remove(newer.handbook.id)
    assert audits.removed("second") == {newer.handbook.id}
    assert library.audits_of(newer.handbook.id) == ("second",)
    assert list(audits.results("malaria")) == [AuditResult(1, report(1))]


@pytest.mark.usefixtures("cheap_wrapping", "empty_keyring")
def test_an_audit_of_a_locked_library_is_not_plain_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "library.db"
    with Library.open(file) as library:
        audits = Audits(library.connections)
        audits.create("malaria", make_terms(), [AuditQuestion(0, "Has Quagmire malaria?")], BEGUN)
    lock(file)
    assert found_in(tmp_path) == []
    with Library.open(file) as library:
        audits = Audits(library.connections)
        audits.keep("malaria", AuditResult(0, report(0)))
        assert audits.questions("malaria")[0].text == "Has Quagmire malaria?"
        assert found_in(tmp_path) == []


N_QUESTIONS = 400


def answer_until_killed(file: Path) -> None:
    """Keep one result after the other, saying which is kept."""
    with Library.open(file) as library:
        audits = Audits(library.connections)
        for position in range(N_QUESTIONS):
            if position not in audits.finished("long"):
                audits.keep("long", AuditResult(position, report(position)))
                sys.stdout.write(f"{position}\n")
                sys.stdout.flush()


@pytest.mark.parametrize(
    "n_kills", [pytest.param(3, id="few"), pytest.param(60, id="many", marks=pytest.mark.slow)]
)
def test_a_kill_loses_no_result_that_was_kept_and_doubles_none(tmp_path: Path, n_kills: int) -> None:
    file = tmp_path / "library.db"
    with Library.open(file) as library:
        Audits(library.connections).create("long", make_terms(), make_questions(N_QUESTIONS), BEGUN)
    program = f"from tests.unit.store.test_audits import *; answer_until_killed(Path({str(file)!r}))"
    said: list[int] = []
    for seed in range(n_kills):
        with subprocess.Popen(
            [sys.executable, "-c", program], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            said += map(int, filter(None, [child.stdout.readline().strip()]))
            time.sleep(random.Random(seed).uniform(0, 0.2))
            child.kill()
            said += map(int, child.stdout.read().split())
        with Library.open(file) as library:
            audits = Audits(library.connections)
            finished = audits.finished("long")
            assert set(said) <= finished
            assert len(finished) <= len(said) + seed + 1
            assert all(one.report == report(one.position) for one in audits.results("long"))
    assert len(said) == len(set(said)) > 0


def test_the_handbooks_that_an_audit_asks_are_named_even_if_they_are_removed(library: Library) -> None:
    audits = Audits(library.connections)
    audits.create("doses", make_terms(), make_questions(1), BEGUN)
    library.remove(CLINIC.handbook.id)
    assert audits.asking("doses") == (CLINIC.handbook.id,)
    assert audits.removed("doses") == {CLINIC.handbook.id}
