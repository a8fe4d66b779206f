from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import AuditError, EdgeRagError, ModelMissingError
from edgerag.present.json.report import report_json
from edgerag.store.audits import AuditResult, Audits
from edgerag.store.library import Library
from tests.unit.audit.reports import QUESTIONS, TERMS, found
from tests.unit.cli.conftest import Invoke
from tests.unit.store.test_audits import BEGUN


@pytest.fixture
def begun(library: Library) -> Audits:
    audits = Audits(library.connections)
    for name in ("first", "second"):
        audits.create(name, TERMS, QUESTIONS, BEGUN)
        for one in found():
            report = report_json(one.report) if one.report else b""
            audits.keep(name, AuditResult(one.question.position, report, one.failure))
    return audits


def test_the_summary_says_what_is_missing_and_what_was_found(invoke: Invoke, begun: Audits) -> None:
    shown = invoke("audit", "report", "first").stdout
    assert shown.startswith("first: 4 questions to 3 handbooks, 2 answered\n1 question failed")
    assert "dose of x\t3\t3\t0\t0\t2" in shown


def test_page_and_tables_are_the_same_bytes_each_time(invoke: Invoke, begun: Audits, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        target = tmp_path / folder
        done = invoke("audit", "report", "first", "--html", target / "a.html", "--tables", target)
        assert done.stdout.count("written: ") == 5
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert files == ["a.html", "answers.csv", "answers.jsonl", "pairs.csv", "pairs.jsonl"]
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize("name", ["answers.csv", "answers.jsonl", "pairs.csv", "pairs.jsonl"])
def test_tables_take_the_place_of_older_ones_and_of_no_other_file(
    invoke: Invoke, begun: Audits, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "tables"
    for _ in range(2):
        invoke("audit", "report", "first", "--tables", folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    (folder / name).write_text("question,answer\nmine,mine\n")
    with pytest.raises(EdgeRagError, match=f"{name} is there already and is no export"):
        invoke("audit", "report", "second", "--tables", folder)
    after = {path: path.read_bytes() for path in folder.iterdir()}
    assert after == before | {folder / name: b"question,answer\nmine,mine\n"}


def test_what_changed_takes_the_place_of_no_other_file(invoke: Invoke, begun: Audits, tmp_path: Path) -> None:
    (tmp_path / "changed.csv").write_text("question,answer\nmine,mine\n")
    with pytest.raises(EdgeRagError, match="is there already and is no export"):
        invoke("audit", "compare", "first", "second", "--csv", tmp_path / "changed.csv")
    assert (tmp_path / "changed.csv").read_text() == "question,answer\nmine,mine\n"


def test_two_audits_that_say_the_same_have_no_changed_pair(
    invoke: Invoke, begun: Audits, tmp_path: Path
) -> None:
    shown = invoke("audit", "compare", "first", "second", "--csv", tmp_path / "changed.csv").stdout
    assert "2 questions and 3 handbooks are in both\n0 of 6 pairs have another label" in shown
    assert (tmp_path / "changed.csv").read_text("utf-8-sig") == "question,a,b,before,after\n"


def test_audits_without_a_common_answer_are_not_compared(invoke: Invoke, begun: Audits) -> None:
    begun.create("empty", TERMS, QUESTIONS, BEGUN)
    with pytest.raises(AuditError, match="no answered question in common"):
        invoke("audit", "compare", "first", "empty")
    with pytest.raises(AuditError, match="there is no audit nowhere"):
        invoke("audit", "report", "nowhere")


def test_readers_get_a_packet_and_are_measured(invoke: Invoke, begun: Audits, tmp_path: Path) -> None:
    packet = tmp_path / "packet.csv"
    assert invoke("audit", "sample", "first", "--pairs", 3, "--to", packet).stdout == f"3 pairs: {packet}\n"
    filled = packet.read_text("utf-8-sig").replace(",,,", ",CONSISTENT,,")
    packet.write_text(filled, "utf-8-sig")
    shown = invoke("audit", "agreement", "first", packet).stdout
    assert "judge_accuracy\t0.333" in shown
    assert "readers \\ judge" in shown
    with pytest.raises(ModelMissingError):
        invoke("audit", "agreement", "first", packet, "--label-only")


def test_the_data_sheet_is_markdown(invoke: Invoke, begun: Audits) -> None:
    shown = invoke("audit", "datasheet", "first").stdout
    assert shown.startswith("# Data sheet of the audit first\n")
    assert BEGUN in shown
