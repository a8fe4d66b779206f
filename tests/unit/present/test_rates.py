from __future__ import annotations

import json

import pytest

from edgerag.domain.summaries import Rates, Theme
from edgerag.present.rates import Counted, rates_rows, summary_as_json, theme_rows
from tests.unit.present.conftest import Builder

THEME = Theme("adrenaline dose", ("How much adrenaline?", "Which dose?"), 3, 2)


@pytest.fixture
def counted(make: Builder) -> Counted:
    """All handbooks, of which a quarter is silent and half disagree, and one that was never asked."""
    everywhere = Rates(
        n_questions=4, n_answers=12, n_silent=3, n_pairs=8, n_unchecked=1, n_consistent=2, n_conflicts=4,
        n_questions_in_conflict=1, severity_sum=1,
    )  # fmt: skip
    return [(None, everywhere), (make.handbook("Harbour", "2017"), Rates(*[0] * 9))]


def test_rates_are_percentages_under_the_right_heads(counted: Counted) -> None:
    headers, rows = rates_rows(counted)
    everywhere, harbour = (dict(zip(headers, row, strict=True)) for row in rows)
    assert everywhere == {
        "handbook": "all handbooks",
        "questions": "4",
        "silent": "25%",
        "agree": "25%",
        "disagree": "50%",
        "by severity": "12%",
        "not checked": "1",
    }
    assert (harbour["handbook"], harbour["disagree"]) == ("Harbour (2017)", "0%")


def test_a_theme_is_one_row_with_all_its_questions() -> None:
    headers, (row,) = theme_rows([THEME])
    assert dict(zip(headers, row, strict=True)) == {
        "disagreement": "adrenaline dose",
        "pairs": "3",
        "of high significance": "2",
        "questions": "How much adrenaline?; Which dose?",
    }


def test_json_gives_shares_for_programs_and_names_each_handbook(counted: Counted) -> None:
    summary = json.loads(summary_as_json(counted, [THEME]))
    everywhere, harbour = summary["rates"]
    assert everywhere["handbook"] is None
    assert [everywhere[name] for name in ("r_abs", "r_con", "r_div", "any_div", "severity")] == [
        0.25,
        0.25,
        0.5,
        0.25,
        0.125,
    ]
    assert harbour["handbook"]["title"] == "Harbour"
    assert summary["themes"][0]["questions"] == list(THEME.questions)
