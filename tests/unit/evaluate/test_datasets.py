from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from edgerag.domain.reports import Label
from edgerag.errors import ConfigError
from edgerag.evaluate.datasets import (
    GoldAnswer,
    GoldPair,
    HandbookQuestion,
    HandbookSet,
    read_absence,
    read_cross_source,
    read_handbooks,
    read_multihop,
    read_pairs,
    read_questions,
    read_retrieval,
    without_handbooks,
)


def write(path: Path, *rows: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def retrieval_set(folder: Path, ending: str = "") -> Path:
    write(
        folder / f"corpus.jsonl{ending}",
        {"id": "d1", "text": "fever", "url": "http://x"},
        {"id": "d2", "text": "é"},
    )
    write(folder / "trial.queries.jsonl", {"id": "q1", "text": "what is fever?"})
    (folder / "trial.qrels.tsv").write_text(
        "query_id\tdoc_id\tgrade\nq1\td1\t3\nq1\td2\t0\n", encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_retrieval_set_is_read_zipped_or_not(tmp_path: Path, ending: str) -> None:
    data = read_retrieval(retrieval_set(tmp_path, ending), "trial")
    assert [document.text for document in data.documents] == ["fever", "é"]
    assert data.queries[0].text == "what is fever?"
    assert data.grades == {"q1": {"d1": 3.0, "d2": 0.0}}


def test_missing_split_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"dev\.queries\.jsonl: there is no such file"):
        read_retrieval(retrieval_set(tmp_path), "dev")


def test_broken_row_is_named_by_its_line(tmp_path: Path) -> None:
    folder = retrieval_set(tmp_path)
    write(folder / "corpus.jsonl", {"id": "d1", "text": "fever"}, {"id": "d2"})
    with pytest.raises(ConfigError, match=r"corpus\.jsonl: line 2: .*missing required field `text`"):
        read_retrieval(folder, "trial")


def test_broken_grades_are_named_by_their_line(tmp_path: Path) -> None:
    folder = retrieval_set(tmp_path)
    (folder / "trial.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq1\td1\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="line 2"):
        read_retrieval(folder, "trial")


def test_damaged_zip_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    folder = retrieval_set(tmp_path, ".gz")
    zipped = folder / "corpus.jsonl.gz"
    zipped.write_bytes(zipped.read_bytes()[:-9])
    with pytest.raises(ConfigError, match="cannot be read"):
        read_retrieval(folder, "trial")


def test_absence_set_gathers_the_corpus_files(tmp_path: Path) -> None:
    write(tmp_path / "corpus" / "A.jsonl", {"id": "1", "handbook": "A", "title": "Fever", "text": "x"})
    write(tmp_path / "corpus" / "B.jsonl.gz", {"id": "2", "handbook": "B", "text": "y"})
    write(
        tmp_path / "absence" / "dev.jsonl",
        {"id": "q", "question": "?", "labels": {"A": "PRESENT", "B": "ABSENT"}},
    )
    data = read_absence(tmp_path, "dev")
    assert [document.handbook for document in data.documents] == ["A", "B"]
    assert data.questions[0].labels["B"] == "ABSENT"


def test_pairs_keep_their_label(tmp_path: Path) -> None:
    write(
        tmp_path / "dev.jsonl.gz", {"question": "?", "a": "1", "b": "2", "label": "DIVERGENT", "soft": True}
    )
    assert read_pairs(tmp_path, "dev")[0].label is Label.DIVERGENT


def handbook_set(folder: Path) -> Path:
    write(
        folder / "manifest.jsonl", {"id": "old", "file": "pdf/old.pdf"}, {"id": "new", "file": "text/new.md"}
    )
    for file in ("pdf/old.pdf", "text/new.md"):
        write(folder / file)
    return folder


def test_handbook_questions_need_no_quotes(tmp_path: Path) -> None:
    handbook_set(tmp_path)
    answers = [{"handbook": "old", "page": 4}, {"handbook": "new", "page": None, "heading": "A > B"}]
    pairs = [{"a": "old", "b": "new", "label": "DIVERGENT", "topic": None}]
    write(
        tmp_path / "questions.dev.jsonl",
        {"id": "q", "question": "?", "answers": answers, "absent": [], "pairs": pairs},
    )
    data = read_handbooks(tmp_path, "dev")
    assert data.questions[0].answers == [GoldAnswer("old", 4), GoldAnswer("new", heading="A > B")]
    assert data.questions[0].pairs == [GoldPair("old", "new", Label.DIVERGENT)]
    assert data.files["old"] == tmp_path / "pdf" / "old.pdf"


def test_question_about_an_unknown_handbook_is_refused(tmp_path: Path) -> None:
    handbook_set(tmp_path)
    questions = write(tmp_path / "mine.jsonl", {"question": "?", "absent": ["lost"]})
    with pytest.raises(ConfigError, match="no handbook lost"):
        read_handbooks(tmp_path, "dev", questions)


def test_file_of_pairs_is_gathered_by_question(tmp_path: Path) -> None:
    row = {"question": "When?", "handbook_a": "old", "page_a": 4, "quote_a": "x", "label": "CONSISTENT"}
    path = write(
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


def test_real_data_is_read(shared_data: Path) -> None:
    assert len(read_retrieval(shared_data / "retrieval" / "mediqa_qa", "dev").documents) == 2398
    assert len(read_absence(shared_data / "medquad", "dev").questions) == 271
    assert len(read_pairs(shared_data / "disagreement", "dev")) == 5571
    handbooks = shared_data / "handbooks"
    assert len(read_handbooks(handbooks, "dev").files) == 20
    assert (
        sum(
            len(q.pairs)
            for q in read_handbooks(handbooks, "dev", handbooks / "probe_pairs.dev.jsonl").questions
        )
        == 30
    )


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


def test_capability_and_difficulty_are_read_where_the_data_has_them(tmp_path: Path) -> None:
    pair = {"question": "?", "a": "x", "b": "y", "label": "CONSISTENT"}
    write(tmp_path / "dev.jsonl", pair, pair | {"capability": "units", "group": "g"})
    plain, tested = read_pairs(tmp_path, "dev")
    assert (plain.capability, tested.capability, tested.group) == ("", "units", "g")
    gold = {"a": "x", "b": "y", "label": "DIVERGENT", "hard": True}
    answer = {"handbook": "x", "position": "14 days"}
    questions = write(tmp_path / "q.jsonl", {"question": "?", "answers": [answer], "pairs": [gold]})
    (question,) = read_questions(questions)
    assert (question.pairs[0].hard, question.answers[0].position) == (True, "14 days")


def cross_source_set(folder: Path, *questions: object) -> Path:
    write(folder / "corpus" / "A.jsonl", {"id": "a1", "handbook": "A", "text": "fever"})
    write(folder / "corpus" / "B.jsonl.gz", {"id": "b1", "handbook": "B", "text": "fever"})
    write(folder / "cross_source" / "trial.jsonl", *questions)
    return folder


FEVER = {"id": "q", "question": "What is fever?", "sections": {"A": ["a1"], "B": ["b1"]}, "n_handbooks": 2}


@pytest.mark.parametrize("inside", ["", "cross_source"])
def test_questions_over_several_handbooks_are_read_from_above_or_inside(tmp_path: Path, inside: str) -> None:
    data = read_cross_source(cross_source_set(tmp_path, FEVER) / inside, "trial")
    assert [document.handbook for document in data.documents] == ["A", "B"]
    assert data.questions[0].sections == {"A": ["a1"], "B": ["b1"]}
    assert data.authorities == ()


def test_authorities_stand_beside_the_corpus(tmp_path: Path) -> None:
    folder = cross_source_set(tmp_path, FEVER)
    (folder / "handbooks.json").write_text('[{"handbook": "A", "authority": "high"}, {"handbook": "B"}]')
    known = {one.handbook: one.authority for one in read_cross_source(folder, "trial").authorities}
    assert known == {"A": "high", "B": ""}
    (folder / "handbooks.json").write_text("{")
    with pytest.raises(ConfigError, match=r"handbooks\.json: cannot be read"):
        read_cross_source(folder, "trial")


def test_a_question_about_a_row_that_is_not_there_is_named(tmp_path: Path) -> None:
    folder = cross_source_set(tmp_path / "cross", FEVER | {"sections": {"A": ["a9"]}})
    with pytest.raises(ConfigError, match="question q: no row a9 in the corpus"):
        read_cross_source(folder, "trial")
    write(tmp_path / "hops" / "corpus.jsonl", {"id": "p1", "text": "x"})
    write(tmp_path / "hops" / "dev.jsonl", {"id": "h", "question": "who?", "supporting": ["p1", "p2"]})
    with pytest.raises(ConfigError, match="question h: no row p2 in the corpus"):
        read_multihop(tmp_path / "hops", "dev")


def test_paragraphs_and_questions_over_them_are_read(tmp_path: Path) -> None:
    write(tmp_path / "corpus.jsonl", {"id": "p1", "title": "T", "text": "x"}, {"id": "p2", "text": "y"})
    write(tmp_path / "dev.jsonl", {"id": "h", "question": "who?", "supporting": ["p1", "p2"], "type": None})
    data = read_multihop(tmp_path, "dev")
    assert [document.id for document in data.documents] == ["p1", "p2"]
    assert data.questions[0].supporting == ["p1", "p2"]
