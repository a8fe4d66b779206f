from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest

from edgerag.domain.ids import HandbookId
from edgerag.domain.reports import Report, verdict_of
from edgerag.present.html import report_html
from edgerag.present.json.report import report_from_json
from edgerag.present.pages_html import pages_html
from edgerag.summarise.summarise import summarise
from tests.synthetic import make_handbook

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
A4_POINTS = (595, 842)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser to print with")


@pytest.fixture
def report() -> Report:
    """A report on the four sample handbooks."""
    kept = Path(__file__).parents[1] / "tui" / "adrenaline.json"
    return report_from_json(kept.read_bytes())


def multiplied(report: Report, n_times: int) -> Report:
    """Make a report of `n_times` as many handbooks, every pair of which is judged."""
    answers = tuple(
        replace(
            answer,
            handbook=replace(answer.handbook, id=HandbookId(f"{n:04}{answer.handbook.id[:12]}")),
        )
        for n in range(n_times)
        for answer in report.answers
    )
    pair = report.pairs[0]
    pairs = tuple(
        replace(pair, a=a.handbook.id, b=b.handbook.id, words_a="", words_b="")
        for a, b in combinations(answers, 2)
    )
    verdict, summary = verdict_of(answers, pairs), summarise(answers, pairs)
    return replace(report, answers=answers, pairs=pairs, verdict=verdict, summary=summary)


def printed(html: str, folder: Path) -> pypdfium2.PdfDocument:
    """Print a page as a browser does."""
    source, target = folder / "page.html", folder / "page.pdf"
    source.write_text(html, encoding="utf-8")
    assert BROWSER is not None
    subprocess.run(
        [
            BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={folder / 'browser'}",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return pypdfium2.PdfDocument(target)


def text_of(document: pypdfium2.PdfDocument) -> str:
    return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())


def test_a_report_on_four_handbooks_is_one_sheet_with_every_quotation_and_reason(
    report: Report, tmp_path: Path
) -> None:
    document = printed(report_html(report), tmp_path)
    assert len(document) == 1
    assert [round(side) for side in document[0].get_size()] == pytest.approx(A4_POINTS, abs=1)
    said = text_of(document)
    assert all(" ".join(pair.reasoning.split())[:40] in said for pair in report.pairs)


def test_a_report_on_twenty_handbooks_is_two_sheets_at_most(report: Report, tmp_path: Path) -> None:
    many = multiplied(report, 5)
    document = printed(report_html(many), tmp_path)
    assert len(many.answers) == 20
    assert len(document) <= 2
    said = text_of(document)
    assert f"Why each of {len(many.pairs)} pairs is so: in the file." in said
    assert said.count("Inject adrenaline 0.3 mg") >= 5


def test_pages_of_a_handbook_are_printed_with_their_text(tmp_path: Path) -> None:
    parsed = make_handbook("Clinic", ["Adrenaline 0.5 mg IM.", "Oxygen 15 L/min."])
    said = text_of(printed(pages_html(parsed.handbook, parsed.pages), tmp_path))
    assert "Adrenaline 0.5 mg IM." in said
    assert "Oxygen 15 L/min." in said
