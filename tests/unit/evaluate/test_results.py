from __future__ import annotations

import json
import math

from edgerag.evaluate.metrics import Measure
from edgerag.evaluate.results import Group, Result, confusion_rows, group_rows, measure_rows, result_json

RESULT = Result(
    "mediqa_qa",
    "dev",
    245,
    {"ndcg@10": Measure(0.7214, 0.69, 0.75), "auc": Measure(math.nan, math.nan, math.nan)},
    {"edgerag": "0.1.0"},
)


def test_json_has_the_documented_names_and_null_for_what_could_not_be_measured() -> None:
    assert json.loads(result_json(RESULT)) == {
        "dataset": "mediqa_qa",
        "split": "dev",
        "n": 245,
        "measures": {
            "ndcg@10": {"value": 0.7214, "low": 0.69, "high": 0.75},
            "auc": {"value": None, "low": None, "high": None},
        },
        "versions": {"edgerag": "0.1.0"},
    }


def test_rows_for_a_table() -> None:
    assert measure_rows(RESULT) == [("ndcg@10", "0.721", "0.690 to 0.750"), ("auc", "-", "")]


def test_confusion_rows_have_gold_on_the_left() -> None:
    rows = confusion_rows({"AGREE": {"AGREE": 2, "NOT CHECKED": 1}})
    assert rows == [("gold \\ said", "AGREE", "NOT CHECKED"), ("AGREE", "2", "1")]


def test_misses_have_another_corner() -> None:
    assert confusion_rows({"pairs": {"right": 1}}, corner="missed")[0] == ("missed", "right")


def test_parts_go_down_unless_there_are_more_measures() -> None:
    nothing = Measure(math.nan, math.nan, math.nan)
    one = {"page_hit": Measure(0.5, 0.1, 0.9)}
    assert group_rows("asks", {"dose": Group(3, one), "list": Group(1, {"page_hit": nothing})}) == [
        ("asks", "n", "page_hit"),
        ("dose", "3", "0.500"),
        ("list", "1", "-"),
    ]
    assert group_rows("asks", {"dose": Group(3, one | {"recall": nothing})}) == [
        ("asks", "dose"),
        ("n", "3"),
        ("page_hit", "0.500"),
        ("recall", "-"),
    ]
