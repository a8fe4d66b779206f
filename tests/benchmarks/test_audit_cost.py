"""What an audit of many handbooks costs: comparisons, the size of its page, and opening that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from edgerag.audit.findings import find
from edgerag.compare.compare import compare_answers
from edgerag.config import Config
from edgerag.domain.answers import Answer
from edgerag.domain.audited import Audited
from edgerag.domain.audits import AuditQuestion, Terms
from edgerag.domain.handbooks import Handbook
from edgerag.domain.reports import Judgement, Label, Report, Verdict
from edgerag.engine.ask import Engine
from edgerag.present.audit_html import audit_html
from edgerag.understand.understand import understand
from tests.browser import browser, found_browser
from tests.integration.conftest import sample_home  # noqa: F401  # a fixture
from tests.unit.audit.reports import asked
from tests.unit.present.conftest import Builder

MAKE = Builder()
N_HANDBOOKS = 100
N_QUESTIONS = 1000
N_DISTINCT = 7
SHARE_SILENT = 0.4
MOST_BYTES = 15_000_000
LONGEST_S = 2.0
"""Of the page's own thread: its processor time, for other programs may have the cores too."""
_LOADED = """(() => {
  const [navigation] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return {seen: paint.startTime, loaded: navigation.loadEventEnd};
})()"""
_FILTER = """new Promise((done) => {
  const began = performance.now(), box = document.getElementById("words");
  box.value = "%s";
  box.dispatchEvent(new Event("input"));
  const shown = () => done([performance.now() - began, document.getElementById("n").textContent]);
  requestAnimationFrame(() => requestAnimationFrame(shown));
})"""
WORDS = Path(__file__).read_text().split()


def books(n: int) -> list[Handbook]:
    return [MAKE.handbook(f"Guideline number {k} of the ministry", str(1990 + k % 35)) for k in range(n)]


@pytest.mark.parametrize("n_handbooks", [10, N_HANDBOOKS])
@pytest.mark.parametrize("n_distinct", [1, 3, N_DISTINCT])
def test_comparisons_grow_with_distinct_answers_and_not_with_handbooks(
    benchmark: BenchmarkFixture,
    sample_home: Path,  # noqa: F811  # the fixture above
    monkeypatch: pytest.MonkeyPatch,
    n_handbooks: int,
    n_distinct: int,
) -> None:
    monkeypatch.setenv("EDGERAG_HOME", str(sample_home))
    judged: set[tuple[str, str]] = set()
    from edgerag.compare.judge import judge

    def counted(asked: object, a: str, b: str, *more: object, **named: object) -> object:
        judged.add((a, b))
        return judge(asked, a, b, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("edgerag.compare.compare.judge", counted)
    doses = [f"Give adrenaline {n + 1} mg IM at once." for n in range(n_distinct)]
    said = [doses[n % n_distinct] for n in range(n_handbooks)]
    answers = [
        MAKE.answered(book, text, MAKE.citation(text))
        for book, text in zip(books(n_handbooks), said, strict=True)
    ]
    question = understand("What dose of adrenaline does an adult with anaphylaxis receive?")
    with Engine.open(Config(), extractive=True) as engine:
        similarity = engine.models.similarity
        pairs = benchmark(lambda: list(compare_answers(question, answers, similarity)))
    assert len(pairs) == n_handbooks * (n_handbooks - 1) // 2
    read = [(a, b) for a, b in judged if a != b]
    benchmark.extra_info["comparisons"] = f"{len(read)} for {len(pairs)} pairs"
    assert len(read) == n_distinct * (n_distinct - 1) // 2
    assert len(judged) <= len(read) + n_distinct


def said_by(rng: Random, all_books: Sequence[Handbook]) -> tuple[list[Answer], list[Judgement]]:
    """Seven different answers of handbooks' length, each with its quotation; the others are silent."""
    texts = [" ".join(rng.choices(WORDS, k=60)) for _ in range(N_DISTINCT)]
    answers, of = [], {}
    for book in all_books:
        if rng.random() < SHARE_SILENT:
            answers.append(MAKE.silent(book))
            continue
        of[book.id] = rng.randrange(N_DISTINCT)
        text = texts[of[book.id]]
        answers.append(MAKE.answered(book, text, MAKE.citation(text, page=rng.randrange(1, 400))))
    pairs = []
    for a, b in combinations(all_books, 2):
        if a.id in of and b.id in of:
            label = Label.CONSISTENT if of[a.id] == of[b.id] else Label.DIVERGENT
            if of[a.id] != of[b.id] and (of[a.id] + of[b.id]) % 3:
                label = Label.COMPLEMENTARY
            pairs.append(MAKE.pair(a, b, label, f"dose {of[a.id] % 5}", "60 words against 60 others"))
    return answers, pairs


def made_audit() -> Iterator[Audited]:
    """Yield each question with its report, the same every time."""
    all_books = books(N_HANDBOOKS)
    for n in range(N_QUESTIONS):
        rng = Random(n)
        question = AuditQuestion(
            n, f"Question {n}: {' '.join(rng.choices(WORDS, k=12))}?", {"topic": f"t{n % 12}"}
        )
        answers, pairs = said_by(rng, all_books)
        yield Audited(question, Report(question.text, Verdict.DISAGREE, tuple(answers), tuple(pairs), {}))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that audit."""
    terms = Terms(
        tuple(map(asked, books(N_HANDBOOKS))), "1" * 64, {"edgerag": "0.1.0"}, "{}", is_extractive=True
    )
    questions = [one.question for one in made_audit()]
    found = find("made", terms, questions, made_audit())
    file = tmp_path_factory.mktemp("page") / "page.html"
    with file.open("wb") as written:
        written.writelines(audit_html(found, made_audit()))
    return file


def test_a_page_of_a_thousand_questions_and_a_hundred_handbooks_stays_small(
    benchmark: BenchmarkFixture, page: Path
) -> None:
    benchmark(page.read_bytes)
    benchmark.extra_info["MB"] = round(page.stat().st_size / 1e6, 1)
    assert page.stat().st_size < MOST_BYTES


@pytest.mark.skipif(not found_browser(), reason="no Chromium is installed")
def test_that_page_opens_and_filters_in_a_browser_within_two_seconds(
    benchmark: BenchmarkFixture, page: Path, tmp_path: Path
) -> None:
    told = benchmark.extra_info
    with browser(tmp_path / "profile") as tab:
        benchmark.pedantic(tab.open, (page,), rounds=1)  # type: ignore[no-untyped-call]
        told["opening, wall s"] = {name: round(ms / 1000, 2) for name, ms in tab.run(_LOADED).items()}
        told["opening, processor s"] = opening_s = tab.main_thread_s()
        told["nodes"] = tab.run("document.querySelectorAll('*').length")
        for words, n_shown in ((f"{N_QUESTIONS - 1}:", 1), ("\u2603", 0), ("", N_QUESTIONS)):
            before = tab.main_thread_s()
            wall_ms, shown = tab.run(_FILTER % words)
            filtering_s = tab.main_thread_s() - before
            told[f"filtering for {words!r}, wall s and processor s"] = wall_ms / 1000, filtering_s
            assert shown == f"{n_shown} of {N_QUESTIONS}"
            assert filtering_s < LONGEST_S
    assert opening_s < LONGEST_S
