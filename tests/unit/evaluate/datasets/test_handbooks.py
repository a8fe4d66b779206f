from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.domain.reports import Label
from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.handbooks import HandbookSet, read_handbooks, without_handbooks
from edgerag.evaluate.datasets.questions import GoldAnswer, GoldPair, HandbookQuestion
from tests.rows import write_rows


def handbook_set(folder: Path) -> Path:
    write_rows(
        folder / "manifest.jsonl", {"id": "old", "file": "pdf/old.pdf"}, {"id": "new", "file": "text/new.md"}
    )
    for file in ("pdf/old.pdf", "text/new.md"):
        write_rows(folder / file)
    return folder


def test_handbook_questions_need_no_quotes(tmp_path: Path) -> None:
    handbook_set(tmp_path)
    answers = [{"handbook": "old", "page": 4}, {"handbook": "new", "page": None, "heading": "A > B"}]
    pairs = [{"a": "old", "b": "new", "label": "DIVERGENT", "topic": None}]
    write_rows(
        tmp_path / "questions.dev.jsonl",
        {"id": "q", "question": "?", "answers": answers, "absent": [], "pairs": pairs},
    )
    data = read_handbooks(tmp_path, "dev")
    assert data.questions[0].answers == [GoldAnswer("old", 4), GoldAnswer("new", heading="A > B")]
    assert data.questions[0].pairs == [GoldPair("old", "new", Label.DIVERGENT)]
    assert data.files["old"] == tmp_path / "pdf" / "old.pdf"


def test_question_about_an_unknown_handbook_is_refused(tmp_path: Path) -> None:
    handbook_set(tmp_path)
    questions = write_rows(tmp_path / "mine.jsonl", {"question": "?", "absent": ["lost"]})
    with pytest.raises(ConfigError, match="no handbook lost"):
        read_handbooks(tmp_path, "dev", questions)


def test_handbooks_left_out_are_in_neither_files_nor_gold() -> None:
    files = {name: Path(name) for name in "abc"}
    about_all = HandbookQuestion(
        "?",
        [GoldAnswer("a", 1), GoldAnswer("b", 2)],
        ["c"],
        [GoldPair("a", "b", Label.CONSISTENT), GoldPair("a", "c", Label.ABSENT)],
    )
    about_b = HandbookQuestion("!", [GoldAnswer("b", 3)])
    kept = without_handbooks(HandbookSet(files, (about_all, about_b)), ["b"])
    assert set(kept.files) == {"a", "c"}
    (question,) = kept.questions
    assert [answer.handbook for answer in question.answers] == ["a"]
    assert question.absent == ["c"]
    assert [(pair.a, pair.b) for pair in question.pairs] == [("a", "c")]


def test_nothing_left_out_leaves_a_data_set_as_it_is() -> None:
    data = HandbookSet({"a": Path("a")}, (HandbookQuestion("?", [GoldAnswer("a", 1)]),))
    assert without_handbooks(data, []) == data
    with pytest.raises(ConfigError, match="no handbook z"):
        without_handbooks(data, ["a", "z"])


def test_real_handbooks_are_read(shared_data: Path) -> None:
    folder = shared_data / "handbooks"
    assert len(read_handbooks(folder, "dev").files) == 20
    pairs = read_handbooks(folder, "dev", folder / "probe_pairs.dev.jsonl").questions
    assert sum(len(question.pairs) for question in pairs) == 30
