from __future__ import annotations

from dataclasses import replace

from edgerag.present.pages_html import pages_html
from tests.synthetic import make_handbook
from tests.unit.present.test_html import read

BOOK = make_handbook("Clinic", ["Adrenaline\n  0.5 mg <b>IM</b>\x1b[31m", "Oxygen & air"])


def test_pages_keep_their_lines_and_nothing_in_them_becomes_markup() -> None:
    html = pages_html(BOOK.handbook, BOOK.pages)
    seen = read(html)
    assert "Adrenaline\n  0.5 mg <b>IM</b>" in seen.text
    assert "Oxygen & air" in seen.text
    assert "b" not in seen.seen
    assert "\x1b" not in html
    assert "page 1 to page 2" in seen.text


def test_one_page_is_named_once() -> None:
    assert "<title>Clinic: page 2</title>" in pages_html(BOOK.handbook, BOOK.pages[1:])


def test_a_table_is_a_table_between_the_lines_around_it() -> None:
    text = "Dose\nWeight | Each time\n5 to 7 kg | 175 mg\nWith food"
    html = pages_html(BOOK.handbook, [replace(BOOK.pages[0], text=text)])
    assert read(html).open == []
    assert '<pre class="page">Dose</pre>\n<table class="page">\n<tr><th>Weight</th>' in html
    assert '</table>\n<pre class="page">With food</pre>' in html
