from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailment.passages import CORPUS_STEP, read_passages, sentences


def test_sentences_are_cut_and_cleaned() -> None:
    block = "- Give **zinc** to every [sick child](page). Then weigh it at each further visit."
    assert list(sentences(block)) == [
        "Give zinc to every sick child.",
        "Then weigh it at each further visit.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "| Give zinc | to every sick child | now |",
        "# Give zinc to every sick child",
        "Should one give zinc to children?",
        "Give zinc.",
        "word " * 41,
        "20 mg are given to every child.",
    ],
)
def test_what_is_no_statement_is_left_out(line: str) -> None:
    assert list(sentences(line)) == []


@given(st.text())
def test_any_text_gives_sentences_of_usual_length(text: str) -> None:
    assert all(5 <= len(sentence.split()) <= 40 for sentence in sentences(text))


def test_lines_of_a_paragraph_are_joined_and_nothing_is_read_twice(tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(
        "Give zinc to every\nsick child.\n\nGive zinc to every sick child.\n\n- Weigh it at each visit.\n"
    )
    assert read_passages([guide], []) == [["Give zinc to every sick child."], ["Weigh it at each visit."]]


@pytest.mark.parametrize("is_compressed", [True, False])
def test_part_of_a_corpus_is_read(tmp_path: Path, *, is_compressed: bool) -> None:
    lines = [json.dumps({"text": f"Text number {n} says this and that."}) for n in "abcdefgh"]
    content = "\n".join(lines).encode()
    corpus = tmp_path / ("corpus.jsonl.gz" if is_compressed else "corpus.jsonl")
    corpus.write_bytes(gzip.compress(content) if is_compressed else content)
    read = read_passages([], [corpus])
    assert read == [[f"Text number {n} says this and that."] for n in "abcdefgh"[::CORPUS_STEP]]
