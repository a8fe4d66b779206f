from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

from edgerag.audit.findings import find
from edgerag.domain.audited import Audited
from edgerag.present.audit_html import _letters, audit_html
from tests.unit.audit.reports import BOOKS, MAKE, QUESTIONS, TERMS, found, said

HOSTILE = '<script>alert(1)</script>"><img src=x onerror=y>\x1b[31m'
VOID = {"meta", "input", "br", "img"}


class Page(HTMLParser):
    """Every tag, id and link of a page; a tag that is closed out of turn is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append(tag)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.links += [values["href"] or ""] if "href" in values else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(hostile: str = "") -> str:
    findings = find(f"small{hostile}", TERMS, QUESTIONS, found(hostile))
    return b"".join(audit_html(findings, found(hostile))).decode()


def test_every_link_leads_to_a_place_on_the_page() -> None:
    parsed = Page(page())
    assert len(parsed.ids) == len(set(parsed.ids))
    assert {link.removeprefix("#") for link in parsed.links} <= set(parsed.ids)
    assert all(link.startswith("#") for link in parsed.links)


def test_a_cell_of_the_matrix_leads_to_both_quotations_with_pages() -> None:
    text = page()
    assert '<a href="#p0-2">' in text
    assert '<a href="#q2A-B">2</a>' in text
    sides = text[text.index('id="q2A-B"') :].partition("</table>")[0]
    assert "Give 2 mg." in sides
    assert "Give 4 mg." in sides
    assert sides.count("p. 16") == 2


def test_what_handbooks_say_in_the_same_words_stands_once() -> None:
    text = page()
    question = text[text.index('id="q2"') : text.index('id="q3"')]
    assert question.count("<b>A</b>") == 1
    assert question.count('class="sides"') == 1
    assert "<b>A</b> answered: Alpha (2013) p. 16; Beta (2013) p. 16</p>" in question


def test_nothing_from_outside_becomes_markup() -> None:
    text = page(HOSTILE)
    assert Page(text).tags == Page(page()).tags
    assert "<img" not in text
    assert "\x1b" not in text
    assert len(re.findall("<script>", text)) == 1


def test_the_page_fetches_nothing_and_hides_nothing_without_a_script() -> None:
    text = page()
    assert "default-src 'none'" in text
    assert re.findall(r"(?:src|href)=\"(?!#)[^\"]*", text) == []
    assert "http" not in text.replace('http-equiv="Content-Security-Policy"', "")
    assert re.findall(r"<[^>]* hidden[^>]*>", text) == ['<div id="filter" hidden>']


def test_failed_questions_stand_there_with_their_reason() -> None:
    text = page()
    assert "failed: the worker ended" in text
    assert "1 question failed" in text


def test_the_same_audit_gives_the_same_page() -> None:
    assert page() == page()


def test_groups_beyond_the_alphabet_have_letters() -> None:
    assert [_letters(n) for n in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]


def test_a_handbook_that_was_removed_since_is_marked_wherever_it_is_named() -> None:
    findings = replace(find("small", TERMS, QUESTIONS, found()), removed=frozenset({BOOKS[0].id}))
    text = b"".join(audit_html(findings, found())).decode()
    assert "cannot be opened: Alpha (2013) [removed]<" in text
    assert text.count("Alpha (2013)") == text.count("Alpha (2013) [removed]") > 3
    assert "Beta (2013) [removed]" not in text


ROW = "8 to 11 kg | 250 mg"
HEADS = ("Weight | Each time", "Weight | A day")


def page_of_rows(*heads: str) -> str:
    """The page of one question about a child of 9 kg, whose answers quote the same row under some heads."""
    said_rows = [
        replace(one, citations=(replace(one.citations[0], table=f"{head}\n5 to 7 kg | 175 mg\n{ROW}"),))
        for one, head in zip((said(book, ROW) for book in BOOKS), heads, strict=False)
    ]
    report = replace(MAKE.report(*said_rows), question="What dose for a child of 9 kg?")
    asked = [Audited(QUESTIONS[0], report)]
    return b"".join(audit_html(find("small", TERMS, QUESTIONS, asked), asked)).decode()


def test_quoted_rows_of_a_table_stand_under_its_head_with_the_one_for_the_patient_marked() -> None:
    text = page_of_rows(HEADS[0], HEADS[0])
    Page(text)
    table = text[text.index('<table class="page">') :].partition("</table>")[0]
    assert "<tr><th>Weight</th><th>Each time</th></tr>" in table
    assert '<tr class="fits"><td>► 8 to 11 kg</td><td>250 mg</td></tr>' in table
    assert "5 to 7 kg" not in table


def test_the_same_row_under_different_heads_is_put_under_none_of_them() -> None:
    text = page_of_rows(*HEADS)
    assert '<table class="page">' not in text
    assert f"“{ROW}”" in text
