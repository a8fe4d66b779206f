from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor
from docx.text.run import Run

from edgerag.ingest.blocks import Draft
from edgerag.ingest.docx import read_docx

OLD = "Give 10 mg."
NEW = "Give 5 mg."


def read(document: Document, folder: Path) -> Draft:
    path = folder / "book.docx"
    document.save(str(path))
    return read_docx(path)


def texts(draft: Draft) -> list[str]:
    return [block.text for page in draft.pages for block in page.blocks]


def xml(body: str) -> str:
    return body.replace(">", f" {nsdecls('w')}>", 1)


def white(run: Run) -> None:
    run.font.color.rgb = RGBColor(255, 255, 255)


def hidden(run: Run) -> None:
    run.font.hidden = True


def struck(run: Run) -> None:
    run.font.strike = True


def struck_twice(run: Run) -> None:
    run.font.double_strike = True


def tiny(run: Run) -> None:
    run.font.size = Pt(1)


WAYS = [
    (hidden, "hidden"),
    (struck, "struck out"),
    (struck_twice, "struck out"),
    (white, "hidden"),
    (tiny, "hidden"),
]


@pytest.mark.parametrize(("withdraw", "why"), WAYS)
def test_withdrawn_runs_are_no_text_and_their_place_is_said(
    tmp_path: Path, withdraw: Callable[[Run], None], why: str
) -> None:
    document = docx.Document()
    document.add_heading("Fever", 1)
    paragraph = document.add_paragraph()
    withdraw(paragraph.add_run(OLD))
    paragraph.add_run(NEW)
    draft = read(document, tmp_path)
    assert texts(draft) == ["Fever", NEW]
    assert draft.problems == (f'text that is {why} is left out: under "Fever"',)


@pytest.mark.parametrize("kind", [WD_STYLE_TYPE.CHARACTER, WD_STYLE_TYPE.PARAGRAPH])
@pytest.mark.parametrize(("withdraw", "why"), WAYS)
def test_what_a_style_withdraws_is_no_text_also_where_another_is_based_on_it(
    tmp_path: Path, withdraw: Callable[[Run], None], why: str, kind: WD_STYLE_TYPE
) -> None:
    document = docx.Document()
    base = document.styles.add_style("Old", kind)
    withdraw(base)
    style = document.styles.add_style("Older", kind)
    style.base_style = base
    paragraph = document.add_paragraph()
    run = paragraph.add_run(OLD)
    if kind is WD_STYLE_TYPE.CHARACTER:
        run.style = style
    else:
        paragraph.style = style
    document.add_paragraph(NEW)
    draft = read(document, tmp_path)
    assert texts(draft) == [NEW]
    assert draft.problems == (f"text that is {why} is left out: at the beginning",)


def test_a_run_that_turns_its_styles_line_off_is_text(tmp_path: Path) -> None:
    document = docx.Document()
    style = document.styles.add_style("Old", WD_STYLE_TYPE.CHARACTER)
    style.font.strike = True
    run = document.add_paragraph().add_run(NEW)
    run.style = style
    run.font.strike = False
    assert texts(read(document, tmp_path)) == [NEW]


def test_tracked_changes_read_as_if_they_were_accepted(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Give ")
    for change in (
        '<w:del w:id="1" w:author="a"><w:r><w:delText>10 mg</w:delText></w:r></w:del>',
        '<w:moveFrom w:id="2" w:author="a"><w:r><w:t>to adults</w:t></w:r></w:moveFrom>',
        '<w:ins w:id="3" w:author="a"><w:r><w:t>5 mg</w:t></w:r></w:ins>',
    ):
        paragraph._p.append(parse_xml(xml(change)))
    draft = read(document, tmp_path)
    assert texts(draft) == ["Give 5 mg"]
    assert draft.problems == ("text that is deleted is left out: at the beginning",)


def test_rows_that_are_deleted_or_hidden_are_no_rows(tmp_path: Path) -> None:
    document = docx.Document()
    table = document.add_table(rows=3, cols=2)
    for row, words in zip(table.rows, (("adult", "1 g"), ("child", "2 g"), ("baby", "3 g")), strict=True):
        for cell, word in zip(row.cells, words, strict=True):
            cell.text = word
    table.rows[1]._tr.get_or_add_trPr().append(parse_xml(f'<w:del {nsdecls("w")} w:id="1" w:author="a"/>'))
    table.rows[2]._tr.get_or_add_trPr().append(parse_xml(f"<w:hidden {nsdecls('w')}/>"))
    draft = read(document, tmp_path)
    assert texts(draft) == ["adult | 1 g"]
    assert len(draft.problems) == 2


def test_white_type_on_a_coloured_cell_or_behind_a_highlight_is_seen(tmp_path: Path) -> None:
    document = docx.Document()
    cell = document.add_table(rows=1, cols=1).cell(0, 0)
    white(cell.paragraphs[0].add_run("Dose"))
    cell._tc.get_or_add_tcPr().append(parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:fill="1F3864"/>'))
    run = document.add_paragraph().add_run(NEW)
    white(run)
    run._r.get_or_add_rPr().append(parse_xml(f'<w:highlight {nsdecls("w")} w:val="red"/>'))
    draft = read(document, tmp_path)
    assert texts(draft) == ["Dose", NEW]
    assert draft.problems == ()
