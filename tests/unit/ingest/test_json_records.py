from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.errors import IngestError
from edgerag.ingest.json_records import read_json
from edgerag.language.sentences import is_record
from tests.unit.ingest.conftest import outline

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("abc ~/%|é", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc ~/%|é", max_size=6), inner, max_size=3)
    ),
    max_leaves=12,
)


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def texts(path: Path) -> list[str]:
    return [text for _, _, text in outline(read_json(path))]


def test_each_object_is_a_row_at_its_pointer(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json",
        """{"title": "Formulary", "medicines": [
        {"name": "zinc", "adult_dose": "20 mg", "routes": ["oral", "rectal"], "price": 1.50, "n": null},
        {"name": "adrenaline", "dose": {"adult": "0.5 mg"}, "fridge": false}], "note/s": [{"text": "x"}]}""",
    )
    assert texts(path) == [
        "#/ | title: Formulary",
        "medicines",
        "#/medicines/0 | name: zinc | adult dose: 20 mg | routes: oral, rectal | price: 1.50",
        "#/medicines/1 | name: adrenaline | fridge: no | dose adult: 0.5 mg",
        "note/s",
        "#/note~1s/0 | text: x",
    ]
    assert read_json(path).properties.large_text == ("Formulary",)


def test_lists_in_objects_repeat_what_they_belong_to(tmp_path: Path) -> None:
    doses = [{"age": "adult", "dose": "500 mg"}, {"age": "child", "dose": "250 mg"}]
    path = written(tmp_path / "a.json", json.dumps([{"name": "amoxicillin", "doses": doses}]))
    assert texts(path)[1:] == [
        "#/0/doses/0 | name: amoxicillin | age: adult | dose: 500 mg",
        "#/0/doses/1 | name: amoxicillin | age: child | dose: 250 mg",
    ]


def test_lines_are_rows_and_broken_ones_are_told(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.jsonl",
        '{"name": "zinc", "dose": "20 mg"}\n{"name": \n\n{"name": "iron", "dose": "60 mg"}\n',
    )
    assert texts(path) == ["Row 1 | name: zinc | dose: 20 mg", "Row 4 | name: iron | dose: 60 mg"]
    assert read_json(path).problems == ("no JSON, and left out: line 2",)
    assert texts(written(tmp_path / "b.json", '{"a": "x"}\n{"a": "y"}')) == ["Row 1 | a: x", "Row 2 | a: y"]


def test_what_stands_twice_is_kept_and_told(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", '[{"name": "zinc", "dose": "20 mg", "dose": "10 mg"}]')
    assert texts(path) == ["#/0 | name: zinc | dose: 20 mg | dose: 10 mg"]
    assert read_json(path).problems == ('"dose" stands more than once in #/0: all are kept',)


def test_rows_without_names_have_letters(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", '[["zinc", 20], ["iron", 60]]', "utf-16")
    assert texts(path) == ["#/0 | column A: zinc | column B: 20", "#/1 | column A: iron | column B: 60"]


@pytest.mark.parametrize("deep", ["[" * 5000 + "]" * 5000, '{"a":' * 300 + "1" + "}" * 300])
def test_a_file_that_is_too_deep_is_refused(deep: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="more than 100 levels deep"):
        read_json(written(tmp_path / "a.json", deep))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", '{"a": ', "damaged in line 1"),
        ("a.json", "Dear mother", "damaged"),
        ("a.jsonl", "x\ny", "no line"),
    ],
)
def test_what_is_no_json_is_refused(name: str, content: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=words):
        read_json(written(tmp_path / name, content))


@given(value=VALUES)
def test_every_row_is_recognised_and_every_text_is_kept(
    value: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = written(tmp_path_factory.mktemp("json") / "a.json", json.dumps(value))
    blocks = [block for page in read_json(path).pages for block in page.blocks]
    assert all(is_record(block.text) for block in blocks if block.kind == "record")
    said = " ".join(" ".join(block.text.split()) for block in blocks)
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str | int) and not isinstance(one, bool):
            assert " ".join(str(one).split()) in said
        waiting += list(one.values()) if isinstance(one, dict) else one if isinstance(one, list) else []
