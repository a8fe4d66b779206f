from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from edgerag.present.inert import inert, markdown, one_line

ANY_TEXT = st.text(st.characters())
MARKDOWN_ATTACKS = st.lists(
    st.sampled_from(
        [
            *"\\`*_{}[]()<>#+-=.!|~&:@$ \n\t1ab",
            "http://x.io",
            "www.x.io",
            "<b>",
            "&lt;",
            "](x)",
            "a@b.io",
            "```",
        ]
    ),
    max_size=12,
).map("".join)


def test_terminal_escape_is_shown_and_not_obeyed() -> None:
    assert inert("red \x1b[31mtext") == "red <U+001B>[31mtext"
    assert inert("\x1b]0;title\x07") == "<U+001B>]0;title<U+0007>"
    assert inert("\x9b31m") == "<U+009B>31m"


def test_bidirectional_override_is_shown() -> None:
    assert inert("dose \u202e05\u202c mg") == "dose <U+202E>05<U+202C> mg"


def test_text_hidden_in_tag_characters_becomes_visible() -> None:
    assert inert("safe\U000e0041") == "safe<U+E0041>"


def test_backspace_cannot_overwrite_what_stands_before_it() -> None:
    assert "\b" not in inert("5 mg\b\b\b\b50 mg")


def test_ordinary_text_of_any_script_is_unchanged() -> None:
    for text in ("1 mℓ (1:1000), ≥ 5 µg", "肾上腺素 0.5 毫克", "می‌خواهم", "e\u0301", "line\nline"):
        assert inert(text) == text


def test_line_ends_of_other_systems_become_line_breaks_and_soft_hyphens_vanish() -> None:
    assert inert("a\r\nb\rc\u2028d\te\u00adf") == "a\nb\nc\nd ef"


def test_lone_surrogate_can_be_printed_as_utf_8() -> None:
    assert inert("file\udce9.pdf").encode() == b"file<U+DCE9>.pdf"


@settings(deadline=None)
@given(ANY_TEXT)
def test_inert_text_has_nothing_but_printable_characters_and_line_breaks(text: str) -> None:
    allowed = inert(text).replace("\n", "").replace("\u200c", "").replace("\u200d", "")
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", allowed)


@settings(deadline=None)
@given(ANY_TEXT)
def test_inert_is_idempotent(text: str) -> None:
    assert inert(inert(text)) == inert(text)
    assert "\n" not in one_line(text)


def test_markdown_cannot_make_links_html_or_headings() -> None:
    assert markdown("[x](http://x.io) <b># *a*") == r"\[x\]\(http\://x\.io\) \<b\>\# \*a\*"
    assert markdown("www.x.io a@b.io") == r"www\.x\.io a\@b\.io"


def test_markdown_keeps_doses_readable() -> None:
    assert markdown("Give 1.5 mL/kg. Repeat after 5-10 min, max. 3 times") == (
        "Give 1.5 mL/kg. Repeat after 5-10 min, max. 3 times"
    )


def test_markdown_leaves_no_list_item_or_underline_at_the_start() -> None:
    assert [markdown(start) for start in ("- a", "+ a", "1. a", "2) a", "===")] == [
        r"\- a",
        r"\+ a",
        r"1\. a",
        r"2\) a",
        r"\===",
    ]


@settings(deadline=None)
@given(MARKDOWN_ATTACKS)
def test_markdown_readers_show_the_text_and_nothing_else(text: str) -> None:
    reader = MarkdownIt("gfm-like")
    html = reader.render(markdown(text))
    shown = re.sub(r"^<p>|</p>\n$", "", html)
    assert "<" not in shown
    unescaped = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    assert unescaped == one_line(text)
