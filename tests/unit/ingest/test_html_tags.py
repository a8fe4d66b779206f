from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.ingest.html_tags import OpenTags, Piece, attributes_of, name_of, pieces_of
from edgerag.ingest.withdrawn import Withdrawal


def test_tags_comments_styles_and_text_are_told_apart() -> None:
    content = "a < b <!-- c > --><p title='>'>d</p><style>p { }</style><script>x</script> <5 mg"
    assert [(kind.name, piece) for kind, piece in pieces_of(content)] == [
        ("TEXT", "a < b "),
        ("COMMENT", "<!-- c > -->"),
        ("TAG", "<p title='>'>"),
        ("TEXT", "d"),
        ("TAG", "</p>"),
        ("STYLE", "p { }"),
        ("SCRIPT", "x"),
        ("TEXT", " <5 mg"),
    ]


@pytest.mark.parametrize(
    ("tag", "name"), [("<TD class=a>", "td"), ("</table >", "table"), ("<br/>", "br"), ("<5>", ""), ("a", "")]
)
def test_a_tag_has_a_name(tag: str, name: str) -> None:
    assert name_of(tag) == name


def test_attributes_are_read_with_and_without_quotes() -> None:
    assert attributes_of("<p hidden CLASS=\"a b\" id=x style='c' id=y/>") == {
        "hidden": "",
        "class": "a b",
        "id": "x",
        "style": "c",
    }


@given(st.text("<>!-/='\" asctyle", max_size=60))
def test_no_character_outside_of_scripts_is_lost(content: str) -> None:
    pieces = list(pieces_of(content))
    if not any(kind in (Piece.SCRIPT, Piece.STYLE) for kind, _ in pieces):
        assert "".join(piece for _, piece in pieces) == content


@pytest.mark.parametrize(
    "unit", ["<", "<a ", '<a="', "<a='x' ", "<!--", "<!", "<script>", '<a b="c" ', "</", "<a <a>", "<style "]
)
def test_the_time_grows_with_the_length(unit: str) -> None:
    content = unit * (1_000_000 // len(unit))
    started = time.process_time()
    sum(1 for _ in pieces_of(content))
    assert time.process_time() - started < 5


def test_what_is_open_decides_until_it_is_closed() -> None:
    tags = OpenTags()
    tags.take("<div hidden>")
    tags.take("<br>")
    tags.take("<span style='visibility: visible'>")
    assert tags.why is Withdrawal.HIDDEN
    tags.take("</p>")
    assert tags.why is Withdrawal.HIDDEN
    tags.take("</div>")
    assert tags.why is None


def test_the_end_of_a_paragraph_closes_deleted_text_and_goes_on_with_struck_text_as_browsers_do() -> None:
    tags = OpenTags()
    with tags.paragraph():
        tags.take("<del>")
        assert tags.why is Withdrawal.DELETED
    assert tags.why is None
    with tags.paragraph():
        tags.take("<s>")
    assert tags.why is Withdrawal.STRUCK


def test_many_tags_that_are_never_closed_cost_no_time() -> None:
    tags = OpenTags()
    started = time.process_time()
    for _ in range(50_000):
        tags.take("<b>")
    for _ in range(50_000):
        tags.take("</i>")
    assert time.process_time() - started < 5
