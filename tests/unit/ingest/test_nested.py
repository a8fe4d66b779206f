from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.doubts import Doubts
from edgerag.ingest.nested import Node, nested_blocks

WORDS = st.text("abcdefgh", min_size=3, max_size=8)
TREES = st.recursive(
    st.builds(lambda name, value: Node(name, "/x", [("dose", value)]), WORDS, WORDS),
    lambda inner: st.builds(
        lambda name, value, parts: Node(name, "/x", [("name", value)], parts),
        WORDS,
        WORDS,
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


def lines(root: Node) -> list[str]:
    return [block.text for block in nested_blocks(root, Doubts())]


def test_a_part_that_stands_alone_is_written_with_the_whole() -> None:
    dose = Node("dose", "#/0/dose", [("adult", "500 mg"), ("child", "250 mg")])
    medicine = Node("medicines", "#/0", [("name", "amoxicillin")], [dose], is_listed=True)
    assert lines(Node("", "#/", [], [medicine])) == [
        "medicines",
        "#/0 | name: amoxicillin | dose adult: 500 mg | dose child: 250 mg",
    ]


def test_parts_of_which_there_are_several_name_what_they_are_a_part_of() -> None:
    doses = [
        Node("dose", f"/m/dose[{n}]", [("age", age), ("mg", mg)])
        for n, age, mg in ((1, "adult", "500"), (2, "child", "250"))
    ]
    medicine = Node("medicine", "/m", [("id", "17"), ("name", "amoxicillin")], doses)
    assert lines(Node("list", "/", [], [medicine])) == [
        "medicine",
        "/m | id: 17 | name: amoxicillin",
        "/m/dose[1] | name: amoxicillin | age: adult | mg: 500",
        "/m/dose[2] | name: amoxicillin | age: child | mg: 250",
    ]


@given(TREES)
def test_no_value_is_lost(tree: Node) -> None:
    said = "\n".join(lines(Node("", "/", [], [tree])))
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        assert all(value in said for _, value in node.fields)
        waiting += node.parts
