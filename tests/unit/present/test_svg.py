from __future__ import annotations

import math
import xml.etree.ElementTree as ET

from edgerag.domain.audited import Interval
from edgerag.present.svg import WIDTH, bar, intervals


def test_parts_are_as_long_as_their_numbers() -> None:
    drawn = ET.fromstring(bar([("a <b>", 1, "#111"), ("none", 0, "#222"), ("c", 3, "#333")]))
    widths = [float(part.attrib["width"]) for part in drawn.iter("rect")]
    assert widths == [WIDTH / 4, 0, 3 * WIDTH / 4]
    assert next(drawn.iter("title")).text == "a <b>: 1 of 4 (25.0%)"


def test_nothing_is_drawn_of_nothing() -> None:
    assert bar([("a", 0, "#111")]) == ""


def test_a_dot_stands_within_its_interval_and_an_unknown_share_has_none() -> None:
    rows = [
        ("one", Interval(0.5, 0.25, 0.75)),
        ("unknown & long" * 9, Interval(math.nan, math.nan, math.nan)),
        ("alone", Interval(0.5, math.nan, math.nan)),
    ]
    drawn = ET.fromstring(intervals(rows))
    dot, alone = drawn.iter("circle")
    assert [title.text for title in alone] == ["alone: 50.0%"]
    line = next(mark for mark in drawn.iter("line") if mark.attrib["stroke"] == "#111")
    assert float(line.attrib["x1"]) < float(dot.attrib["cx"]) < float(line.attrib["x2"])
    assert len([*drawn.iter("text")]) == 3 + 5
