"""The page of an audit in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edgerag.audit.findings import find
from edgerag.present.audit_html import audit_html
from tests.browser import Tab, browser, found_browser
from tests.unit.audit.reports import QUESTIONS, TERMS, found

pytestmark = pytest.mark.skipif(not found_browser(), reason="no Chromium is installed")

SHOWN = "[...document.querySelectorAll('.q')].filter((q) => q.checkVisibility()).map((q) => q.id)"
IS_FILTER_SHOWN = "document.getElementById('filter').checkVisibility()"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_bytes(b"".join(audit_html(find("small", TERMS, QUESTIONS, found()), found())))
    return file


@pytest.fixture
def tab(tmp_path: Path) -> Iterator[Tab]:
    with browser(tmp_path / "profile") as tab:
        yield tab


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_no_wider_than_the_window_and_shows_every_table(tab: Tab, page: Path, width: int) -> None:
    tab.resize(width, 800)
    tab.open(page)
    assert tab.run("document.documentElement.scrollWidth") <= width
    assert tab.run("[...document.querySelectorAll('table')].every((one) => one.checkVisibility())")
    assert len(tab.run(SHOWN)) == len(tab.run("[...document.querySelectorAll('.q')].map((q) => q.id)")) > 1


def test_words_and_a_box_filter_the_questions(tab: Tab, page: Path) -> None:
    tab.open(page)
    everything = tab.run(SHOWN)
    assert tab.run(IS_FILTER_SHOWN)
    tab.run("words.value = '4 MG'; words.dispatchEvent(new Event('input'))")
    assert tab.run(SHOWN) == ["q2"]
    tab.run("words.value = ''; words.dispatchEvent(new Event('input'))")
    assert tab.run(SHOWN) == everything
    tab.run("only.click()")
    assert tab.run(SHOWN) == tab.run(
        "[...document.querySelectorAll('.q:not([data-n=\"0\"])')].map((q) => q.id)"
    )
    assert len(tab.run(SHOWN)) < len(everything)


def test_a_cell_of_the_matrix_leads_to_the_quotations(tab: Tab, page: Path) -> None:
    tab.open(page)
    tab.run("document.querySelector('a[href=\"#q2A-B\"]').click()")
    assert "Give 2 mg." in tab.run("document.querySelector(':target').parentElement.textContent")


def test_without_scripts_all_is_shown_but_the_filter(tab: Tab, page: Path) -> None:
    tab.run_no_scripts()
    tab.open(page)
    assert not tab.run(IS_FILTER_SHOWN)
    assert len(tab.run(SHOWN)) == tab.run("document.querySelectorAll('.q').length") > 1
    assert tab.run("[...document.querySelectorAll('table')].every((one) => one.checkVisibility())")


def test_the_page_asks_for_nothing_but_itself(tab: Tab, page: Path) -> None:
    tab.open(page)
    assert tab.run("performance.getEntriesByType('resource').length") == 0
