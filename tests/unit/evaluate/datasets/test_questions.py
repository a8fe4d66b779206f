from __future__ import annotations

from pathlib import Path

from edgerag.evaluate.datasets.questions import read_questions
from tests.rows import write_rows


def test_file_of_pairs_is_gathered_by_question(tmp_path: Path) -> None:
    row = {"question": "When?", "handbook_a": "old", "page_a": 4, "quote_a": "x", "label": "CONSISTENT"}
    path = write_rows(
        tmp_path / "probe.jsonl",
        {**row, "handbook_b": "new", "page_b": None, "quote_b": "y"},
        {**row, "handbook_b": "third", "page_b": 9, "quote_a": "another quote of that page", "quote_b": "z"},
    )
    (question,) = read_questions(path)
    assert [(answer.handbook, answer.page) for answer in question.answers] == [
        ("old", 4),
        ("new", None),
        ("third", 9),
    ]
    assert [(pair.a, pair.b) for pair in question.pairs] == [("old", "new"), ("old", "third")]


def test_difficulty_is_read_where_the_data_has_it(tmp_path: Path) -> None:
    gold = {"a": "x", "b": "y", "label": "DIVERGENT", "hard": True}
    answer = {"handbook": "x", "position": "14 days"}
    path = write_rows(tmp_path / "q.jsonl", {"question": "?", "answers": [answer], "pairs": [gold]})
    (question,) = read_questions(path)
    assert (question.pairs[0].hard, question.answers[0].position) == (True, "14 days")
