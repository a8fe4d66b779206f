from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from edgerag.present.differences_html import differences_html
from tests.unit.present.map_of_differences import BANS, DOSES

PAGE = differences_html([DOSES, BANS])


def test_nothing_from_a_handbook_becomes_markup() -> None:
    assert "One &lt;b&gt;" in PAGE
    assert "&lt;script&gt;" in PAGE
    assert PAGE.count("<script>") == 1


def test_the_page_fetches_nothing_and_allows_its_own_script_alone() -> None:
    assert not re.search(r"(?:src|href)=", PAGE)
    (script,) = re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in PAGE


def test_all_is_on_the_page_without_the_script() -> None:
    assert PAGE.count("<section>") == 2
    assert PAGE.count("Never give it.") == 5
    assert "<mark>0.5 mL</mark>" in PAGE
    assert 'id="filter"' in PAGE
    assert " hidden>" in PAGE.partition('id="filter"')[2].partition("\n")[0]
