from __future__ import annotations

from pathlib import Path

import pytest

from edgerag.errors import ConfigError
from edgerag.evaluate.datasets.routing import read_cross_source
from tests.rows import write_rows


def cross_source_set(folder: Path, *questions: object) -> Path:
    write_rows(folder / "corpus" / "A.jsonl", {"id": "a1", "handbook": "A", "text": "fever"})
    write_rows(folder / "corpus" / "B.jsonl.gz", {"id": "b1", "handbook": "B", "text": "fever"})
    write_rows(folder / "cross_source" / "trial.jsonl", *questions)
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


def test_question_about_a_row_that_is_not_there_is_named(tmp_path: Path) -> None:
    folder = cross_source_set(tmp_path, FEVER | {"sections": {"A": ["a9"]}})
    with pytest.raises(ConfigError, match="question q: no row a9 in the corpus"):
        read_cross_source(folder, "trial")
