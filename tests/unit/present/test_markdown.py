from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from edgerag.domain.reports import Label, Report
from edgerag.present.markdown import report_markdown
from tests.unit.present.conftest import AGED

if TYPE_CHECKING:
    from tests.unit.present.conftest import Builder


def test_has_verdict_answers_silence_and_relations(anaphylaxis: Report) -> None:
    written = report_markdown(anaphylaxis)
    assert written.startswith(
        "# What dose of adrenaline?\n\n**DISAGREE** – 2 of 5 handbooks differ from another; "
    )
    assert (
        "## Cardinal Clinic Guide \\(2013\\) · p. 16 · Emergency patient\n\nGive 1 mL adrenaline" in written
    )
    assert "> “1 mL \\(1\\:1000\\) IM every 5 minutes until better” [p. 16]" in written
    assert (
        "- **NOT ADDRESSED** Antiretroviral Guide \\(2013\\) – looked at\\: 3 sections, best p. 7" in written
    )
    assert "- **FAILED** Torn Booklet – out of memory" in written
    assert (
        "| DIVERGENT | adrenaline dose | high | 1 mL vs 0.5 mL \\(same drug\\) | typed comparison |"
        in written
    )


def test_table_has_a_row_for_every_relation(anaphylaxis: Report) -> None:
    html = MarkdownIt("gfm-like").render(report_markdown(anaphylaxis))
    assert html.count("<tr>") == 1 + 3


def test_handbook_cannot_inject_links_html_or_table_cells(make: Builder) -> None:
    evil = "</p><script>x</script> [click](http://x.io) ![i](http://x.io/i) | --- | https://x.io www.x.io"
    a, b = make.handbook(evil, evil), make.handbook("B")
    report = make.report(
        make.answered(a, f"{evil}\n# {evil}\n- {evil}", make.citation(evil, section=evil), note=evil),
        make.answered(b, "x"),
        pairs=(make.pair(a, b, Label.DIVERGENT, evil, evil),),
    )
    html = MarkdownIt("gfm-like", {"html": True}).render(report_markdown(report))
    assert not re.search(r"<(script|a|img)\b", html)
    assert html.count("<td>") == 6
    assert html.count("<h1>") == 1


def test_how_the_question_was_understood_stands_above_the_verdict(explained: Report) -> None:
    parts = report_markdown(explained).split("\n\n")
    assert parts[1:3] == ["*Understood as\\: anaphylaxis · adrenaline · dose*", "*Did you mean adrenaline?*"]


def test_of_a_question_that_was_not_read_nobody_is_said_not_to_address_it(unread: Report) -> None:
    assert "**NOTHING FOUND** Cardinal" in report_markdown(unread)
    assert "NOT ADDRESSED" not in report_markdown(unread)


def test_what_may_be_no_answer_is_said_so_before_its_quotation(doubtful: Report) -> None:
    written = report_markdown(doubtful)
    assert written.index("**MAY NOT ADDRESS IT**") < written.index("Keep it at 8 °C")


def test_a_mark_stands_with_its_pair(disputed: Report) -> None:
    (row,) = [line for line in report_markdown(disputed).splitlines() if "DIVERGENT" in line]
    assert "Marked by a reader as wrong, CONSISTENT as right\\: the same dose" in row


def test_collection_and_age_stand_beside_the_answer(aged: Report) -> None:
    written = report_markdown(aged)
    assert "## Cardinal Clinic Guide \\(2013\\) · guideline · p. 16 · Emergency patient" in written
    assert written.count(AGED) == 1


def test_a_quoted_row_is_a_row_of_a_table_under_its_head(make: Builder) -> None:
    table = "Weight | Each time\n5 to 7 kg | 175 mg\n8 to 11 kg | 250 mg"
    cited = replace(make.citation("8 to 11 kg | 250 mg"), table=table)
    answer = make.answered(make.handbook("Guide"), "Give it.", cited)
    written = report_markdown(replace(make.report(answer), question="What dose for a child of 9 kg?"))
    assert (
        "> | Weight | Each time |\n> | --- | --- |\n> | ► 8 to 11 kg | 250 mg |\n>\n> ► The row for 9 kg"
    ) in written
    html = MarkdownIt("gfm-like").render(written)
    assert "<td>► 8 to 11 kg</td>" in html


def test_what_handbooks_say_together_is_quoted_above_the_answers(taken_together: Report) -> None:
    written = report_markdown(taken_together)
    together = written.index("Together")
    first = written.index("0.5 mL", together)
    assert "They cannot all be followed" in written[together:first]
    assert "No handbook known to be of this collection" in written[first:]
