from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from edgerag.domain.reports import Report
from edgerag.present.html import report_html
from tests.unit.present.conftest import AGED, Builder

VOID = {"meta"}


class Checked(HTMLParser):
    """Collects tags and text, and checks that every tag is closed in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Checked:
    checked = Checked()
    checked.feed(html)
    checked.close()
    assert checked.open == []
    return checked


def test_it_holds_verdict_answers_quotations_pages_and_relations(anaphylaxis: Report) -> None:
    text = " ".join(read(report_html(anaphylaxis)).text.split())
    assert "DISAGREE – 2 of 5 handbooks differ from another" in text
    assert "“1 mL (1:1000) IM every 5 minutes until better” [p. 16 · Care > Emergency patient]" in text
    assert "Cardinal Clinic Guide (2013) x Harbour Primary Care (2017)" in text
    assert "NOT ADDRESSED" in text
    assert "S agree; M add more; D differ" in text
    assert "This does not replace the handbooks" in text


def test_it_is_whole_in_itself_and_runs_nothing(anaphylaxis: Report) -> None:
    html = report_html(anaphylaxis)
    checked = read(html)
    assert not checked.seen & {"script", "link", "img", "iframe", "object", "form", "a"}
    assert not checked.attributes & {"src", "href", "onload", "style"}
    assert "default-src 'none'" in html
    assert "://" not in html


def test_nothing_from_a_handbook_becomes_markup(make: Builder) -> None:
    hostile = "<script>alert(1)</script><img src=x onerror=y>&\x1b[31m\u202e"
    book = make.handbook(hostile)
    answer = make.answered(book, hostile, make.citation(hostile, section=hostile), note=hostile)
    checked = read(report_html(make.report(answer)))
    assert not checked.seen & {"script", "img"}
    assert "<script>alert(1)</script>" in checked.text
    assert "\x1b" not in checked.text


def test_how_the_question_was_understood_stands_above_the_verdict(explained: Report) -> None:
    page = report_html(explained)
    understood = page.index("Understood as: anaphylaxis · adrenaline · dose")
    assert understood < page.index("Did you mean adrenaline?") < page.index('<div class="verdict">')


def test_of_a_question_that_was_not_read_nobody_is_said_not_to_address_it(unread: Report) -> None:
    assert "NOTHING FOUND" in report_html(unread)
    assert "NOT ADDRESSED" not in report_html(unread)


def test_what_may_be_no_answer_is_said_so_before_its_quotation(doubtful: Report) -> None:
    html = report_html(doubtful)
    assert html.index("MAY NOT ADDRESS IT") < html.index("Keep it at 8 °C")


def test_a_mark_is_printed_with_its_pair_and_in_the_matrix(disputed: Report) -> None:
    text = " ".join(read(report_html(disputed)).text.split())
    assert (
        "1 mL vs 0.5 mL (same drug) Marked by a reader as wrong, CONSISTENT as right: the same dose" in text
    )
    assert "D*" in text
    assert "* marked as wrong" in text


def test_collection_and_age_stand_beside_the_answer(aged: Report) -> None:
    html = report_html(aged)
    assert '<p class="where">Clinic · guideline</p>' in html
    assert html.count(f'<p class="note">{AGED}</p>') == 1


def test_a_quoted_row_is_a_row_of_a_table_under_its_head(make: Builder) -> None:
    table = "Weight | Each time\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg"
    cited = replace(make.citation("8 to 11 kg | 250 mg"), table=table)
    answer = make.answered(make.handbook("Guide"), "Give it.", cited)
    html = report_html(replace(make.report(answer), question="What dose for a child of 9 kg?"))
    read(html)
    assert "<tr><th>Weight</th><th>Each time</th></tr>" in html
    assert '<tr class="fits"><td>► 8 to 11 kg</td><td>250 mg</td></tr>' in html
    assert "175 mg" not in html


def test_what_handbooks_say_together_is_quoted_above_the_answers(taken_together: Report) -> None:
    written = report_html(taken_together)
    together = written.index("Together")
    first = written.index("0.5 mL", together)
    assert "They cannot all be followed" in written[together:first]
    assert "No handbook known to be of this collection" in written[first:]
