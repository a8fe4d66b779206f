"""Files in, one answer per handbook out, with verified citations and the disagreements named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from edgerag.config import Config
from edgerag.domain.answers import Status
from edgerag.domain.points import Point
from edgerag.domain.reports import CONFLICTS, Judgement, Label, Report, Verdict
from edgerag.engine.ask import Engine
from edgerag.engine.events import Answered, Drafted, Finished, Judged, QuestionRead, Retrieved
from edgerag.samples import gold_file

pytestmark = pytest.mark.xdist_group("main road")  # one process asks the gold questions, for all tests

ADRENALINE = "What dose of adrenaline should an adult with anaphylaxis receive?"


class Gold(msgspec.Struct):
    """A gold question, as far as these tests care."""

    question: str
    answers: list[dict[str, object]]
    absent: list[str]


def gold() -> list[Gold]:
    return [msgspec.json.decode(line, type=Gold) for line in gold_file().read_bytes().splitlines()]


@pytest.fixture(scope="module")
def engine(sample_home: Path) -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("EDGERAG_HOME", str(sample_home))
        with Engine.open(Config(), extractive=True) as opened:
            yield opened


@pytest.fixture(scope="module")
def gold_reports(engine: Engine) -> list[tuple[Gold, Report]]:
    return [(question, ask(engine, question.question)) for question in gold()]


def ask(engine: Engine, question: str) -> Report:
    return engine.report(question, keep=False)


def test_handbooks_that_give_different_doses_disagree(engine: Engine) -> None:
    report = ask(engine, ADRENALINE)
    assert report.verdict is Verdict.DISAGREE
    files = {answer.handbook.id: answer.handbook.file_name for answer in report.answers}
    conflicts = {frozenset((files[p.a], files[p.b])) for p in report.pairs if p.label in CONFLICTS}
    assert frozenset(("kestrel-bay-2014.pdf", "marula-hill-2010.pdf")) in conflicts


def test_every_citation_is_verbatim_on_its_stored_page(
    engine: Engine, gold_reports: list[tuple[Gold, Report]]
) -> None:
    n_checked = 0
    for _, report in gold_reports:
        for answer in report.answers:
            assert bool(answer.citations) == (answer.status in (Status.ANSWERED, Status.UNCERTAIN))
            for citation in answer.citations:
                page = engine.library.page(answer.handbook.id, citation.page_ordinal)
                assert page.text[citation.start : citation.end] == citation.quote
                n_checked += 1
    assert n_checked > 50


def test_gold_pages_are_cited(gold_reports: list[tuple[Gold, Report]]) -> None:
    hits = [
        any(citation.page == gold_answer["page"] for citation in answer.citations)
        for question, report in gold_reports
        for answer in report.answers
        for gold_answer in question.answers
        if gold_answer["handbook"] == Path(answer.handbook.file_name).stem
    ]
    assert sum(hits) / len(hits) >= 0.9


def test_a_question_that_no_handbook_addresses_says_so(engine: Engine) -> None:
    report = ask(engine, "How is a hepatitis C genotype 3 infection treated with sofosbuvir?")
    assert report.verdict is Verdict.NOT_ADDRESSED
    assert {pair.label for pair in report.pairs} == {Label.ABSENT}


def test_a_chinese_question_over_english_handbooks_is_not_answered_by_chance(engine: Engine) -> None:
    assert ask(engine, "成人过敏性休克应该使用多少肾上腺素？").verdict is Verdict.NOT_UNDERSTOOD


def test_the_same_question_gives_the_same_report(engine: Engine) -> None:
    assert ask(engine, ADRENALINE) == ask(engine, ADRENALINE)


def test_evidence_comes_before_answers_and_answers_before_judgements(engine: Engine) -> None:
    kinds = [type(event) for event in engine.ask(ADRENALINE, keep=False)]
    assert kinds[:3] == [QuestionRead, Retrieved, Drafted]
    assert kinds.index(Answered) < kinds.index(Judged)
    assert kinds[-1] is Finished
    assert kinds.count(Drafted) == kinds.count(Answered) == 4
    assert kinds.count(Judged) == 6


def test_only_the_handbooks_named_are_asked(engine: Engine) -> None:
    report = engine.report(ADRENALINE, handbooks=["kestrel-bay-2014.pdf"], keep=False)
    assert [answer.handbook.file_name for answer in report.answers] == ["kestrel-bay-2014.pdf"]
    assert report.verdict is Verdict.SINGLE


def test_the_json_report_has_the_documented_fields(engine: Engine) -> None:
    from edgerag.present.json.report import report_json

    report = json.loads(report_json(ask(engine, ADRENALINE)))
    assert report["schema"] == "edgerag.report/2"
    assert {"question", "verdict", "answers", "pairs"} <= report.keys()
    assert {"handbook", "status", "text", "mode", "citations", "trace"} <= report["answers"][0].keys()
    assert {"section", "page", "quote", "start", "end"} <= report["answers"][0]["citations"][0].keys()
    assert {"a", "b", "label", "probability", "topic", "significance", "reasoning", "decided_by"} <= report[
        "pairs"
    ][0].keys()


def test_the_summary_names_every_disagreement_and_every_handbook(
    gold_reports: list[tuple[Gold, Report]],
) -> None:
    for _, report in gold_reports:
        points = report.summary.points
        for pair in report.pairs:
            if pair.label in CONFLICTS:
                assert any(_are_parted(point, pair) for point in points if point.topic == pair.topic)
        assert {book for point in points for book in point.handbooks} == {
            answer.handbook.id for answer in report.answers
        }


def test_every_word_of_a_summary_stands_in_the_quotation_that_it_cites(
    gold_reports: list[tuple[Gold, Report]],
) -> None:
    quotes = {
        (question.question, answer.handbook.id, place): " ".join(citation.quote.split())
        for question, report in gold_reports
        for answer in report.answers
        for place, citation in enumerate(answer.citations)
    }
    said = [
        (saying, quotes[question.question, saying.handbook, saying.citation])
        for question, report in gold_reports
        for point in report.summary.points
        for party in point.parties
        for saying in party.sayings
        if saying.citation is not None
    ]
    assert sum(saying.words != "" for saying, _ in said) > 20
    assert all(saying.words in quote for saying, quote in said)


def _are_parted(point: Point, pair: Judgement) -> bool:
    sides = [{pair.a, pair.b} & set(party.handbooks) for party in point.parties]
    return {pair.a} in sides and {pair.b} in sides
